"""What derivatives cost, in steps of the same scene.

    PYTHONPATH=build/release/python python3 bench/derivatives/costs.py

Prints a table of medians: what a step that keeps its derivative takes beyond one that does not; its derivatives
by the state, along one direction, along all 12 B of them, and backwards; backwards where the equations are
evaluated, as a load in time has no closed form; and the way back along a trajectory, in runs of that trajectory.
"""

import statistics
import time

import numpy as np
import orthant

floor = {"assemblies": [{"type": "floor", "friction": 0.4}]}


def box(k):
    return {"name": f"box {k}", "mass": 1, "position": [0, 0, 0.1 + 0.2 * k], "friction": 0.4,
            "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}


def scenes():
    ball = {"name": "ball", "mass": 1, "position": [0, 0, 0.1], "velocity": [1, 0, 0], "friction": 0.4,
            "shapes": [{"type": "sphere", "radius": 0.1}]}
    yield "a ball that rolls", floor | {"bodies": [ball]}
    yield "a chain of three", {"assemblies": [{"type": "chain", "links": 3}]}
    yield "a chain of twelve", {"assemblies": [{"type": "chain", "links": 12}]}
    yield "five boxes at rest on each other", floor | {"bodies": [box(k) for k in range(5)]}


def seconds(made, at_most=0.5):
    """The median time of a call."""
    times, begun = [], time.process_time()
    while len(times) < 3 or (time.process_time() - begun < at_most and len(times) < 200):
        start = time.process_time()
        made()
        times.append(time.process_time() - start)
    return statistics.median(times)


def simulation(scene):
    sim = orthant.Simulation({"scene": scene, "step": 0.005, "steps": 1}, on_unsolved="raise")
    sim.step(100)
    return sim


def main():
    print("| scene | a step keeps it | one direction | all directions | one gradient | the same, evaluated "
          "| way back, in runs |")
    print("|---|---|---|---|---|---|---|")
    for name, scene in scenes():
        plain, kept = simulation(scene), simulation(scene)
        kept.differentiate()
        kept.step()
        step, keeps = seconds(plain.step), seconds(kept.step)
        bodies = len(kept.bodies)
        one, every = np.zeros((bodies, 6)), np.eye(6 * bodies).reshape(bodies, 6, -1)
        none = np.zeros_like(every)
        along = seconds(lambda: kept.derivative().forward(twists=one))
        whole = seconds(lambda: kept.derivative().forward(poses=np.dstack([every, none]), twists=np.dstack([none, every])))
        back = seconds(lambda: kept.derivative().adjoint(poses=one, twists=one))
        load = {"body": kept.bodies[-1], "force": [1e-9, 0, 0]}
        open_form = simulation(scene | {"loads": [load]})
        open_form.differentiate()
        open_form.step()
        evaluated = seconds(lambda: open_form.derivative().adjoint(poses=one, twists=one))
        run = 50 * step
        trajectory = orthant.Trajectory(simulation(scene), 50)
        way = seconds(lambda: trajectory.adjoint(poses=one, twists=one))
        print(f"| {name} | {keeps / step - 1:.1f} | {along / step:.1f} | {whole / step:.1f} | {back / step:.1f} "
              f"| {evaluated / step:.1f} | {way / run:.1f} |", flush=True)


if __name__ == "__main__":
    main()
