"""Adjoints of trajectories beside differences of them."""

import copy

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest


def lands_and_slides(rng):
    """It falls, strikes the floor, slides and rolls."""
    made = scenes.sliding_ball(rng)
    ball = made["scene"]["bodies"][1]
    ball["position"][2], ball["angular_velocity"] = 0.12, [0.0, 1.0, 0.0]
    return made


def ends(made, steps, velocity, force, friction):
    made = copy.deepcopy(made)
    body = made["scene"]["bodies"][1]
    body["velocity"] = [float(x) for x in np.add(body["velocity"], velocity)]
    body["force"] = [float(x) for x in np.add(body["force"], force)]
    for each in made["scene"]["bodies"]:
        each["friction"] += friction
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.step(steps)
    return sim.poses[0, 1, 0] + 0.3 * sim.twists[0, 1, 4] + 2 * sim.poses[0, 1, 1]


def test_the_gradient_of_a_ball_that_lands_and_slides():
    rng = np.random.default_rng(4)
    made = lands_and_slides(rng)
    steps, eps = 23, 1e-5
    sim = orthant.Simulation(made, on_unsolved="raise")
    trajectory = orthant.Trajectory(sim, steps)
    poses, twists = np.zeros((2, 6)), np.zeros((2, 6))
    poses[1, :2], twists[1, 4] = [1, 2], 0.3
    gradient = trajectory.adjoint(poses=poses, twists=twists)
    assert gradient.kink > 1e-4
    none = np.zeros(3)
    for k in range(3):
        e = eps * np.eye(3)[k]
        by_velocity = (ends(made, steps, e, none, 0) - ends(made, steps, -e, none, 0)) / (2 * eps)
        by_force = (ends(made, steps, none, e, 0) - ends(made, steps, none, -e, 0)) / (2 * eps)
        assert gradient.twists[1, k] == pytest.approx(by_velocity, rel=1e-6, abs=1e-7)
        assert gradient.wrenches[:, 1, k].sum() == pytest.approx(by_force, rel=1e-6, abs=1e-7)
    by_friction = (ends(made, steps, none, none, eps) - ends(made, steps, none, none, -eps))
    assert gradient.friction == pytest.approx(by_friction / (2 * eps), rel=1e-6, abs=1e-7)
    assert sim.poses[0] == pytest.approx(orthant.Trajectory(
        orthant.Simulation(made), steps, every=50).simulation.poses[0], abs=1e-10)


def test_what_is_added_along_the_way():
    made = scenes.chain(np.random.default_rng(2))
    sim = orthant.Simulation(made, on_unsolved="raise")
    end = np.random.default_rng(1).normal(size=(3, 6))
    gradients = []
    for every in (1, 4, 20):
        sim.reset()
        trajectory = orthant.Trajectory(sim, 10, every=every)
        at_end = trajectory.adjoint(twists=end)
        along = trajectory.adjoint(along=lambda k, p, u: (None, end if k == 10 else None))
        assert np.allclose(at_end.poses, along.poses, rtol=1e-9, atol=1e-9)
        gradients.append(at_end.twists)
    assert np.allclose(gradients[0], gradients[1], rtol=1e-6, atol=1e-8)
    assert np.allclose(gradients[0], gradients[2], rtol=1e-6, atol=1e-8)
    with pytest.raises(orthant.Error, match="steps: found 0"):
        orthant.Trajectory(sim, 0)


def test_forces_that_differ_from_step_to_step():
    rng = np.random.default_rng(6)
    made = lands_and_slides(rng)
    steps, eps = 12, 1e-4
    wrenches = np.zeros((steps, 2, 6))
    wrenches[:, 1] = rng.normal(size=(steps, 6))
    end = np.zeros((2, 6))
    end[1, :2] = 1, -0.5
    sim = orthant.Simulation(made, on_unsolved="raise")

    def value(w):
        sim.reset()
        orthant.Trajectory(sim, steps, wrenches=w)
        return (sim.poses[0, 1, :2] * end[1, :2]).sum()

    sim.reset()
    gradient = orthant.Trajectory(sim, steps, wrenches=wrenches).adjoint(poses=end)
    assert gradient.kink > 1e-3
    d = np.zeros_like(wrenches)
    d[:, 1] = rng.normal(size=(steps, 6))
    by = (value(wrenches + eps * d) - value(wrenches - eps * d)) / (2 * eps)
    assert (gradient.wrenches * d).sum() == pytest.approx(by, rel=1e-6)
    with pytest.raises(orthant.Error, match=r"allowed: \(12, 2, 6\)"):
        orthant.Trajectory(sim, steps, wrenches=wrenches[:3])


