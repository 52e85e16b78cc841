"""Derivatives by numbers of an experiment beside central differences of its steps."""

import copy
import json

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest
import test_derivatives as steps

parameters = {
    "sliding_ball": ["step", "scene.bodies.1.mass", "scene.bodies.1.inertia.1",
                     "scene.bodies.1.shapes.0.radius", "scene.bodies.1.friction",
                     "scene.gravity.2", "scene.bodies.1.force.0", "scene.bodies.1.torque.1"],
    "corner": ["scene.bodies.1.shapes.0.size.0", "scene.bodies.1.inertia.0"],
    "two_balls": ["scene.bodies.0.shapes.0.radius"],
    "capsule": ["scene.bodies.1.shapes.0.radius", "scene.bodies.1.shapes.0.length"],
    "ellipsoid": ["scene.bodies.1.shapes.0.half_axes.0"],
    "spinning": ["scene.bodies.1.torsional_friction", "scene.bodies.1.rolling_friction"],
    "bouncing_ball": ["scene.bodies.1.restitution", "scene.bodies.1.friction"],
    "falling_friction": ["scene.bodies.1.friction.kinetic"],
    "loaded": ["scene.loads.0.force.0"],
    "hanging_ball": ["scene.joints.0.point_a.2", "scene.bodies.1.shapes.0.radius", "step"],
    "chain": ["scene.joints.0.point.1", "scene.bodies.1.mass"],
    "hinge": ["scene.joints.1.point.0", "scene.joints.1.axis.0", "step"],
    "spring": ["scene.joints.0.spring.stiffness", "scene.joints.0.spring.damping",
               "scene.joints.1.spring.rest"],
    "servo": ["scene.joints.0.motor.kp", "scene.joints.0.motor.kd",
              "scene.joints.0.motor.target.amplitude", "scene.joints.0.motor.target.frequency"],
    "drive": ["scene.joints.0.motor.target"], "weak_drive": ["scene.joints.0.motor.max_effort"],
    "weak_servo": ["scene.joints.0.motor.max_effort"],
    "firm_servo": ["scene.joints.0.motor.kp", "scene.joints.0.motor.kd"],
    "dry": ["scene.joints.0.friction"], "screw": ["scene.joints.0.pitch"],
    "soft": ["scene.joints.0.compliance", "scene.joints.1.damping"],
    "soft_limits": ["scene.joints.0.limits.compliance"],
    "pushed_joints": ["scene.joints.1.motor.value"],
}
integrators = {"euler": {"type": "implicit_euler", "matrices": "start"},
               "moreau_jean": {"type": "moreau_jean"}, "variational": {"type": "variational"}}


def without_aliases(made):
    made = json.loads(json.dumps(made))
    made["scene"].setdefault("gravity", [0, 0, -9.81])
    return made


def place(made, path):
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        made = made[part]
    return made, last


def value(made, path):
    at, key = place(made, path)
    return at[key]


def with_value(made, path, x):
    made = copy.deepcopy(made)
    at, key = place(made, path)
    at[key] = x
    return made


def by_differences(end, x):
    """To fourth order, of something that gives arrays."""
    found = []
    for part in (1e-3, 5e-4):
        e = part * (abs(x) or 1)
        found.append([(one - other) / (2 * e) for one, other in zip(end(x + e), end(x - e))])
    return [(4 * fine - rough) / 3 for rough, fine in zip(*found)]


@pytest.mark.parametrize("integrator, name", [
    (integrator, name) for integrator in integrators for name in parameters])
def test_a_step_by_parameters(name, integrator):
    rng = np.random.default_rng(7)
    paths = parameters[name]
    for _ in range(20):
        made = without_aliases(steps.all_scenes[name](rng)) | {"integrator": integrators[integrator]}
        sim = orthant.Simulation(made, on_unsolved="raise")
        state = sim.poses, sim.twists
        sim.differentiate(parameters=paths)
        sim.step()
        derivative = sim.derivative()
        if min([k.distance for k in derivative.kinks], default=1) > 0.03:
            break
    assert min([k.distance for k in derivative.kinks], default=1) > 0.03
    exact = derivative.forward(parameters=np.eye(len(paths)))
    for k, path in enumerate(paths):
        def end(x):
            other = orthant.Simulation(with_value(made, path, x), on_unsolved="raise")
            other.set_state(*state, unturned=True)
            other.step()
            return scenes.apart(other.poses[0], sim.poses[0]), other.twists[0]
        poses, twists = by_differences(end, value(made, path))
        size = max(np.abs(twists).max(), 1e-2)
        assert np.abs(exact[1][..., k] - twists).max() < 1e-6 * size, path
        assert np.abs(exact[0][..., k] - poses).max() < 1e-6 * max(size * made["step"],
                                                                   np.abs(poses).max()), path


