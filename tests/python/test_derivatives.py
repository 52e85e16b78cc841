"""Derivatives of steps beside central differences of steps that are solved to 1e-13."""

import derivative_scenes as scenes
import numpy as np
import orthant
import pytest

all_scenes = {
    "falling_box": scenes.falling_box, "sliding_ball": scenes.sliding_ball,
    "sticking_ball": scenes.sticking_ball, "corner": scenes.corner, "two_balls": scenes.two_balls,
    "ball_on_box": scenes.ball_on_box, "edges": scenes.edges, "capsule": scenes.capsule,
    "ball_on_edge": scenes.ball_on_edge, "ellipsoid": scenes.ellipsoid,
    "two_ellipsoids": scenes.two_ellipsoids, "anisotropic": scenes.anisotropic, "tilted": scenes.tilted,
    "spinning": scenes.spinning, "hanging_ball": scenes.hanging_ball, "chain": scenes.chain,
    **{kind: lambda rng, kind=kind: scenes.chain(rng, kind)
       for kind in ("hinge", "slider", "cylindrical", "fixed", "distance", "universal", "gimbal", "cross_slide", "cartesian",
                    "planar", "point_on_line", "point_on_plane")},
    **{name: lambda rng, more=more: scenes.chain(rng, "hinge", **more) for name, more in {
        "spring": {"spring": {"stiffness": 20, "damping": 0.1, "rest": 0.2}},
        "servo": {"motor": {"type": "position", "kp": 30, "kd": 0.5,
                            "target": {"amplitude": 0.5, "frequency": 1}}},
        "drive": {"motor": {"type": "velocity", "target": 3}},
        "weak_drive": {"motor": {"type": "velocity", "target": 3, "max_effort": 0.05}},
        **{name: {"motor": {"type": "position", "kp": 30, "kd": 0.5, "max_effort": most,
                            "target": {"amplitude": 0.5, "frequency": 1}}}
           for name, most in {"weak_servo": 0.05, "firm_servo": 50}.items()},
        "prescribed": {"motor": {"type": "prescribed", "target": {"rate": 1}}},
        "dry": {"friction": 0.02}, "stuck": {"friction": 50},
        "limits": {"limits": {"lower": -0.004, "upper": 0.004}},
        "soft_limits": {"limits": {"lower": -0.004, "upper": 0.004, "compliance": 1e-2,
                                   "damping": 1}}}.items()},
    "screw": lambda rng: scenes.chain(rng, "cylindrical", pitch=0.05),
    "soft": lambda rng: scenes.chain(rng, compliance=1e-4, damping=2.0),
    **{f"{law}_{name}": lambda rng, scene=scene, more=more: scenes.sunk(scene, rng, **more)
       for law, more in {"sprung": {"stiffness": 3000}, "damped": {"stiffness": 3000, "damping": 5},
                         "relaxing": {"compliance": 1e-4, "relaxation_time": 0.02}}.items()
       for name, scene in {"ball": scenes.sliding_ball, "edges": scenes.edges}.items()},
    "bouncing_ball": lambda rng: scenes.bouncing(scenes.sliding_ball, rng),
    "bouncing_corner": lambda rng: scenes.bouncing(scenes.corner, rng),
    "bouncing_balls": lambda rng: scenes.bouncing(scenes.two_balls, rng),
    "bouncing_spinning": lambda rng: scenes.bouncing(scenes.spinning, rng),
    "whirling_corner": scenes.whirling_corner,
    "velocity_ball": lambda rng: scenes.between_velocities(scenes.sliding_ball, rng),
    "velocity_edges": lambda rng: scenes.between_velocities(scenes.edges, rng),
    "falling_friction": scenes.falling_friction, "loaded": scenes.loaded,
    "velocity_joints": lambda rng: scenes.chain(rng, "hinge", level="velocity"),
    "curve": lambda rng: scenes.chain(rng, "hinge",
                                      spring={"force": [[-1, -2], [-0.1, -0.1], [1, 3]]}),
    "crossing_faces": scenes.crossing_faces, "tilted_cylinder": scenes.tilted_cylinder,
    "rolling_cylinder": scenes.rolling_cylinder, "cylinder_on_box": scenes.cylinder_on_box,
    "capsule_on_edges": scenes.capsule_on_edges,
    "pushed_joints": lambda rng: scenes.chain(rng, "hinge", motor={"type": "force", "value": 1}),
}


