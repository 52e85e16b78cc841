"""The question of gradients: what its answer says."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "experiments/question_gradients"))
gradients = pytest.importorskip("gradients")


@pytest.mark.parametrize("name", gradients.motions)
def test_exact_slopes_are_those_of_the_steps(name):
    motion = gradients.motions[name]()
    assert motion.slope(motion.at) == pytest.approx(motion.difference(motion.at, 1e-4), abs=1e-7)


def test_those_of_a_box_that_slides_are_those_of_its_motion():
    motion = gradients.Sliding()
    for p in (0.7, 1.01, 1.9):
        assert motion.slope(p) == pytest.approx(motion.truth(p), abs=0.01)  # a step


@pytest.mark.parametrize("p", [2.0, 3.5, 3.6, 3.65, 3.7, 3.85, 3.9])
def test_a_box_that_sticks_has_no_slope_though_a_foot_may_be_at_its_bound(p):
    motion = gradients.Pushed()
    assert abs(motion.slope(p)) < 1e-12


def test_a_bounce_has_a_slope_of_the_steps_that_is_not_that_of_the_motion():
    """u+ = -e u- at a step that does not change with the height: the body is as much higher after as
    before."""
    for h in (0.01, 0.002):
        motion = gradients.Bouncing(h=h)
        assert motion.slope(0.5) == pytest.approx(1, abs=1e-9)
        assert motion.difference(0.5, 0.1) == pytest.approx(motion.truth(0.5), abs=0.15)
    assert motion.truth(0.5) == pytest.approx(0.556, abs=1e-3)


def test_differences_over_many_steps_are_of_the_motion():
    motion = gradients.Thrown(h=2e-3)
    assert abs(motion.slope(0.201) / motion.truth(0.201) - 1) > 0.3
    assert motion.difference(0.201, 0.1) == pytest.approx(motion.truth(0.201), rel=0.05)
