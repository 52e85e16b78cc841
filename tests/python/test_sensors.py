"""Contact wrenches, accelerations, rates and distances of bodies."""

import numpy as np
import orthant
import pytest
from scenes import floor


def stack(**more):
    boxes = [{"name": name, "mass": mass, "position": [x, 0, z], "friction": 0.5,
              "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}
             for name, mass, x, z in (("low", 2, 0, 0.1), ("high", 1, 0.05, 0.3))]
    return {"scene": {"bodies": [floor, *boxes]}, "step": 0.01, "steps": 5, **more}


def test_wrenches_of_contacts_balance_weights():
    sim = orthant.Simulation(stack(worlds=2))
    sim.step(5)
    g = 9.81
    assert np.allclose(sim.contact_wrench("high"), [0, 0, g, 0, 0, 0], atol=1e-6)
    assert np.allclose(sim.contact_wrench("low"), [0, 0, 2 * g, 0, 0, 0], atol=1e-6)
    assert np.allclose(sim.contact_wrench("low", "floor")[:, :3], [0, 0, 3 * g], atol=1e-6)
    assert np.allclose(sim.contact_wrench("low", "high"), [0, 0, -g, 0, 0.05 * g, 0], atol=1e-6)
    assert np.allclose(sim.contact_wrench("high", "floor"), 0)


def test_an_imu_at_rest_measures_gravity_in_its_axes():
    made = stack()
    made["scene"]["bodies"] = [{"name": "chip", "motion": "kinematic",
                                "orientation": {"axis": [1, 0, 0], "angle": 90}}]
    sim = orthant.Simulation(made)
    sim.step()
    acceleration, rate = sim.imu("chip")
    assert np.allclose(acceleration, [[0, 9.81, 0]]) and np.allclose(rate, 0)


def test_an_imu_in_free_fall_measures_nothing_but_rates():
    made = stack()
    made["scene"]["bodies"] = [{"name": "chip", "mass": 1, "inertia": [1, 1, 1], "position": [0, 0, 5],
                                "angular_velocity": [0, 0, 2.0], "velocity": [1, 0, 3]}]
    sim = orthant.Simulation(made)
    sim.step(3)
    acceleration, rate = sim.imu("chip")
    assert np.allclose(acceleration, 0, atol=1e-9) and np.allclose(rate, [[0, 0, 2]])


def test_distances():
    made = stack()
    made["scene"]["bodies"][2]["position"] = [0.5, 0, 0.6]
    sim = orthant.Simulation(made)
    assert sim.distance("low", "floor")[0] == pytest.approx(0, abs=1e-9)
    assert sim.distance("high", "floor")[0] == pytest.approx(0.5)
    assert sim.distance("low", "high")[0] == pytest.approx(np.hypot(0.3, 0.3))
    with pytest.raises(orthant.Error, match='body: found "box", allowed: floor, low, high'):
        sim.distance("low", "box")


shapes = [{"type": "sphere", "radius": 0.1}, {"type": "capsule", "radius": 0.1, "length": 0.2},
          {"type": "box", "size": [0.2, 0.2, 0.2]}, {"type": "ellipsoid", "half_axes": [0.1, 0.1, 0.1]},
          {"type": "cylinder", "radius": 0.1, "length": 0.2}, {"type": "cone", "radius": 0.1, "length": 0.4},
          {"type": "hull", "points": [[x, y, z] for x in (-0.1, 0.1) for y in (-0.1, 0.1) for z in (-0.1, 0.1)]},
          {"type": "half_space"},
          {"type": "mesh", "points": [[-4, -4, 0], [4, -4, 0], [4, 4, 0], [-4, 4, 0]],
           "triangles": [[0, 1, 2], [0, 2, 3]]},
          {"type": "heightfield", "heights": [[0, 0], [0, 0]], "cell": [8, 8]}]
reach = {"capsule": 0.2, "half_space": 0, "mesh": 0, "heightfield": 0}
round_by = {"sphere": 0.1, "capsule": 0.1, "ellipsoid": 0.1}


@pytest.mark.parametrize("upper", shapes, ids=lambda shape: shape["type"])
@pytest.mark.parametrize("lower", shapes, ids=lambda shape: shape["type"])
def test_the_distance_of_each_pair_of_shapes_is_right_or_refused(lower, upper):
    """One 0.3 m above the other and a little aside, in both orders."""
    below = reach.get(lower["type"], 0.3 if lower["type"] == "cone" else 0.1)
    above = reach.get(upper["type"], 0.1)
    sim = orthant.Simulation({"scene": {"bodies": [
        {"name": "low", "motion": "fixed", "shapes": [lower]},
        {"name": "high", "motion": "fixed", "position": [0.02, 0.01, below + 0.3 + above],
         "shapes": [upper]}]}, "step": 0.01, "steps": 1})
    known = ({lower["type"], upper["type"]}.isdisjoint(("mesh", "heightfield"))
             and (lower["type"], upper["type"]) != ("half_space", "half_space"))
    for pair in (("low", "high"), ("high", "low")):
        if known and upper["type"] != "half_space":
            r = [(round_by | {"cone": 0}).get(lower["type"]), round_by.get(upper["type"])]
            right = 0.3 if None in r else np.hypot(0.3 + sum(r), np.hypot(0.02, 0.01)) - sum(r)
            assert sim.distance(*pair)[0] == pytest.approx(right, abs=1e-9)
        elif not known:
            with pytest.raises(orthant.Error, match="distance: found .*allowed: convex shapes"):
                sim.distance(*pair)


def test_a_body_has_no_distance_from_itself():
    with pytest.raises(orthant.Error, match="distance: found .*one body, allowed: two bodies"):
        orthant.Simulation(stack()).distance("low", "low")
