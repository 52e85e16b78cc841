"""Joints as arrays: positions, velocities, efforts, and the matrices of their trees."""

import copy
import warnings

import numpy as np
import orthant
import pytest
from scenes import arm, floor, pendulum


def turning(**joint):
    """A wheel without gravity that turns twice a second."""
    return {"scene": {"gravity": [0, 0, 0], "bodies": [
        {"name": "wheel", "mass": 1, "inertia": [0.1, 0.1, 0.1], "angular_velocity": [0, 0, 4 * np.pi]}],
        "joints": [{"name": "axle", "type": "hinge", "b": "wheel", "point": [0, 0, 0],
                    "axis": [0, 0, 1], **joint}]}, "step": 0.01, "steps": 5}


def floating(**more):
    """A body that floats, with a ball joint and a slider; no gravity."""
    bodies = [{"name": name, "mass": 1 + k, "inertia": [0.1, 0.2, 0.25], "position": [k, 0, 1]}
              for k, name in enumerate(("base", "head", "tail"))]
    joints = [{"name": "neck", "type": "ball", "a": "base", "b": "head", "point": [0.5, 0, 1]},
              {"name": "rail", "type": "slider", "a": "base", "b": "tail", "point": [1, 0, 1],
               "axis": [1, 0, 0], "limits": {"lower": -1, "upper": 2}}]
    return {"scene": {"gravity": [0, 0, 0], "bodies": bodies, "joints": joints}, "step": 0.01,
            "steps": 5, **more}


def test_names_and_shapes():
    sim = orthant.Simulation(floating(worlds=3))
    assert sim.joint_names == ["neck.x", "neck.y", "neck.z", "rail"]
    assert sim.velocity_names[:7] == [f"base.{k}" for k in ("x", "y", "z", "rx", "ry", "rz")] + ["neck.x"]
    assert sim.joint_positions.shape == sim.joint_velocities.shape == sim.joint_efforts.shape == (3, 4)
    assert np.array_equal(sim.joint_limits[2, 3], [-1, 2]) and np.isinf(sim.joint_limits[0, 0]).all()
    assert sim.mass_matrix().shape == (3, 10, 10) and sim.bias().shape == (3, 10)
    assert sim.jacobian("head").shape == (3, 6, 10) and sim.loop_joints == []


def test_turns_are_counted_by_steps_and_given_by_a_start():
    sim = orthant.Simulation(turning(motor={"type": "velocity", "target": 4 * np.pi}))
    sim.step(100)
    turn = 2 * np.arctan(0.02 * np.pi)  # of a step, by the Cayley map
    assert sim.joint_positions[0, 0] == pytest.approx(100 * turn, rel=1e-9)
    other = orthant.Simulation(turning(motor={"type": "velocity", "target": 4 * np.pi}))
    other.restore(sim.snapshot())
    assert np.array_equal(other.joint_positions, sim.joint_positions)
    sim.set_state(sim.poses, sim.twists)
    assert abs(sim.joint_positions[0, 0]) < np.pi


@pytest.mark.parametrize("worlds", [None, [0]])
def test_a_turned_start_is_that_of_the_laws_too(worlds):
    """A spring to the third turn is at rest there, and a limit beyond it does not act."""
    sim = orthant.Simulation(turning(spring={"stiffness": 3, "rest": 6 * np.pi},
                                     limits={"upper": 8 * np.pi}))
    sim.step(2)
    sim.set_joint_state([6 * np.pi], [0], worlds=worlds)
    assert sim.joint_positions[0, 0] == pytest.approx(6 * np.pi)
    kept = sim.snapshot()
    sim.step(20)
    assert sim.joint_positions[0, 0] == pytest.approx(6 * np.pi, abs=1e-9)
    assert sim.measures["elastic_J"][0] == pytest.approx(0, abs=1e-9)
    other = orthant.Simulation(turning(spring={"stiffness": 3, "rest": 6 * np.pi},
                                       limits={"upper": 8 * np.pi}))
    other.restore(kept)
    other.step(20)
    assert np.array_equal(other.poses, sim.poses)


