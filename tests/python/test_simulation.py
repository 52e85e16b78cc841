"""Steps, states and records."""

import json
import subprocess
import sys
import threading
import warnings

import numpy as np
import orthant
import pytest
from scenes import floor, pendulum, rolling


def test_a_ball_ends_rolling_at_five_sevenths_of_its_speed():
    sim = orthant.Simulation(rolling())
    report = sim.step(1000)
    assert report.solved and report.converged and report.step == 1000
    assert sim.time == pytest.approx(1.0)
    velocity, spin = sim.twists[0, 1, :3], sim.twists[0, 1, 3:]
    assert velocity[0] == pytest.approx(5 / 7, abs=1e-6)
    assert spin[1] == pytest.approx(5 / 7 / 0.1, abs=1e-5)


def test_contacts_carry_the_weight_and_friction_is_on_its_cone():
    sim = orthant.Simulation(rolling())
    sim.step()
    contact, = sim.contacts
    assert (sim.bodies[contact["body_a"]], sim.bodies[contact["body_b"]]) == ("floor", "ball")
    assert contact["impulse"] == pytest.approx([-0.2 * 2 * 9.81e-3, 0, 2 * 9.81e-3], abs=1e-12)
    assert contact["force"] == pytest.approx([-0.2 * 2 * 9.81, 0, 2 * 9.81], abs=1e-9)
    assert contact["normal"] == pytest.approx([0, 0, 1])
    assert contact["sliding"][0] == pytest.approx(1 - 0.2 * 9.81e-3 * 3.5)
    assert contact["local_impulse"][0] == pytest.approx(2 * 9.81e-3)


def test_a_joint_carries_what_hangs_on_it():
    sim = orthant.Simulation(pendulum())
    sim.step(3)
    reaction, = sim.joint_reactions
    assert sim.joints[reaction["joint"]] == "pin"
    assert reaction["force"] == pytest.approx([0, 0, 3 * 9.81], abs=1e-8)
    assert len(sim.contacts) == 0 and sim.contacts.dtype["point"].shape == (3,)


def test_a_state_that_is_put_back_goes_on_with_the_same_bits():
    first = orthant.Simulation(rolling())
    first.step(7)
    second = orthant.Simulation(rolling())
    second.set_state(first.poses, first.twists)
    assert second.step_count == 0 and second.time == 0
    third = orthant.Simulation(rolling())
    third.set_state(first.poses, first.twists)
    for sim in (second, third):
        sim.step(5)
    assert np.array_equal(second.poses, third.poses)
    first.step(5)
    assert np.allclose(first.poses, second.poses, rtol=0, atol=1e-12)
    first.reset()
    assert np.array_equal(first.poses, orthant.Simulation(rolling()).poses)


def test_a_view_follows_the_steps_and_cannot_be_written():
    sim = orthant.Simulation(rolling())
    poses, twists = sim.view()
    copy = sim.poses
    assert poses.shape == (1, 2, 7) and twists.shape == (1, 2, 6)
    sim.step(10)
    assert np.array_equal(poses, sim.poses) and not np.array_equal(copy, poses)
    with pytest.raises(ValueError):
        poses[0, 0, 0] = 1
    del sim
    assert np.isfinite(poses).all()  # it keeps the simulation


def test_worlds_in_groups_have_no_view_but_the_same_motion():
    sim = orthant.Simulation(rolling(), set={"worlds": 300})
    with pytest.raises(orthant.Error, match="one piece"):
        sim.view()
    sim.step(10)
    one = orthant.Simulation(rolling())
    one.step(10)
    assert sim.poses.shape == (300, 2, 7)
    assert (sim.poses == one.poses).all()
    assert sim.measures["kinetic_J"].shape == (300,)


@pytest.mark.parametrize("change, words", [
    (lambda p, u: p.__setitem__((0, 1, 3), 2.0), r'poses\[0, 1\] \(body "ball"\): found a quater'),
    (lambda p, u: p.__setitem__((0, 1, 0), np.nan), r"poses\[0, 1\].*not finite"),
    (lambda p, u: u.__setitem__((0, 0, 0), 1.0), r'twists\[0, 0\] \(body "floor"\)'),
])
def test_what_is_no_state_is_refused(change, words):
    sim = orthant.Simulation(rolling())
    poses, twists = sim.poses, sim.twists
    change(poses, twists)
    with pytest.raises(orthant.Error, match=words):
        sim.set_state(poses, twists)
    with pytest.raises(orthant.Error, match=r"\(1, 2, 7\)"):
        sim.set_state(poses[:, :1])


