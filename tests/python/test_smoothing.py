"""Derivatives of steps with a floor on complementarity: beside closed forms, differences of steps
with that floor, and the exact ones."""

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest
import test_derivatives as steps

kinds = ["start", "iterate", "moreau_jean", "midpoint", "variational"]


def made_and_taken(made, smoothing=None):
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate()
    sim.step()
    return sim.derivative(smoothing=smoothing)


def ball(force, mass=2.0, friction=0.3, **more):
    """It lies on a floor, and does not turn."""
    return scenes.experiment([scenes.floor(friction), {
        "name": "ball", "mass": mass, "inertia": [1e9] * 3, "friction": friction,
        "position": [0, 0, 0.1], "shapes": [scenes.sphere], "force": list(force)} | more])


@pytest.mark.parametrize("kappa", [1.0, 1e-2, 1e-3])
@pytest.mark.parametrize("above", [-30.0, -1.0, -1e-3, 0.0, 1e-3, 1.0, 30.0])
def test_a_ball_that_is_lifted_has_a_closed_form(above, kappa):
    """u - b = lambda/m and u lambda = kappa^2 m with b = h (f/m - g):
    u = (b + sqrt(b^2 + 4 kappa^2))/2 and du/df = h/(2 m) (1 + b/sqrt(b^2 + 4 kappa^2)),
    which goes from 0 to h/m as f crosses m g."""
    mass, weight = 2.0, 2.0 * 9.81
    derivative = made_and_taken(ball([0, 0, weight + above], mass), kappa)
    b = scenes.h * above / mass
    root = np.hypot(b, 2 * kappa)
    assert derivative.end[1][1, 2] == pytest.approx((b + root) / 2, rel=1e-9)
    up = np.zeros((2, 6))
    up[1, 2] = 1
    expected = scenes.h / mass * 0.5 * (1 + b / root)
    assert derivative.forward(wrenches=up)[1][1, 2] == pytest.approx(expected, rel=1e-7)
    impulse = derivative.impulses(wrenches=up)[0, 0]
    assert impulse == pytest.approx(mass * expected - scenes.h, rel=1e-6)


@pytest.mark.parametrize("kappa", [0.1, 1e-2])
@pytest.mark.parametrize("push", [0.0, 3.0, 0.3 * 2 * 9.81, 9.0])
def test_a_ball_that_is_pushed_has_a_closed_form(push, kappa):
    """m (v - b) = -mu lambda_n v/psi, psi^2 - p psi - v^2 = 0, p = kappa^2 m/(mu lambda_n): with
    K = mu lambda_n/m a root of v (1 + K/psi) = b, whose slope by b at rest is 1/(1 + (K/kappa)^2)."""
    mass, mu = 2.0, 0.3
    derivative = made_and_taken(ball([push, 0, 0], mass, mu), kappa)
    fall = -scenes.h * 9.81
    K = mu * ((fall + np.hypot(fall, 2 * kappa)) / 2 - fall)
    p, b = kappa**2 / K, scenes.h * push / mass

    def excess(v):
        return v * (1 + K / (p / 2 + np.hypot(p / 2, v))) - b
    low, high = 0.0, 1.0
    for _ in range(200):
        v = (low + high) / 2
        low, high = (v, high) if excess(v) < 0 else (low, v)
    assert derivative.end[1][1, 0] == pytest.approx(v, rel=1e-8, abs=1e-12)
    R = np.hypot(p / 2, v)
    psi = p / 2 + R
    slope = 1 / (1 + K / psi - v * K / psi**2 * v / R)
    if push == 0:
        assert slope == pytest.approx(1 / (1 + (K / kappa)**2))
    along = np.zeros((2, 6))
    along[1, 0] = 1
    found = derivative.forward(wrenches=along)[1][1, 0]
    assert found == pytest.approx(scenes.h / mass * slope, rel=1e-7)


def ends(made, direction, eps, smoothing):
    one, other = (sim.derivative(smoothing=smoothing).end
                  for sim in scenes.on_both_sides(made, direction, eps))
    return scenes.apart(one[0], other[0]) / (2 * eps), (one[1] - other[1]) / (2 * eps)


def beside(made, direction, smoothing):
    rough, fine = (ends(made, direction, eps, smoothing) for eps in (1e-5, 5e-6))
    return [(4 * b - a) / 3 for a, b in zip(rough, fine)]


@pytest.mark.parametrize("integrator", kinds)
@pytest.mark.parametrize("name", ["sliding_ball", "sticking_ball", "corner", "two_balls", "spinning",
                                  "bouncing_ball", "hanging_ball", "hinge", "weak_drive", "dry",
                                  "soft", "anisotropic", "velocity_ball"])
def test_forward_is_what_differences_of_smoothed_steps_say(name, integrator):
    rng = np.random.default_rng(7)
    made = steps.all_scenes[name](rng) | {"integrator": steps.integrators[integrator]}
    kappa = 3e-2
    derivative = made_and_taken(made, kappa)
    d = steps.direction(made, rng, ["poses", "twists", "wrenches", "friction"])
    found, expected = steps.along(derivative, d), beside(made, d, kappa)
    for part in range(2):
        error = np.abs(found[part] - expected[part]).max() / max(1, np.abs(expected[part]).max())
        assert error < 1e-6
    gradients = rng.normal(size=(2, *found[0].shape))
    by = derivative.adjoint(poses=gradients[0], twists=gradients[1])
    there = (gradients[0] * found[0]).sum() + (gradients[1] * found[1]).sum()
    back = sum((getattr(by, key) * value).sum() for key, value in d.items())
    assert abs(there - back) <= 1e-10 * max(1, abs(there))