def test_a_state_is_set_by_names_and_bases():
    sim = orthant.Simulation(floating(worlds=2))
    half = [np.cos(0.3), 0, np.sin(0.3), 0]
    sim.set_joint_state({"rail": [0.2, 0.4], "neck.z": 0.5}, {"rail": 1.5},
                        bases={"base": [0.1, 0.2, 3, *half]}, base_twists={"base": [0, 0, 1, 0, 0.5, 0]})
    assert np.allclose(sim.joint_positions, [[0, 0, 0.5, 0.2], [0, 0, 0.5, 0.4]], atol=1e-12)
    assert np.allclose(sim.joint_velocities[:, 3], 1.5)
    assert np.allclose(sim.poses[:, 0], [0.1, 0.2, 3, *half])
    assert np.allclose(sim.twists[:, 0], [0, 0, 1, 0, 0.5, 0])
    assert sim.joint("rail").position.tolist() == sim.joint_positions[:, 3].tolist()
    before = sim.joint_positions
    sim.step()
    assert sim.report.solved
    assert np.allclose(sim.joint_positions[:, 3] - before[:, 3], 0.015, atol=2e-3)


def test_efforts_of_inverse_dynamics_hold_a_pose():
    sim = orthant.Simulation(arm(worlds=2))
    sim.set_joint_state([[0.5, -1.0], [2.0, 20.0]], 0)
    hold = sim.inverse_dynamics()
    assert np.array_equal(hold, sim.bias())
    sim.gains[:, 0] = [1e-6, 5]  # hardly a spring: the effort alone holds
    sim.targets[:, 0] = [0.5, 2.0]
    sim.targets[:, 1] = hold[:, 1]
    sim.efforts[:, 0] = hold[:, 0]
    sim.step(100)
    assert np.allclose(sim.joint_positions, [[0.5, -1.0], [2.0, 20.0]], atol=1e-7)
    assert np.allclose(sim.joint_efforts, hold, atol=1e-6)
    assert np.allclose(sim.accelerations(hold), 0, atol=1e-9)


def test_efforts_are_what_acts_along_a_joint():
    made = arm()
    made["scene"]["joints"][1].update(motor=None, spring={"stiffness": 4, "damping": 0.3, "rest": 0.2})
    sim = orthant.Simulation(made)
    sim.step(7)
    q, v = sim.joint_positions[0], sim.joint_velocities[0]
    assert np.allclose(sim.joint_efforts[0],
                       [50 * (0.3 - q[0]) - 5 * v[0], -4 * (q[1] - 0.2) - 0.3 * v[1]], atol=1e-9)
    reaction = sim.joint("elbow").reaction[0]
    assert reaction[4] == pytest.approx(sim.joint_efforts[0, 1], abs=1e-9)


def four_bar():
    links = {"left": [0, 0, 0.5], "top": [0.5, 0, 1], "right": [1, 0, 0.5]}
    bodies = [{"name": name, "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": place}
              for name, place in links.items()]
    ends = [(None, "left", [0, 0, 0]), ("left", "top", [0, 0, 1]), ("top", "right", [1, 0, 1]),
            (None, "right", [1, 0, 0])]
    joints = [{"name": f"pin{k}", "type": "hinge", "b": b, "point": point, "axis": [0, 1, 0],
               **({"a": a} if a else {})} for k, (a, b, point) in enumerate(ends)]
    return {"scene": {"bodies": bodies, "joints": joints}, "step": 0.01, "steps": 5}


def test_loops_are_listed_and_have_to_be_closed():
    sim = orthant.Simulation(four_bar())
    assert sim.loop_joints == ["pin2"] and sim.joint_names == ["pin0", "pin1", "pin3"]
    with pytest.raises(orthant.Error, match='joint "pin2", which closes a loop, is open by'):
        sim.set_joint_state([0.1, 0, 0])
    sim.set_joint_state([0.3, -0.3, 0.3])
    sim.step()
    assert sim.report.solved