def test_pushes():
    made = scenes.experiment([scenes.floor(0.3), scenes.body(
        "ball", scenes.sphere, [0, 0, 1], np.random.default_rng(1), mass=2.0)])
    sim = orthant.Simulation(made, set={"worlds": 200})
    one = orthant.Simulation(made)
    given = sim.wrenches
    assert np.allclose(given[0, 1, :3], made["scene"]["bodies"][1]["force"])
    before = sim.twists
    pushed = np.zeros_like(given)
    pushed[:, 1, 0] = np.linspace(0, 20, 200)
    sim.step()
    sim.reset()
    sim.push(pushed)
    sim.step()
    assert sim.twists[:, 1, 0] - before[:, 1, 0] == pytest.approx(pushed[:, 1, 0] * scenes.h / 2)
    sim.reset()
    sim.step()
    one.step()
    assert np.array_equal(sim.twists[7], one.twists[0])
    for at, words in (((0, 0, 0), "does not react"), ((3, 1, 2), "finite")):
        wrong = pushed.copy()
        wrong[at] = np.nan if words == "finite" else 1
        with pytest.raises(orthant.Error, match=words):
            sim.push(wrong)


def test_forward_it_is_the_run_and_steps_made_again_know_the_turns():
    spring = {"stiffness": 0.05, "damping": 0}
    wheel = {"name": "wheel", "mass": 1, "inertia": [0.1, 0.1, 0.1],
             "angular_velocity": [0, 30, 0]}
    made = {"scene": {"gravity": [0, 0, 0], "bodies": [wheel], "joints": [
        {"type": "hinge", "b": "wheel", "point": [0, 0, 0], "axis": [0, 1, 0], "spring": spring}]},
        "step": 0.01, "steps": 60}
    run = orthant.Simulation(made)
    run.step(60)
    trajectory = orthant.Trajectory(orthant.Simulation(made), 60)
    assert np.array_equal(trajectory.simulation.twists, run.twists)
    assert trajectory.simulation.time == run.time
    gradients = [of.adjoint(twists=np.ones((1, 6))).twists for of in (
        trajectory, orthant.Trajectory(orthant.Simulation(made), 60, every=60))]
    assert gradients[0] == pytest.approx(gradients[1], rel=1e-9)


def one_ball():
    return orthant.Simulation(lands_and_slides(np.random.default_rng(4)))


def test_gradients_that_are_none():
    sim = one_ball()
    trajectory = orthant.Trajectory(sim, 3)
    right = np.ones((2, 6))
    wrong = {"poses": np.ones(6), "twists": np.full((2, 6), np.nan)}
    for name, value in wrong.items():
        with pytest.raises(orthant.Error, match=name):
            trajectory.adjoint(**{name: value})
    for along, said in ((lambda *at: np.ones((2, 6)), "two"),
                        (lambda *at: (np.ones(6), None), r"along: poses.*\(2, 6\)"),
                        (lambda *at: (None, np.full((2, 6), np.inf)), "along: twists.*finite")):
        with pytest.raises(orthant.Error, match=said):
            trajectory.adjoint(poses=right, along=along)
    # After an error as before it: the simulation stands at the end.
    assert np.array_equal(sim.poses, orthant.Trajectory(one_ball(), 3).simulation.poses)
    assert np.isfinite(trajectory.adjoint(poses=right).twists).all()


def test_directions_that_are_none():
    sim = one_ball()
    sim.differentiate()
    sim.step()
    derivative = sim.derivative()
    with pytest.raises(orthant.Error, match=r"poses: found nan at \(1, 2\)"):
        derivative.forward(poses=np.where(np.arange(12).reshape(2, 6) == 8, np.nan, 0))
    with pytest.raises(orthant.Error, match="twists.*finite"):
        derivative.adjoint(twists=np.full((2, 6), np.inf))
    with pytest.raises(orthant.Error, match="poses: found 'no'"):
        derivative.adjoint(poses="no")


@pytest.mark.parametrize("n", [1.5, "2", None])
def test_steps_that_are_no_number(n):
    with pytest.raises(orthant.Error, match="n: found .*whole number"):
        one_ball().step(n)
    with pytest.raises(orthant.Error, match="steps: found .*whole number"):
        orthant.Trajectory(one_ball(), n)


def test_parameters_that_the_simulation_was_told_are_taken():
    made = scenes.sliding_ball(np.random.default_rng(3))
    path = "scene.bodies.1.friction"
    end = np.zeros((2, 6))
    end[1, 0] = 1.0

    def gradient(sim, **more):
        return orthant.Trajectory(sim, 5, **more).adjoint(poses=end).parameters
    expected = gradient(orthant.Simulation(made), parameters=[path])
    assert expected.shape == (1,) and expected[0] != 0
    told = orthant.Simulation(made)
    told.differentiate(parameters=[path])
    for _ in range(2):  # those of a trajectory itself are not told
        assert gradient(told) == pytest.approx(expected, rel=1e-12)
        told.reset()
    assert gradient(told, parameters=[]).shape == (0,)
    told.reset()
    told.differentiate(False)
    assert gradient(told).shape == (0,)
