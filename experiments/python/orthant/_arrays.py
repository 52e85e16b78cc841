"""Arrays that a caller gives."""

from typing import Any

import numpy as np

from ._orthant import Error


def numbers(name: str, value: Any, allowed: str) -> np.ndarray:
    """`value` as an array of finite numbers. `allowed`: what an error says of it."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise Error(f"{name}: found {value!r:.80}, allowed: {allowed}") from None
    if not np.all(np.isfinite(array)):
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise Error(f"{name}: found {array[at]} at {at}, allowed: finite numbers")
    return array


def of_shape(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`value` as an array of finite numbers of this shape, which is a copy."""
    array = numbers(name, value, f"numbers of shape {shape}")
    if array.shape != shape:
        raise Error(f"{name}: found an array of shape {array.shape}, allowed: {shape}")
    return array.copy()
