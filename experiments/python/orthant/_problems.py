"""Problems of frictional contact by themselves."""

import os
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional

import numpy as np

from . import _orthant
from ._input import as_json, require_choice, tell_unsolved
from ._orthant import Error

try:
    import scipy.sparse as _sparse
except ImportError:  # dense matrices then
    _sparse = None


def _parts(A: Any, name: str) -> tuple:
    """A matrix by columns: data, indices, pointers and its size."""
    if _sparse is not None and _sparse.issparse(A):
        A = A.tocsc()
        A.sum_duplicates()
        return A.data, A.indices, A.indptr, A.shape[0], A.shape[1]
    A = np.asarray(A, dtype=float)
    if A.ndim != 2:
        raise Error(f"{name}: found an array of {A.ndim} dimensions, allowed: a matrix, of NumPy or"
                    " sparse of SciPy")
    columns, rows = np.nonzero(A.T)
    pointers = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=A.shape[1]))])
    return A[rows, columns], rows, pointers, A.shape[0], A.shape[1]


def _matrix(parts: tuple) -> Any:
    data, indices, pointers, rows, columns = parts
    if _sparse is not None:
        return _sparse.csc_matrix((data, indices, pointers), shape=(rows, columns))
    out = np.zeros((rows, columns))
    for j in range(columns):
        out[indices[pointers[j]:pointers[j + 1]], j] = data[pointers[j]:pointers[j + 1]]
    return out


@dataclass
class Problem:
    """n contacts; of each the normal component first, then two tangents, with the friction cone
    K = {|r_t| <= mu r_n}, its dual K* and the normal e_n:

        u = W r + q,     K contains r, orthogonal to u + mu |u_t| e_n in K*

    r are impulses [N s] and u velocities [m/s] where the problem comes from a step; a file may have
    other units. Where M is given:  M v = f + H r,  u = H^T v + w,  W = H^T M^-1 H."""

    W: Any  # (3n, 3n) symmetric, positive semidefinite; sparse where SciPy is there
    q: np.ndarray  # (3n)
    mu: np.ndarray  # (n)
    name: str = ""
    dimension: int = 3  # of the contacts as they were stored; 2: of a plane
    M: Any = None  # (m, m)
    H: Any = None  # (m, 3n)
    f: Optional[np.ndarray] = None  # (m)
    w: Optional[np.ndarray] = None  # (3n)
    _stored: bool = field(default=False, repr=False, compare=False)  # read from a file

    @staticmethod
    def _of(given: Mapping[str, Any], stored: bool = False) -> "Problem":
        return Problem(**{key: _matrix(value) if key in ("W", "M", "H") else value
                          for key, value in given.items()}, _stored=stored)

    def _dict(self) -> dict[str, Any]:
        mu = np.atleast_1d(np.asarray(self.mu, dtype=float))
        out = {"name": self.name, "dimension": self.dimension, "W": _parts(self.W, "W"),
               "q": np.asarray(self.q, dtype=float), "mu": mu, "stored": self._stored}
        if self.M is not None:
            out.update(M=_parts(self.M, "M"), H=_parts(self.H, "H"), f=self.f, w=self.w)
        return out


@dataclass(frozen=True)
class ConeSolution:
    """r (3n) and u = W r + q (3n), and how good they are. `solved`: measures["natural_map"], which
    is taken outside the solver, is at most the tolerance."""

    r: np.ndarray
    u: np.ndarray
    solved: bool
    reason: str
    iterations: int
    linear_solves: int
    measures: dict[str, float]
    history: dict[str, Any]  # natural_map (relative to |q|), step_length and phase of iterations


def solve(W: Any, q: Any = None, mu: Any = None, *, solver: str = "hybrid", start: Any = None,
          on_unsolved: str = "warn", **settings: Any) -> ConeSolution:
    """Solves a problem of frictional contact (see Problem).

    W: (3n, 3n), dense or sparse of SciPy; or a Problem, and no q and mu.
    q: (3n), mu: (n), or one number for all contacts.
    solver: the name of a cone solver (`orthant.list("cone solver")`), with its settings:
        solve(W, q, mu, solver="nsgs", tolerance=1e-10, seconds=1)
    start: r to begin at; zero where none is given.
    on_unsolved: "warn", "raise" or "ignore", of a solution that misses the tolerance.
    """
    require_choice(on_unsolved)
    if isinstance(W, Problem):
        if q is not None or mu is not None:
            raise Error("q, mu: found beside a Problem, allowed: none, as it has them")
        problem = W
    else:
        if q is None or mu is None:
            raise Error("q, mu: found none, allowed: both, beside a matrix W")
        q = np.asarray(q, dtype=float).ravel()
        if np.ndim(mu) == 0:
            mu = np.full(len(q) // 3, float(mu))
        problem = Problem(W, q, np.asarray(mu, dtype=float).ravel())
    start = np.empty(0) if start is None else np.asarray(start, dtype=float).ravel()
    made = _orthant.solve(problem._dict(), as_json({"type": solver, **settings}, "solver"), start)
    tolerance = made.pop("tolerance")
    error = made["measures"]["natural_map"]
    out = ConeSolution(**made, solved=error <= tolerance)
    if not out.solved:
        tell_unsolved(f"the problem is not solved: {out.reason}; its error is {error:.2g}, the "
                      f"tolerance {tolerance:.2g}", on_unsolved)
    return out


def measure_problem(problem: Problem, r: Any) -> dict[str, float]:
    """How far impulses r (3n) are from solving it, whoever found them."""
    return _orthant.measure_problem(problem._dict(), np.asarray(r, dtype=float).ravel())


def read_problem(path: "str | os.PathLike[str]", kind: str = "contact") -> Problem:
    """A stored problem: text of the public collection, or FCLIB's HDF5. kind: "contact", or "lcp" or
    "mixed_lcp" of problems without friction. W is that of the file, which may keep so few digits
    that it is symmetric to these alone."""
    return Problem._of(_orthant.read_problem(os.fspath(path), kind), stored=True)


def write_problem(problem: Problem, path: "str | os.PathLike[str]") -> None:
    """Stores it as text of the public collection, or, at a path that ends with .h5 or .hdf5, as
    FCLIB's HDF5; `read_problem` gives the same numbers back. Where it has M, M, H, f and w are
    stored, which give W and q."""
    _orthant.write_problem(problem._dict(), os.fspath(path))