@pytest.mark.parametrize("name", ["hanging_ball", "spring", "bouncing_ball"])
@pytest.mark.parametrize("integrator", integrators)
def test_adjoint_is_the_transpose_by_parameters(name, integrator):
    rng = np.random.default_rng(11)
    made = without_aliases(steps.all_scenes[name](rng)) | {"integrator": integrators[integrator]}
    paths = parameters[name]
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate(parameters=paths)
    sim.step()
    derivative = sim.derivative()
    assert derivative.parameters == len(paths)
    d = rng.normal(size=len(paths))
    poses, twists = derivative.forward(parameters=d)
    g = rng.normal(size=(2, *poses.shape))
    by = derivative.adjoint(poses=g[0], twists=g[1])
    there = (g[0] * poses).sum() + (g[1] * twists).sum()
    assert abs(there - by.parameters @ d) <= 1e-10 * max(1, abs(there))


def test_the_length_of_a_step_has_a_closed_form():
    """Of a free body v+ = v + g h and x+ = x + h v+, with d/dh."""
    made = scenes.experiment([scenes.body("ball", scenes.sphere, [0, 0, 1],
                                          np.random.default_rng(1), inertia=[0.01] * 3,
                                          force=[0.] * 3, torque=[0.] * 3)])
    sim = orthant.Simulation(made)
    sim.differentiate(parameters=["step"])
    before = sim.twists[0, 0, :3]
    sim.step()
    poses, twists = sim.derivative().forward(parameters=np.ones(1))
    g = np.array([0, 0, -9.81])
    assert twists[0, :3] == pytest.approx(g, rel=1e-8, abs=1e-8)
    assert poses[0, :3] == pytest.approx(before + 2 * scenes.h * g, rel=1e-8)


def test_a_path_may_have_names():
    made = scenes.experiment([scenes.body("ball", scenes.sphere, [0, 0, 1],
                                          np.random.default_rng(1), inertia=[0.01] * 3,
                                          force=[1., 0., 0.], torque=[0.] * 3)])
    paths = ["mass", "force.0", "shapes.0.radius"]
    found = []
    for element in ("ball", "0"):
        sim = orthant.Simulation(made)
        sim.differentiate(parameters=[f"scene.bodies.{element}.{path}" for path in paths])
        sim.step()
        found.append(sim.derivative().forward(parameters=np.eye(3))[1])
    assert np.array_equal(*found) and found[0].any()
    with pytest.raises(orthant.Error, match='"scene.bodies.bal.mass", where there is nothing'):
        sim.differentiate(parameters=["scene.bodies.bal.mass"])


def falls_and_slides(**more):
    ball = {"name": "ball", "mass": 1.5, "friction": 0.3, "inertia": [0.01] * 3,
            "position": [0, 0, 0.12], "velocity": [2, 0.3, -1], "shapes": [scenes.sphere]}
    return scenes.experiment([scenes.floor(0.3), ball | more]) | {"steps": 23}


@pytest.mark.parametrize("integrator", integrators)
@pytest.mark.parametrize("more, paths", [
    ({}, ["scene.bodies.1.friction", "scene.bodies.1.shapes.0.radius", "scene.bodies.1.mass",
          "scene.bodies.1.velocity.0", "scene.bodies.1.position.2", "step"]),
    ({"restitution": 0.4}, ["scene.bodies.1.restitution", "scene.bodies.1.inertia.1"])])
def test_a_trajectory_by_parameters_and_its_start(integrator, more, paths):
    made = without_aliases(falls_and_slides(**more)) | {"integrator": integrators[integrator]}
    count = 15

    def end(made):
        sim = orthant.Simulation(made, on_unsolved="raise")
        sim.step(count)
        return np.array(sim.poses[0, 1, 0] + 0.3 * sim.twists[0, 1, 4] + 2 * sim.poses[0, 1, 2])

    sim = orthant.Simulation(made, on_unsolved="raise")
    trajectory = orthant.Trajectory(sim, count, parameters=paths)
    poses, twists = np.zeros((2, 6)), np.zeros((2, 6))
    poses[1, 0], poses[1, 2], twists[1, 4] = 1, 2, 0.3
    gradient = trajectory.adjoint(poses=poses, twists=twists)
    for k, path in enumerate(paths):
        x = value(made, path)
        eps = 1e-5 * abs(x)
        by = (end(with_value(made, path, x + eps)) - end(with_value(made, path, x - eps))) / (2 * eps)
        assert gradient.parameters[k] == pytest.approx(by, rel=2e-6, abs=1e-6), path