def direction(made, rng, names=("poses", "twists", "wrenches", "masses", "friction")):
    bodies = made["scene"]["bodies"]
    simple = not any(isinstance(each.get("friction"), dict) for each in bodies)  # one coefficient
    moves = np.array([each.get("motion") != "fixed" for each in bodies], dtype=float)
    out = {"poses": rng.normal(size=(len(bodies), 6)), "twists": rng.normal(size=(len(bodies), 6)),
           "wrenches": rng.normal(size=(len(bodies), 6)), "masses": rng.normal(size=len(bodies))}
    return {name: (value.T * moves).T for name, value in out.items() if name in names} | (
        {"friction": rng.normal()} if "friction" in names and simple else {})


def taken(made):
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.differentiate()
    sim.step()
    return sim.derivative()


def with_a_derivative(name, rng, **more):
    """A scene of that name, and the derivative of its step."""
    for _ in range(40):
        made = all_scenes[name](rng) | more
        try:
            return made, taken(made)
        except (orthant.Error, orthant.UnsolvedError):
            assert name in drawn_at_random
    raise AssertionError("none of 40 has a derivative")


def contacts_of(derivative, d):
    if "friction" not in d:
        return d
    return d | {"friction": np.full(derivative.contacts, d["friction"])}


def along(derivative, d):
    return derivative.forward(**contacts_of(derivative, d))


integrators = {"start": {"type": "implicit_euler", "matrices": "start"},
               "iterate": {"type": "implicit_euler", "matrices": "iterate"},
               "linearised": {"type": "semi_implicit_euler"},
               "moreau_jean": {"type": "moreau_jean"},
               "moreau_jean_end": {"type": "moreau_jean", "theta": 0.7, "matrices": "iterate"},
               "midpoint": {"type": "implicit_midpoint"}, "variational": {"type": "variational"}}
# Some meet within the step, some have several points that slip and share a load.
drawn_at_random = {"crossing_faces", "tilted_cylinder", "rolling_cylinder", "cylinder_on_box",
                   "capsule_on_edges"}
# In the second stage limits that are touched have a kink of their own; and a capsule that slides on
# its side overlaps after a step whose gaps are linear by so little that it is next to one.
without = {("variational", "limits"), ("linearised", "capsule")}
# Velocities half-way leave little to the stage of positions, and so it is close to its kink.
close_to_a_kink = {("variational", "velocity_edges")}


# A row of each kind with every scheme, and every scene with two.
rows = {"sliding_ball", "edges", "two_ellipsoids", "spinning", "bouncing_corner", "hinge", "soft", "spring",
        "weak_servo", "prescribed", "dry", "limits", "soft_limits", "curve", "pushed_joints", "sprung_ball",
        "damped_ball", "relaxing_edges"}


@pytest.mark.parametrize("integrator, name", [
    (integrator, name) for integrator in integrators for name in all_scenes
    if (name in rows or integrator in ("iterate", "variational")) and (integrator, name) not in without])
def test_forward_is_what_differences_say(name, integrator):
    rng = np.random.default_rng(7)
    width = 5e-8 if (integrator, name) in close_to_a_kink else 1e-5
    looked_at = 0
    for _ in range(20):
        made, derivative = with_a_derivative(name, rng, integrator=integrators[integrator])
        # Poses that move by 1e-5 m change gaps by 1e-3 m/s and more.
        if min([k.distance for k in derivative.kinks], default=1) < 3000 * width:
            continue
        looked_at += 1
        d = direction(made, rng)
        exact = along(derivative, d)
        for found, by in zip(exact, scenes.fine_differences(made, d, width)):
            error = np.abs(found - by).max() / max(1, np.abs(by).max())
            assert error < 1e-6, (error, found, by)
        if looked_at == 2:
            break
    assert looked_at > 0


