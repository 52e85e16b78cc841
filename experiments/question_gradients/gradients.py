"""Gradients of four motions by formulation and by differences.

    PYTHONPATH=build/release/python python3 experiments/question_gradients/gradients.py [FILE.csv]

Prints tables; FILE.csv gets the slope of each motion by each method along its number.
"""

import collections
import csv
import sys
from pathlib import Path

import numpy as np
import orthant

here = Path(__file__).parent
g, mu = 9.81, 0.4
forms = ["w_newton", "alart_curnier"]
alone = ["de_saxce", "soc_fischer_burmeister"]  # without an NCP function


class Motion:
    """A number p of an experiment, and where a body is at the end: y(p) [m], with its slope in the
    continuous motion. `at`: a place away from kinks, and `kink`: one."""

    steps, unit, low, high, at, kink = 50, "", 0.0, 1.0, 0.5, 0.5
    height, start = 0.1, {}

    def __init__(self, solver=None, h=0.01):
        self.h, self.n = h, round(self.steps * 0.01 / h)
        made = {"type": "newton", "tolerance": 1e-12} | (solver or {})
        self.sim = orthant.Simulation(self.scene(), on_unsolved="raise",
                                      set={"solver": made, "step": h} | self.start)

    def scene(self):
        return str(here / "scene.json")

    def run(self, p):
        """(y, trajectory)"""
        self.sim.reset()
        poses, twists = self.sim.poses, self.sim.twists
        wrenches = self.put(p, poses[0, 1], twists[0, 1])
        self.sim.set_state(poses, twists)
        trajectory = orthant.Trajectory(self.sim, self.n, wrenches=wrenches)
        return self.sim.poses[0, 1, self.out], trajectory

    def value(self, p):
        return self.run(p)[0]

    def slope(self, p):
        end = np.zeros((2, 6))
        end[1, self.out] = 1
        return self.by(self.run(p)[1].adjoint(poses=end))

    def difference(self, p, eps):
        return (self.value(p + eps) - self.value(p - eps)) / (2 * eps)

    out = 0


class Pushed(Motion):
    """A box at rest is pushed by f for 0.5 s; it moves above mu m g."""

    unit, low, high, at, kink = "N", 2.0, 6.0, 5.0, mu * g
    start = {"scene.bodies.1.velocity": [0, 0, 0]}

    def put(self, p, pose, twist):
        out = np.zeros((self.n, 2, 6))
        out[:, 1, 0] = p
        return out

    def by(self, gradient):
        return gradient.wrenches[:, 1, 0].sum()

    def truth(self, p):
        return 0.125 if p > self.kink else 0.0


class Sliding(Motion):
    """A box slides from v and stops."""

    steps, unit, low, high, at = 80, "m/s", 0.5, 2.0, 1.01
    kink = 25 * 0.01 * mu * g  # stops at the end of a step

    def put(self, p, pose, twist):
        twist[0] = p

    def by(self, gradient):
        return gradient.twists[1, 0]

    def truth(self, p):
        return p / (mu * g)


class Ball(Motion):
    """Of 1 kg and 0.1 m, thrown at 4 m/s."""

    steps, e = 80, 0.0

    def scene(self):
        ball = {"name": "ball", "mass": 1, "inertia": [0.004] * 3, "position": [0, 0, 0.6],
                "shapes": [{"type": "sphere", "radius": 0.1}], "friction": 0.2,
                "restitution": self.e}
        return {"scene": {"bodies": [{"name": "floor", "motion": "fixed", "friction": 0.2,
                                      "shapes": [{"type": "half_space"}]}, ball]},
                "step": 0.01, "steps": 80}


class Thrown(Ball):
    """It is thrown with w upwards, lands, slides and rolls."""

    unit, low, high, at, kink = "m/s", -0.5, 0.5, 0.201, 0.2

    def put(self, p, pose, twist):
        twist[0], twist[2] = 4, p

    def by(self, gradient):
        return gradient.twists[1, 2]

    def truth(self, p):
        """x = v t1 + v1 t2 - mu g t2^2/2 + 5/7 v (T - t1 - t2) with t1 when it lands and t2 how
        long it slides, from v1 = v - mu sqrt(w^2 + 2 g z) to 5/7 v."""
        v, m, T = 4, 0.2, 0.8

        def x(w):
            fall = np.sqrt(w * w + 2 * g * 0.5)
            t1, v1 = (w + fall) / g, v - m * fall
            t2 = (v1 - 5 / 7 * v) / (m * g)
            s = min(T - t1, t2)
            return v * t1 + v1 * s - m * g * s * s / 2 + 5 / 7 * v * (T - t1 - s)
        return (x(p + 1e-6) - x(p - 1e-6)) / 2e-6


