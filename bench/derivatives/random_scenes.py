"""Random scenes of one to four bodies, with joints, contacts and laws that are drawn."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "python"))

import derivative_scenes as scenes  # noqa: E402
import numpy as np  # noqa: E402

forms = ["alart_curnier", "w_newton"]
alone = ["de_saxce", "soc_fischer_burmeister"]
ncps = ["fischer_burmeister", "minimum_map", "penalised_fischer_burmeister", "kanzow_kleinmichel"]
joints = ["ball", "hinge", "slider", "cylindrical", "fixed", "distance", "universal", "planar",
          "point_on_line", "point_on_plane"]
on_each_other = ["crossing_faces", "cylinder_on_box", "capsule_on_edges"]
integrators = [{"type": "implicit_euler", "matrices": "start"},
               {"type": "implicit_euler", "matrices": "iterate"}, {"type": "semi_implicit_euler"},
               {"type": "moreau_jean"}, {"type": "moreau_jean", "theta": 0.7, "matrices": "iterate"},
               {"type": "implicit_midpoint"}, {"type": "variational"}]


def numbers(x):
    return [float(each) for each in x]


def unit(rng):
    x = rng.normal(size=3)
    return numbers(x / np.linalg.norm(x))


def shape(rng):
    """With how far it reaches below its centre, by the last row of its rotation."""
    kind = rng.choice(["sphere", "box", "capsule", "ellipsoid", "cylinder"])
    if kind == "sphere":
        r = float(rng.uniform(0.05, 0.2))
        return {"type": kind, "radius": r}, lambda row: r
    if kind == "box":
        size = rng.uniform(0.1, 0.5, 3)
        return {"type": kind, "size": numbers(size)}, lambda row: np.abs(row) @ size / 2
    if kind == "capsule":
        r, length = (float(rng.uniform(*ends)) for ends in ((0.03, 0.1), (0.1, 0.4)))
        return ({"type": kind, "radius": r, "length": length},
                lambda row: r + length / 2 * abs(row[2]))
    if kind == "cylinder":
        r, length = (float(rng.uniform(*ends)) for ends in ((0.03, 0.2), (0.1, 0.4)))
        return ({"type": kind, "radius": r, "length": length},
                lambda row: r * np.hypot(row[0], row[1]) + length / 2 * abs(row[2]))
    half = rng.uniform(0.05, 0.2, 3)
    return {"type": kind, "half_axes": numbers(half)}, lambda row: np.linalg.norm(row * half)


def lowest_row(q):
    w, x, y, z = q
    return np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])


def surface(rng, friction, bends, yields):
    """`friction` is that of all, so that a change of all of them is one of each contact."""
    out = {"friction": friction}
    which = rng.random()
    if which < 0.15:
        out |= {"torsional_friction": float(rng.uniform(1e-3, 2e-2)),
                "rolling_friction": float(rng.uniform(1e-3, 2e-2))}
    elif which < 0.4 and not yields:
        out["restitution"] = float(rng.uniform(0.1, 0.9))
    elif which < 0.4:
        out |= {"compliance": float(10**rng.uniform(-5, -3)), "damping": float(rng.uniform(0, 5))}
    elif which < 0.5 and bends:
        out["friction"] = {"along": float(rng.uniform(0.1, 1)), "across": float(rng.uniform(0.1, 1)),
                           "direction": numbers(rng.normal(size=3))}
    elif which < 0.55 and bends:
        out["friction"] = {"static": 0.5, "kinetic": 0.3, "stribeck_speed": 0.7}
    return out


def joint(rng, a, b, x):
    """Between two bodies, or one and the world where a is None, near the place x."""
    kind = str(rng.choice(joints))
    out = {"type": kind, "b": b} | ({"a": a} if a else {})
    if kind == "distance":
        out |= {"point_a": numbers(x + 0.1 * rng.normal(size=3) + [0, 0, 0.4]),
                "point_b": numbers(x)}
    else:
        out["point"] = numbers(x)
    if kind not in ("ball", "fixed", "distance"):
        out["axis"] = unit(rng)
    if kind == "universal":
        other = np.cross(out["axis"], unit(rng))
        out["axis_b"] = numbers(other / np.linalg.norm(other))
    if kind in ("hinge", "slider"):
        which = rng.random()
        if which < 0.15:
            out["spring"] = {"stiffness": float(rng.uniform(1, 50)), "damping": 0.1, "rest": 0.1}
        elif which < 0.3:
            out["motor"] = {"type": "velocity", "target": float(rng.normal()),
                            "max_effort": float(rng.uniform(0.01, 5))}
        elif which < 0.45:
            out["friction"] = float(10**rng.uniform(-3, 1))
        elif which < 0.55:
            out["motor"] = {"type": "position", "kp": 30, "kd": 0.5, "target": 0.2}
    if rng.random() < 0.2:
        out |= {"compliance": float(10**rng.uniform(-6, -3)), "damping": float(rng.uniform(0, 2))}
    return out


def drawn(rng):
    """Bodies that are about to land on a floor, or on each other, some of them joined."""
    n = int(rng.integers(1, 5))
    simple = rng.random() < 0.6  # one coefficient of friction each
    of_all = float(rng.uniform(0.05, 1)), not simple, rng.random() < 0.3
    bodies = [scenes.floor(0) | surface(rng, *of_all)]
    joined = []
    for k in range(n):
        made, reach = shape(rng)
        q = scenes.quaternion(rng)
        gap = float(rng.uniform(2e-4, 3e-3)) if rng.random() < 0.8 else 0.3
        where = np.array([0.7 * k, 0.1 * rng.normal(), reach(lowest_row(q)) + gap])
        body = scenes.body(f"b{k}", made, where, rng, spin=float(rng.uniform(0, 4)),
                           speed=(rng.normal(), rng.normal(), -1), orientation=q)
        bodies.append(body | surface(rng, *of_all))
        if gap < 0.3 and bodies[-1].get("damping", 0) > 2.5:  # half of those that yield are sunk
            bodies[-1]["position"][2] -= 2 * gap
        if rng.random() < 0.5:
            a = f"b{k - 1}" if k and rng.random() < 0.6 else None
            place = where + (np.array([-0.35, 0, 0]) if a else 0.2 * rng.normal(size=3))
            joined.append(joint(rng, a, f"b{k}", place))
    if rng.random() < 0.25:  # a pair of which one lies on the other, beside them
        for each in getattr(scenes, str(rng.choice(on_each_other)))(rng)["scene"]["bodies"]:
            each["position"] = numbers(np.array(each["position"]) + [-2, 0, 1])
            bodies.append(each | {"friction": of_all[0]})
    elif rng.random() < 0.4:  # a ball on the last
        ball = scenes.body("top", scenes.sphere, [0, 0, 0], rng, of_all[0],
                           speed=(rng.normal(), 0, -2))
        above = where + np.array([0, 0, reach(lowest_row(q)) + 0.1 + 0.3])
        bodies.append(ball | {"position": numbers(above)})
    out = scenes.experiment(bodies, joined, integrator=integrators[rng.integers(len(integrators))],
                            step=float(10**rng.uniform(-3, -1.7)))
    out["scene"]["contact"] = {"overlap_tolerance": 0.01}
    if rng.random() < 0.15:
        out["scene"]["contact"]["level"] = "velocity"
    return out


def formulation(rng):
    """A solver that comes to 1e-13."""
    if rng.random() < 0.25:
        return {"type": "newton", "tolerance": 1e-13, "linear": "dense_lu", "max_iterations": 200,
                "friction": str(rng.choice(alone))}
    return {"type": "newton", "tolerance": 1e-13, "linear": "dense_lu", "max_iterations": 200,
            "friction": str(rng.choice(forms, p=[0.7, 0.3])),
            "ncp": str(rng.choice(ncps))}
