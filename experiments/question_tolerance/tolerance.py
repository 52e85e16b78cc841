"""What the tolerance of a solver changes in a trajectory, and what it costs.

    PYTHONPATH=build/release/python python3 experiments/question_tolerance/tolerance.py

Prints a table: the largest distance of a body, after a quarter, a half and all of the time, from where it
is with a tolerance of 1e-12 m/s. The last line of a scene is of half the step.
"""

import time
import warnings
from pathlib import Path

import numpy as np
import orthant

scenes = Path(__file__).parents[1]
tolerances = [None, 1e-8, 1e-6, 1e-4, 1e-3]


def dominoes():
    body = {"mass": 0.05, "friction": 0.4, "shapes": [{"type": "box", "size": [0.03, 0.12, 0.24]}]}
    row = [dict(body, name=f"domino {k}", position=[0.1 * k, 0, 0.12]) for k in range(20)]
    row[0] |= {"angular_velocity": [0, 1.5, 0], "velocity": [0.18, 0, 0]}
    return {"assemblies": [{"type": "floor", "friction": 0.5}], "bodies": row}


def tumbling(seed=5):
    """Fifty cubes, spheres, capsules, cylinders and ellipsoids that fall onto a floor."""
    draw = np.random.default_rng(seed)
    shapes = [
        {"type": "box", "size": [0.1, 0.1, 0.1]},
        {"type": "sphere", "radius": 0.05},
        {"type": "capsule", "radius": 0.04, "length": 0.08},
        {"type": "cylinder", "radius": 0.05, "length": 0.1},
        {"type": "ellipsoid", "half_axes": [0.07, 0.05, 0.04]},
    ]
    bodies = []
    for k in range(50):
        q = draw.normal(size=4)
        bodies.append({
            "name": f"body {k}", "mass": 1, "friction": 0.4,
            "position": [(k % 3 - 1) * 0.19, (k // 3 % 3 - 1) * 0.19, 0.15 + 0.2 * (k // 9)],
            "orientation": (q / np.linalg.norm(q)).tolist(),
            "angular_velocity": draw.uniform(-3, 3, 3).tolist(), "shapes": [shapes[k % 5]],
        })
    return {"assemblies": [{"type": "floor", "friction": 0.4}], "bodies": bodies}


def spheres():
    return {"assemblies": [{"type": "sphere_pile", "columns": 5, "rows": 5, "layers": 4,
                            "radius": 0.1, "friction": 0.5}]}


def run(scene, tolerance, step, duration=1.0):
    """Positions after a quarter, a half and all of the time; unsolved, systems and time a step."""
    solver = {"type": "cascade"}
    if tolerance:
        solver["tolerance"] = tolerance
    sim = orthant.Simulation({"scene": scene, "step": step, "steps": 1, "solver": solver},
                             on_unsolved="ignore")
    steps = round(duration / step)
    unsolved, systems, seen, start = 0, 0, [], time.process_time()
    for k in range(1, steps + 1):
        report = sim.step()
        unsolved += not report.solved
        systems += report.linear_solves
        if k in (steps // 4, steps // 2, steps):
            seen.append(np.array(sim.poses[0][:, :3]))
    return seen, unsolved, systems / steps, (time.process_time() - start) / steps


def main():
    warnings.simplefilter("ignore")
    print("| scene | tolerance [m/s] | unsolved steps | linear systems a step | time | away after 0.25 s [m] "
          "| 0.5 s | 1 s |\n|---|---|---|---|---|---|---|---|")
    for name, scene in [("dominoes", dominoes()), ("a hundred spheres", spheres()),
                        ("fifty mixed shapes", tumbling())]:
        step = 0.005
        finest = run(scene, 1e-12, step)
        print(f"| {name} | 1e-12 | {finest[1]} | {finest[2]:.1f} | | | | |")
        base = None
        for tolerance in tolerances + ["half the step"]:
            half = tolerance == "half the step"
            now = run(scene, None if half else tolerance, step / 2 if half else step)
            base = base or now[3]
            away = " | ".join(f"{np.linalg.norm(a - b, axis=1).max():.0e}"
                              for a, b in zip(now[0], finest[0]))
            label = "default, half the step" if half else f"{tolerance:.0e}" if tolerance else "default"
            print(f"| | {label} | {now[1]} | {now[2]:.1f} | {now[3] / base:.2f} | {away} |", flush=True)


if __name__ == "__main__":
    main()