def test_rates_of_a_loop_follow_or_are_refused():
    sim = orthant.Simulation(four_bar(), on_unsolved="raise")
    for worlds in (None, [0]):
        with pytest.raises(orthant.Error, match='velocities of world 0 at which joint "pin2", which closes a loop, opens by'):
            sim.set_joint_state([0.3, -0.3, 0.3], [1, 0, 0], worlds=worlds)
        sim.set_joint_state([0.3, -0.3, 0.3], {"pin0": 1}, worlds=worlds)  # a parallelogram
        assert np.allclose(sim.joint_velocities, [[1, -1, 1]], atol=1e-12)
    with pytest.raises(orthant.Error, match="which closes a loop, opens by .* without joints of the loop"):
        sim.set_joint_state(v={"pin0": 1, "pin1": 0})
    sim.set_joint_state([0.4, -0.4, 0.4])  # those that were there fit no more, and follow
    energy = sum(sim.measures[key][0] for key in ("kinetic_J", "potential_J"))
    sim.step(3)
    assert np.allclose(sim.joint_velocities[0] / sim.joint_velocities[0, 0], [1, -1, 1], atol=1e-6)
    assert sum(sim.measures[key][0] for key in ("kinetic_J", "potential_J")) == pytest.approx(energy, abs=0.05)


def coupled(*functions, more=(), **of_coupling):
    """Wheels on hinges along x without gravity, coupled by functions of their angles; start at 0."""
    body = {"mass": 1, "inertia": [0.1, 0.1, 0.1], "collide": False}
    bodies = [{"name": f"wheel{k}", "position": [k, 0, 0], **body} for k in range(len(functions))]
    joints = [{"type": "hinge", "name": f"j{k}", "b": f"wheel{k}", "point": [k, 0, 0], "axis": [0, 0, 1]}
              for k in range(len(functions))]
    joints.append({"type": "coupling", "name": "c", **of_coupling,
                   "of": [{"joint": f"j{k}", **f} for k, f in enumerate(functions)]})
    return {"scene": {"gravity": [0, 0, 0], "bodies": bodies, "joints": joints + list(more)},
            "step": 0.001, "steps": 1}


couplings = [({"ratio": 1}, {"ratio": -1}), ({"ratio": 2}, {"ratio": -0.5, "start": 0}),
             ({"ratio": 1}, {"table": [[-2, 1.5], [0, 0], [2, -4]]}),
             ({"ratio": 1}, {"sine": [0.4], "cosine": [0, 0.2]})]


@pytest.mark.parametrize("functions", couplings)
@pytest.mark.parametrize("integrator", ["implicit_euler", "bdf2", "generalised_alpha", "linearly_implicit"])
def test_what_is_coupled_follows_or_is_refused(functions, integrator):
    sim = orthant.Simulation(coupled(*functions), set={"integrator": integrator}, on_unsolved="raise")
    for worlds in (None, [0]):
        for found in ([0.3, 0.0], [0.0, 0.3]):
            with pytest.raises(orthant.Error, match='positions of world 0 at which joint "c", a coupling, is open by'):
                sim.set_joint_state(found, 0, worlds=worlds)
        with pytest.raises(orthant.Error, match='velocities of world 0 at which joint "c", a coupling, changes by'):
            sim.set_joint_state([0, 0], [1, 0], worlds=worlds)
        sim.set_joint_state({"j1": 0.3}, {"j1": 2.0}, worlds=worlds)
        q, v = sim.joint_positions[0], sim.joint_velocities[0]
        assert q[1] == pytest.approx(0.3) and abs(q[0]) > 0.05 and v[1] == pytest.approx(2)
        energy = sim.measures["kinetic_J"][0]
        sim.step(20)
        assert sim.measures["kinetic_J"][0] == pytest.approx(energy, rel=0.02)
        assert np.allclose(sim.joint_positions[0, 1], 0.34, atol=0.01)


