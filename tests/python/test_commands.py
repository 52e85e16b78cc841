"""Runs, comparisons, pages and lists."""

import json
import subprocess
import warnings

import numpy as np
import orthant
import pytest
from scenes import rolling


def small(**more):
    return rolling(**more) | {"duration": 0.02, "name": "small"}


def test_a_run_is_that_of_the_program(tmp_path):
    file = tmp_path / "small.json"
    file.write_text(json.dumps(small()))
    here = orthant.run(file, tmp_path / "here")
    subprocess.run([orthant.program(), "run", file, "-q", "-o", tmp_path / "there"], check=True)
    there = json.loads((tmp_path / "there" / "result.json").read_text())
    assert here.status == 0 and here.metrics == there["metrics"]
    assert json.loads((tmp_path / "here" / "result.json").read_text())["steps"] == 20
    assert len(here.table("trajectory")["x_m"]) == 21


def test_tables_in_hdf5_are_those_in_text(tmp_path):
    text = orthant.run(small(output={"contacts": True}), tmp_path / "text")
    try:
        columns = orthant.run(small(output={"contacts": True, "tables": "hdf5"}), tmp_path / "h5")
    except orthant.Error as error:
        pytest.skip(str(error))
    assert not (tmp_path / "h5" / "contacts.csv").exists()
    for name in ("trajectory", "contacts"):
        a, b = text.table(name), columns.table(name)
        assert list(a) == list(b)
        for column in a:
            assert a[column].dtype == b[column].dtype and (a[column] == b[column]).all(), column
    assert len(columns.table("contacts")["body_a"]) > 0


def test_a_run_without_a_directory_writes_nothing():
    run = orthant.run(small())
    assert run.directory is None and run.result["steps"] == 20 and run._repr_html_() is None
    with pytest.raises(orthant.Error, match="no directory"):
        run.table("steps")


def test_expectations_that_are_not_met_are_the_status():
    expect = {"metrics.speed_end_m_s": {"min": 5}}
    assert orthant.run(small(expect=expect)).status == 1


def test_stored_problems_run_too(tmp_path):
    sim = orthant.Simulation(small())
    sim.step()
    orthant.write_problem(sim.problem(), tmp_path / "p.dat")
    run = orthant.run({"problems": {"files": str(tmp_path / "p.dat")}})
    assert run.result["problems_solved"] == 1


def test_a_comparison_is_a_table(tmp_path):
    sweep = {"solver.ncp": ["fischer_burmeister", "minimum_map"]}
    made = orthant.compare(small(solver="newton", sweep=sweep), tmp_path / "c", jobs=2)
    assert made.status == 0 and len(made) == 2
    assert list(made["setting.solver.ncp"]) == sweep["solver.ncp"]
    assert made["steps_converged"].tolist() == [20, 20]
    assert "minimum_map" in made._repr_html_()
    with pytest.raises(orthant.Error, match="column: found"):
        made["nothing"]
    with pytest.raises(orthant.Error, match="^experiment_1.json/solver/ncp/type.*fischer_burmeister"):
        orthant.compare(small(solver={"type": "newton", "ncp": "no"}), tmp_path / "d")


def test_a_fit_finds_the_velocity_of_a_throw(tmp_path):
    ball = {"name": "ball", "mass": 1, "inertia": [1, 1, 1], "velocity": [1, 0, 0]}
    unknown = {"scene.bodies.0.velocity.0": {"start": 1, "lower": 0, "upper": 9}}
    throw = {"scene": {"gravity": [0, 0, 0], "bodies": [ball]}, "step": 0.01, "steps": 50,
             "reference": {"type": "end_state", "body": "ball", "position": [2, 0, 0]},
             "fit": {"parameters": unknown}}
    try:
        made = orthant.fit(throw, tmp_path / "fit")
    except orthant.Error as error:
        if "Ceres" not in str(error):
            raise
        pytest.skip(str(error))
    assert made.status == 0 and made.experiment.is_file()
    assert made.values["scene.bodies.0.velocity.0"] == pytest.approx(4, abs=1e-8)
    assert list(made.standard_errors) == ["scene.bodies.0.velocity.0"]
    with pytest.raises(orthant.Error, match="fit"):
        orthant.fit(small(), tmp_path / "none")


BOUNCES = {"scene": {"gravity": [0, 0, -10], "bodies": [
    {"name": "floor", "motion": "fixed", "friction": 0.3, "shapes": [{"type": "half_space"}]},
    {"name": "ball", "mass": 1, "inertia": [0.004, 0.004, 0.004], "friction": 0.3, "restitution": 0.5,
     "position": [0, 0, 0.15], "velocity": [5, 0.3, -0.8], "angular_velocity": [3, 5, 40],
     "shapes": [{"type": "sphere", "radius": 0.1}]}]},
    "step": 0.01, "integrator": "implicit_euler"}


def motion_of(experiment, body, steps):
    sim = orthant.Simulation(experiment, set={"steps": steps})
    rows = [(sim.time, sim.poses[0, body], sim.twists[0, body])]
    for _ in range(steps):
        sim.step()
        rows.append((sim.time, sim.poses[0, body], sim.twists[0, body]))
    return [np.array(each) for each in zip(*rows)]


