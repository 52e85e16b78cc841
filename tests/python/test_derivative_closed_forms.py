"""Derivatives of steps beside closed forms."""

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest
from test_derivatives import integrators, taken


def test_a_free_body_has_a_closed_form():
    made = scenes.experiment([scenes.body("ball", scenes.sphere, [0, 0, 1],
                                          np.random.default_rng(1), inertia=[0.01] * 3, mass=2.0)])
    derivative = taken(made)
    poses, twists = derivative.forward(wrenches=np.eye(6)[None])
    assert twists[0] == pytest.approx(np.diag([0.005] * 3 + [1.0] * 3), abs=1e-12)
    assert poses[0, :3] == pytest.approx(0.01 * twists[0, :3], abs=1e-14)


def test_a_sliding_contact_has_a_closed_form():
    """v+ = v - mu (v_z + g h + gap/h) along the slip, of a ball that does not turn."""
    ball = {"name": "ball", "mass": 2, "friction": 0.3, "inertia": [1e6] * 3,
            "position": [0, 0, 0.1005], "velocity": [2, 0, -1], "shapes": [scenes.sphere]}
    derivative = taken(scenes.experiment([scenes.floor(0.3), ball]))
    kink, = derivative.kinks
    assert kink.state == "slips" and kink.distance > 0.1
    twists = derivative.forward(twists=np.concatenate([np.zeros((1, 6, 6)), np.eye(6)[None]]))[1]
    impulse = 1 + 9.81 * scenes.h - 0.0005 / scenes.h
    assert twists[1, 0, 0] == pytest.approx(1)
    assert twists[1, 0, 2] == pytest.approx(0.3, abs=1e-6)  # faster down: braked more
    assert twists[1, 1, 1] == pytest.approx(1 - 0.3 * impulse / np.hypot(2, 0), rel=1e-5)
    assert twists[1, 2] == pytest.approx(np.zeros(6), abs=1e-9)
    friction = derivative.forward(friction=np.ones(1))[1]
    assert friction[1, 0] == pytest.approx(-impulse, rel=1e-6)
    normal = derivative.forward(poses=np.array([[0.] * 6, [0, 0, 1, 0, 0, 0]]))[1]
    assert normal[1, 2] == pytest.approx(-1 / scenes.h)  # it lands all the same


@pytest.mark.parametrize("radius", [1e-3, 0.1])
@pytest.mark.parametrize("h", [1e-2, 1e-4])
@pytest.mark.parametrize("integrator", [name for name in integrators if name != "iterate"])
def test_a_ball_at_rest_is_pushed_into_rolling(integrator, h, radius):
    """v+ - v- = h f / (m + I/r^2), wherever on the floor it lies."""
    def ball(k):
        return {"name": f"b{k}", "mass": 1, "friction": 2, "position": [25 * radius * k, 0, radius],
                "shapes": [{"type": "sphere", "radius": radius}]}
    made = scenes.experiment([scenes.floor(2), ball(0), ball(1), ball(2)], step=h,
                             integrator=integrators[integrator])
    made["scene"]["bodies"][2]["position"][0] += 7
    push = np.zeros((4, 6))
    push[1:, 0] = 1
    twists = taken(made).forward(wrenches=push)[1]
    share = {"midpoint": 1, "variational": 1}.get(integrator, 1)
    np.testing.assert_allclose(twists[1:, 0], share * h / 1.4, rtol=1e-6)
    np.testing.assert_allclose(twists[1:, 4] * radius, share * h / 1.4, rtol=1e-6)


@pytest.mark.parametrize("integrator", ["semi_implicit_euler", "implicit_euler"])
def test_a_ball_that_rolls_has_a_closed_form(integrator):
    """It touches in each step: moved into the floor or along it, it ends as it does above it."""
    ball = {"name": "ball", "mass": 2, "inertia": [0.008] * 3, "position": [0, 0, 0.1],
            "velocity": [1, 0, 0], "angular_velocity": [0, 10, 0], "friction": 0.5,
            "shapes": [{"type": "sphere", "radius": 0.1}]}
    sim = orthant.Simulation({"step": 0.01, "steps": 1, "integrator": {"type": integrator},
                              "scene": {"gravity": [0, 0, -9.81], "bodies": [scenes.floor(0.5), ball]}})
    sim.differentiate()
    sim.step(3)
    derivative = sim.derivative()
    assert [kink.state for kink in derivative.kinks] == ["sticks"]
    push = np.zeros((2, 6))
    push[1, 0] = 1.0
    poses, twists = derivative.forward(wrenches=push)
    # A force through the centre of a solid ball that rolls moves 7/5 of its mass.
    assert np.allclose(twists[1], [0.01 / (1.4 * 2), 0, 0, 0, 0.1 / (1.4 * 2), 0], atol=1e-12)
    lifted = np.zeros((2, 6))
    lifted[1, 2] = 1.0
    poses, twists = derivative.forward(poses=lifted)
    assert abs(poses[1, 2]) < 1e-9
    assert abs(twists[1, 2] + 100) < 1e-6  # [1/s] it falls what it was lifted by
