"""Runs, comparisons, pages and lists."""

import json
import subprocess
import warnings

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
