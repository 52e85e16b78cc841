"""Scenes whose steps are differentiated, and differences of their converged steps."""

import copy

import numpy as np
import orthant

h = 0.01


def floor(friction):
    return {"name": "floor", "motion": "fixed", "friction": friction,
            "shapes": [{"type": "half_space"}]}


def body(name, shape, position, rng, friction=0.5, spin=1.0, speed=(0, 0, -1), **more):
    out = {"name": name, "mass": float(rng.uniform(0.5, 2)), "friction": friction,
           "inertia": [float(x) for x in rng.uniform(0.8, 1.2, 3) * 0.01],
           "position": [float(x) for x in position], "shapes": [shape],
           "velocity": [float(x) for x in np.asarray(speed) + 0.1 * rng.normal(size=3)],
           "angular_velocity": [float(x) for x in spin * rng.normal(size=3)],
           "force": [float(x) for x in 5 * rng.normal(size=3)],
           "torque": [float(x) for x in 0.05 * rng.normal(size=3)]}
    return out | more


def quaternion(rng):
    q = rng.normal(size=4)
    return [float(x) for x in q / np.linalg.norm(q)]


def experiment(bodies, joints=(), matrices="start", **more):
    return {"scene": {"bodies": bodies, "joints": list(joints)}, "step": h, "steps": 1,
            "integrator": {"type": "implicit_euler", "matrices": matrices},
            "solver": {"type": "newton", "tolerance": 1e-13, "friction": "alart_curnier",
                       "linear": "dense_lu", "max_iterations": 200}} | more


sphere = {"type": "sphere", "radius": 0.1}
box = {"type": "box", "size": [0.2, 0.3, 0.4]}


def falling_box(rng):
    return experiment([body("box", box, [0, 0, 1], rng, spin=5)])


def sliding_ball(rng):
    return experiment([floor(0.3), body("ball", sphere, [0, 0, 0.1005], rng, 0.3,
                                        speed=(2, 0.5, -1))])


def sticking_ball(rng):
    return experiment([floor(5), body("ball", sphere, [0, 0, 0.1005], rng, 5, speed=(0.5, 0, -1))])


def corner(rng):
    out = body("box", box, [0, 0, 0], rng, 0.4, speed=(1, 0.3, -1), orientation=quaternion(rng))
    reach = lowest(out)
    out["position"][2] = reach + 0.001
    return experiment([floor(0.4), out])


def lowest(box_body):
    w, x, y, z = box_body["orientation"]
    R = np.array([[0, 0, 0], [0, 0, 0],
                  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    return float(np.abs(R[2]) @ (np.array(box["size"]) / 2))


def flat(rng):
    """Four corners that stick together: hyperstatic."""
    return experiment([floor(2), body("box", box, [0, 0, 0.2 + 1e-3], rng, 2, spin=0,
                                      speed=(0.05, 0, -1), velocity=[0, 0, -1.],
                                      force=[0.5, 0.2, 0.], torque=[0., 0., 0.])])


def two_balls(rng):
    return experiment([body("a", sphere, [0, 0, 0], rng, 0.3, speed=(0.5, 0, 1)),
                       body("b", sphere, [0.02, 0.03, 0.199], rng, 0.3, speed=(0, 0.3, -1))])


def ball_on_box(rng):
    return experiment([body("box", box, [0, 0, 0], rng, 0.3, spin=0.3, speed=(0, 0, 1)),
                       body("ball", sphere, [0.03, 0.05, 0.3005], rng, 0.3, speed=(0.7, 0.2, -1))])


def ball_on_edge(rng):
    """Beside the corner of a box, over its edge along y."""
    turned = [float(np.cos(np.pi / 8)), 0, float(np.sin(np.pi / 8)), 0]
    made = [body("box", box, [0, 0, 0], rng, 0.3, spin=0.2, speed=(0, 0, 1), orientation=turned),
            body("ball", sphere, [0, 0.03, 0], rng, 0.3, speed=(0.7, 0.2, -1))]
    edge = np.array([-np.cos(np.pi / 4) * 0.1 + np.sin(np.pi / 4) * 0.2, 0,
                     np.sin(np.pi / 4) * 0.1 + np.cos(np.pi / 4) * 0.2])
    made[1]["position"] = [float(x) for x in edge + [0.01, 0.03, 0.1]]
    return experiment(made)


def ellipsoid(rng):
    shape = {"type": "ellipsoid", "half_axes": [0.1, 0.15, 0.2]}
    out = body("egg", shape, [0, 0, 0], rng, 0.3, speed=(1, 0.4, -1), orientation=quaternion(rng))
    w, x, y, z = out["orientation"]
    row = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])
    out["position"][2] = float(np.linalg.norm(row * shape["half_axes"])) + 5e-4
    return experiment([floor(0.3), out])


