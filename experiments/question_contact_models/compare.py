"""Tasks on which contact models are compared, by Orthant and by other simulators.

    export PYTHONPATH=build/release/python PATH=$PWD/build/release/bin:$PATH
    python3 experiments/question_contact_models/compare.py                 the tables of the page
    python3 experiments/question_contact_models/compare.py edge_sticks     errors of these tasks, by Orthant alone
    python3 experiments/question_contact_models/compare.py --write [TASK]  the files of the folder `reference`

A task is a scene, in `reference/TASK.json`, with loads that stay the same for some time, and then others.
A distance of two states is the largest, over all bodies, of the centre of mass and of points 0.1 m from it
along the body's axes.
"""

import csv
import json
import math
import subprocess
import sys
import warnings
from types import SimpleNamespace

import numpy as np
import orthant
from tasks import distance, dragged, here, tasks, torques

simulators = {"orthant": {}, "orthant, variational": {"integrator": {"type": "variational"}},
              **{name: {"backend": {"type": name}} for name in ("bullet", "dart", "jolt", "mujoco", "ode", "siconos")}}
others = {f"{name}, {title}": {"backend": {"type": name, **settings}} for name, title, settings in (
    ("bullet", "nncg", {"solver": "nncg"}), ("bullet", "dantzig", {"solver": "dantzig"}),
    ("bullet", "one direction", {"two_directions": False}), ("dart", "pgs", {"solver": "pgs"}),
    ("jolt", "20 sweeps", {"velocity_iterations": 20, "position_iterations": 5}),
    ("mujoco", "pyramidal", {"cone": "pyramidal"}), ("mujoco", "noslip", {"noslip_iterations": 20}),
    ("mujoco", "friction as stiff as normal", {"friction_impedance": 1}), ("mujoco", "contacts of 10 steps", {"time_constant": 10}),
    ("mujoco", "Runge-Kutta", {"integrator": "rk4"}), ("ode", "direct", {"solver": "direct"}), ("siconos", "theta 1", {"theta": 1}))}
sample, step = 0.01, 0.005

# Runs.


def scene_of(name):
    """From the reference; of the A1, whose model has a licence of its own, from the model."""
    file = here / "reference" / f"{name}.json"
    return json.loads(file.read_text())["scene"] if file.exists() else tasks[name].scene()


def run(name, simulator="orthant", h=step):
    """States every 10 ms, with the first; the largest overlap [m], opening of a joint [m] and rise of the energy [J]."""
    scene, every = scene_of(name), round(sample / h)
    moves = [k for k, b in enumerate(scene["bodies"]) if b.get("motion") != "fixed"]
    out = SimpleNamespace(poses=[], twists=[], overlap=0.0, opening=0.0, gained=0.0, unsolved=0)
    last = None
    for duration, loads in tasks[name].loads:
        for body in (scene["bodies"][k] for k in moves):
            body.update({"force": [0, 0, 0], "torque": [0, 0, 0]} | loads.get(body["name"], {}))
        made = {"scene": scene, "step": h, "steps": 1, **{**simulators, **others}[simulator]}
        sim = orthant.Simulation(made, on_unsolved="ignore")
        if last:
            sim.set_state(*last)
        else:
            out.poses, out.twists = [sim.poses[0, moves]], [sim.twists[0, moves]]
        least = math.inf
        for k in range(round(duration / sample)):
            for _ in range(every if h > 1e-3 else 1):
                report = sim.step(1 if h > 1e-3 else every)
                out.unsolved += simulator.startswith("orthant") and not report.solved
                now = sim.measures
                energy = now["kinetic_J"][0] + now["potential_J"][0]
                least = min(least, energy)
                out.gained = max(out.gained, energy - least)
                out.overlap, out.opening = max(out.overlap, now["penetration_m"][0]), max(out.opening, now["joint_error_m"][0])
            out.poses.append(sim.poses[0, moves])
            out.twists.append(sim.twists[0, moves])
        last = sim.poses, sim.twists
    out.poses, out.twists = np.array(out.poses), np.array(out.twists)
    return out


# Errors of a run: r, beside the reference p.


def away(r, p):
    return distance(r.poses[-1:], p[-1:])[0]


def direction(r, p):
    a, b = (x[-1, 0, :2] - p[0, 0, :2] for x in (r.poses, p))
    return math.degrees(abs(math.atan2(a[0] * b[1] - a[1] * b[0], a @ b)))


def rises(r, p):
    return max(r.poses[:, 0, 2].max() - p[0, 0, 2], 0)


def creep(r, p):
    """Of the second half of the time."""
    half = len(r.poses) // 2
    way = r.poses[-1, 0, :3] - r.poses[half, 0, :3]
    return np.linalg.norm(way) / (sample * (len(r.poses) - 1 - half))