@pytest.mark.parametrize("name", ["sliding_ball", "spinning"])
@pytest.mark.parametrize("integrator", ["moreau_jean", "moreau_jean_end", "midpoint"])
def test_a_contact_that_touches_has_the_derivative_towards_open(name, integrator):
    """Methods that move by a part of u- have a kink there: what goes down is left to the stage of
    positions, and what goes up is led back by the velocity."""
    made = all_scenes[name](np.random.default_rng(5)) | {"integrator": integrators[integrator]}
    sim = orthant.Simulation(made, on_unsolved="raise")
    sim.step(4)
    poses, twists = sim.poses, sim.twists
    sim.set_state(poses, twists)
    sim.differentiate()
    sim.step()
    derivative, base = sim.derivative(), (sim.poses[0], sim.twists[0])
    eps = 1e-6
    for du in ([0, 0, 1, 0, 0, 0], [1, 0.3, 0, 0.2, 0.5, 0.1]):
        d = np.zeros((2, 6))
        d[1] = du
        exact = derivative.forward(twists=d)
        sim.set_state(poses, twists + eps * d)
        sim.step()
        assert scenes.apart(sim.poses[0], base[0]) / eps == pytest.approx(exact[0], abs=2e-5)
        assert (sim.twists[0] - base[1]) / eps == pytest.approx(exact[1], abs=2e-5)
    theta = integrators[integrator].get("theta", 0.5)
    up = derivative.forward(twists=np.array([np.zeros(6), [0, 0, 1, 0, 0, 0]]))[1]
    assert up[1, 2] == pytest.approx(-(1 - theta) / theta, rel=1e-6)


@pytest.mark.parametrize("gap", [-2e-6, 2e-6])
@pytest.mark.parametrize("integrator", ["midpoint", "variational"])
def test_a_bounce_beside_the_gap_that_it_does_not_close(gap, integrator):
    """Of a mean velocity w the law of impact is J w >= min((1 - e)/2 |J u-|, c/h), whose second part
    ends 2 um from here."""
    made = scenes.sliding_ball(np.random.default_rng(1))
    ball = made["scene"]["bodies"][1]
    ball |= {"position": [0, 0, 0.1 + 0.5 * 0.4 * scenes.h + gap], "velocity": [0.5, 0, -1],
             "angular_velocity": [0, 0, 0], "restitution": 0.6}
    made["integrator"] = integrators[integrator]
    derivative = taken(made)
    d = {"poses": np.array([[0.] * 6, [0, 0, 1, 0, 0, 0]])}
    exact = along(derivative, d)
    by = scenes.differences(made, d, 2e-7)
    for part in range(2):
        assert exact[part] == pytest.approx(by[part], abs=1e-6 * max(1, np.abs(by[part]).max()))


@pytest.mark.parametrize("name", all_scenes)
def test_adjoint_is_the_transpose_of_forward(name):
    rng = np.random.default_rng(3)
    made, derivative = with_a_derivative(name, rng)
    d = direction(made, rng)
    poses, twists = along(derivative, d)
    gradients = rng.normal(size=(2, *poses.shape))
    by_impulse = rng.normal(size=(derivative.contacts, 3))
    by = derivative.adjoint(poses=gradients[0], twists=gradients[1], impulses=by_impulse)
    there = (gradients[0] * poses).sum() + (gradients[1] * twists).sum()
    there += (by_impulse * derivative.impulses(**contacts_of(derivative, d))).sum()
    back = sum((getattr(by, key) * value).sum() for key, value in d.items())
    assert abs(there - back) <= 1e-10 * max(1, abs(there))


def test_corners_that_stick_together_have_unique_velocities():
    rng = np.random.default_rng(5)
    made = scenes.flat(rng)
    made["solver"] = {"type": "newton", "tolerance": 1e-13}
    derivative = taken(made)
    assert not derivative.unique_impulses
    with pytest.raises(orthant.Error, match="not unique"):
        derivative.impulses(twists=np.zeros((2, 6)))
    with pytest.raises(orthant.Error, match="not unique"):
        derivative.adjoint(poses=np.zeros((2, 6)), impulses=np.zeros((4, 3)))
    d = direction(made, rng, ["twists", "wrenches"])
    exact = along(derivative, d)
    by = scenes.differences(made, d, 1e-5)
    for part in range(2):
        assert exact[part] == pytest.approx(by[part], abs=1e-6)