def two_ellipsoids(rng):
    shape = {"type": "ellipsoid", "half_axes": [0.1, 0.15, 0.2]}
    return experiment([body("a", shape, [0, 0, 0], rng, 0.3, speed=(0.3, 0, 1)),
                       body("b", shape, [0.02, 0.03, 0.399], rng, 0.3, speed=(0, 0.3, -1))])


def anisotropic(rng):
    made = sliding_ball(rng)
    for each in made["scene"]["bodies"]:
        each["friction"] = {"along": 0.4, "across": 0.2, "direction": [1, 0.3, 0]}
    return made


def tilted(rng):
    """Anisotropic friction of a ball on a floor that has none, along a direction out of the plane of
    contact."""
    made = sliding_ball(rng)
    made["scene"]["bodies"][1]["friction"] = {"along": 0.4, "across": 0.2,
                                              "direction": [1, 0.3, 0.8]}
    return made


def edges(rng):
    """An edge of one box on an edge of another, across."""
    a = body("a", box, [0, 0, 0], rng, 0.2, spin=0.1, speed=(0, 0, 1),
             orientation=[float(np.cos(np.pi / 8)), 0, float(np.sin(np.pi / 8)), 0])
    b = body("b", box, [0.01, 0.02, 0], rng, 0.2, spin=0.1, speed=(1, 0.4, -1),
             orientation=[float(np.cos(np.pi / 8)), float(np.sin(np.pi / 8)), 0, 0])
    a["position"] = [0, 0, -float(0.3 / np.sqrt(2))]
    b["position"][2] = float(0.35 / np.sqrt(2)) + 0.001
    return experiment([a, b])


def capsule(rng):
    return experiment([floor(0.3), body("rod", {"type": "capsule", "radius": 0.05, "length": 0.3},
                                        [0, 0, 0.0505], rng, 0.3, spin=0.3, speed=(1, 0.5, -1),
                                        orientation=[float(np.sqrt(0.5)), 0, float(np.sqrt(0.5)), 0])])


cylinder = {"type": "cylinder", "radius": 0.1, "length": 0.3}
plate = {"type": "box", "size": [0.6, 0.5, 0.2]}


def turned_a_little(rng, about, by):
    q = np.array(about) + by * rng.normal(size=4)
    return [float(x) for x in q / np.linalg.norm(q)]


def lifted(made):
    """The last body is led up until it overlaps nothing. Where Newton's method stalls another goes
    on."""
    others = [{"type": name, "tolerance": 1e-13} for name in ("proximal_newton", "hybrid")]
    made["solver"] = {"type": "sequence", "solvers": [made["solver"], *others]}
    while True:
        try:
            orthant.Simulation(made)
            return made
        except orthant.Error as refusal:
            if "overlapping" not in str(refusal):
                raise
        made["scene"]["bodies"][-1]["position"][2] += 0.001


def on_plate(rng, shape, position, orientation):
    return lifted(experiment([
        body("plate", plate, [0, 0, 0], rng, 0.3, spin=0.1, speed=(0, 0, 0.5),
             orientation=turned_a_little(rng, [1, 0, 0, 0], 0.02)),
        body("upper", shape, position, rng, 0.3, spin=0.1, speed=(0.6, 0.3, -1.5),
             orientation=orientation)]))


lying = [np.sqrt(0.5), 0, np.sqrt(0.5), 0]


