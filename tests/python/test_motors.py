"""Targets, efforts and gains of motors that are given between steps."""

import numpy as np
import orthant
import pytest
from scenes import arm


def with_motor(joint=0, worlds=1, **motor):
    made = arm(worlds=worlds)
    made["scene"]["joints"][joint]["motor"] = motor
    return made


def test_arrays_are_the_simulations_own():
    sim = orthant.Simulation(arm(worlds=2))
    assert sim.motors == ["shoulder", "elbow"] and sim.motor_types == ["position", "force"]
    assert sim.targets.shape == sim.efforts.shape == (2, 2) and sim.gains.shape == (2, 2, 2)
    assert np.isnan(sim.targets).all() and not sim.efforts.any()
    assert sim.gains[0].tolist() == [[50, 5], [0, 0]]
    view = sim.targets
    view[1, 0] = 0.7
    assert sim.targets[1, 0] == 0.7 and np.shares_memory(view, sim.targets)
    sim.joint("shoulder").target = 0.1
    assert sim.targets[:, 0].tolist() == [0.1, 0.1]
    del sim
    assert view[0, 0] == 0.1  # the view keeps the simulation


@pytest.mark.parametrize("integrator", ["implicit_euler", "moreau_jean", "bdf2", "variational"])
def test_a_given_target_is_that_of_an_experiment(integrator):
    """The motion has the bits of an experiment with this target from the start."""
    written = orthant.Simulation(arm(integrator=integrator))
    expected = arm(integrator=integrator)
    expected["scene"]["joints"][0]["motor"].update(target=-0.4, kp=30.0)
    expected["scene"]["joints"][1]["motor"]["value"] = 0.6
    sim = orthant.Simulation(expected)
    written.targets[0] = [-0.4, 0.6]
    written.gains[0, 0, 0] = 30
    written.step(30)
    sim.step(30)
    assert written.report.solved
    assert np.array_equal(written.poses, sim.poses)
    assert np.array_equal(written.joint_efforts, sim.joint_efforts)
    for name in ("elastic_J", "kinetic_J"):
        assert np.array_equal(written.measures[name], sim.measures[name])


def test_targets_change_from_step_to_step_and_by_world():
    sim = orthant.Simulation(with_motor(type="velocity", target=0, worlds=2))
    for k in range(20):
        sim.targets[:, 0] = [np.sin(0.1 * k), 0.5]
        sim.step()
        assert np.allclose(sim.joint_velocities[:, 0], sim.targets[:, 0], atol=1e-8)
    sim.targets[...] = np.nan
    sim.step()
    assert np.allclose(sim.joint_velocities[:, 0], 0, atol=1e-8)


def test_a_prescribed_target_is_reached_in_the_step():
    sim = orthant.Simulation(with_motor(type="prescribed", target={"rate": 0.2}))
    sim.step(3)
    assert sim.joint_positions[0, 0] == pytest.approx(0.006, abs=1e-9)
    sim.targets[0, 0] = 0.05
    sim.step()
    assert sim.joint_positions[0, 0] == pytest.approx(0.05, abs=1e-9)


def test_an_effort_adds_to_a_law_within_its_bound():
    sim = orthant.Simulation(with_motor(type="position", kp=50, kd=5, target=0, max_effort=3))
    sim.efforts[0, 0] = 1.5
    sim.step()
    q, v = sim.joint_positions[0, 0], sim.joint_velocities[0, 0]
    assert sim.joint_efforts[0, 0] == pytest.approx(1.5 - 50 * q - 5 * v, abs=1e-9)
    sim.efforts[0, 0] = 40
    sim.step()
    assert sim.joint_efforts[0, 0] == pytest.approx(3, abs=1e-9)


def test_an_effort_beside_a_velocity_motor():
    sim = orthant.Simulation(with_motor(type="velocity", kd=2, target=0.1))
    sim.efforts[0, 0] = 0.7
    sim.step()
    assert sim.joint_efforts[0, 0] == pytest.approx(0.7 + 2 * (0.1 - sim.joint_velocities[0, 0]), abs=1e-9)


def test_limits_hold_whatever_the_target():
    made = arm()
    made["scene"]["joints"][0]["limits"] = {"upper": 0.2}
    sim = orthant.Simulation(made)
    sim.targets[0, 0] = 2
    for _ in range(100):
        sim.step()
        assert sim.joint_positions[0, 0] <= 0.2 + 1e-9


@pytest.mark.parametrize("worlds", [1, 300])
def test_inputs_are_in_a_snapshot(worlds):
    sim, other = orthant.Simulation(arm(worlds=worlds)), orthant.Simulation(arm(worlds=worlds))
    sim.step(3)
    sim.targets[:, 0] = np.linspace(-1, 1, worlds)
    sim.gains[:, 0] = [20, 2]
    kept = sim.snapshot()  # before a step has read them
    sim.step(5)
    other.restore(kept)
    assert np.array_equal(other.targets, sim.targets, equal_nan=True)
    assert np.array_equal(other.gains, sim.gains)
    other.step(5)
    assert np.array_equal(other.poses, sim.poses)
    sim.reset()
    assert np.isnan(sim.targets).all() and sim.gains[0, 0].tolist() == [50, 5]
    new = orthant.Simulation(arm(worlds=worlds))
    sim.step(3)
    new.step(3)
    assert np.array_equal(sim.poses, new.poses)


def test_a_controller_is_no_source_of_energy():
    """Steps stay solved where targets jump and swing a body up."""
    sim = orthant.Simulation(arm(), on_unsolved="raise")
    random = np.random.default_rng(1)
    for _ in range(50):
        sim.targets[0] = random.uniform(-3, 3, 2)
        sim.step(4)


def test_derivatives_are_refused():
    sim = orthant.Simulation(arm())
    sim.targets[0, 0] = 0.1
    sim.step()
    with pytest.raises(orthant.Error, match="no derivative with targets, efforts or gains"):
        sim.differentiate()
    other = orthant.Simulation(arm())
    other.differentiate()
    other.step()
    other.derivative()
    other.targets[0, 0] = 0.1
    with pytest.raises(orthant.Error, match="no derivative with targets"):
        other.step()
    other.targets[0, 0] = np.nan
    other.step()


def write(array, value):
    def to(sim):
        getattr(sim, array)[0, 0] = value
    return to


@pytest.mark.parametrize("motor, change, words", [
    ({}, write("targets", np.inf), r'targets\[0, 0\] \(motor "shoulder"\): found .*finite number, or nan'),
    ({}, write("efforts", np.nan), r'efforts\[0, 0\].*allowed: a finite number'),
    ({}, write("gains", [0, 0]), r"gains\[0, 0\].*not both 0"),
    ({}, write("gains", [-1, 0]), r"gains\[0, 0\].*kp >= 0"),
    ({"type": "prescribed", "target": 0}, write("gains", [1, 1]), "gains of a position motor"),
    ({"type": "prescribed", "target": 0}, write("efforts", 1), "0 for a motor that takes what it needs"),
    ({"type": "velocity", "target": 0}, write("efforts", 1), "0 for a motor that takes what it needs")])
def test_what_a_motor_cannot_do_is_refused(motor, change, words):
    sim = orthant.Simulation(with_motor(**motor) if motor else arm())
    change(sim)
    with pytest.raises(orthant.Error, match=words):
        sim.step()
    assert sim.step_count == 0


def test_other_simulators_take_no_targets():
    sim = orthant.Simulation(arm())
    with pytest.raises(orthant.Error, match='motor: found "knee", allowed: shoulder, elbow'):
        sim.motor_index("knee")