def slip(r, t=-1):
    return np.abs(r.twists[t, :, 4] * 0.1 - r.twists[t, :, 0])


def slips_from(r, p):
    """The least torque at which the slip grows in the second half of the time, by more than 10 mm/s."""
    return next((share for share, v in zip(torques, slip(r) - slip(r, len(r.poses) // 2)) if v > 0.01), math.inf)


def rolling_slip(r, p):
    return slip(r)[torques < 1].max()


def uncoupled(r, p):
    return away(r, np.array([dragged(-1, coupled=False)(0.5)]))


def gained(r, p):
    return r.gained


def overlap(r, p):
    return r.overlap


def opening(r, p):
    return r.opening


groups = {
    "load": [("held: creep [m/s]", "cube_held", creep), ("held: moved [m]", "cube_held", away),
             ("pulled: direction [°]", "cube_pulled", direction),
             ("pulled: rises [m]", "cube_pulled", rises),
             ("pulled: distance [m]", "cube_pulled", away), ("load turns: distance [m]", "cube_load_turns", away)],
    "stack": [(f"1 : {r}: {title}", f"stack_{r}", value) for r in (1, 10, 100, 1000)
              for title, value in (("overlap [m]", overlap), ("moved [m]", away))],
    "loop": [(f"{n}: {title}", f"{n.replace('-', '_')}_falls", value) for n in ("biped", "four-bar")
             for title, value in (("joints open [m]", opening), ("overlap [m]", overlap), ("energy gained [J]", gained),
                                  ("distance [m]", away))],
    "slip": [("wheels: slip from", "wheels_driven", slips_from), ("wheels: slip of rolling [m/s]", "wheels_driven", rolling_slip),
             ("wheels: distance [m]", "wheels_driven", away), ("leg dragged: distance [m]", "leg_dragged", away),
             ("leg pushed: distance [m]", "leg_pushed", away), ("to the motion by another N [m]", "leg_pushed", uncoupled)],
    "impact": [("edge sticks: distance [m]", "edge_sticks", away), ("energy gained [J]", "edge_sticks", gained),
               ("edge slips: distance [m]", "edge_slips", away), ("overlap [m]", "edge_slips", overlap),
               ("grasp: creep [m/s]", "grasp", creep), ("grasp: moved [m]", "grasp", away)],
}
halved = {"a body that tumbles": "tumbling", "A1": "a1_falls", "humanoid": "humanoid_falls"}
settled = [("held: moved [m]", "cube_held", away), ("grasp: moved [m]", "grasp", away), ("pulled: direction [°]", "cube_pulled", direction),
           ("load turns: distance [m]", "cube_load_turns", away), ("1 : 1000: moved [m]", "stack_1000", away),
           ("leg pushed: distance [m]", "leg_pushed", away), ("edge sticks: distance [m]", "edge_sticks", away),
           ("humanoid: distance [m]", "humanoid_falls", away)]
summary = [
    ("stick", "cube under 0.9 of its friction: creep [m/s]", "cube_held", creep), ("", "moved in 1 s [m]", "cube_held", away),
    ("", "cube in a grasp: moved in 1 s [m]", "grasp", away),
    ("slip", "cube pulled: direction [°]", "cube_pulled", direction), ("", "load that turns: distance [m]", "cube_load_turns", away),
    ("", "wheels slip from (1.01)", "wheels_driven", slips_from), ("", "leg dragged: distance [m]", "leg_dragged", away),
    ("", "leg pushed: distance [m]", "leg_pushed", away),
    ("rest", "stack, 1 : 1: overlap [m]", "stack_1", overlap), ("", "1 : 1000: moved [m]", "stack_1000", away),
    ("impact", "edge sticks: distance [m]", "edge_sticks", away), ("", "edge slips: distance [m]", "edge_slips", away),
    ("joints", "humanoid: joints open [m]", "humanoid_falls", opening), ("", "biped with loops: joints open [m]", "biped_falls", opening),
    ("motion", "body that tumbles: distance [m]", "tumbling", away), ("", "A1: distance [m]", "a1_falls", away),
    ("", "humanoid: distance [m]", "humanoid_falls", away), ("", "biped with loops: distance [m]", "biped_falls", away),
    ("energy", "humanoid: gained [J]", "humanoid_falls", gained),
]

# The reference.


def times(name):
    return np.arange(round(sum(t for t, _ in tasks[name].loads) / sample) + 1) * sample


def reference(name):
    """Poses (times, bodies that move, 7), and their error at each time [m]."""
    with open(here / "reference" / f"{name}.csv", newline="") as table:
        next(table)
        rows = [row for row in csv.reader(table)]
    rows = np.array([[float(x) for x in row[2:]] for row in rows]).reshape(len(times(name)), -1, 8)
    return rows[..., :7], rows[:, 0, 7]


def write(name):
    """The scene and the reference: in closed form, or of steps, whose error is the distance to that of twice the step."""
    this, scene = tasks[name], tasks[name].scene()
    loads = [{"duration_s": t, "loads": of} for t, of in this.loads]
    (here / "reference").mkdir(exist_ok=True)
    if name != "a1_falls":
        text = json.dumps({"loads": loads, "scene": scene}).replace('{"name"', '\n{"name"')
        (here / "reference" / f"{name}.json").write_text(text + "\n")
    if this.closed:
        poses, error = np.array([this.closed(t) for t in times(name)]), 0 * times(name)
    else:
        poses, other = (run(name, "orthant, variational", h).poses for h in (this.fine, 2 * this.fine))
        error = distance(poses, other)
    moves = [b["name"] for b in scene["bodies"] if b.get("motion") != "fixed"]
    with open(here / "reference" / f"{name}.csv", "w") as table:
        table.write("time_s,body,x_m,y_m,z_m,qw,qx,qy,qz,error_m\n")
        for t, state, e in zip(times(name), poses, error):
            for body, pose in zip(moves, state):
                table.write(f"{t:.2f},{body}," + ",".join(f"{x:.10g}" for x in np.where(abs(pose) < 1e-14, 0, pose)) + f",{e:.1e}\n")
    print(f"{name}: {error.max():.1e}", flush=True)


# Tables.


class Runs(dict):
    """Of (task, simulator, step): the run, or what the simulator says instead."""

    def __missing__(self, key):
        name, simulator, h = key
        try:
            made = run(name, simulator, h)
        except orthant.Error as error:
            made = str(error).replace("experiment/", "")
        self[key] = made
        return made


runs, said = Runs(), []


def cell(value, name, simulator):
    made = runs[name, simulator, step]
    if isinstance(made, str):
        if (simulator, made) not in said:
            said.append((simulator, made))
        return "no data" if "ORTHANT_DATA" in made else "lost" if "not finite" in made else "refused"
    if value is slips_from:
        return f"{value(made, None):g}"
    x = value(made, reference(name)[0])
    return f"{x:.1f}" if value is direction else "lost" if value is away and x > 100 else f"{x:.1e}" if x > 1e-12 else "0"


def table(head, rows):
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()


def halves(name, simulator):
    """Differences of the last states of steps of 10 and 5, 5 and 2.5, 2.5 and 1.25 ms, the order, and the error of 5 ms."""
    made = [runs[name, simulator, h] for h in (0.01, 0.005, 0.0025, 0.00125)]
    if any(isinstance(each, str) for each in made):
        return ["no data" if simulator.startswith("orthant") else "refused"] * 5
    d = [distance(a.poses[-1:], b.poses[-1:])[0] for a, b in zip(made, made[1:])]
    return [f"{x:.1e}" for x in d] + [f"{math.log2(d[0] / d[2]) / 2:.1f}", f"{away(made[1], reference(name)[0]):.1e}"]


def tables(here_are):
    table(["", "error", *here_are], ([kind, title, *(cell(value, name, s) for s in here_are)] for kind, title, name, value in summary))
    for group, columns in groups.items():
        table(["", *(title for title, _, _ in columns)],
              ([s, *(cell(value, name, s) for _, name, value in columns)] for s in here_are))
    table(["", "simulator", "10 and 5 ms [m]", "5 and 2.5", "2.5 and 1.25", "order", "to the reference [m]"],
          ([title if s == here_are[0] else "", s, *halves(name, s)] for title, name in halved.items() for s in here_are))
    table(["", *(title for title, _, _ in settled)], ([s, *(cell(value, name, s) for _, name, value in settled)]
                                                      for s in others if s.split(",")[0] in here_are))
    for simulator, words in said:
        print(f"{simulator}: {words}")
    print("steps of Orthant that are not solved:", sum(r.unsolved for r in runs.values() if not isinstance(r, str)))


def errors(name):
    """Of Orthant's default, at 5 and 2.5 ms, and the error of the reference [m]."""
    p, error = reference(name)
    made = [run(name, h=h) for h in (step, step / 2)]
    print(f"| {name} | " + " | ".join(f"{away(r, p):.1e}" for r in made) + f" | {error[-1]:.0e} |")


def main(words):
    warnings.simplefilter("ignore")
    if words[:1] == ["--write"]:
        for name in words[1:] or tasks:
            write(name)
    elif words:
        print("| task | 5 ms | 2.5 ms | reference |\n|---|---|---|---|")
        for name in words:
            errors(name)
    else:
        listed = subprocess.run([orthant.program(), "list"], capture_output=True, text=True).stdout
        tables([s for s in simulators if not any(f" {s} " in line and "not in this build" in line for line in listed.splitlines())])


if __name__ == "__main__":
    main(sys.argv[1:])