@pytest.mark.parametrize("change, words", [
    ({"integrator": "bdf2"}, "one of bdf2, which is not covered"),
    ({"integrator": "linearly_implicit", "solver.linear": "saddle_point"}, "one of linearly_implicit, which"),
    ({"scene.contact": {"level": "velocity", "baumgarte": 0.5}}, "baumgarte"),
    ({"scene.contact": {"least_norm": 1e-8}}, "least_norm"),
    ({"scene.contact": {"creep_speed": 0.01}}, "creeps or yields"),
    ({"scene.contact": {"friction_softness": 0.1}}, "creeps or yields"),
    ({"solver": {"type": "newton", "friction": "associated"}}, "than Coulomb's"),
    ({"solver": {"type": "cascade", "friction": "polyhedral"}}, "than Coulomb's"),
    ({"scene.bodies.0.adhesion": 1}, "attract"),
])
def test_what_is_not_covered_is_refused(change, words):
    made = scenes.sliding_ball(np.random.default_rng(1))
    sim = orthant.Simulation(made, set=change, on_unsolved="ignore")
    with pytest.raises(orthant.Error, match=r"differentiate\(\) before a step"):
        sim.derivative()
    sim.differentiate()
    sim.step(2 if words == "attract" else 1)  # the ball lands in the first
    with pytest.raises(orthant.Error, match=words):
        sim.derivative()


def test_a_derivative_is_of_one_world_of_many():
    made = scenes.sliding_ball(np.random.default_rng(1))
    many = orthant.Simulation(made, set={"worlds": 200})
    many.differentiate()
    many.step()
    one = taken(made)
    d = np.random.default_rng(2).normal(size=(2, 6))
    for world in (0, 199):
        assert np.allclose(many.derivative(world).forward(twists=d)[1], one.forward(twists=d)[1])
    with pytest.raises(orthant.Error, match="0 to 199"):
        many.derivative(200)


def test_wrong_sizes_are_refused():
    derivative = taken(scenes.sliding_ball(np.random.default_rng(1)))
    for wrong in ({"poses": np.zeros((1, 6))}, {}, {"poses": np.zeros((2, 6)),
                                                    "masses": np.zeros((2, 3))}):
        with pytest.raises(orthant.Error, match="allowed"):
            derivative.forward(**wrong)
    with pytest.raises(orthant.Error, match="allowed"):
        derivative.adjoint()
    with pytest.raises(orthant.Error, match="impulses: found an array of shape"):
        derivative.adjoint(impulses=np.zeros((derivative.contacts, 2)))


def tipping(rng):
    """A box on three feet lands on a table on three feet, which tips: two pairs of contacts stick
    and share a load, and their rows agree only while those contacts are closed."""
    def feet(width, depth, z):
        return [{"type": "sphere", "radius": 0.04, "position": [x, y, z]}
                for x, y in ((0, depth), (-width, -depth / 2), (width, -depth / 2))]

    def standing(name, mass, inertia, shapes, numbers):
        return {"name": name, "mass": mass, "inertia": inertia, "friction": 0.5, "shapes": shapes,
                "position": numbers[:3], "orientation": numbers[3:7], "velocity": numbers[7:10],
                "angular_velocity": numbers[10:]}
    top = {"type": "box", "size": [0.4, 0.4, 0.2], "position": [0, 0, 0.05]}
    table = standing("table", 4, [0.06, 0.06, 0.08], [top, *feet(0.16 * 0.75**0.5, 0.16, -0.11)], [
        1.2019520755440305, 0.3011270309792673, 0.1511862151692015, 0.9999719404347946,
        -0.003745608858518455, 0.006487584862688978, -9.647488775359385e-10, 0.09500761647456613,
        0.05485267270058474, 0.057102363665519955, -0.3635017695912099, 0.6296035363975652, 0])
    box = standing("box", 1, [0.004] * 3, feet(0.08 * 0.75**0.5, 0.08, -0.06), [
        1.3147595432065446, 0.3840747634986556, 0.2792756495626515, -0.00849088273413578,
        -0.4979159813536911, 0.8671837061294908, -1.5700543048777823e-05, 0.18048592145288528,
        0.10364412866350425, -0.0646671035667931, -0.23551038510127817, 0.40525689359559797,
        0.005713909171656753])
    return scenes.experiment([scenes.floor(0.5), table, box]) | {
        "step": 0.005, "solver": {"type": "cascade", "tolerance": 1e-12}, "integrator": "implicit_euler"}