def test_of_couplings_in_a_row_the_rest_follows():
    made = coupled({"ratio": 1}, {"ratio": -2}, {"ratio": 0})
    made["scene"]["joints"][3]["of"].pop()
    made["scene"]["joints"].append({"type": "coupling", "name": "d", "of": [
        {"joint": "j1", "ratio": 1}, {"joint": "j2", "ratio": 3}]})
    sim = orthant.Simulation(made)
    sim.set_joint_state({"j0": 1.2}, {"j2": 0.5})
    assert np.allclose(sim.joint_positions, [[1.2, 0.6, -0.2]], atol=1e-12)
    assert np.allclose(sim.joint_velocities, [[-3, -1.5, 0.5]], atol=1e-12)
    with pytest.raises(orthant.Error, match='joint "d", a coupling, is open by'):
        sim.set_joint_state({"j0": 1.2, "j2": 0})


def test_a_coupling_with_backlash_is_closed_within_it():
    sim = orthant.Simulation(coupled({"ratio": 1}, {"ratio": -1}, backlash=0.2), on_unsolved="raise")
    with pytest.raises(orthant.Error, match='joint "c", a coupling, is open by 0.19999'):
        sim.set_joint_state([0.3, 0], 0)
    sim.set_joint_state({"j0": 0.3}, {"j0": 1})
    assert np.allclose(sim.joint_positions, [[0.3, 0.2]]) and np.allclose(sim.joint_velocities, [[1, 0]])
    sim.set_joint_state({"j0": 0.05, "j1": 0}, 0)
    sim.step()
    assert np.allclose(sim.joint_positions, [[0.05, 0]], atol=1e-9)
    # where another coupling places j1, it only has to be within the backlash
    made = coupled({"ratio": 1}, {"ratio": -1}, {"ratio": 0}, backlash=0.2)
    made["scene"]["joints"][3]["of"].pop()
    made["scene"]["joints"].append({"type": "coupling", "name": "d", "of": [
        {"joint": "j1", "ratio": 1}, {"joint": "j2", "ratio": -1}]})
    sim = orthant.Simulation(made)
    sim.set_joint_state({"j0": 0.25, "j2": 0.3}, {"j0": 1, "j2": 2})
    assert np.allclose(sim.joint_positions, [[0.25, 0.3, 0.3]]) and np.allclose(sim.joint_velocities, [[1, 2, 2]])


def test_what_follows_a_coupling_is_found_beyond_its_turning_points():
    sim = orthant.Simulation(coupled({"polynomial": [1, 0, -1]}, {"ratio": -1}), on_unsolved="raise")
    sim.set_joint_state({"j1": 1}, 0)
    assert np.allclose(sim.joint_positions, [[-1.324717957244746, 1]])
    sim = orthant.Simulation(coupled({"polynomial": [0, 1]}, {"ratio": -1}))
    with pytest.raises(orthant.Error, match="a coupling, is open by 1, .* none was found for the joints that are left out"):
        sim.set_joint_state({"j1": -1}, 0)


@pytest.mark.parametrize("worlds", [None, [0]])
def test_a_start_outside_limits_is_a_doubt(worlds):
    made = turning(limits={"lower": -1, "upper": 1})
    sim = orthant.Simulation(made)
    with pytest.warns(orthant.DoubtWarning, match='starts at 1.3 rad, outside its limits, -1 to 1: they press it back'):
        sim.set_joint_state([1.3], 0, worlds=worlds)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sim.set_joint_state([1], 0, worlds=worlds)
        orthant.Simulation(made, set={"warnings": "ignore"}).set_joint_state([1.3], 0, worlds=worlds)
    with pytest.raises(orthant.Error, match='outside its limits, .* refused by "warnings": "error"'):
        orthant.Simulation(made, set={"warnings": "error"}).set_joint_state([1.3], 0, worlds=worlds)


