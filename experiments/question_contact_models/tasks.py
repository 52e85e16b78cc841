"""The tasks of the comparison: scenes, loads, and motions in closed form.

A scene is one of Orthant's experiments. A closed form gives, at a time [s], the poses of the bodies that move (bodies, 7):
centre of mass [m], unit quaternion (w, x, y, z).
"""

import json
import math
import os
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import orthant

here = Path(__file__).parent
g, mu = 9.81, 0.5

# Scenes.


def floor(mu=mu):
    return {"name": "floor", "motion": "fixed", "friction": mu, "shapes": [{"type": "half_space"}]}


def solid(name, mass, inertia, position, shape=None, mu=mu, **keys):
    inertia = {"inertia": [inertia] * 3 if np.isscalar(inertia) else list(inertia)}
    return {"name": name, "mass": mass, **inertia, "position": list(map(float, position)), "friction": mu,
            "shapes": [shape] if shape else [], **keys}


def cube(name, side, mass, position, mu=mu, **keys):
    return solid(name, mass, mass * side**2 / 6, position, {"type": "box", "size": [side] * 3}, mu, **keys)


def turned(degrees):
    """About y."""
    a = math.radians(degrees) / 2
    return [math.cos(a), 0, math.sin(a), 0]


def pushed_cube():
    return {"bodies": [floor(), cube("cube", 0.2, 1, [0, 0, 0.1])]}


def stack(ratio):
    return {"bodies": [floor()] + [cube(f"cube {k}", 0.2, ratio if k == 4 else 1, [0, 0, 0.1 + 0.2 * k])
                                   for k in range(5)]}


def tumbling():
    return {"bodies": [solid("body", 1, [0.001, 0.002, 0.0025], [0, 0, 0], velocity=[1, 0, 3],
                             angular_velocity=[0.1, 8, 0.1])]}


def wheels():
    return {"bodies": [floor()] + [solid(f"wheel {k}", 1, 0.4 * 0.1**2, [0, 0.5 * k, 0.1], {"type": "sphere", "radius": 0.1})
                                   for k in range(len(torques))]}


leg = SimpleNamespace(carriage=6.0, mass=1.2, length=0.35, foot=0.02, angle=math.radians(40), load=30.0)


def dragged_leg(side):
    """A leg on a hinge of a carriage; the foot is behind the carriage, or before it (side -1)."""
    L, a = leg.length, leg.angle
    hip = np.array([0, 0, L * math.cos(a) + leg.foot])
    down = np.array([-side * math.sin(a), 0, -math.cos(a)])
    foot = {"type": "sphere", "radius": leg.foot, "position": [0, 0, -L / 2]}
    J = leg.mass * L**2 / 12
    return {"bodies": [floor(), solid("carriage", leg.carriage, 0.1, hip),
                       solid("leg", leg.mass, [J, J, J / 50], hip + down * L / 2, foot,
                             orientation=turned(side * math.degrees(a)))],
            "joints": [{"name": "rail", "type": "slider", "a": "world", "b": "carriage", "point": hip.tolist(), "axis": [1, 0, 0]},
                       {"name": "hip", "type": "hinge", "a": "carriage", "b": "leg", "point": hip.tolist(), "axis": [0, 1, 0]}]}


def edge(mu):
    """Cubes that fall onto an edge from 5 to 9 mm, so that they meet the floor at other parts of a step."""
    low = 0.05 * (math.cos(math.radians(30)) + math.sin(math.radians(30)))
    return {"bodies": [floor(mu)] + [cube(f"cube {k}", 0.1, 0.4, [0, 0.5 * k, low + 0.005 + 0.001 * k], mu, orientation=turned(30),
                                          velocity=[0.5, 0, -1]) for k in range(5)]}


def grasp():
    finger = {"type": "box", "size": [0.02, 0.04, 0.04]}
    made = [solid(n, 0.2, 1e-4, [x, 0, 0.5], finger) for n, x in (("left", -0.06), ("right", 0.06))]
    return {"bodies": [cube("cube", 0.1, 0.5, [0, 0, 0.5]), *made],
            "joints": [{"name": b["name"], "type": "slider", "a": "world", "b": b["name"], "point": b["position"],
                        "axis": [1, 0, 0]} for b in made]}


