"""Parts of a method that are written in Python."""

import weakref
from typing import Any, Callable

import numpy as np

from . import _orthant
from ._orthant import Error


def _derivative(phi: Callable[[float, float], float], x: float, h: float) -> float:
    return (phi(x + h) - phi(x - h)) / (2 * h)


class _Function:
    """A function that the library calls. The library does not keep it: otherwise a simulation whose
    function knows the simulation would never be freed."""

    def __init__(self, call: Callable[..., Any]):
        self.call = call
        self.made: dict[int, Any] = {}  # by linear solvers of the library: what the call returned


class _Number(int):
    """The number of a function in the library, which keeps the function."""

    function: _Function


_functions: dict[str, "weakref.WeakValueDictionary[int, _Function]"] = {
    "ncp": weakref.WeakValueDictionary(), "linear": weakref.WeakValueDictionary()}


def _part(kind: str, call: Callable[..., Any]) -> dict[str, Any]:
    function = _Function(call)
    add = _orthant.add_ncp if kind == "ncp" else _orthant.add_linear_solver
    number = _Number(add(weakref.ref(function)))
    number.function = function
    _functions[kind][int(number)] = function
    return {"type": "python", "function": number}


def functions_of(configuration: Callable[[], Any]) -> list[_Function]:
    """The functions that a whole configuration names. Who calls them keeps them."""
    return _named(configuration()) if any(_functions.values()) else []


def _named(value: Any) -> list[_Function]:
    if isinstance(value, list):
        return [found for each in value for found in _named(each)]
    if not isinstance(value, dict):
        return []
    out = []
    for key, each in value.items():
        if key in _functions and isinstance(each, dict) and each.get("type") == "python":
            function = _functions[key].get(each["function"])
            if function is not None:
                out.append(function)
        out += _named(each)
    return out


def ncp_function(function: Callable[[float, float], tuple[float, float, float]], *,
                 check: bool = True) -> dict[str, Any]:
    """A complementarity function in Python, for the key "ncp" of the solver `newton`.

    function(a, b) returns (phi, da, db) for speeds a and b [m/s]: phi vanishes exactly where
    0 <= a, 0 <= b and a b = 0, and (da, db) are its derivatives. It is called once for each row in
    each iteration: a hundred times slower than one in C++, which is ten lines.

    Returns what stands in the experiment: {"type": "python", "function": k}. The function lives as
    long as this k, or a simulation with it. With `check` zeros and derivatives are looked at first.
    """
    if check:
        _check_ncp(function)
    return _part("ncp", function)


def _check_ncp(function: Callable[[float, float], tuple[float, float, float]]) -> None:
    def phi(a: float, b: float) -> float:
        return function(a, b)[0]

    sizes = (1e-3, 1.0, 50.0)
    for x in sizes:
        for a, b in ((x, 0.0), (0.0, x)):
            if not abs(phi(a, b)) <= 1e-12 * x:
                raise Error(f"ncp_function: found phi({a:g}, {b:g}) = {phi(a, b):g}, allowed: 0")
        for a, b in ((x, 0.7 * x), (-x, 0.3 * x), (0.4 * x, -x), (-x, -0.6 * x), (-x, 0), (0, -x)):
            value, da, db = function(a, b)
            if value == 0:
                raise Error(f"ncp_function: found phi({a:g}, {b:g}) = 0, allowed: another value, as "
                            "this is no solution")
            if a == 0 or b == 0:
                continue
            h = 1e-6 * x
            for name, given, by in (("da", da, _derivative(lambda s: phi(s, b), a, h)),
                                    ("db", db, _derivative(lambda s: phi(a, s), b, h))):
                if not abs(given - by) <= 1e-5 * max(1.0, abs(by)):
                    raise Error(f"ncp_function: found {name}({a:g}, {b:g}) = {given:g}, allowed: "
                                f"{by:g}, which differences of phi give")
    # As of functions in C++: constraints/detail/own_checks.hpp.
    _, da, db = function(0.0, 0.0)
    if not abs(da) + abs(db) > 0:
        raise Error(f"ncp_function: found (da, db)(0, 0) = ({da:g}, {db:g}), allowed: another value: "
                    "the row of a contact that just touches would be empty")
    small, most = 1e-6, 30
    for name, a, b, k in (("db", 1, 0, 2), ("da", 0, 1, 1)):
        there, here = abs(function(small * a, small * b)[k]), abs(function(float(a), float(b))[k])
        if not (there <= most * here and here <= most * there):
            raise Error(f"ncp_function: found {name}({small * a:g}, {small * b:g}) = {there:g}, "
                        f"allowed: about {here:g} as at 1: phi has to be of order one in its "
                        "arguments")


def linear_solver(factorise: Callable[[Any], Callable[[np.ndarray], np.ndarray]]) -> dict[str, Any]:
    """A linear solver in Python, for the key "linear" of the solver `newton`.

    factorise(S) gets the Schur complement of an iterate as a sparse matrix of SciPy (CSC), one
    world after the other, and returns solve(b), as scipy.sparse.linalg.factorized does. S is that
    of the rows, with a small part of its diagonal added so that it is regular; what that leaves is
    taken away by refinement, with more calls of solve.

    Returns what stands in the experiment: {"type": "python", "function": k}; `regularisation`,
    `tolerance` and `passes` may be added, as for the linear solver umfpack. The function lives as long
    as this k, or a simulation with it.
    """
    import scipy.sparse

    def call(n: int, columns: np.ndarray, rows: np.ndarray, values: np.ndarray) -> Any:
        return factorise(scipy.sparse.csc_matrix((values, rows, columns), shape=(n, n)))

    return _part("linear", call)
