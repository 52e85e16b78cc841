"""Derivatives of many random steps beside central differences of steps that are solved to 1e-13.

    PYTHONPATH=build/release/python python3 bench/derivatives/campaign.py FILE.csv [SCENES]
    python3 bench/derivatives/campaign.py FILE.csv --table

Scene k is the same in each campaign. FILE.csv gets a row for each, and a campaign that was stopped
goes on behind its last. Half of the scenes are those of the tests with other numbers, half are drawn
from bodies, joints and laws. A step next to a kink is left out, as is one whose differences cross
one: there the steps that are compared are on both sides of it. The table is that of the largest
errors: of forward relative to the differences, and of adjoint to forward.
"""

import collections
import csv
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "python"))
sys.path.insert(0, str(Path(__file__).parent))

columns = ["scene", "kind", "integrator", "friction", "ncp", "bodies", "joints", "states", "kink",
           "forward", "adjoint", "left_out"]
near = 0.03  # [m/s] from a kink
fits = 1e-6  # what is more is looked at with finer differences


def scene(number):
    """(kind, experiment, generator)"""
    import random_scenes
    import test_derivatives as tests
    rng = np.random.default_rng((2026, number))
    if number % 2:
        return "drawn", random_scenes.drawn(rng) | {"solver": random_scenes.formulation(rng)}, rng
    names = list(tests.all_scenes)
    name = names[number // 2 % len(names)]
    made = tests.all_scenes[name](rng)
    integrator = random_scenes.integrators[rng.integers(len(random_scenes.integrators))]
    return name, made | {"integrator": integrator, "solver": random_scenes.formulation(rng)}, rng


def states(derivative):
    return [kink.state for kink in derivative.kinks]


def differences(made, direction, eps):
    """Of the ends of steps, and the states of contacts on both sides."""
    import derivative_scenes as scenes
    found = [(sim.poses[0], sim.twists[0], states(sim.derivative()))
             for sim in scenes.on_both_sides(made, direction, eps)]
    one, other = found
    return ([scenes.apart(one[0], other[0]) / (2 * eps), (one[1] - other[1]) / (2 * eps)],
            [each[2] for each in found])


def relative(found, expected):
    return max(np.abs(a - b).max() / max(1, np.abs(b).max()) for a, b in zip(found, expected))


def compared(derivative, made, d):
    """The error, or why there is none."""
    import test_derivatives as tests
    exact = tests.along(derivative, d)
    best = np.inf
    for eps in (1e-5, 1e-6, 1e-7, 1e-4):
        rough, on_rough = differences(made, d, eps)
        fine, on_fine = differences(made, d, eps / 2)
        if any(each != states(derivative) for each in on_rough + on_fine):
            continue
        best = min(best, relative(exact, [(4 * b - a) / 3 for a, b in zip(rough, fine)]))
        if best < fits:
            break
    return exact, best


def row_of(number):
    import orthant
    import test_derivatives as tests
    kind, made, rng = scene(number)
    integrator = made["integrator"]["type"] + {"iterate": " end"}.get(
        made["integrator"].get("matrices"), "")
    out = dict.fromkeys(columns, "") | {
        "scene": number, "kind": kind, "integrator": integrator,
        "friction": made["solver"]["friction"], "ncp": made["solver"].get("ncp", ""),
        "bodies": len(made["scene"]["bodies"]), "joints": len(made["scene"]["joints"])}
    try:
        derivative = tests.taken(made)
        kink = min((each.distance for each in derivative.kinks), default=np.inf)
        out |= {"states": " ".join(states(derivative)), "kink": kink}
        d = tests.direction(made, rng)
        if any(isinstance(each.get("friction"), dict) for each in made["scene"]["bodies"]):
            d.pop("friction", None)
        exact = tests.along(derivative, d)
        g = rng.normal(size=(2, *exact[0].shape))
        by = derivative.adjoint(poses=g[0], twists=g[1])
        there = (g[0] * exact[0]).sum() + (g[1] * exact[1]).sum()
        back = sum((getattr(by, key) * value).sum() for key, value in d.items())
        out["adjoint"] = abs(there - back) / max(1, abs(there))
        if kink < near:
            out["left_out"] = "next to a kink"
            return out
        out["forward"] = compared(derivative, made, d)[1]
        if np.isinf(out["forward"]):
            out |= {"forward": "", "left_out": "differences cross a kink"}
    except (orthant.Error, orthant.UnsolvedError) as refusal:
        words = str(refusal).split("(")[0].split("\n")[0]
        out["left_out"] = "not solved" if "not solved" in words else words.strip()[:100]
    return out


def campaign(file, count):
    done = 0
    if file.exists():
        with open(file, newline="") as text:
            done = sum(1 for _ in csv.DictReader(text))
    begun = time.time()
    with open(file, "a", newline="") as text:
        out = csv.DictWriter(text, columns)
        if done == 0:
            out.writeheader()
        for number in range(done, count):
            out.writerow(row_of(number))
            text.flush()
            if (number + 1) % 500 == 0:
                print(f"{number + 1} scenes, {time.time() - begun:.0f} s", flush=True)


def table(file):
    with open(file, newline="") as text:
        rows = list(csv.DictReader(text))

    def worst(of, key):
        found = [float(row[key]) for row in of if row[key]]
        return f"{len(found)} | {max(found):.0e}" if found else "0 | "
    groups = collections.defaultdict(list)
    for row in rows:
        groups["all"].append(row)
        name, _, end = row["integrator"].partition(" ")
        groups[f"`{name}`" + (", matrices at q⁺" if end else "")].append(row)
        if int(row["joints"]):
            groups["with joints"].append(row)
        for state in set(row["states"].split()):
            groups[f"with a contact that {'is open' if state == 'open' else state}"].append(row)
    print("| scenes | forward | largest error | adjoint | largest distance from forward |\n"
          "|---|---|---|---|---|")
    for name in sorted(groups, key=lambda name: (name != "all", name)):
        of = groups[name]
        print(f"| {name} | " + " | ".join(worst(of, key)
                                          for key in ("forward", "adjoint")) + " |")
    print("\n| left out | scenes |\n|---|---|")
    for why, number in collections.Counter(row["left_out"] for row in rows
                                           if row["left_out"]).most_common():
        print(f"| {why} | {number} |")
    print("\nabove:")
    for row in rows:
        for key, most in (("forward", fits), ("adjoint", 1e-10)):
            if row[key] and float(row[key]) > most:
                print(key, *(row[c] for c in columns[:9]), row[key])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if "--table" in sys.argv:
        return table(Path(sys.argv[1]))
    campaign(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10000)


if __name__ == "__main__":
    main()