@pytest.mark.parametrize("integrator", integrators)
def test_a_derivative_by_parameters_is_of_one_world_of_many(integrator):
    """Worlds are stepped in groups; those of a list differ."""
    made = without_aliases(falls_and_slides(position=[0, 0, 0.105]))
    made |= {"integrator": integrators[integrator]}
    paths = ["scene.bodies.1.friction", "scene.bodies.1.shapes.0.radius"]
    many = orthant.Simulation(made, set={"worlds": 150})
    one = orthant.Simulation(made)
    poses, twists = many.poses, many.twists
    twists[:, 1, 0] = np.linspace(1, 5, 150)
    many.set_state(poses, twists)
    one.set_state(poses[70:71], twists[70:71])
    for each in (many, one):
        each.differentiate(parameters=paths)
        each.step()
    d = np.random.default_rng(2).normal(size=(2, 6))
    found, alone = (each.forward(twists=d, parameters=np.ones(2))[1]
                    for each in (many.derivative(70), one.derivative()))
    assert np.abs(found - alone).max() < 1e-8 * np.abs(alone).max()
    assert np.abs(alone).max() > 1


def test_pushes_stand_beside_parameters():
    made = without_aliases(falls_and_slides(force=[1., 0, 0]))
    sim = orthant.Simulation(made)
    pushes = sim.wrenches
    pushes[0, 1, 1] = 3
    sim.push(pushes)
    sim.differentiate(parameters=["scene.bodies.1.force.0", "scene.bodies.1.mass"])
    sim.step()
    twists = sim.derivative().forward(parameters=np.eye(2))[1]
    assert twists[1, 0, 0] == pytest.approx(scenes.h / 1.5, rel=1e-7)
    assert twists[1, 1, 1] == pytest.approx(-3 * scenes.h / 1.5 ** 2, rel=1e-7)


def test_time_goes_on_along_a_trajectory():
    """A motor with a target in time is where it was when steps are made again."""
    made = steps.all_scenes["servo"](np.random.default_rng(3))
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.step(12)
    straight = sim.poses
    sim.reset()
    trajectory = orthant.Trajectory(sim, 12, every=4)
    assert sim.time == pytest.approx(12 * sim.h) and sim.step_count == 12
    assert sim.poses == pytest.approx(straight, abs=1e-10)
    trajectory.adjoint(poses=np.ones((3, 6)))
    with pytest.raises(orthant.Error, match="time: found"):
        sim.set_state(time=np.inf)


@pytest.mark.parametrize("path, words", [
    ("scene.bodies.1.colour", "where there is nothing"),
    ("scene.bodies.1", "the path of a number"), ("solver.tolerance", "that the equations"),
    ("steps", "that the equations"), ("scene.bodies.7.mass", "nothing")])
def test_what_is_no_parameter_is_refused(path, words):
    sim = orthant.Simulation(falls_and_slides())
    with pytest.raises(orthant.Error, match=words):
        sim.differentiate(parameters=[path])


def test_the_larger_of_two_is_a_kink_where_they_are_the_same():
    made = without_aliases(falls_and_slides(restitution=0.5, position=[0, 0, 0.105]))
    made["scene"]["bodies"][0]["restitution"] = 0.5
    sim = orthant.Simulation(made)
    sim.differentiate(parameters=["scene.bodies.1.restitution"])
    sim.step()
    with pytest.raises(orthant.Error, match="kink there: .* the larger of two"):
        sim.derivative()


def test_a_parameter_at_its_bound_is_refused():
    sim = orthant.Simulation(without_aliases(falls_and_slides(restitution=0.0)))
    sim.differentiate(parameters=["scene.bodies.1.restitution"])
    sim.step()
    with pytest.raises(orthant.Error, match='no derivative by "scene.bodies.1.restitution"'):
        sim.derivative()


def test_sizes_of_parameters_are_looked_at():
    sim = orthant.Simulation(falls_and_slides())
    sim.differentiate(parameters=["scene.bodies.1.mass"])
    sim.step()
    with pytest.raises(orthant.Error, match=r"parameters: found an array of shape \(2,\)"):
        sim.derivative().forward(parameters=np.zeros(2))


def test_a_parameter_with_a_name_counts_at_all_of_its_places():
    made = without_aliases(falls_and_slides(mass="$k", force=["3 * $k", 0, 0]))
    made["parameters"] = {"k": 1.5}
    sim = orthant.Simulation(made)
    sim.differentiate(parameters=["parameters.k", "scene.bodies.1.mass", "scene.bodies.1.force.0"])
    sim.step(3)
    dposes, dtwists = sim.derivative().forward(parameters=np.eye(3))
    by_k, by_mass, by_force = dtwists[1].T
    assert np.abs(by_mass).max() > 1e-3
    assert by_k == pytest.approx(by_mass + 3 * by_force, abs=1e-8)


def test_a_parameter_of_more_than_the_equations_is_refused():
    made = without_aliases(falls_and_slides(mass="$k"))
    made["solver"] = {"type": "newton", "tolerance": "$k * 1e-10"}
    made["parameters"] = {"k": 1.5}
    sim = orthant.Simulation(made)
    with pytest.raises(orthant.Error, match="which stands at \"solver.tolerance\""):
        sim.differentiate(parameters=["parameters.k"])
