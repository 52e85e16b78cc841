"""States that are saved and continued, and starts that know nothing of before."""

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import orthant
import pytest
from scenes import floor, rolling

wheel = {"scene": {"gravity": [0, 0, 0], "bodies": [
    {"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.1], "angular_velocity": [0, 0, 12.0]}],
    "joints": [{"type": "hinge", "name": "axle", "b": "a", "point": [0, 0, 0], "axis": [0, 0, 1],
                "motor": {"type": "position", "kp": 3.0, "kd": 0.1, "target": {"rate": 12.0}}}]},
    "step": 0.01, "steps": 200}


def pile(integrator="implicit_euler", worlds=1):
    boxes = [{"name": f"b{i}{j}{k}", "mass": 1, "position": [
        0.21 * i + 0.01 * k, 0.21 * j, 0.12 + 0.22 * k], "orientation": {"axis": [i, 1, j], "angle": 3},
        "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}
        for i in range(2) for j in range(2) for k in range(2)]
    return {"scene": {"bodies": [floor, *boxes]}, "step": 0.01, "steps": 40,
            "integrator": integrator, "worlds": worlds}


def same(a, b):
    return np.array_equal(a.poses, b.poses) and np.array_equal(a.twists, b.twists)


@pytest.mark.parametrize("integrator", ["implicit_euler", "generalised_alpha"])
def test_a_snapshot_goes_on_in_another_process(integrator, tmp_path):
    made = pile(integrator)
    made["scene"]["bodies"].append(dict(wheel["scene"]["bodies"][0], position=[5, 0, 5]))
    made["scene"]["joints"] = [dict(wheel["scene"]["joints"][0], point=[5, 0, 5])]
    sim = orthant.Simulation(made, on_unsolved="ignore")
    sim.step(30)
    file = tmp_path / "state"
    file.write_bytes(pickle.dumps(sim))
    there = """
import pickle, sys
sim = pickle.load(open(sys.argv[1], "rb"))
report = sim.step(10)
pickle.dump((sim.poses, sim.twists, sim.time, report.step, report.iterations),
            open(sys.argv[1], "wb"))
"""
    subprocess.run([sys.executable, "-c", there, file], check=True)
    poses, twists, time, step, iterations = pickle.loads(file.read_bytes())
    report = sim.step(10)
    assert np.array_equal(sim.poses, poses) and np.array_equal(sim.twists, twists)
    assert (sim.time, report.step, report.iterations) == (time, step, iterations)


def test_until_a_step_is_made_there_is_no_report(tmp_path):
    made = rolling(solver={"type": "newton", "max_iterations": 0})
    sim, put_back = (orthant.Simulation(made, on_unsolved="ignore") for _ in range(2))
    assert sim.report is None and sim.step(0) is None
    assert not sim.step(30).solved
    sim.save(tmp_path / "a.sim")
    put_back.step()
    put_back.restore(sim.snapshot())
    for other in (copy.deepcopy(sim), pickle.loads(pickle.dumps(sim)), put_back,
                  orthant.load(tmp_path / "a.sim", on_unsolved="ignore")):
        assert other.report is None and len(other.contacts) == 0
        with pytest.raises(orthant.Error, match="no step has been made"):
            other.problem()
        assert other.step().step == 31
        for start in (lambda: other.set_state(sim.poses, sim.twists), other.reset):
            other.step()
            start()
            assert other.report is None
    assert not sim.report.solved


def test_a_copy_keeps_what_derivatives_need_and_its_file(tmp_path):
    file = tmp_path / "rolling.json"
    file.write_text(json.dumps(rolling()))
    sim = orthant.Simulation(file, on_unsolved="raise")
    sim.differentiate(parameters=["scene.bodies.1.friction"])
    sim.step(5)
    file.unlink()
    other = copy.deepcopy(sim)
    assert pickle.loads(pickle.dumps(other)).on_unsolved == "raise"
    for each in (sim, other):
        each.step()
    forward = [each.derivative().forward(parameters=[1.0]) for each in (sim, other)]
    assert np.array_equal(forward[0][1], forward[1][1])


def test_functions_of_python_are_not_pickled():
    def minimum(a, b):
        return (a, 1, 0) if a < b else (b, 0, 1)
    sim = orthant.Simulation(rolling(solver={"type": "newton", "ncp": orthant.ncp_function(minimum)}))
    with pytest.raises(orthant.Error, match="pickle: found an experiment with functions in Python"):
        pickle.dumps(sim)


def test_worlds_in_groups_go_on():
    made = dict(rolling(), worlds=300)
    made["scene"]["bodies"][1]["velocity"] = [{"uniform": [0, 2]}, 0, 0]
    sim, other = orthant.Simulation(made), orthant.Simulation(made)
    sim.step(20)
    other.restore(sim.snapshot())
    sim.step(20)
    other.step(20)
    assert same(sim, other)


def test_turns_are_in_a_snapshot_and_not_in_poses():
    sim = orthant.Simulation(wheel)
    sim.step(100)
    other = orthant.Simulation(wheel)
    other.restore(sim.snapshot())
    other.step(100)
    assert other.twists[0, 0, 5] == pytest.approx(12, abs=0.1)
    with pytest.raises(orthant.Error, match='joint "axle", whose turns count.*unturned=True'):
        other.set_state(sim.poses, sim.twists, sim.time)
    other.set_state(sim.poses, sim.twists, unturned=True)
    other.set_state(sim.poses, sim.twists)  # here the target is within half a turn


@pytest.mark.parametrize("wrong, words", [
    (lambda good: "text", "snapshot: found 'text', allowed: bytes"),
    (lambda good: good[:-9], "state: found damaged bytes"),
    (lambda good: b"", "state: found bytes that are no saved state"),
    (lambda good: orthant.Simulation(wheel).snapshot(), "state: found .*allowed: one saved by")])
def test_what_is_no_snapshot_is_refused_and_changes_nothing(wrong, words):
    sim, other = orthant.Simulation(rolling()), orthant.Simulation(rolling())
    sim.step(5)
    other.step(5)
    with pytest.raises(orthant.Error, match=words):
        sim.restore(wrong(sim.snapshot()))
    sim.step(5)
    other.step(5)
    assert same(sim, other) and sim.step_count == 10
