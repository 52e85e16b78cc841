"""Descent by gradients of a function that has kinks."""

import numpy as np


def bfgs(of, x, *, enough, most=200):
    """Minimises of(x) -> (value, gradient), where None stands for a point without a derivative.

    Broyden's, Fletcher's, Goldfarb's and Shanno's method with the bisection for weak Wolfe
    conditions, which asks for no second derivative along the line [Lewis, Overton 2013]. Returns x
    and the values of all calls; ends below `enough`, after `most` calls, or where no step goes on.
    """
    made = of(x)
    if made is None:
        raise ValueError("no derivative where the search starts")
    value, slope = made
    H, values = np.eye(x.size), [value]
    first = True
    while value > enough and len(values) < most:
        along = -H @ slope
        if along @ slope >= 0:
            H, along = np.eye(x.size), -slope
        low, high = 0.0, np.inf
        s = min(1.0, 1.0 / np.linalg.norm(along)) if first else 1.0
        found = None
        while found is None and len(values) < most and s > 1e-12:
            made = of(x + s * along)
            values.append(value if made is None else made[0])
            if made is None or made[0] > value + 1e-4 * s * (slope @ along):
                high = s
            elif made[1] @ along < 0.9 * (slope @ along):
                low = s
            else:
                found = made
            if found is None:
                s = 0.5 * (low + high) if np.isfinite(high) else 2 * low
        if found is None:
            break
        dx, dg = s * along, found[1] - slope
        if first:
            H *= (dx @ dg) / (dg @ dg)
            first = False
        rho = 1 / (dx @ dg)
        V = np.eye(x.size) - rho * np.outer(dx, dg)
        H = V @ H @ V.T + rho * np.outer(dx, dx)
        x, (value, slope) = x + dx, found
    return x, values