def test_fingers_of_a_free_palm_follow():
    bodies = [{"name": name, "mass": 1, "inertia": [0.1, 0.2, 0.25], "position": [x, 0, 0]}
              for name, x in (("palm", 0), ("left", -1), ("right", 1))]
    joints = [{"name": name, "type": "slider", "a": "palm", "b": name, "point": [x, 0, 0], "axis": [-x, 0, 0]}
              for name, x in (("left", -1), ("right", 1))]
    joints.append({"name": "c", "type": "coupling", "of": [{"joint": "left", "ratio": 1}, {"joint": "right", "ratio": -2}]})
    sim = orthant.Simulation({"scene": {"gravity": [0, 0, 0], "bodies": bodies, "joints": joints}, "step": 0.001,
                              "steps": 1}, on_unsolved="raise")
    sim.set_joint_state({"left": 0.3}, {"right": 0.4})
    assert np.allclose(sim.joint_positions, [[0.3, 0.15]]) and np.allclose(sim.joint_velocities, [[0.8, 0.4]])
    with pytest.raises(orthant.Error, match='joint "c", a coupling, is open by'):
        sim.set_joint_state({"left": 0.3, "right": 0.3})
    M = sim.mass_matrix()[0]
    assert M.shape == (8, 8) and np.linalg.eigvalsh(M).min() > 0
    # the energy of the coupled rate, with the palm free to move: the velocities keep it
    energy = sim.measures["kinetic_J"][0]
    sim.step(50)
    assert sim.measures["kinetic_J"][0] == pytest.approx(energy, rel=1e-9)
    assert np.allclose(sim.joint_positions, [[0.34, 0.17]], atol=1e-9)


def test_a_prescribed_coupling_starts_where_its_target_is():
    made = coupled({"ratio": 1}, {"ratio": -1}, held=False,
                   motor={"type": "prescribed", "target": {"offset": 0.1, "rate": 2}})
    sim = orthant.Simulation(made, on_unsolved="ignore")
    sim.set_joint_state({"j0": 0}, time=0.5)
    assert np.allclose(sim.joint_positions, [[0, -1.1]]) and np.isclose(np.ptp(sim.joint_velocities), 2)


@pytest.mark.parametrize("worlds", [None, [0]])
def test_a_jump_after_a_new_start_is_not_solved(worlds):
    """A prescribed angle that starts elsewhere: as where the experiment starts so."""
    made = turning(motor={"type": "prescribed", "target": 0.2})
    sim = orthant.Simulation(made, on_unsolved="ignore")
    sim.set_joint_state([0], [0], worlds=worlds)
    sim.step()
    assert not sim.report.solved and sim.report.gains_energy == 1


def test_single_worlds_do_not_start_anew_with_a_history():
    sim = orthant.Simulation(arm(worlds=2), set={"integrator": "bdf2"})
    sim.step(3)
    sim.set_joint_state([0.2, -0.1], 0)
    new = sim.snapshot()
    sim.step(5)
    same = orthant.Simulation(arm(worlds=2), set={"integrator": "bdf2"})
    same.restore(new)
    same.step(5)
    assert np.array_equal(sim.poses, same.poses)
    with pytest.raises(orthant.Error, match='worlds: found some of a batch with "bdf2"'):
        sim.set_joint_state([0.2, -0.1], 0, worlds=[1])


def test_a_gimbal_has_its_angles():
    made = pendulum()
    made["scene"]["joints"][0].update(type="gimbal", axis=[1, 0, 0], axis_b=[0, 1, 0])
    sim = orthant.Simulation(made)
    assert sim.joint_names == ["pin.angle_x", "pin.angle_y", "pin.angle_z"] and not sim.loop_joints
    assert sim.set_joint_state([7, 0.4, -9], [1, 2, -3]) is None
    assert np.allclose(sim.joint_positions, [[7, 0.4, -9]])
    assert np.allclose(sim.joint_velocities, [[1, 2, -3]])

    with pytest.raises(orthant.Error, match='found 1.7 of "pin.angle_y" in world 0, allowed: less than'):
        sim.set_joint_state({"pin.angle_y": 1.7})


