"""Derivatives in planes, at rest where contacts share loads, and of worlds that differ, by each form
of friction: beside central differences."""

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest
from test_derivatives import integrators

forms = ["w_newton", "alart_curnier", "de_saxce",
         "soc_fischer_burmeister"]
in_plane = np.array([1, 0, 1, 0, 1, 0])  # of tangents in xz


def experiment(bodies, integrator, form, **scene):
    return {"step": 0.01, "steps": 1, "integrator": integrators[integrator],
            "solver": {"type": "newton", "tolerance": 1e-13, "friction": form,
                       "linear": "dense_lu", "max_iterations": 200},
            "scene": {"gravity": [0, 0, -9.81], "bodies": [scenes.floor(0.6), *bodies]} | scene}


def box(rng, name, position, **more):
    return {"name": name, "mass": float(rng.uniform(0.5, 2)), "position": position, "friction": 0.6,
            "inertia": [float(x) for x in rng.uniform(0.015, 0.03, 3)],
            "shapes": [{"type": "box", "size": [0.4, 0.3, 0.2]}]} | more


def about_to_land(rng, k):
    a = rng.uniform(0.1, 0.6)
    return box(rng, f"b{k}", [0.7 * k, 0, 0.1 * np.cos(a) + 0.2 * np.sin(a) + 0.002],
               orientation=[float(np.cos(a / 2)), 0, float(np.sin(a / 2)), 0],
               velocity=[float(rng.normal()), 0, -1], angular_velocity=[0, float(rng.normal()), 0])


def differences(sim, world, d, eps):
    poses, twists, wrenches = sim.poses, sim.twists, sim.wrenches
    ends = []
    for by in (eps, -eps):
        q, u, f = poses.copy(), twists.copy(), wrenches.copy()
        q[world] = scenes.moved(q[world], by * d["poses"])
        u[world] += by * d["twists"]
        f[world] += by * d["wrenches"]
        sim.set_state(q, u, unturned=True)
        sim.push(f)
        sim.step()
        ends.append((sim.poses[world], sim.twists[world]))
    sim.set_state(poses, twists, unturned=True)
    sim.push(wrenches)
    return np.array([scenes.apart(ends[0][0], ends[1][0]), ends[0][1] - ends[1][1]]) / (2 * eps)


def compared(made, rng, *, world=0, mask=1, parts=("poses", "twists", "wrenches")):
    """Whether it is next to a kink, else that it is what differences say."""
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate()
    poses, twists = sim.poses, sim.twists
    sim.step()
    derivative = sim.derivative(world)
    if derivative._to_kink() < 0.03:
        return False
    sim.set_state(poses, twists, unturned=True)
    d = {name: np.zeros((len(sim.bodies), 6)) for name in ("poses", "twists", "wrenches")}
    for name in parts:
        d[name][1:] = mask * rng.normal(size=(len(sim.bodies) - 1, 6))
    exact = np.array(derivative.forward(**d))
    rough, fine = (differences(sim, world, d, eps) for eps in (1e-5, 5e-6))
    by = (4 * fine - rough) / 3
    assert np.abs(exact - by).max() < 1e-6 * max(1, np.abs(by).max())
    g = rng.normal(size=exact.shape)
    back = derivative.adjoint(poses=g[0], twists=g[1])
    there = (g * exact).sum()
    assert abs(there - sum((getattr(back, name) * d[name]).sum() for name in d)) < 1e-10 * (
        1 + abs(there))
    return True


@pytest.mark.parametrize("integrator", integrators)
@pytest.mark.parametrize("form", forms)
def test_in_a_plane(integrator, form):
    rng = np.random.default_rng(forms.index(form))
    seen = [compared(experiment([about_to_land(rng, k) for k in range(2)], integrator, form,
                                plane="xz"), rng, mask=in_plane) for _ in range(3)]
    assert any(seen)


@pytest.mark.parametrize("integrator", integrators)
@pytest.mark.parametrize("form", forms)
def test_at_rest_where_contacts_share_a_load(integrator, form):
    """Those that move by a part of u- have a kink in it where contacts touch."""
    rng = np.random.default_rng(forms.index(form))
    parts = (["wrenches"] if integrator in ("moreau_jean", "moreau_jean_end", "midpoint")
             else ["wrenches", "twists"])
    assert any(compared(experiment([box(rng, f"b{k}", [0, 0, 0.1 + 0.2 * k]) for k in range(3)],
                                   integrator, form, gravity=[1, 0.5, -9.81]), rng, parts=parts)
               for _ in range(3))


@pytest.mark.parametrize("integrator", integrators)
def test_of_worlds_that_differ(integrator):
    rng = np.random.default_rng(3)
    made = experiment([about_to_land(rng, k) for k in range(2)], integrator, "alart_curnier")
    made["scene"]["bodies"][1]["velocity"][0] = {"uniform": [0.5, 2.0]}
    made["scene"]["bodies"][2]["mass"] = {"uniform": [0.5, 2.0]}
    seen = [compared(made | {"worlds": 70}, rng, world=world) for world in (0, 3, 69)]
    assert any(seen)


laws = {"rigid": ({}, {}), "compliant": ({"compliance": 1e-5}, {}),
        "damped": ({"compliance": 1e-5, "damping": 300}, {}),
        "compliant, between velocities": ({"compliance": 1e-5}, {"level": "velocity"})}


@pytest.mark.parametrize("integrator", integrators)
@pytest.mark.parametrize("law", laws)
def test_kinks_show_where_a_derivative_jumps(integrator, law):
    """A ball that a growing force lets slip: in each stage of a step by itself."""
    surface, contact = laws[law]

    def slope(force):
        ball = {"name": "ball", "mass": 1, "position": [0, 0, 0.1], "velocity": [0, 0, -0.02],
                "friction": 0.6, "force": [force, 0, 0],
                "shapes": [{"type": "sphere", "radius": 0.1}]} | surface
        sim = orthant.Simulation(experiment([ball], integrator, "alart_curnier", contact=contact),
                                 on_unsolved="raise")
        sim.differentiate()
        sim.step()
        derivative = sim.derivative()
        along = np.zeros((2, 6))
        along[1, 0] = 1
        return derivative.forward(wrenches=along)[1][1, 0], derivative._to_kink()

    def between(low, at_low, high, at_high):
        """The sizes of the jumps in between."""
        if abs(at_high - at_low) < smooth:
            return []
        middle = (low + high) / 2
        at_middle, to_kink = slope(middle)
        if high - low < 1e-6:
            assert to_kink < 1e-7
            return [at_high - at_low]
        return (between(low, at_low, middle, at_middle) + between(middle, at_middle, high, at_high))

    # h/(m + I/r^2) and h/m; a ball that turns, or sinks, within the step changes little of them.
    stick, slip, smooth = 0.01 * 5 / 7, 0.01, 1e-4
    jumps = between(1, slope(1)[0], 60, slope(60)[0])
    assert len(jumps) == (2 if integrator == "variational" else 1)
    assert abs(sum(jumps) - (slip - stick)) < smooth
