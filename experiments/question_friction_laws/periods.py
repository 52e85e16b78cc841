"""The period of the mass on the belt under each law.

    python3 experiments/question_friction_laws/periods.py RESULTS...

RESULTS are directories of comparisons or runs. Prints a table: the mean time between the moments at which the mass
passes the middle of its way upwards, in the second half of the motion.
"""

import csv
import json
import math
import sys
from pathlib import Path

body, spring, belt, mass = "oscillator", 100.0, 0.1, 1.0
static, kinetic, g = 0.6, 0.4, 9.81


def law(configuration):
    scene, friction = configuration["scene"], configuration["solver"].get("friction", {})
    model = scene["contact"]["model"]
    of_body = scene["bodies"][0]["friction"]
    if model["type"] != "complementarity":
        return {"mujoco": "MuJoCo's", "sap": "SAP"}[model["type"]] + (
            ", stiffer friction" if model.get("friction_impedance", 1) > 1 else "")
    if scene["contact"]["creep_speed"]:
        return "viscous below 10 mm/s"
    if isinstance(of_body, dict) and of_body.get("kinetic", of_body.get("static")) != of_body.get("static"):
        return f"falls from 0.6 to 0.4 within {1000 * of_body['stribeck_speed']:g} mm/s"
    kind = friction.get("type")
    return {"polyhedral": f"{friction.get('facets')} facets", "associated": "associated"}.get(kind, "Coulomb's")


def period(file):
    with open(file, newline="") as table:
        rows = [(float(row["time_s"]), float(row["x_m"])) for row in csv.DictReader(table) if row["body"] == body]
    rows = rows[len(rows) // 3:]
    middle = (min(x for _, x in rows) + max(x for _, x in rows)) / 2
    passes = [t + (middle - x) / (y - x) * (u - t) for (t, x), (u, y) in zip(rows, rows[1:]) if x < middle <= y]
    return (passes[-1] - passes[0]) / (len(passes) - 1)


def main():
    print("| law | period [s] |\n|---|---|")
    for results in map(Path, sys.argv[1:]):
        for file in sorted(results.rglob("trajectory.csv")):
            made = json.loads((file.parent / "result.json").read_text())["configuration"]
            print(f"| {law(made)} | {period(file):.4f} |")
    A, w = (static - kinetic) * mass * g / spring, math.sqrt(spring / mass)
    print(f"| a sharp fall, in closed form | {2 * A / belt + 2 / w * (math.pi - math.atan(A * w / belt)):.4f} |")
    print(f"| a swing without sticking, in closed form | {2 * math.pi / w:.4f} |")


if __name__ == "__main__":
    main()