def test_another_place_of_the_last_world_leaves_the_others_their_bits():
    made = arm(worlds=3)
    made["scene"]["bodies"][0]["mass"] = {"uniform": [1, 3]}
    sim, same = orthant.Simulation(made), orthant.Simulation(made)
    sim.step(10)
    same.step(10)
    sim.set_joint_state([[0.4, -0.2]], 0, worlds=[2])
    assert np.allclose(sim.joint_positions[2], [0.4, -0.2]) and sim.step_count == 10
    sim.step(20)
    same.step(20)
    assert np.array_equal(sim.poses[:2], same.poses[:2])
    assert not np.allclose(sim.poses[2], same.poses[2])


@pytest.mark.parametrize("call, words", [
    (lambda sim: sim.set_joint_state({"knee": 1}), 'q: found "knee", allowed: shoulder, elbow'),
    (lambda sim: sim.set_joint_state([1, 2, 3]), r"q: found an array of shape \(3,\), allowed: \(1, 2\)"),
    (lambda sim: sim.set_joint_state([1, np.nan]), "q: found nan"),
    (lambda sim: sim.set_joint_state([1, 2], worlds=[3]), "worlds: found 3, allowed: 0 to 0"),
    (lambda sim: sim.set_joint_state([1, 2], bases={"upper": np.zeros(7)}), "bases: found \"upper\", allowed: none"),
    (lambda sim: sim.joint("knee"), 'joint: found "knee", allowed: shoulder, elbow'),
    (lambda sim: sim.jacobian("hand"), 'body: found "hand", allowed: upper, lower'),
    (lambda sim: sim.inverse_dynamics([1]) and None, None),
    (lambda sim: sim.accelerations(np.zeros((2, 2))), "forces: found an array of shape")])
def test_what_is_wrong_is_refused(call, words):
    sim = orthant.Simulation(arm())
    if words is None:  # one number for all columns is one for each
        assert sim.inverse_dynamics([1]).shape == (1, 2)
        return
    with pytest.raises(orthant.Error, match=words):
        call(sim)


def test_gears_have_turns_that_trees_do_not_tell():
    wheels = [{"name": name, "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [x, 0, 0]}
              for name, x in (("a", 0), ("b", 1))]
    joints = [{"name": f"axle_{w['name']}", "type": "hinge", "b": w["name"], "point": w["position"],
               "axis": [0, 0, 1]} for w in wheels]
    joints.append({"name": "mesh", "type": "gear", "a": "a", "b": "b", "point_a": [0, 0, 0],
                   "point_b": [1, 0, 0], "axis": [0, 0, 1], "teeth_a": 10, "teeth_b": 10})
    sim = orthant.Simulation({"scene": {"bodies": wheels, "joints": joints}, "step": 0.01, "steps": 5})
    assert sim.loop_joints == ["mesh"]
    with pytest.raises(orthant.Error, match='joint "mesh", whose turns do not follow from the tree'):
        sim.set_joint_state([1, -1])


def test_a_body_beyond_a_fixed_one_hangs_on_the_world():
    made = copy.deepcopy(arm())
    made["scene"]["bodies"].append(dict(floor))
    made["scene"]["joints"][0]["a"] = "floor"
    sim = orthant.Simulation(made)
    assert sim.velocity_names == ["shoulder", "elbow"]


def test_a_run_writes_joints_by_name(tmp_path):
    made = turning(motor={"type": "velocity", "target": 4 * np.pi})
    made.update(steps=200, output={"joints": True, "trajectory_every": 50})
    orthant.run(made, tmp_path / "run")
    table = np.genfromtxt(tmp_path / "run" / "joints.csv", delimiter=",", names=True, dtype=None,
                          encoding="utf-8")
    assert table["joint"].tolist() == ["axle"] * 5 and table["step"].tolist() == [0, 50, 100, 150, 200]
    turn = 2 * np.arctan(0.02 * np.pi)
    assert np.allclose(table["position"], table["step"] * turn)
    assert np.allclose(table["velocity"], 4 * np.pi) and np.allclose(table["effort"], 0, atol=1e-9)
