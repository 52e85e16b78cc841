"""Starts and forces of slender rods and point masses, which no spin and no torque may turn about an axis without a
moment of inertia."""

import numpy as np
import orthant
import pytest

thin = {"name": "rod", "mass": 2, "inertia": [0, 0.5, 0.5], "position": [1, 0, 0], "collide": False}


def rod(hangs=True, worlds=1, **more):
    """A rod along x, free, or from a ball joint at the origin, on its axis."""
    ball = [{"type": "ball", "name": "pin", "b": "rod", "point": [0, 0, 0]}]
    return {"scene": {"bodies": [{**thin, **more}], "joints": ball if hangs else []}, "step": 1e-3, "steps": 1,
            "worlds": worlds, "integrator": "implicit_midpoint"}


def spinning(sim, turning):
    twists = sim.twists
    twists[..., 3:] = turning
    return twists


def test_a_spin_about_the_axis_is_refused_at_every_start():
    sim = orthant.Simulation(rod(worlds=2))
    said = r'twists\[0, 0\] \(body "rod"\): found 30 rad/s about its axis, beside a zero moment about its axis'
    with pytest.raises(orthant.Error, match=said):
        sim.set_state(twists=spinning(sim, [30, 1, 0]))
    for worlds in (None, [0]):
        with pytest.raises(orthant.Error, match=said):
            sim.set_joint_state(v=[30, 1, 0], worlds=worlds)
        with pytest.raises(orthant.Error, match=said):
            sim.reset(worlds, v=[30, 1, 0])
    env = orthant.VectorEnv(rod(), observation=lambda s: s.joint_positions, reward=lambda s, a: np.zeros(1),
                            start=lambda s, generators, worlds: {"v": [30, 1, 0]})
    with pytest.raises(orthant.Error, match=said):
        env.reset()


def test_a_point_mass_does_not_turn():
    sim = orthant.Simulation(rod(hangs=False, inertia=[0, 0, 0]))
    with pytest.raises(orthant.Error, match="found 2 rad/s, beside moments that are all zero"):
        sim.set_state(twists=spinning(sim, [0, 2, 0]))
    with pytest.raises(orthant.Error, match="found a torque, beside moments that are all zero, allowed: forces"):
        sim.push([[[0, 0, 0, 0, 2, 0]]])


def test_the_spin_that_steps_leave_is_taken_away():
    sim = orthant.Simulation(rod(), set={"integrator": "moreau_jean"})
    sim.set_joint_state(v=[0, 1, 2])
    sim.step(300)
    w, x, y, z = sim.poses[0, 0, 3:]
    axis = np.array([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])
    before = sim.twists[0, 0, 3:]
    assert abs(before @ axis) > 1e-4
    sim.set_state()
    assert np.allclose(sim.twists[0, 0, 3:], before - before @ axis * axis, atol=1e-15)


def test_a_torque_about_the_axis_is_refused():
    sim = orthant.Simulation(rod())
    with pytest.raises(orthant.Error, match=r'wrenches\[0, 0\] \(body "rod"\): found a torque, beside a zero moment'):
        sim.push([[[0, 0, 0, 1, 1, 0]]])
    sim.push([[[0, 0, 0, 0, 1, 0]]])
    sim.step()
    assert sim.twists[0, 0, 4] == pytest.approx((1 + 2 * 9.81) / 2.5 * 1e-3, rel=1e-5)


def test_matrices_have_the_moments_that_were_given():
    sim = orthant.Simulation(rod())
    assert np.allclose(sim.mass_matrix(), [np.diag([0, 2.5, 2.5])], atol=1e-15)
    assert np.allclose(sim.bias(), [[0, -2 * 9.81, 0]])
    assert np.allclose(sim.inverse_dynamics([1, 1, 0]), [[0, 2.5 - 2 * 9.81, 0]], atol=1e-14)
    assert np.allclose(sim.accelerations([0, 0, 5]), [[0, 2 * 9.81 / 2.5, 2]], atol=1e-14)
    with pytest.raises(orthant.Error, match='forces: found 1 along "pin.x", about an axis without a moment'):
        sim.accelerations([1, 0, 0])


def test_worlds_have_their_own_moments():
    sim = orthant.Simulation(rod(worlds=2, inertia=[{"values": [0, 0.1]}, 0.5, 0.5]))
    assert np.allclose(np.diagonal(sim.mass_matrix(), axis1=1, axis2=2), [[0, 2.5, 2.5], [0.1, 2.5, 2.5]])
    sim.set_joint_state(v=[30, 1, 0], worlds=[1])
    with pytest.raises(orthant.Error, match=r"twists\[0, 0\]"):
        sim.set_joint_state(v=[30, 1, 0], worlds=[0])