class Bouncing(Ball):
    """It falls from z and bounces, with e = 0.6: its height after 0.55 s."""

    steps, e, unit, low, high, at, kink, out = 55, 0.6, "m", 0.4, 0.7, 0.5, 0.4905, 2

    def put(self, p, pose, twist):
        pose[2] = p + 0.1
        twist[0] = 4

    def by(self, gradient):
        return gradient.poses[1, 2]

    def truth(self, p):
        """z = e v s - g s^2/2 with v = sqrt(2 g p) and s = T - v/g."""
        v = np.sqrt(2 * g * p)
        s = 0.55 - v / g
        return self.e * g * s / v - (self.e * v - g * s) / v


motions = {"pushed": Pushed, "sliding": Sliding, "thrown": Thrown, "bouncing": Bouncing}
widths = [1e-8, 1e-6, 1e-4, 1e-2, 1e-1]


def methods(motion):
    yield "exact", motion.slope
    for eps in widths:
        yield f"difference {eps:g}", lambda p, e=eps: motion.difference(p, e)


def slope_or_none(of, p):
    try:
        return of(p)
    except (orthant.Error, orthant.UnsolvedError):
        return None


def curves(count):
    """Rows (motion, method, p, slope) on a grid; and of the truth."""
    for name, Kind in motions.items():
        motion = Kind()
        # None of the numbers is round, as kinks are.
        grid = np.linspace(motion.low, motion.high, count) + 1e-3 * np.sqrt(2)
        for p in grid:
            yield name, "truth", p, motion.truth(p)
        for method, of in methods(motion):
            for p in grid:
                yield name, method, p, slope_or_none(of, p)


def errors(rows):
    """Of each motion and method: the root mean square of the slope less that of the motion, over the
    latter; the median of how far it is from central differences of the steps; and how many points
    have no slope."""
    of = {(name, method, p): y for name, method, p, y in rows}
    out = collections.defaultdict(lambda: ([], [], [], 0))
    for name, method, p, y in rows:
        if method == "truth":
            continue
        truth, steps = of[name, "truth", p], of[name, "difference 1e-06", p]
        off, size, beside, none = out[name, method]
        if y is not None:
            off.append((y - truth)**2)
            size.append(truth**2)
            beside.append(abs(y - steps))
        out[name, method] = off, size, beside, none + (y is None)
    return {key: (np.sqrt(np.sum(off) / np.sum(size)), np.median(beside), none)
            for key, (off, size, beside, none) in out.items()}


def by_step(name, p, h):
    """The slope at shorter steps: exact, and by differences over a tenth."""
    motion = motions[name](h=h)
    return motion.slope(p), motion.difference(p, 0.1), motion.truth(p)


def formulations():
    """Of all forms of friction and NCP functions: the largest difference of their slopes away from
    kinks, and the slopes that they have at one."""
    ncps = [each["name"] for each in orthant.list("NCP function") if each["name"] != "python"]
    kinds = [(form, ncp) for form in forms for ncp in ncps] + [(form, None) for form in alone]
    for name, Kind in motions.items():
        away, at = [], collections.Counter()
        for form, ncp in kinds:
            motion = Kind({"friction": form, "tolerance": 1e-9, "max_iterations": 1000}
                          | ({"ncp": ncp} if ncp else {}))
            away.append(slope_or_none(motion.slope, motion.at))
            there = slope_or_none(motion.slope, motion.kink)
            at["none" if there is None else f"{there:.4f}"] += 1
        found = [x for x in away if x is not None]
        yield name, len(away), len(found), max(found) - min(found), found[0], dict(at)


def main():
    rows = list(curves(81))
    made = errors(rows)
    kinds = list(dict.fromkeys(method for _, method in made))
    for which, title in enumerate(("of the motion", "of the steps")):
        print(f"\n| slope {title} | " + " | ".join(motions) + " |\n|---|" + "---|" * len(motions))
        for method in kinds:
            cells = [f"{made[name, method][which]:.1e}" + (f" ({made[name, method][2]} none)"
                                                            if made[name, method][2] else "")
                     for name in motions]
            print(f"| {method} | " + " | ".join(cells) + " |")
    print("\n| motion | step [s] | exact | difference 0.1 | motion |\n|---|---|---|---|---|")
    for name in ("thrown", "bouncing"):
        for h in (1e-2, 1e-3):
            found = by_step(name, motions[name].at, h)
            print(f"| {name} | {h:g} | " + " | ".join(f"{x:.4f}" for x in found) + " |", flush=True)
    print("\n| motion | with a slope | apart by | slopes at the kink |\n|---|---|---|---|")
    for name, count, found, apart, _, at in formulations():
        there = "; ".join(f"{slope} of {n}" for slope, n in at.items())
        print(f"| {name} | {found} of {count} | {apart:.0e} | {there} |", flush=True)
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", newline="") as file:
            csv.writer(file).writerows([("motion", "method", "p", "slope"),
                                        *((a, b, c, "" if d is None else d) for a, b, c, d in rows)])


if __name__ == "__main__":
    main()