def test_recordings_are_read_as_they_were_written(tmp_path):
    motion = motion_of(BOUNCES, 1, 30)
    later = [each[10:] for each in motion]  # begins turned
    reference = orthant.write_recordings(tmp_path / "data", {"one": motion, "later": later}, body="ball", width=0.1)
    metrics = orthant.run({**BOUNCES, "reference": reference}).metrics
    assert metrics["recordings"] == 2 and metrics["position_error_percent"]["mean"] < 1e-6
    assert metrics["rotation_error_deg"]["mean"] < 1e-5
    if "ceres" not in orthant.versions():
        return
    unknown = {"start": 0.4, "lower": 0.1, "upper": 0.9, "paths": ["scene.bodies.ball.restitution"]}
    made = orthant.fit({**BOUNCES, "reference": reference, "fit": {"parameters": {"e": unknown}}}, tmp_path / "fit")
    assert abs(made.values["e"] - 0.5) < 1e-6


def test_velocities_of_recordings_are_differences_where_they_are_not_given(tmp_path):
    t = 0.001 * np.arange(200)
    turned = np.stack([np.cos(2 * t), 0 * t, np.sin(2 * t), 0 * t], 1)  # 4 rad/s about y
    poses = np.hstack([np.stack([3 * t, 0 * t, 5 * t * t], 1), turned * np.where(t > 0.1, -1, 1)[:, None]])
    orthant.write_recordings(tmp_path, {"one": (t, poses)}, body="b")
    rows = np.loadtxt(tmp_path / "one.csv", delimiter=",")
    assert np.allclose(rows[:, 7:10], np.stack([3 + 0 * t, 0 * t, 10 * t], 1), atol=1e-9)
    assert np.allclose(rows[:, 10:], [0, 4, 0], atol=1e-9)


def test_time_series_are_read_as_they_were_written(tmp_path):
    hinge = {"type": "hinge", "name": "hinge", "b": "rod", "point": [0, 0, 0], "axis": [0, 1, 0]}
    rod = {"name": "rod", "mass": 1, "inertia": [0.01, 0.09, 0.09], "position": [0.5, 0, 0]}
    experiment = {"scene": {"bodies": [rod], "joints": [hinge]}, "step": 0.01}
    sim, loads = orthant.Simulation(experiment, set={"steps": 20}), [np.zeros(6)]
    for _ in range(20):
        sim.step()
        loads.append(np.concatenate([sim.joint_reactions["force"][0], sim.joint_reactions["torque"][0]]))
    loads = np.array(loads)
    reference = orthant.write_time_series(tmp_path, "rod", motion_of(experiment, 0, 20), body="rod",
                                          reactions={"hinge": (loads[:, :3], loads[:, 3:])})
    metrics = orthant.run({**experiment, "reference": reference}).metrics
    assert metrics["position_error_m"] < 1e-12 and metrics["velocity_error_m_s"] < 1e-12
    assert metrics["reaction_force_peak_N"] > 1 and metrics["reaction_force_error_N"] < 1e-9


@pytest.mark.parametrize("change, found", [
    (lambda t, p: (t ** 2, p), "times: found other than equal intervals"),
    (lambda t, p: (t, p[:-1]), r"one: poses: found shape \(9, 7\), allowed: \(10, 7\)"),
    (lambda t, p: (t, 2 * p), "found a quaternion of length 2"),
    (lambda t, p: (t, p, p), r"twists: found shape \(10, 7\), allowed: \(10, 6\)"),
    (lambda t, p: (t,), "found 1 parts")])
def test_recordings_of_other_forms_are_refused(tmp_path, change, found):
    poses = np.zeros((10, 7))
    poses[:, 3] = 1
    with pytest.raises(orthant.Error, match=found):
        orthant.write_recordings(tmp_path, {"one": change(0.1 * np.arange(10), poses)}, body="b")


def test_pages(tmp_path):
    run = orthant.run(small(), tmp_path / "run")
    try:
        shown = run._repr_html_()
        page = run.replay()
    except orthant.Error as error:
        pytest.skip(str(error))
    if shown is None:
        pytest.skip("a build without pages")
    assert shown.startswith("<iframe srcdoc=") and page.path.read_text() == page.page
    assert orthant.report(run).read_text().startswith("<!")


def test_lists_and_schema():
    named = {row["name"] for row in orthant.list("integrator")}
    assert {"implicit_euler", "moreau_jean"} <= named
    assert orthant.schema()["$schema"].startswith("https://json-schema.org")
    with pytest.raises(orthant.Error, match="integrator"):
        orthant.list("nonsense")
    assert orthant.check(small()).startswith("2 bodies, 0 joints")


def test_what_is_probably_not_meant_is_warned_of(tmp_path):
    odd = small()
    odd["scene"]["bodies"][1]["friction"] = 20
    with pytest.warns(orthant.DoubtWarning, match="friction 20"):
        orthant.run(odd)
    with pytest.warns(orthant.DoubtWarning, match="friction 20"):
        orthant.check(odd)
    with pytest.warns(orthant.DoubtWarning, match="friction 20"):
        orthant.compare(odd, tmp_path / "compared")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        orthant.run(dict(odd, warnings="ignore"))
        orthant.compare(dict(odd, warnings="ignore"), tmp_path / "ignored")