@pytest.mark.parametrize("call, words", [
    (lambda sim: sim.set_state("x"), "poses: found 'x', allowed: numbers of shape"),
    (lambda sim: sim.set_state(sim.poses.astype(complex)), "poses: found"),
    (lambda sim: sim.set_state(time="now"), "time: found 'now', allowed: a number"),
    (lambda sim: sim.set_state(time=float("nan")), "time: found nan"),
    (lambda sim: sim.push("x"), "wrenches: found 'x'"),
    (lambda sim: sim.step(2**70), "n: found 1180591620717411303424, allowed: a whole number"),
    (lambda sim: sim.step(2.5), "n: found 2.5, allowed: a whole number"),
    (lambda sim: sim.derivative(0.0), "world: found 0.0, allowed: a whole number"),
    (lambda sim: sim.derivative(smoothing=0.01), "smoothing: found 0.01, allowed: no such argument"),
    (lambda sim: orthant.Trajectory(sim, 1).adjoint(smoothing=0.01), "smoothing: found 0.01"),
    (lambda sim: sim.derivative(), r"differentiate\(\) before a step"),
    (lambda sim: orthant.Simulation(rolling(), set="step=0.1"), "set: found 'step=0.1', allowed"),
    (lambda sim: orthant.Simulation(rolling(), set=[("step", 0.1)]), "set: found .*allowed: a dict"),
    (lambda sim: orthant.Simulation(json.dumps(rolling())), "a text of JSON, allowed: a dict")])
def test_what_is_of_another_kind_is_refused_in_words(call, words):
    with pytest.raises(orthant.Error, match=words):
        call(orthant.Simulation(rolling()))


@pytest.mark.parametrize("kind", [np.float32, object, "list", "strided", "fortran"])
def test_arrays_of_any_layout_and_type_are_taken(kind):
    sim = orthant.Simulation(rolling())
    poses, twists = sim.poses.astype(np.float32).astype(float), sim.twists
    twists[0, 1] = [1, 0.5, 0, 0, 2, 0]
    apart = np.zeros((1, 4, 14))
    apart[:, ::2, ::2] = poses
    given = {"list": lambda: poses.tolist(), "strided": lambda: apart[:, ::2, ::2],
             "fortran": lambda: np.asfortranarray(poses)}.get(kind, lambda: poses.astype(kind))()
    sim.set_state(given, twists.tolist() if kind == "list" else twists)
    np.testing.assert_array_equal(sim.poses, poses)
    np.testing.assert_array_equal(sim.twists, twists)


def test_errors_have_the_words_of_the_program(tmp_path):
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(rolling(step=-1)))
    with pytest.raises(orthant.Error) as here:
        orthant.Simulation(file)
    there = subprocess.run([orthant.program(), "check", file], capture_output=True, text=True)
    assert there.stderr.strip() == f"error: {here.value}"
    assert isinstance(here.value, ValueError)


def test_changes_are_those_of_set():
    sim = orthant.Simulation(rolling(), set={"step": 0.01, "duration": None, "steps": 3,
                                             "scene.bodies.1.mass": 5})
    assert (sim.h, sim.steps) == (0.01, 3)
    assert sim.configuration["scene"]["bodies"][1]["mass"] == 5
    with pytest.raises(orthant.Error, match="scene.bodies.7"):
        orthant.Simulation(rolling(), set={"scene.bodies.7.mass": 5})
    with pytest.raises(orthant.Error, match="not finite"):
        orthant.Simulation(rolling(), set={"step": float("nan")})


@pytest.mark.parametrize("wrong, words", [(5, "allowed: a dict"), ({"scene": {1, 2}}, "JSON"),
                                          ({"problems": {"files": "x"}}, "orthant.run")])
def test_what_is_no_experiment_is_refused(wrong, words):
    with pytest.raises(orthant.Error, match=words):
        orthant.Simulation(wrong)


def hard():
    return {"scene": {"assemblies": [{"type": "card_house"}]}, "step": 0.01, "duration": 1,
            "solver": {"type": "newton", "max_iterations": 1}}


