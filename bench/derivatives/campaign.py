"""Derivatives of many random steps beside central differences of steps that are solved to 1e-13.

    PYTHONPATH=build/release/python python3 bench/derivatives/campaign.py [SCENES OF EACH KIND]

Prints the largest relative error of each kind of scene, the number that were compared, and the
largest difference of adjoint and forward. Steps next to a kink are left out: there the steps that
are compared are on both sides of it.
"""

import collections
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "python"))

import derivative_scenes as scenes  # noqa: E402
import numpy as np  # noqa: E402
import orthant  # noqa: E402
import test_derivatives as tests  # noqa: E402

near = 0.03  # [m/s] from a kink
steps = (1e-5, 5e-6)  # of the differences


def errors(made, rng):
    """Of forward, relative to the differences; and of adjoint. None: next to a kink."""
    derivative = tests.taken(made)
    if min((k.distance for k in derivative.kinks), default=1) < near:
        return None
    d = tests.direction(made, rng)
    exact = tests.along(derivative, d)
    found = [scenes.differences(made, d, eps) for eps in steps]
    worst = 0
    for part in range(2):
        by = (4 * found[1][part] - found[0][part]) / 3
        worst = max(worst, np.abs(exact[part] - by).max() / max(1, np.abs(by).max()))
    g = rng.normal(size=(2, *exact[0].shape))
    by = derivative.adjoint(poses=g[0], twists=g[1])
    there = (g[0] * exact[0]).sum() + (g[1] * exact[1]).sum()
    back = sum((getattr(by, key) * value).sum() for key, value in d.items())
    return worst, abs(there - back) / max(1, abs(there)), [k.state for k in derivative.kinks]


def main(count):
    compared, left_out, worst_adjoint = 0, collections.Counter(), 0.0
    states = collections.Counter()
    for which, (integrator, settings) in enumerate(tests.integrators.items()):
        for number, (name, scene) in enumerate(tests.all_scenes.items()):
            rng = np.random.default_rng((number, which))
            if (integrator, name) in tests.without:
                continue
            worst = 0.0
            for _ in range(count):
                made = scene(rng) | {"integrator": settings}
                try:
                    found = errors(made, rng)
                except (orthant.Error, orthant.UnsolvedError) as refusal:
                    left_out[str(refusal)[:60]] += 1
                    continue
                if found is None:
                    left_out["next to a kink"] += 1
                    continue
                compared += 1
                worst, worst_adjoint = max(worst, found[0]), max(worst_adjoint, found[1])
                states.update(found[2])
            print(f"{name:18} {integrator:16} {worst:.1e}", flush=True)
    print(f"{compared} compared; adjoint {worst_adjoint:.1e}; contacts {dict(states)}; left out "
          f"{dict(left_out)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
