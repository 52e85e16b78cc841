"""Derivatives of impulses and by impulses."""

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest
from test_derivatives import all_scenes, contacts_of, direction, integrators, taken


def test_gradients_by_impulses_alone_are_those_beside_zeros():
    derivative = taken(scenes.sliding_ball(np.random.default_rng(1)))
    g = np.random.default_rng(2).normal(size=(derivative.contacts, 3, 2))
    alone = derivative.adjoint(impulses=g)
    beside = derivative.adjoint(poses=np.zeros((2, 6, 2)), impulses=g)
    for name in ("poses", "twists", "wrenches", "masses", "friction"):
        np.testing.assert_array_equal(getattr(alone, name), getattr(beside, name))
    assert np.abs(alone.twists).max() > 0.01


@pytest.mark.parametrize("integrator", ["start", "moreau_jean", "variational"])
@pytest.mark.parametrize("name", ["sliding_ball", "sticking_ball", "corner", "two_balls", "capsule",
                                  "bouncing_ball"])
def test_impulses_are_what_differences_say(name, integrator):
    rng = np.random.default_rng(9)
    for _ in range(8):
        made = all_scenes[name](rng) | {"integrator": integrators[integrator]}
        derivative = taken(made)
        if min(k.distance for k in derivative.kinks) > 0.03:
            break
    assert min(k.distance for k in derivative.kinks) > 0.03
    d = direction(made, rng)
    exact = derivative.impulses(**contacts_of(derivative, d))
    now = orthant.Simulation(made)
    now.step()
    impulse = now.contacts["local_impulse"]
    rough, fine = (scenes.impulse_differences(made, d, eps) for eps in (1e-5, 5e-6))
    found = [(4 * b - a) / 3 for a, b in zip(rough, fine)]
    # Their tangents start from the world's axes: sizes alone are the same.
    assert exact[:, 0] == pytest.approx(found[0], rel=1e-6, abs=1e-6)
    size = np.linalg.norm(impulse[:, 1:], axis=1)
    by = (impulse[:, 1:] * exact[:, 1:]).sum(1)
    assert by == pytest.approx(size * found[1], rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("integrator", ["moreau_jean", "implicit_midpoint"])
def test_impulses_are_those_of_their_contacts_whatever_the_order(integrator):
    """Boxes of one size on each other: to both sides contacts are found in another order."""
    box = {"mass": 1, "inertia": [0.02] * 3, "friction": 0, "compliance": 1e-4,
           "shapes": [{"type": "box", "size": [0.4, 0.4, 0.2]}]}
    made = {"step": 0.01, "steps": 1, "integrator": {"type": integrator},
            "solver": {"type": "newton", "tolerance": 1e-13},
            "scene": {"gravity": [0, 0, -9.81], "contact": {"overlap_tolerance": 0.01},
                      "bodies": [scenes.floor(0)] + [
                          box | {"name": f"b{k}", "position": [0, 0, 0.099 + 0.199 * k],
                                 "torque": [0.1, 0.2, 0]}
                          for k in range(3)]}}
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate()
    poses, twists = sim.poses, sim.twists
    sim.step()
    contacts, derivative = sim.contacts, sim.derivative()
    assert derivative.unique_impulses and derivative._to_kink() > 1e-3
    d = np.zeros((4, 6))
    d[1, 1] = d[2, 4] = 1.0
    found = derivative.impulses(poses=d)[:, 0]
    ends = []
    for sign in (1, -1):
        sim.set_state(scenes.moved(poses[0], sign * 1e-6 * d)[None], twists)
        sim.step()
        there = sim.contacts
        pairs = np.linalg.norm(there["point"][:, None] - contacts["point"][None], axis=-1).argmin(0)
        ends.append(there["local_impulse"][pairs, 0])
    np.testing.assert_allclose(found, (ends[0] - ends[1]) / 2e-6, atol=1e-4 * np.abs(found).max())
    assert np.abs(found).max() > 0.01