def test_a_step_that_is_not_solved_is_seen():
    with pytest.warns(orthant.UnsolvedWarning, match="step 1 is not solved: iteration limit"):
        report = orthant.Simulation(hard()).step(3)
    assert not report.solved and report.reason == "iteration limit reached"
    sim = orthant.Simulation(hard(), on_unsolved="raise")
    with pytest.raises(orthant.UnsolvedError):
        sim.step(3)
    assert sim.step_count == 1
    orthant.Simulation(hard(), on_unsolved="ignore").step()  # pytest makes errors of warnings
    with pytest.raises(orthant.Error, match="warn, raise, ignore"):
        orthant.Simulation(hard(), on_unsolved="never")


def test_the_history_is_that_of_the_iterations():
    sim = orthant.Simulation(rolling(solver="newton"))
    history = sim.step().history
    assert len(history) >= sim.report.iterations > 1
    assert history["iteration"].tolist() == [*range(len(history))]
    assert set(history["stage"]) == {"step"} and set(history["solver"]) == {"newton"}
    assert history["reason"].tolist() == [""] * (len(history) - 1) + ["converged"]
    assert history["friction_m_s"].max() > sim.report.residual["friction_m_s"]


def test_measures_are_those_of_a_run(tmp_path):
    run = orthant.run(rolling(), tmp_path, set={"duration": 0.01})
    sim = orthant.Simulation(rolling())
    sim.step(10)
    table = run.table("steps")
    for name, value in sim.measures.items():
        assert table[name][-1] == value[0], name


def test_contacts_without_room_are_an_error():
    bodies = [floor] + [{"name": f"b{i}", "mass": 1, "position": [i, 0, 0.1],
                         "shapes": [{"type": "sphere", "radius": 0.1}]} for i in range(5)]
    scene = {"bodies": bodies, "contact": {"capacity": 5}}
    sim = orthant.Simulation({"scene": scene, "step": 0.01, "steps": 1})
    poses = sim.poses
    sim.step()
    poses[0, 2, :3] = poses[0, 1, :3] + [0.15, 0, 0]  # one more
    with pytest.raises(orthant.Error, match="contact capacity: room for 1 contacts more"):
        sim.set_state(poses)
        sim.step()


@pytest.mark.parametrize("work", ["sim.step(10**8)", "while True: sim.step()",
                                  "while True: orthant.Simulation(scene)"])
def test_python_ends_while_a_daemon_thread_works(work):
    code = ("import json, sys, threading, time, orthant\n"
            "scene = json.loads(sys.argv[1])\n"
            "sim = orthant.Simulation(scene, on_unsolved='ignore')\n"
            f"def work():\n    {work}\n"
            "for _ in range(2): threading.Thread(target=work, daemon=True).start()\n"
            "time.sleep(0.2)\n")
    end = subprocess.run([sys.executable, "-c", code, json.dumps(rolling())], timeout=60,
                         capture_output=True, text=True)
    assert end.returncode == 0, end.stderr


def test_other_threads_run_while_a_step_is_made():
    sims = [orthant.Simulation(rolling()) for _ in range(2)]
    threads = [threading.Thread(target=sim.step, args=(2000,)) for sim in sims]
    for thread in threads:
        thread.start()
    count = 0
    while any(thread.is_alive() for thread in threads):
        count += 1
    for thread in threads:
        thread.join()
    assert count > 100
    assert np.array_equal(sims[0].poses, sims[1].poses)


def test_a_process_ends_well_with_a_simulation_alive():
    code = ("import orthant; s = orthant.Simulation({'scene': {'bodies': [{'name': 'a', 'mass': 1, 'inertia': [1, 1, 1]}]}, 'step': 1,"
            " 'steps': 1}); s.step(); v = s.view()")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_reason_of_a_step_that_is_not_solved_is_not_that_its_solver_converged():
    wall = {"name": "wall", "motion": "fixed", "shapes": [{"type": "box", "size": [0.02, 1, 1]}]}
    ball = {"name": "ball", "mass": 1, "position": [-0.5, 0, 0], "velocity": [100, 0, 0],
            "shapes": [{"type": "sphere", "radius": 0.02}]}
    sim = orthant.Simulation({"scene": {"gravity": [0, 0, 0], "bodies": [wall, ball],
                                        "contact": {"level": "velocity", "speculative": False}},
                              "step": 0.01, "steps": 1}, on_unsolved="ignore")
    report = sim.step()
    assert report.converged and not report.solved
    assert report.reason == "shapes went through each other"


def test_values_that_are_probably_not_meant_are_warned_of():
    made = rolling()
    made["scene"]["bodies"][1]["friction"] = 20
    with pytest.warns(orthant.DoubtWarning, match="friction"):
        orthant.Simulation(made)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        orthant.Simulation(dict(made, warnings="ignore"))