def crossing_faces(rng):
    """Faces that overlap in part: contact points where their edges cross."""
    a = rng.uniform(0, np.pi)
    return on_plate(rng, {"type": "box", "size": [0.4, 0.5, 0.3]}, [0.2, 0.15, 0.25],
                    turned_a_little(rng, [np.cos(a), 0, 0, np.sin(a)], 0.02))


def tilted_cylinder(rng):
    """On its rim."""
    return lifted(experiment([floor(0.3), body("can", cylinder, [0, 0, 0.1], rng, 0.3, spin=0.5,
                                               speed=(1, 0.3, -1), orientation=quaternion(rng))]))


def rolling_cylinder(rng):
    return lifted(experiment([floor(0.3), body(
        "can", cylinder, [0, 0, 0.1], rng, 0.3, spin=0.5, speed=(1, 0.3, -1),
        orientation=turned_a_little(rng, lying, 0.003))]))


def cylinder_on_box(rng):
    return on_plate(rng, cylinder, [0.1, 0.1, 0.2], turned_a_little(rng, lying, 0.02))


def capsule_on_edges(rng):
    return on_plate(rng, {"type": "capsule", "radius": 0.05, "length": 0.8}, [0.02, 0.02, 0.15],
                    turned_a_little(rng, lying, 0.02))


def spinning(rng):
    surface = {"friction": 0.3, "torsional_friction": 0.01, "rolling_friction": 0.005}
    ball = body("ball", sphere, [0, 0, 0.1005], rng, speed=(1, 0.5, -1), spin=10) | surface
    return experiment([floor(0.3) | surface, ball])


def chain(rng, kind="ball", matrices="start", **more):
    joints = []
    bodies = []
    for k in range(3):
        bodies.append(body(f"b{k}", box, [0.4 * k, 0, 0], rng, spin=2, speed=(0, 0, 0),
                           collide=False))
        joint = {"type": kind, "b": f"b{k}", "point": [0.4 * k - 0.2, 0, 0]} | more
        if kind == "distance":
            joint.pop("point")
            joint |= {"point_a": [0.4 * k - 0.2, 0.1, 0], "point_b": [0.4 * k, 0, 0.1]}
        if kind in ("hinge", "slider", "cylindrical", "universal", "gimbal", "cross_slide", "cartesian", "planar",
                    "point_on_line", "point_on_plane"):
            joint["axis"] = [0, 1, 0]
        if kind in ("universal", "gimbal", "cross_slide", "cartesian"):
            joint["axis_b"] = [0, 0, 1]
        if k:
            joint["a"] = f"b{k - 1}"
        joints.append(joint)
    return experiment(bodies, joints, matrices)


def hanging_ball(rng):
    """A joint and a contact at once."""
    ball = body("ball", sphere, [0, 0, 0.1004], rng, 0.3, speed=(1, 0.2, -1))
    return experiment([floor(0.3), ball],
                      [{"type": "distance", "b": "ball", "point_a": [0.2, 0, 1],
                        "point_b": [0, 0.05, 0.15]}])


def bouncing(scene, rng, e=0.6):
    made = scene(rng)
    made["scene"]["bodies"][-1]["restitution"] = e  # the larger of two counts
    return made


def whirling_corner(rng):
    """It strikes, and where the step ends its old velocity would part it already."""
    while True:
        made = bouncing(corner, rng)
        made["scene"]["bodies"][1]["angular_velocity"] = [float(x) for x in 12 * rng.normal(size=3)]
        sim = orthant.Simulation(made, on_unsolved="ignore")
        before = sim.twists[0, 1]
        sim.step()
        if len(sim.contacts) and sim.contacts["local_impulse"][0, 0] > 0:
            arm = sim.contacts["point"][0] - sim.poses[0, 1, :3]
            if before[2] + np.cross(before[3:], arm)[2] > 0.05:
                return made


def sunk(scene, rng, **surface):
    """The last body lies in the one below, and both give."""
    made = scene(rng)
    made["scene"]["contact"] = {"overlap_tolerance": 0.02}
    for each in made["scene"]["bodies"]:
        each |= surface
    made["scene"]["bodies"][-1]["position"][2] -= 0.006
    return made


