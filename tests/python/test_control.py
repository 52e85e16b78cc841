"""The question of control: its gradients, and that it finds the forces."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/question_control"))
scipy = pytest.importorskip("scipy")
control = pytest.importorskip("control")


@pytest.mark.parametrize("kind, at", [(control.Push, [4.6, 2.1, 0.3]), (control.Throw, [18, 4.3, 39.5, 0.1, 0.2, 0])])
def test_gradients_are_slopes(kind, at):
    task = kind()
    x = np.resize(at, task.start.size).astype(float)
    cost, gradient = task.gradient(x)
    again, slope = task.differences(x, eps=1e-5)
    assert again == pytest.approx(cost, abs=1e-8)
    assert gradient == pytest.approx(slope, abs=1e-4 * np.abs(slope).max())


def test_a_box_that_sticks_has_no_slope():
    task = control.Push()
    assert np.abs(task.gradient(np.zeros(24))[1]).max() < 1e-12


def test_forces_push_a_box_to_its_place():
    task = control.Push()
    x, costs = control.bfgs(task.gradient, task.start, enough=1e-10)
    assert costs[-1] < 1e-10 and len(costs) < 100
    task.cost(x)
    poses, twists = task.sim.poses[0, 1], task.sim.twists[0, 1]
    assert poses[:2] == pytest.approx(task.goal, abs=2e-5)
    assert np.abs(twists[:2]).max() < 1e-4
