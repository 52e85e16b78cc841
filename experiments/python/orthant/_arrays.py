"""Arrays that a caller gives."""

import operator
from typing import Any

import numpy as np

from ._orthant import Error


def whole_number(name: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{name}: found {value!r:.80}, allowed: a whole number") from None
    if abs(number) >= 2**31:
        raise Error(f"{name}: found {number}, allowed: a whole number of less than 2^31")
    return number


def real_number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise Error(f"{name}: found {value!r:.80}, allowed: a number") from None


def array_of(name: str, value: Any, allowed: str) -> np.ndarray:
    """`value` as an array of floats. `allowed`: what an error says of it."""
    try:
        array = np.asarray(value)
        if array.dtype.kind == "c":
            raise TypeError
        return np.asarray(array, dtype=float)
    except (TypeError, ValueError):
        raise Error(f"{name}: found {value!r:.80}, allowed: {allowed}") from None


def numbers(name: str, value: Any, allowed: str) -> np.ndarray:
    """Finite ones."""
    array = array_of(name, value, allowed)
    if not np.isfinite(array).all():
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise Error(f"{name}: found {array[at]} at {at}, allowed: finite numbers")
    return array


def of_shape(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`value` as an array of finite numbers of this shape, which is a copy."""
    array = numbers(name, value, f"numbers of shape {shape}")
    if array.shape != shape:
        raise Error(f"{name}: found an array of shape {array.shape}, allowed: {shape}")
    return array.copy()
