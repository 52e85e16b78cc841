"""The question of contact models: its references are those of a fresh run, and of closed forms."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/question_contact_models"))
compare = pytest.importorskip("compare")
tasks = pytest.importorskip("tasks")

closed = [name for name, task in tasks.tasks.items() if task.closed]
plain = [name for name in tasks.tasks if name != "a1_falls"]


def away(name, simulator="orthant", h=compare.step):
    r = compare.run(name, simulator, h)
    assert r.unsolved == 0
    return compare.distance(r.poses, compare.reference(name)[0]).max()


@pytest.mark.parametrize("name", closed)
def test_motions_in_closed_form_are_kept(name):
    exact = [tasks.tasks[name].closed(t) for t in compare.times(name)]
    assert compare.reference(name)[0] == pytest.approx(np.array(exact), abs=1e-9)


@pytest.mark.parametrize("name", ["cube_held", "cube_pulled", "stack_1000", "leg_dragged", "leg_pushed", "grasp"])
def test_steps_of_second_order_have_them(name):
    assert away(name, "orthant, variational") < 1e-7


@pytest.mark.parametrize("name", ["tumbling", "biped_falls", "four_bar_falls", "edge_slips"])
def test_the_default_converges_to_the_references(name):
    """They are of another integrator: by half the step it is half as far away."""
    far, near = away(name, h=1e-3), away(name, h=5e-4)
    assert near == pytest.approx(far / 2, rel=0.05) and near < 2e-3


@pytest.mark.parametrize("name", ["humanoid_falls", "edge_sticks"])
def test_where_impacts_follow_one_another_it_comes_near(name):
    assert away(name, h=5e-4) < 2.5e-3


def scene(name):
    """Models are read by libraries that a build may lack."""
    try:
        return json.loads(json.dumps(tasks.tasks[name].scene()))
    except subprocess.CalledProcessError as error:
        pytest.skip(error.stderr.decode())


@pytest.mark.skipif("ORTHANT_DATA" not in os.environ, reason="the model is in the data")
def test_the_a1_is_the_one_of_its_reference():
    scene("a1_falls")
    assert away("a1_falls", h=5e-4) < 2e-3


def close(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(close(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(close, a, b))
    return a == (pytest.approx(b, abs=1e-12) if isinstance(a, float) else b)


@pytest.mark.parametrize("name", plain)
def test_scenes_are_those_of_the_tasks(name):
    kept = json.loads((compare.here / "reference" / f"{name}.json").read_text())
    assert close(scene(name), kept["scene"])
    assert close([[each["duration_s"], each["loads"]] for each in kept["loads"]], json.loads(json.dumps(tasks.tasks[name].loads)))


@pytest.mark.parametrize("mu", [0.9, 0.1])
def test_the_edge_has_the_impulse_in_closed_form(mu):
    """Of one impact without rebound: at the edge K p = -u sticks if p is in the cone; else p = (-µ, 1) pz of the slip, and the
    normal speed is 0."""
    name, h = ("edge_sticks", 1e-5) if mu == 0.9 else ("edge_slips", 1e-5)
    sim = compare.orthant.Simulation({"scene": compare.scene_of(name), "step": h, "steps": 1})
    m, J, a = 0.4, 0.4 * 0.1**2 / 6, np.radians(30)
    while sim.twists[0, 1, 4] == 0:
        before = sim.twists[0, 1].copy()
        sim.step()
    sim.step(2)
    c, s = np.cos(a), np.sin(a)
    r = min((np.array([c * x + s * z, -s * x + c * z]) for x in (-0.05, 0.05) for z in (-0.05, 0.05)), key=lambda e: e[1])
    T = np.array([[1, 0], [0, 1], [r[1], -r[0]]])  # velocity of the edge is Tᵀ (vx, vz, wy)
    W = np.diag([1 / m, 1 / m, 1 / J])
    K, v = T.T @ W @ T, before[[0, 2, 4]]
    p = np.linalg.solve(K, -T.T @ v)
    sticks = abs(p[0]) <= mu * p[1]
    assert sticks == (mu == 0.9)
    if not sticks:
        way = np.array([-mu * np.sign((T.T @ v)[0]), 1])
        p = way * -(T.T @ v)[1] / (K[1] @ way)
    assert sim.twists[0, 1, [0, 2, 4]] == pytest.approx(v + W @ T @ p, abs=5e-3)
