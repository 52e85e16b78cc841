"""Derivatives of a step."""

import math
from dataclasses import dataclass
from typing import Optional

import numpy as np

from . import _orthant
from ._arrays import numbers
from ._orthant import Error

_none = np.zeros((0, 0))  # a part that is not given


def refuse_smoothing(given: dict[str, object]) -> None:
    """Derivatives had a floor on complementarity. In experiments/question_gradients no slope was
    better with it."""
    for name, value in given.items():
        if name != "smoothing":
            raise TypeError(f"unexpected keyword argument '{name}'")
        raise Error(f"smoothing: found {value!r:.80}, allowed: no such argument; derivatives are exact, "
                    "and near kinks a difference of runs over a wide step tells more")


@dataclass(frozen=True)
class Inputs:
    """What a step is given, in tangent space, in directions or gradients D at once.

    poses: (B, 6, D) of q-: a body's centre moves by the first three [m], and it turns by the last
        three, R' = exp(theta) R [rad]; world axes.
    twists: (B, 6, D) of u- [m/s], [rad/s]; wrenches: (B, 6, D) forces and torques about the centre,
        constant in the step, world axes [N], [N m]; masses: (B, D) with the inertias as they are
        [kg]; friction: (C, D) the coefficient of each contact of the step; parameters: (P, D)
        numbers of the experiment, in the order and the units in which `differentiate` named them.
    """

    poses: np.ndarray
    twists: np.ndarray
    wrenches: np.ndarray
    masses: np.ndarray
    friction: np.ndarray
    parameters: np.ndarray


@dataclass(frozen=True)
class Kink:
    """A block with a law, and how far it is from another state, where the derivative is another
    one. distance: [m/s], or [rad/s] of what turns."""

    body_a: int  # -1: the world
    body_b: int
    state: str  # "open", "sticks", "slips"
    distance: float


