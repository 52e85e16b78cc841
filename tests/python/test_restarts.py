"""Single worlds that start anew, and simulations in files."""

import numpy as np
import orthant
import pytest
from scenes import arm, floor, rolling


def dice(worlds, integrator="implicit_euler", **more):
    """Boxes that fall with spins of their own and come to rest."""
    box = {"name": "die", "mass": 1, "friction": 0.4, "position": [0, 0, 0.25],
           "angular_velocity": [{"uniform": [-3, 3]}, {"uniform": [-3, 3]}, 1],
           "torsional_friction": 0.01, "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}
    return {"scene": {"bodies": [floor, box]}, "step": 0.01, "steps": 5, "worlds": worlds,
            "integrator": integrator, **more}


@pytest.mark.parametrize("worlds, chosen", [(4, [1, 3]), (300, [0, 77, 299])])
def test_the_other_worlds_keep_their_bits(worlds, chosen):
    sim, same = orthant.Simulation(dice(worlds)), orthant.Simulation(dice(worlds))
    for each in (sim, same):
        each.step(60)
    start = orthant.Simulation(dice(worlds)).poses
    sim.reset(worlds=chosen)
    assert np.array_equal(sim.poses[chosen], start[chosen]) and sim.step_count == 60
    others = np.setdiff1d(np.arange(worlds), chosen)
    assert not np.isin(sim.contacts["world"], chosen).any()
    assert np.array_equal(sim.contacts[np.isin(sim.contacts["world"], others)],
                          same.contacts[np.isin(same.contacts["world"], others)])
    for each in (sim, same):
        each.step(40)
    assert np.array_equal(sim.poses[others], same.poses[others])
    new = orthant.Simulation(dice(worlds))
    new.step(40)
    assert np.allclose(sim.poses[chosen], new.poses[chosen], atol=1e-9)
    assert np.allclose(sim.twists[chosen], new.twists[chosen], atol=1e-7)


def test_a_mask_chooses_worlds_and_positions_come_with_it():
    sim = orthant.Simulation(arm(worlds=3))
    sim.step(20)
    before = sim.joint_positions
    sim.reset(np.array([False, True, False]), q=[0.2, 0.1], v=[0, 1])
    assert np.allclose(sim.joint_positions[1], [0.2, 0.1])
    assert np.allclose(sim.joint_velocities[1], [0, 1])
    assert np.array_equal(sim.joint_positions[[0, 2]], before[[0, 2]])
    assert sim.joint_efforts[0].any() and not sim.joint_efforts[1].any()
    sim.reset(q=[0.3, 0.4])
    assert np.allclose(sim.joint_positions, [0.3, 0.4]) and sim.step_count == 0


def test_a_new_start_is_in_a_snapshot():
    sim, other = orthant.Simulation(dice(4)), orthant.Simulation(dice(4))
    sim.step(30)
    sim.reset(worlds=[2])
    other.restore(sim.snapshot())
    sim.step(10)
    other.step(10)
    assert np.array_equal(sim.poses, other.poses)


@pytest.mark.parametrize("integrator", ["bdf2", "generalised_alpha", "linearly_implicit"])
def test_methods_with_a_history_restart_all_worlds(integrator):
    sim = orthant.Simulation(dice(2, integrator), on_unsolved="ignore")
    sim.step()
    with pytest.raises(orthant.Error, match=f'worlds: found some of a batch with "{integrator}"'):
        sim.reset(worlds=[1])
    sim.reset()


def test_a_file_continues_with_the_same_bits(tmp_path):
    sim = orthant.Simulation(arm(worlds=2), set={"scene.bodies.0.mass": 2.5})
    sim.step(10)
    sim.targets[:, 0] = [0.2, -0.3]
    sim.save(tmp_path / "state")
    other = orthant.load(tmp_path / "state")
    assert other.step_count == 10 and np.array_equal(other.targets, sim.targets, equal_nan=True)
    for each in (sim, other):
        each.step(10)
    assert np.array_equal(sim.poses, other.poses) and np.array_equal(sim.twists, other.twists)
    assert np.array_equal(sim.joint_positions, other.joint_positions)


def test_a_file_has_the_experiment_of_a_file(tmp_path):
    import json
    path = tmp_path / "rolling.json"
    path.write_text(json.dumps(rolling()))
    sim = orthant.Simulation(path)
    sim.step(5)
    sim.save(tmp_path / "state")
    path.unlink()
    other = orthant.load(tmp_path / "state")
    assert other.name == sim.name and np.array_equal(other.poses, sim.poses)


def test_what_is_no_file_of_a_simulation_is_refused(tmp_path):
    with pytest.raises(orthant.Error, match="nothing: No such file"):
        orthant.load(tmp_path / "nothing")
    (tmp_path / "text").write_text("{}")
    with pytest.raises(orthant.Error, match="no saved simulation"):
        orthant.load(tmp_path / "text")
    sim = orthant.Simulation(rolling())
    sim.save(tmp_path / "state")
    data = (tmp_path / "state").read_bytes()
    (tmp_path / "short").write_bytes(data[:-20])
    with pytest.raises(orthant.Error, match="state: found damaged bytes"):
        orthant.load(tmp_path / "short")