def between_velocities(scene, rng):
    made = scene(rng)
    made["scene"]["contact"] = {"level": "velocity"}
    return made


def falling_friction(rng):
    made = sliding_ball(rng)
    for each in made["scene"]["bodies"]:
        each["friction"] = {"static": 0.5, "kinetic": 0.3, "stribeck_speed": 0.7}
    return made


def loaded(rng):
    made = sliding_ball(rng)
    made["scene"]["loads"] = [{"body": "ball", "force": [1, 0, 0]}]
    return made


def touching(scene, rng):
    """It lies on the floor to round-off when the step begins."""
    made = scene(rng)
    ball = made["scene"]["bodies"][1]
    ball["position"][2], ball["velocity"][2] = 0.1, 0.0
    return made


def moved(poses, tangent):
    """R' = exp(theta) R, to second order exactly enough for differences."""
    out = poses.copy()
    out[..., :3] += tangent[..., :3]
    theta = tangent[..., 3:]
    angle = np.linalg.norm(theta, axis=-1, keepdims=True)
    half = np.concatenate([np.cos(angle / 2), np.sinc(angle / 2 / np.pi) / 2 * theta], axis=-1)
    out[..., 3:] = times(half, poses[..., 3:])
    return out


def times(p, q):
    return np.concatenate([
        p[..., :1] * q[..., :1] - (p[..., 1:] * q[..., 1:]).sum(-1, keepdims=True),
        p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + np.cross(p[..., 1:], q[..., 1:])], -1)


def apart(one, other):
    """The tangent from one pose to another, for small ones."""
    conjugate = other[..., 3:] * [1, -1, -1, -1]
    turn = times(one[..., 3:], conjugate)
    return np.concatenate([one[..., :3] - other[..., :3], 2 * turn[..., 1:] * np.sign(turn[..., :1])],
                          -1)


def stepped(made, poses, twists, wrenches=0, masses=0, friction=0):
    made = copy.deepcopy(made)
    for k, each in enumerate(made["scene"]["bodies"]):
        if friction:
            each["friction"] = each["friction"] + float(friction)
        if each.get("motion") == "fixed":
            continue
        if np.ndim(wrenches):
            each["force"] = list(np.add(each["force"], wrenches[k, :3]))
            each["torque"] = list(np.add(each["torque"], wrenches[k, 3:]))
        if np.ndim(masses):
            each["mass"] += float(masses[k])
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate()
    sim.set_state(poses, twists, unturned=True)
    sim.step()
    return sim


def on_both_sides(made, direction, eps):
    """The simulations after steps from either side along a direction."""
    start = orthant.Simulation(made)
    poses, twists = start.poses, start.twists
    for sign in (1, -1):
        d = {name: sign * eps * value for name, value in direction.items()}
        yield stepped(made, moved(poses[0], d.pop("poses", np.zeros((poses.shape[1], 6))))[None],
                      (twists[0] + d.pop("twists", 0))[None], **d)


def differences(made, direction, eps):
    """Central differences of q+ and u+ along a direction."""
    ends = [(sim.poses[0], sim.twists[0]) for sim in on_both_sides(made, direction, eps)]
    return (apart(ends[0][0], ends[1][0]) / (2 * eps),
            (ends[0][1] - ends[1][1]) / (2 * eps))


def fine_differences(made, direction, eps=1e-5):
    """The same to fourth order."""
    rough, fine = (differences(made, direction, by) for by in (eps, eps / 2))
    return [(4 * b - a) / 3 for a, b in zip(rough, fine)]


def impulse_differences(made, direction, eps):
    """Central differences of normal impulses, and of the sizes of friction."""
    ends = []
    for sim in on_both_sides(made, direction, eps):
        impulse = sim.contacts["local_impulse"]
        ends.append((impulse[:, 0], np.linalg.norm(impulse[:, 1:], axis=1)))
    return [(one - other) / (2 * eps) for one, other in zip(*ends)]