def four_bar():
    """A parallelogram on a base that lies on the floor. It falls to one side, and the base slides to the other."""
    lean = math.radians(20)
    low = np.array([[-0.15, 0, 0.04], [0.15, 0, 0.04]])
    high = low + 0.3 * np.array([math.sin(lean), 0, math.cos(lean)])
    rod = [0.5 * 0.3**2 / 12] * 2 + [1e-4]
    bodies = [floor(0.2), solid("base", 0.5, [0.001, 0.01, 0.01], [0, 0, 0.02], {"type": "box", "size": [0.4, 0.2, 0.04]}, 0.2)]
    bodies += [solid(n, 0.5, rod, (low[k] + high[k]) / 2, orientation=turned(20)) for k, n in enumerate(("left", "right"))]
    bodies.append(solid("top", 2, [0.001, 0.02, 0.02], high.mean(axis=0)))
    ends = [("base", "left", low[0]), ("base", "right", low[1]), ("left", "top", high[0]), ("top", "right", high[1])]
    return {"bodies": bodies, "joints": [{"name": f"{a} {b}", "type": "hinge", "a": a, "b": b, "point": p.tolist(),
                                          "axis": [0, 1, 0]} for a, b, p in ends]}


def robot(file, height, positions, shapes, mu=0.7):
    """A model without motors, limits, springs and friction of joints, since no other simulator takes these here; universal
    joints become ball joints. Of its shapes are left those of these types of links with these names."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "plain.json"
        words = [w for k, v in positions.items() for w in ("--set", f"joint_positions.{k}={v}")]
        subprocess.run([orthant.program(), "import", str(file), "-o", str(out), "--set", f"position=[0,0,{height}]", *words],
                       check=True, capture_output=True)
        plain = json.loads(out.read_text())["scene"]
    bodies = []
    for b in plain["bodies"]:
        types = next((t for name, t in shapes.items() if name in b["name"]), ())
        kept = [{k: v for k, v in s.items() if k != "friction"} for s in b.get("shapes", [])
                if s["type"] in types and max(s.get("size", [1])) > 0.01]
        bodies.append({k: b[k] for k in ("name", "mass", "inertia", "position", "orientation")} | {"friction": mu, "shapes": kept})
    joints, of = [], {b["name"]: b for b in bodies}
    for j in plain["joints"]:
        body, frame = of[j["a"]], j["frames"]["a"]
        R = rotation(body["orientation"])
        point, axis = R @ frame["position"] + body["position"], R @ rotation(frame["orientation"])[:, 2]
        kind = j["type"].replace("universal", "ball")
        joints.append({k: j[k] for k in ("name", "a", "b")} | {"type": kind, "point": point.tolist()}
                      | ({"axis": axis.tolist()} if kind == "hinge" else {}))
    return {"bodies": [floor(mu), *bodies], "joints": joints}


def rotation(q):
    """Matrices of unit quaternions (w, x, y, z)."""
    w, x, y, z = np.moveaxis(np.asarray(q, float), -1, 0)
    return np.moveaxis(np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                                 [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                                 [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]), (0, 1), (-2, -1))


def a1():
    """It is thrown over the floor, on which its feet slide."""
    bent = {f"{leg}_{joint}_joint": q for leg in ("FR", "FL", "RR", "RL") for joint, q in (("hip", 0), ("thigh", 0.8), ("calf", -1.6))}
    if "ORTHANT_DATA" not in os.environ:
        raise orthant.Error("the A1: found no ORTHANT_DATA, allowed: the folder of data")
    file = Path(os.environ["ORTHANT_DATA"]) / "robots/a1_description/urdf/a1.urdf"
    made = robot(file, 0.31, bent, {"base": ("box",), "calf": ("sphere",)})
    for body in made["bodies"][1:]:
        body["velocity"] = [1, 0.4, 0]
    return made


def humanoid():
    bent = {"right_hip_y": 0.5, "left_knee": 0.1, "right_knee": 0.05, "left_elbow": 0.2, "right_elbow": 0.4}
    return robot(here.parent / "humanoid_falls/humanoid.xml", 1.06, bent,
                 {"foot": ("box",), "torso": ("box", "sphere"), "forearm": ("sphere",)})


def biped():
    bent = {f"{side}_{joint}": q for side in ("left", "right") for joint, q in (
        ("hip", 0.5), ("thigh_rod", 0.5), ("knee_plate", -0.5), ("knee", -0.5), ("shin_rod", -0.5), ("ankle", 0.5))}
    return robot(here.parent / "biped_with_loops/biped.xml", 0.732, bent, {"torso": ("box",), "foot": ("box",)})


# Loads, and motions in closed form: poses (bodies that move, 7) at a time [s].

along = np.array([math.cos(math.pi / 8), math.sin(math.pi / 8), 0])  # between the axes of a pyramid of friction
across = np.array([-along[1], along[0], 0])


def load(share, way):
    """On the cube, as a share of what friction holds."""
    return {"cube": {"force": (share * mu * g * way).tolist()}}


def at(*places):
    return np.array([[*p, 1, 0, 0, 0] for p in places], float)


def pulled(t):
    """The cube slides as a point: the pressure leans along the motion, so that friction does not turn it."""
    return at([0, 0, 0.1] + along * mu * g * t**2 / 4)


def turned_load(t):
    """It slides by 1.5, is stopped by friction and 0.5 backwards, holds, also across by 0.9, and slides across by 1.5."""
    a, b = 0.5 * mu * g, 1.5 * mu * g
    v, s = a * 0.2, min(max(t - 0.2, 0), a * 0.2 / b)
    return at([0, 0, 0.1] + along * (a * min(t, 0.2)**2 / 2 + v * s - b * s**2 / 2) + across * a * max(t - 0.8, 0)**2 / 2)


torques = np.array([0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01, 1.05, 1.1, 1.3])  # over the one at which a wheel slips
wheel_limit = 1.4 * mu * g * 0.1  # [N m] 7/5 m r µ g of a solid sphere, which rolls by m a = F, I a/r = T - F r


def driven_wheels(t):
    turn = np.where(torques < 1, torques, 3.5 * torques - 2.5) * mu * g / 0.1 * t**2 / 2
    zero = 0 * turn
    return np.stack([np.minimum(torques, 1) * mu * g * t**2 / 2, 0.5 * np.arange(len(torques)), zero + 0.1,
                     np.cos(turn / 2), zero, np.sin(turn / 2), zero], axis=1)


def dragged(side, coupled=True):
    """Nothing turns: (M + m) a = F - µ N, and of the moments about the hip N (c_x + µ (c_z - r)) - m g c_x/2 = - m a c_z/2.
    Not `coupled`: with the N of a leg without friction."""
    M, m, r = leg.carriage, leg.mass, leg.foot
    cx, cz = -side * leg.length * math.sin(leg.angle), -leg.length * math.cos(leg.angle)
    k = mu if coupled else 0
    a, N = np.linalg.solve([[M + m, k], [m * cz / 2, cx + k * (cz - r)]], [leg.load, m * g * cx / 2])
    a = (leg.load - mu * N) / (M + m)
    start = np.array([[*b["position"], *b.get("orientation", [1, 0, 0, 0])] for b in dragged_leg(side)["bodies"][1:]])
    return lambda t: start + [[a * t**2 / 2, 0, 0, 0, 0, 0, 0]]


def task(scene, duration=None, closed=None, loads=None, fine=None):
    """`closed`: the motion in closed form. `fine`: the step [s] of the reference, and one of twice that."""
    return SimpleNamespace(scene=scene, loads=loads or [(duration, {})], closed=closed, fine=fine)


def stands(*places):
    return lambda t: at(*places)


squeeze = 1.2 * 0.5 * g / (2 * mu)  # [N] of each finger: friction holds 1.2 times the weight
tasks = {
    "cube_held": task(pushed_cube, closed=stands([0, 0, 0.1]), loads=[(1, load(0.9, along))]),
    "cube_pulled": task(pushed_cube, closed=pulled, loads=[(1, load(1.5, along))]),
    "cube_load_turns": task(pushed_cube, closed=turned_load, loads=[
        (0.2, load(1.5, along)), (0.3, load(0.5, -along)), (0.3, load(0.9, across)), (0.2, load(1.5, across))]),
    **{f"stack_{r}": task(lambda r=r: stack(r), 2, stands(*([0, 0, 0.1 + 0.2 * k] for k in range(5)))) for r in (1, 10, 100, 1000)},
    "tumbling": task(tumbling, 0.5, fine=2.5e-5),
    "a1_falls": task(a1, 0.2, fine=2.5e-5),
    "humanoid_falls": task(humanoid, 0.3, fine=1.25e-5),
    "biped_falls": task(biped, 0.3, fine=2.5e-5),
    "four_bar_falls": task(four_bar, 0.3, fine=2.5e-5),
    "wheels_driven": task(wheels, closed=driven_wheels, loads=[(0.4, {
        f"wheel {k}": {"torque": [0, share * wheel_limit, 0]} for k, share in enumerate(torques)})]),
    "leg_dragged": task(lambda: dragged_leg(1), closed=dragged(1), loads=[(0.5, {"carriage": {"force": [leg.load, 0, 0]}})]),
    "leg_pushed": task(lambda: dragged_leg(-1), closed=dragged(-1), loads=[(0.5, {"carriage": {"force": [leg.load, 0, 0]}})]),
    "edge_sticks": task(lambda: edge(0.9), 0.15, fine=2e-6),
    "edge_slips": task(lambda: edge(0.1), 0.15, fine=2e-6),
    "grasp": task(grasp, closed=stands([0, 0, 0.5], [-0.06, 0, 0.5], [0.06, 0, 0.5]),
                  loads=[(1, {"left": {"force": [squeeze, 0, 0]}, "right": {"force": [-squeeze, 0, 0]}})]),
}


def distance(a, b):
    """Of two series of states, at each time [m]."""
    a, b = (np.concatenate([p[..., None, :3], p[..., None, :3] + 0.1 * np.swapaxes(rotation(p[..., 3:]), -1, -2)], axis=-2)
            for p in (a, b))
    return np.linalg.norm(a - b, axis=-1).max(axis=(1, 2))
