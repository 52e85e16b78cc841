"""The adjoint of many steps."""

import math
from dataclasses import dataclass
from typing import Callable, Optional, Sequence

import numpy as np

from ._arrays import numbers, of_shape, whole_number
from ._derivatives import Derivative, refuse_smoothing
from ._orthant import Error
from ._simulation import Simulation

Gradients = tuple[Optional[np.ndarray], Optional[np.ndarray]]
Along = Callable[[int, np.ndarray, np.ndarray], Gradients]


@dataclass(frozen=True)
class TrajectoryGradient:
    """Gradients of a number that depends on a trajectory of n steps, in the tangent space of Inputs.

    poses, twists: (B, 6) by the state at the start; wrenches: (n, B, 6) by the force and the torque
    on each body in each step; masses: (B,); friction: by a coefficient that is added to those of
    all contacts in all steps; parameters: (P,) by the numbers of the experiment that were named, in
    all steps, and in the start where the trajectory begins at that of the experiment. kink: the
    smallest distance of a contact from another state, in any step [m/s].
    """

    poses: np.ndarray
    twists: np.ndarray
    wrenches: np.ndarray
    masses: np.ndarray
    friction: float
    parameters: np.ndarray
    kink: float


class Trajectory:
    """Steps of a simulation from its state on, to go back along.

    wrenches: (steps, B, 6) or (steps, W, B, 6), those of each step (see `Simulation.push`); None:
    those that the simulation has.
    parameters: paths of numbers of the experiment, by which there are gradients too; None: those of
    the last call of `simulation.differentiate`.

    A snapshot is kept every so many steps (the root of their number, unless `every` says otherwise);
    `adjoint` makes the steps between two of them again, from the last to the first. After both the
    simulation stands at the end.
    """

    def __init__(self, simulation: Simulation, steps: int, *,
                 wrenches: Optional[np.ndarray] = None, every: Optional[int] = None,
                 parameters: Optional[Sequence[str]] = None):
        self.simulation, self.steps = simulation, whole_number("steps", steps)
        if steps < 1:
            raise Error(f"steps: found {steps}, allowed: a number > 0")
        self.every = (math.ceil(math.sqrt(steps)) if every is None
                      else whole_number("every", every))
        if self.every < 1:
            raise Error(f"every: found {every}, allowed: a number > 0")
        self._wrenches = self._of_steps(wrenches)
        self._parameters = list(simulation._parameters if parameters is None else parameters)
        simulation._keep_parts(False)
        self._from_start = simulation.at_start
        self._kept: list[tuple[bytes, np.ndarray, np.ndarray]] = []
        for first in range(0, steps, self.every):
            self._kept.append(self._state())
            for k in range(first, min(first + self.every, steps)):
                self._step(k)
        self._end = self._state()

    def _state(self) -> tuple[bytes, np.ndarray, np.ndarray]:
        return self.simulation.snapshot(), self.simulation.poses, self.simulation.twists

    def _of_steps(self, wrenches: Optional[np.ndarray]) -> Optional[np.ndarray]:
        if wrenches is None:
            return None
        W, B = self.simulation.worlds, len(self.simulation.bodies)
        wrenches = numbers("wrenches", wrenches, f"numbers of shape {(self.steps, B, 6)}")
        if wrenches.shape == (self.steps, B, 6):
            return np.broadcast_to(wrenches[:, None], (self.steps, W, B, 6))
        if wrenches.shape != (self.steps, W, B, 6):
            raise Error(f"wrenches: found an array of shape {wrenches.shape}, allowed: "
                        f"{(self.steps, B, 6)} or {(self.steps, W, B, 6)}")
        return wrenches

    def _step(self, k: int) -> None:
        if self._wrenches is not None:
            self.simulation.push(self._wrenches[k])
        self.simulation._make(1)

    def adjoint(self, *, poses: Optional[np.ndarray] = None, twists: Optional[np.ndarray] = None,
                along: Optional[Along] = None,
                world: int = 0, **gone: object) -> TrajectoryGradient:
        """Goes back from gradients (B, 6) by the poses and the twists at the end.

        along(step, poses, twists) adds gradients by the state after a step (from 1, the last one
        too); either may be None."""
        refuse_smoothing(gone)
        B = len(self.simulation.bodies)
        back = [np.zeros((B, 6)) if each is None else of_shape(name, each, (B, 6))
                for name, each in (("poses", poses), ("twists", twists))]
        self.simulation._keep_parts(True, self._parameters)
        try:
            return self._go_back(back, along, world)
        finally:
            self.simulation._keep_parts(False)
            self.simulation.restore(self._end[0])

    def _go_back(self, back: list[np.ndarray], along: Optional[Along],
                 world: int) -> TrajectoryGradient:
        B = len(self.simulation.bodies)
        wrenches, masses = np.zeros((self.steps, B, 6)), np.zeros(B)
        friction, kink = 0.0, math.inf
        parameters = np.zeros(len(self._parameters))
        for index in range(len(self._kept) - 1, -1, -1):
            first = index * self.every
            made = self._again(index, world)
            for k in range(len(made) - 1, -1, -1):
                derivative, at = made[k]
                if along is not None:
                    for to, more in zip(back, self._gradients(along, first + k + 1, at)):
                        to += more
                by = derivative._back(*back)
                back = [by.poses, by.twists]
                wrenches[first + k] = by.wrenches
                masses += by.masses
                friction += float(by.friction.sum())
                parameters += by.parameters
                kink = min(kink, derivative._to_kink())
        if self._from_start and self._parameters:
            for gradient, slope in zip(back, self.simulation.start_by_parameters(world)):
                parameters += np.einsum("bi,bip->p", gradient, slope)
        return TrajectoryGradient(*back, wrenches, masses, friction, parameters, kink)

    @staticmethod
    def _gradients(along: Along, step: int,
                   at: tuple[np.ndarray, np.ndarray]) -> list[np.ndarray]:
        given = along(step, *at)
        if not isinstance(given, (tuple, list)) or len(given) != 2:
            raise Error(f"along: found {given!r:.80}, allowed: two, by the poses and by the twists")
        shape = at[1].shape
        return [np.zeros(shape) if each is None else of_shape(f"along: {name}", each, shape)
                for name, each in zip(("poses", "twists"), given)]

    def _again(self, index: int, world: int) -> list[tuple[Derivative, tuple]]:
        """The derivatives of the steps from a state that was kept to the next."""
        simulation = self.simulation
        simulation.restore(self._kept[index][0])
        out = []
        first = index * self.every
        for k in range(first, min(first + self.every, self.steps)):
            self._step(k)
            out.append((simulation.derivative(world),
                        (simulation.poses[world], simulation.twists[world])))
        ends = self._kept[index + 1] if index + 1 < len(self._kept) else self._end
        if not all(np.max(np.abs(now - then) - 1e-6 * np.abs(then), initial=0) <= 1e-6
                   for now, then in zip((simulation.poses, simulation.twists), ends[1:])):
            raise Error("trajectory: found steps that end elsewhere when they are made again, "
                        "allowed: steps with one solution, which the state alone decides")
        return out