def test_contacts_that_stick_together_have_a_derivative_where_they_stay_closed():
    rng = np.random.default_rng(3)
    made = tipping(rng)
    derivative = taken(made)
    assert [k.state for k in derivative.kinks].count("slips") == 1
    d = {"twists": rng.normal(size=(3, 6)) * [[0], [1], [1]]}
    _, twists = along(derivative, d)
    eps, ends = 1e-6, []
    for sign in (1, -1):
        sim = orthant.Simulation(made, on_unsolved="raise")
        sim.set_state(sim.poses, sim.twists + sign * eps * d["twists"])
        sim.step()
        ends.append(sim.twists[0])
    assert twists == pytest.approx((ends[0] - ends[1]) / (2 * eps), abs=2e-5)


@pytest.mark.parametrize("integrator", ["midpoint", "variational"])
@pytest.mark.parametrize("kind", ["chain", "balls", "geared"])
def test_bodies_that_are_far_from_each_other_are_differenced_at_once(kind, integrator):
    """A chain of seven links, seven balls on a floor, and seven pendulums of which a gear couples the
    first and the last."""
    rng = np.random.default_rng(4)
    if kind == "balls":
        made = scenes.experiment([scenes.floor(0.3)] + [
            scenes.body(f"b{k}", scenes.sphere, [0.5 * k, 0, 0.1004], rng, 0.3, speed=(1, 0.5, -1))
            for k in range(7)])
    else:
        links = [scenes.body(f"b{k}", scenes.box, [0.4 * k, 0, 0], rng, spin=2, speed=(0, 0, 0),
                             collide=False) for k in range(7)]
        joints = [{"type": "hinge", "name": f"j{k}", "b": f"b{k}", "point": [0.4 * k - 0.2, 0, 0],
                   "axis": [0, 1, 0]} | ({"a": f"b{k - 1}"} if k and kind == "chain" else {})
                  for k in range(7)]
        if kind == "geared":
            joints.append({"type": "coupling", "of": [{"joint": "j0", "ratio": 1},
                                                      {"joint": "j6", "ratio": 0.7}]})
        made = scenes.experiment(links, joints)
    made["integrator"] = integrators[integrator]
    derivative = taken(made)
    d = direction(made, rng, ["poses", "twists", "wrenches", "masses"])
    exact = along(derivative, d)
    for found, by in zip(exact, scenes.fine_differences(made, d)):
        assert np.abs(found - by).max() < 1e-6 * max(1, np.abs(by).max())


@pytest.mark.parametrize("seed", [142, 880])
def test_steps_are_the_same_to_the_bit_where_they_are_differentiated(seed):
    """A pile of cylinders, one step of which is made with linear gaps."""
    rng = np.random.default_rng(seed)
    bodies = [{"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}],
               "friction": 0.5}]
    for k in range(9):
        q = rng.normal(size=4)
        bodies.append({"name": f"c{k}", "mass": 1, "inertia": [0.004, 0.004, 0.003],
                       "friction": 0.5, "orientation": [float(x) for x in q / np.linalg.norm(q)],
                       "position": [*(float(x) for x in 0.15 * rng.normal(size=2)), 0.3 + 0.25 * k],
                       "shapes": [{"type": "cylinder", "radius": 0.08, "length": 0.2}]})
    made = {"step": 0.005, "steps": 100, "scene": {"gravity": [0, 0, -9.81], "bodies": bodies}}
    one, other = (orthant.Simulation(made, on_unsolved="ignore") for _ in range(2))
    other.differentiate()
    with_linear_gaps = 0
    for _ in range(100):
        one.step()
        other.step()
        assert one.report.solved == other.report.solved
        np.testing.assert_array_equal(one.poses, other.poses)
        if "linear_gaps" in other.report.solved_by:
            with_linear_gaps += 1
            with pytest.raises(orthant.Error, match="linear gaps"):
                other.derivative()
    assert with_linear_gaps