class Derivative:
    """The derivative of one step of a world: of q+ and u+ by what the step was given.

    By the implicit function theorem, of the step's equations as they are solved; nothing is smoothed.
    A step at a kink has none: `kinks` says how far each contact is from one, and `at_kink` whether
    one is within 1e-7 m/s. There the derivative is that of the states that `kinks` names. Of a contact
    that touches when the step begins it is the one towards open, which `kinks` does not show.
    """

    def __init__(self, made: "_orthant.Derivative"):
        self._made = made

    @property
    def bodies(self) -> int:
        """B, those that do not react too."""
        return self._made.bodies

    @property
    def contacts(self) -> int:
        """C, the contacts of the step, open ones too; in the order of `Simulation.contacts`."""
        return self._made.contacts

    @property
    def parameters(self) -> int:
        """P, the numbers of the experiment that `differentiate` named."""
        return self._made.parameters

    @property
    def unique_impulses(self) -> bool:
        """Whether impulses are unique as velocities are."""
        return self._made.unique_impulses

    @property
    def kinks(self) -> list[Kink]:
        """Of contacts and of torsional and rolling friction, in the step as it was made."""
        return [Kink(*each[1:]) for each in self._made.kinks()]

    @property
    def at_kink(self) -> bool:
        """Whether a contact is within 1e-7 m/s of another state."""
        return any(kink.distance < 1e-7 for kink in self.kinks)

    def forward(self, *, poses: Optional[np.ndarray] = None, twists: Optional[np.ndarray] = None,
                wrenches: Optional[np.ndarray] = None, masses: Optional[np.ndarray] = None,
                friction: Optional[np.ndarray] = None,
                parameters: Optional[np.ndarray] = None) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives (poses, twists) of q+ and u+ along directions, (B, 6, D) each, or (B, 6) for
        one direction without D. Shapes as of Inputs; what is None does not change."""
        return self._along(poses, twists, wrenches, masses, friction, parameters)[:2]

    def impulses(self, *, poses: Optional[np.ndarray] = None, twists: Optional[np.ndarray] = None,
                 wrenches: Optional[np.ndarray] = None, masses: Optional[np.ndarray] = None,
                 friction: Optional[np.ndarray] = None,
                 parameters: Optional[np.ndarray] = None) -> np.ndarray:
        """Derivatives of the contacts' impulses along directions, (C, 3, D) or (C, 3) [N s]: on the
        normal and on two tangents, which turn with a body. An Error where they are not unique."""
        if not self.unique_impulses:
            raise Error("impulses: found some that are not unique, allowed: unique ones")
        return self._along(poses, twists, wrenches, masses, friction, parameters)[2]

    def _along(self, poses: Optional[np.ndarray], twists: Optional[np.ndarray],
               wrenches: Optional[np.ndarray], masses: Optional[np.ndarray],
               friction: Optional[np.ndarray],
               parameters: Optional[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        B, C = self.bodies, self.contacts
        sizes = {"poses": (B, 6), "twists": (B, 6), "wrenches": (B, 6), "masses": (B,),
                 "friction": (C,), "parameters": (self.parameters,)}
        given = {"poses": poses, "twists": twists, "wrenches": wrenches, "masses": masses,
                 "friction": friction, "parameters": parameters}
        columns = set()
        parts = {}
        for name, value in given.items():
            if value is None:
                continue
            shape = sizes[name]
            value = numbers(name, value, f"numbers of shape {shape}")
            if value.shape[:len(shape)] != shape or value.ndim > len(shape) + 1:
                raise Error(f"{name}: found an array of shape {value.shape}, allowed: {shape}, or "
                            f"{shape} and a number of directions")
            columns.add(value.shape[len(shape):])
            D = value.shape[-1] if value.ndim > len(shape) else 1
            parts[name] = value.reshape(math.prod(shape), D)
        if len(columns) != 1:
            raise Error("directions: found " + ("none" if not columns else "several numbers of them")
                        + ", allowed: as many in each")
        tail = columns.pop()
        full = [parts.get(name, _none) for name in sizes]
        poses_out, twists_out, impulses = self._made.forward(*full)
        shape = (B, 6, *tail)
        if self.unique_impulses:
            impulses = impulses.reshape(C, 3, *tail)
        return poses_out.reshape(shape), twists_out.reshape(shape), impulses

    def adjoint(self, *, poses: Optional[np.ndarray] = None,
                twists: Optional[np.ndarray] = None,
                impulses: Optional[np.ndarray] = None) -> Inputs:
        """Gradients by what the step was given, of gradients by q+ and u+: (B, 6) each, or (B, 6,
        D); what is None is zero. And one by the contacts' impulses, (C, 3) or (C, 3, D).
        The transpose of `forward` and `impulses`."""
        B, C = self.bodies, self.contacts
        allowed = f"({B}, 6), or ({B}, 6) and a number of gradients"
        given = {name: numbers(name, each, allowed)
                 for name, each in (("poses", poses), ("twists", twists)) if each is not None}
        if not given and impulses is None:
            raise Error("gradients: found none, allowed: poses, twists, impulses")
        by_impulse = _none
        if impulses is not None:
            by_impulse = numbers("impulses", impulses, f"numbers of shape {(C, 3)}")
        one = next(iter(given.values())) if given else np.zeros((B, 6, *by_impulse.shape[2:]))
        for name, each in given.items():
            if each.shape[:2] != (B, 6) or each.ndim > 3 or each.shape != one.shape:
                raise Error(f"{name}: found an array of shape {each.shape}, allowed: {allowed}")
        tail = one.shape[2:]
        columns = [given[name].reshape(6 * B, -1) if name in given
                   else np.zeros((6 * B, tail[0] if tail else 1)) for name in ("poses", "twists")]
        if impulses is not None:
            if by_impulse.shape != (C, 3, *tail):
                raise Error(f"impulses: found an array of shape {by_impulse.shape}, allowed: "
                            f"{(C, 3, *tail)}")
            by_impulse = by_impulse.reshape(3 * C, tail[0] if tail else 1)
        return self._gradients(columns, by_impulse, tail)

    def _back(self, poses: np.ndarray, twists: np.ndarray) -> Inputs:
        """As `adjoint`, of arrays (B, 6) that are known to be right."""
        return self._gradients([poses.reshape(-1, 1), twists.reshape(-1, 1)], _none, ())

    def _gradients(self, columns: list[np.ndarray], by_impulse: np.ndarray,
                   tail: tuple[int, ...]) -> Inputs:
        B, C = self.bodies, self.contacts
        out = self._made.adjoint(*columns, by_impulse)
        shapes = ((B, 6), (B, 6), (B, 6), (B,), (C,), (self.parameters,))
        return Inputs(*(part.reshape(*shape, *tail) for part, shape in zip(out, shapes)))

    def _to_kink(self) -> float:
        """The smallest distance of `kinks`."""
        return min((distance for *_, distance in self._made.kinks()), default=math.inf)
