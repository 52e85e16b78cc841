"""Finds forces that push a box to a place, and forces that throw one onto a table.

    PYTHONPATH=build/release/python python3 experiments/question_control/control.py [FILE.csv]

Prints a table; FILE.csv gets the lowest cost so far of each method after each run.
"""

import csv
import sys
import time
from pathlib import Path

import numpy as np
import orthant
from descent import bfgs
from scipy.optimize import minimize

here = Path(__file__).parent


class Task:
    """A cost of what forces do, and its gradient. Numbers of it are counted: runs, and ways back."""

    def __init__(self, file, steps):
        self.sim = orthant.Simulation(here / file, on_unsolved="raise")
        self.steps = steps
        self.runs = self.ways_back = 0
        self.lowest = []

    def trajectory(self, x):
        self.sim.reset()
        self.runs += 1
        made = orthant.Trajectory(self.sim, self.steps, wrenches=self.wrenches(x))
        residual = self.residual(self.sim.poses[0], self.sim.twists[0])[0]
        cost = float(residual @ residual)
        self.lowest.append(min([cost, *self.lowest[-1:]]))
        return made, cost

    def cost(self, x):
        return self.trajectory(x)[1]

    def gradient(self, x):
        """(cost, gradient), or None where a step has no derivative."""
        made, cost = self.trajectory(x)
        residual, by_pose, by_twist = self.residual(self.sim.poses[0], self.sim.twists[0])
        try:
            back = made.adjoint(poses=2 * np.tensordot(residual, by_pose, 1),
                                twists=2 * np.tensordot(residual, by_twist, 1))
        except orthant.Error:
            return None
        self.ways_back += 1
        return cost, self.by_forces(back.wrenches)

    def differences(self, x, eps=1e-6):
        """The same by central differences."""
        out = np.empty(x.size)
        for k in range(x.size):
            e = eps * np.eye(x.size)[k]
            out[k] = (self.cost(x + e) - self.cost(x - e)) / (2 * eps)
        return self.cost(x), out


class Push(Task):
    """Eight forces and torques in the plane, of 0.1 s each [N], [0.1 N m]: the box shall stand at
    (0.5, 0.3) m, turned by 0.6 rad, and rest."""

    goal, turned, parts = np.array([0.5, 0.3]), 0.6, 8

    def __init__(self):
        super().__init__("scene.json", 80)
        self.start = np.tile([4.5, 2.0, 0.0], self.parts)
        self.scale = np.array([1, 1, 0.1])

    def wrenches(self, x):
        out = np.zeros((self.steps, 2, 6))
        each = np.repeat(x.reshape(self.parts, 3) * self.scale, self.steps // self.parts, axis=0)
        out[:, 1, [0, 1, 5]] = each
        return out

    def by_forces(self, wrenches):
        of_box = wrenches[:, 1, [0, 1, 5]] * self.scale
        return of_box.reshape(self.parts, -1, 3).sum(axis=1).ravel()

    def residual(self, poses, twists):
        """Lengths [m] with their derivatives: a radian is 0.2 m, a speed v 0.3 s v."""
        yaw = 2 * np.arctan2(poses[1, 6], poses[1, 3])
        out = np.array([*(poses[1, :2] - self.goal), 0.2 * (yaw - self.turned),
                        *(0.3 * twists[1, :2]), 0.06 * twists[1, 5]])
        by_pose, by_twist = np.zeros((2, 6, 2, 6))
        by_pose[[0, 1, 2], 1, [0, 1, 5]] = [1, 1, 0.2]
        by_twist[[3, 4, 5], 1, [0, 1, 5]] = [0.3, 0.3, 0.06]
        return out, by_pose, by_twist


class Throw(Task):
    """One force and torque for 0.1 s [N], [0.01 N m]: the box shall lie in the middle of the table,
    and rest. The first guess ends 0.15 m from there."""

    pushed = 20

    def __init__(self):
        super().__init__("throw.json", 240)
        self.start = np.array([18.5, 4.5, 40.0, 0, 0, 0])
        self.scale = np.array([1, 1, 1, 0.01, 0.01, 0.01])

    def wrenches(self, x):
        out = np.zeros((self.steps, 3, 6))
        out[:self.pushed, 2] = x * self.scale
        return out

    def by_forces(self, wrenches):
        return (wrenches[:self.pushed, 2] * self.scale).sum(axis=0)

    def residual(self, poses, twists):
        """The place on the table [m], and a speed v as 0.1 s v."""
        out = np.array([*(poses[2, :2] - poses[1, :2]), *(0.1 * twists[2, :3])])
        by_pose, by_twist = np.zeros((2, 5, 3, 6))
        for k in range(2):
            by_pose[k, 2, k], by_pose[k, 1, k] = 1, -1
        for k in range(3):
            by_twist[2 + k, 2, k] = 0.1
        return out, by_pose, by_twist


enough, most = 1e-12, 3000


class Enough(Exception):
    pass


def without_gradient(method, **ends):
    def search(task):
        def cost(x):
            try:
                made = task.cost(x)
            except orthant.UnsolvedError:  # a force that throws it out of all bounds
                return 1e3
            if made < enough or task.runs >= most:
                raise Enough
            return made
        try:
            minimize(cost, task.start, method=method, options={"maxfev": most, **ends})
        except Enough:
            pass
    return search


methods = {
    "bfgs by adjoints": lambda task: bfgs(task.gradient, task.start, enough=enough),
    "bfgs by differences": lambda task: bfgs(task.differences, task.start, enough=enough),
    "Nelder-Mead": without_gradient("Nelder-Mead", xatol=0, fatol=0),  # it ends early by its defaults
    "Powell": without_gradient("Powell"),
}


def main():
    print("| task | method | runs | adjoints | lowest cost [m²] | time |")
    print("|---|---|---|---|---|---|")
    rows = []
    for Kind in (Push, Throw):
        task = Kind()
        begun = time.process_time()
        for _ in range(5):
            task.cost(task.start)
        a_run = (time.process_time() - begun) / 5
        for name, search in methods.items():
            task = Kind()
            begun = time.process_time()
            search(task)
            spent = (time.process_time() - begun) / a_run
            print(f"| {Kind.__name__.lower()} | {name} | {task.runs} | {task.ways_back} "
                  f"| {task.lowest[-1]:.0e} | {spent:.0f} |", flush=True)
            better = [k for k, cost in enumerate(task.lowest)
                      if k in (0, task.runs - 1) or cost < task.lowest[k - 1]]
            rows += [(Kind.__name__.lower(), name, k + 1, task.lowest[k]) for k in better]
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", newline="") as file:
            csv.writer(file).writerows([("task", "method", "run", "lowest_cost_m2"), *rows])


if __name__ == "__main__":
    main()