@pytest.mark.parametrize("integrator", kinds)
@pytest.mark.parametrize("name", ["sliding_ball", "corner", "two_balls", "hanging_ball", "dry"])
def test_away_from_kinks_it_is_the_exact_one_to_second_order(name, integrator):
    rng = np.random.default_rng(7)
    made = steps.all_scenes[name](rng) | {"integrator": steps.integrators[integrator]}
    exact = made_and_taken(made)
    kink = min(k.distance for k in exact.kinks)
    d = steps.direction(made, rng)
    there = steps.along(exact, d)
    errors = []
    for kappa in (kink / 30, kink / 300):
        found = steps.along(made_and_taken(made, kappa), d)
        errors.append(max(np.abs(a - b).max() for a, b in zip(found, there)))
    assert errors[0] > 1e-9
    assert 80 < errors[0] / errors[1] < 125 or errors[1] < 1e-8
    assert errors[1] < 1e-3 * max(1, np.abs(there[1]).max())


def test_what_is_at_a_kink_has_one():
    """A ball that touches the floor and hovers, half of whose motions are led back."""
    made = ball([0, 0, 2 * 9.81])
    assert made_and_taken(made).at_kink
    smoothed = made_and_taken(made, 1e-3)
    assert smoothed.at_kink  # the step itself is
    up = np.zeros((2, 6))
    up[1, 2] = 1
    assert smoothed.forward(twists=up)[1][1, 2] == pytest.approx(0.5, abs=1e-6)


def test_corners_that_share_a_load_have_unique_impulses():
    made = scenes.flat(np.random.default_rng(5))
    made["solver"] = {"type": "cascade", "tolerance": 1e-11}
    assert not made_and_taken(made).unique_impulses
    smoothed = made_and_taken(made, 1e-3)
    assert smoothed.unique_impulses
    d = {"twists": np.random.default_rng(1).normal(size=(2, 6)) * [[0], [1]]}
    for found, expected in zip(steps.along(smoothed, d), beside(made, d, 1e-3)):
        assert found == pytest.approx(expected, abs=1e-5)


def test_by_numbers_of_the_experiment():
    made = scenes.sliding_ball(np.random.default_rng(3))
    paths = ["scene.bodies.1.friction", "scene.bodies.1.shapes.0.radius", "step"]
    kappa = 0.1

    def sim_with(**change):
        sim = orthant.Simulation(made, on_unsolved="raise", set=change)
        start = orthant.Simulation(made)
        sim.set_state(start.poses, start.twists)
        sim.differentiate(parameters=paths)
        sim.step()
        return sim.derivative(smoothing=kappa)
    found = sim_with().forward(parameters=np.eye(3))
    for k, (path, value) in enumerate(zip(paths, (0.3, 0.1, 0.01))):
        eps = 1e-4 * value
        one, other = (sim_with(**{path: value + sign * eps}).end for sign in (1, -1))
        by = (one[1] - other[1]) / (2 * eps)
        assert found[1][..., k] == pytest.approx(by, rel=1e-5, abs=1e-6 * np.abs(by).max())


def test_a_trajectory_that_sticks_has_a_slope():
    """A ball at rest on the floor: nothing moves it, but with a floor 1/(1 + (K/kappa)^2) of each
    push is left by each step."""
    made = ball([0, 0, 0])
    kappa, n = 1e-2, 5
    sim = orthant.Simulation(made, on_unsolved="raise")
    trajectory = orthant.Trajectory(sim, n)
    end = np.zeros((2, 6))
    end[1, 0] = 1
    assert np.abs(trajectory.adjoint(twists=end).wrenches).max() < 1e-12
    fall = -scenes.h * 9.81
    K = 0.3 * ((fall + np.hypot(fall, 2 * kappa)) / 2 - fall)
    left = 1 / (1 + (K / kappa)**2)
    by = trajectory.adjoint(twists=end, smoothing=kappa).wrenches[:, 1, 0]
    assert by == pytest.approx(scenes.h / 2 * left ** np.arange(n, 0, -1), rel=1e-6)


def test_one_world_of_many():
    made = scenes.sliding_ball(np.random.default_rng(1))
    many = orthant.Simulation(made, set={"worlds": 200})
    many.differentiate()
    many.step()
    one = made_and_taken(made, 1e-2)
    d = np.random.default_rng(2).normal(size=(2, 6))
    for world in (0, 199):
        found = many.derivative(world, smoothing=1e-2)
        assert np.allclose(found.forward(twists=d)[1], one.forward(twists=d)[1], atol=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, -1e-3, np.nan, np.inf])
def test_a_floor_is_positive(smoothing):
    sim = orthant.Simulation(scenes.sliding_ball(np.random.default_rng(1)))
    sim.differentiate()
    sim.step()
    with pytest.raises(orthant.Error, match="smoothing: found .*, allowed: a floor > 0"):
        sim.derivative(smoothing=smoothing)


@pytest.mark.parametrize("change, words", [
    ({"integrator": "bdf2"}, "one of bdf2, which is not covered"),
    ({"scene.contact": {"level": "velocity", "baumgarte": 0.5}}, "baumgarte"),
    ({"scene.contact": {"creep_speed": 0.01}}, "creeps or yields"),
    ({"solver": {"type": "newton", "friction": "associated"}}, "than Coulomb's"),
])
def test_what_is_not_covered_is_refused(change, words):
    sim = orthant.Simulation(scenes.sliding_ball(np.random.default_rng(1)), set=change,
                             on_unsolved="ignore")
    sim.differentiate()
    sim.step()
    with pytest.raises(orthant.Error, match=words):
        sim.derivative(smoothing=1e-3)
