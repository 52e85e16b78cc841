"""World-steps a second of robots whose motors follow random targets.

    PYTHONPATH=build/release/python python3 experiments/question_learning/speed.py robots|grounds|mujoco

Prints a table. Each number is of 40 steps of 8 worlds; times are of the processor.
"""

import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import orthant

here = Path(__file__).resolve().parent
data = Path(os.environ.get("ORTHANT_DATA", "missing")) / "robots"
bent = {f"{end}_{side}_{joint}": angle for end in ("front", "hind") for side in ("left", "right")
        for joint, angle in (("hip", 0.6), ("knee", -1.2))}
crouched = {f"{leg}_{joint}_joint": angle for leg in ("FL", "FR", "RL", "RR")
            for joint, angle in (("thigh", 0.6), ("calf", -1.2))}
robots = {  # file, joints at the start [rad], kp [N m/rad], kd [N m s/rad], half the range of targets [rad]
    "quadruped": (here.parent / "quadruped_stands/quadruped.urdf", bent, 60, 2, 0.3),
    "a1": (data / "a1_description/urdf/a1.urdf", crouched, 60, 2, 0.3),
    "bolt": (data / "bolt_description/robots/bolt.urdf", {}, 10, 0.3, 0.3),
    "finger": (data / "finger_edu_description/robots/finger_edu.urdf", {}, 5, 0.1, 0.5),
    "humanoid": (data / "mujoco/humanoid/humanoid.xml", {}, 100, 5, 0.3),
}
forms = {"default": {}, "`w_newton`": {"friction": "w_newton"}}
tolerances = {"default": {}, "1e-6": {"tolerance": 1e-6}, "1e-4": {"tolerance": 1e-4}}
grounds = {
    "half-space": {"type": "half_space"},
    "heightfield": {"type": "heightfield", "heights": [[0] * 9] * 9, "cell": [1, 1], "position": [-4, -4, 0]},
    "mesh": {"type": "mesh", "points": [[-4, -4, 0], [4, -4, 0], [4, 4, 0], [-4, 4, 0]],
             "triangles": [[0, 1, 2], [0, 2, 3]]},
}


def scene(robot, ground="half-space", height=1.0):
    file, joints, kp, kd, _ = robots[robot]
    model = {"type": "mjcf" if file.suffix == ".xml" else "urdf", "name": "robot", "file": str(file), "friction": 0.8,
             "lenient": True, "joint_positions": joints, "self_collision": False,
             "motors": {"*": {"type": "position", "kp": kp, "kd": kd}}}
    if file.suffix == ".xml":  # it stands on a floor of its own
        return {"assemblies": [model]}
    floor = {"name": "ground", "motion": "fixed", "friction": 0.8, "shapes": [grounds[ground]]}
    return {"bodies": [floor], "assemblies": [model | {"position": [0, 0, height]}]}


def standing(robot, ground):
    """The scene with the lowest part of the robot 1 mm above the ground."""
    sim = orthant.Simulation({"scene": scene(robot), "steps": 1, "step": 0.005})
    if "ground" not in sim.bodies:
        return scene(robot)
    parts = [body for body in sim.bodies if body != "ground"]
    return scene(robot, ground, 1.001 - min(sim.distance("ground", body)[0] for body in parts))


class Made:
    """What 40 steps of 8 worlds took."""

    def __init__(self, robot, ground="half-space", form="default", tolerance="default"):
        sim = orthant.Simulation({"scene": standing(robot, ground), "step": 0.005, "steps": 1, "worlds": 8,
                                  "solver": {"type": "cascade", **forms[form], **tolerances[tolerance]}}, on_unsolved="ignore")
        columns = [sim.joint_names.index(name) for name in sim.motors]
        middle, half = sim.joint_positions[:, columns], robots[robot][-1]
        draw = np.random.default_rng(1)
        spent, reports = 0, []
        for k in range(40):
            if k % 4 == 0:
                sim.targets[:] = middle + draw.uniform(-half, half, middle.shape)
            begun = time.process_time()
            reports.append(sim.step())
            spent += time.process_time() - begun
        self.rate = len(reports) * sim.worlds / spent
        self.iterations = np.mean([each.iterations for each in reports])
        self.systems = np.mean([each.linear_solves for each in reports])
        self.solved = np.mean([each.solved for each in reports])


def rows_of_robots():
    for robot in robots:
        for form in forms:
            made = [Made(robot, form=form, tolerance=tolerance) for tolerance in tolerances]
            yield (robot, form, *(f"{each.iterations:.1f}" for each in made), *(f"{100 * each.solved:.0f}" for each in made),
                   *(f"{each.rate:.0f}" for each in made))


def rows_of_grounds():
    for ground in grounds:
        made = Made("quadruped", ground=ground)
        yield ground, f"{made.iterations:.1f}", f"{made.systems:.1f}", f"{made.rate:.0f}"


def rows_beside_mujoco():
    """The humanoid: MuJoCo and Orthant in turn, three times each."""
    file, _, kp, kd, half = robots["humanoid"]
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "beside_mujoco"
        subprocess.run(["gcc", "-O2", "-o", program, here / "beside_mujoco.c", "-lmujoco"], check=True)
        theirs, ours = [], {tolerance: [] for tolerance in ("default", "1e-4")}
        for _ in range(3):
            out = subprocess.run([program, file, str(kp), str(kd), str(half)], check=True, capture_output=True, text=True)
            theirs.append([float(each) for each in out.stdout.split()])
            for tolerance, made in ours.items():
                made.append(Made("humanoid", tolerance=tolerance))
    rate, iterations, bad = np.median(theirs, axis=0)
    if bad:
        raise SystemExit("MuJoCo's state is not finite")
    yield "MuJoCo", "", f"{iterations:.1f}", "1.00"
    for tolerance, made in ours.items():
        yield "Orthant", tolerance, f"{made[0].iterations:.1f}", f"{np.median([each.rate for each in made]) / rate:.3f}"


def main():
    warnings.simplefilter("ignore")
    heads, rows = {
        "robots": (["robot", "friction", *(f"{what}, {tolerance}" for what in ("iterations", "solved [%]", "world-steps a second")
                                           for tolerance in tolerances)], rows_of_robots),
        "grounds": (["ground", "iterations", "linear systems", "world-steps a second"], rows_of_grounds),
        "mujoco": (["simulator", "tolerance [m/s]", "iterations", "speed"], rows_beside_mujoco),
    }[sys.argv[1]]
    print(f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", sep="\n")
    for row in rows():
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
