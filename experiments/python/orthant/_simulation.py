"""Stepping an experiment."""

import json
import os
import warnings
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _orthant
from ._arrays import array_of, real_number, whole_number
from ._derivatives import Derivative, refuse_smoothing
from ._input import (Changes, DoubtWarning, Experiment, Given, as_input, read_saved, require_choice,
                     tell_unsolved, with_text, write_saved)
from ._joints import ByJoint, JointSpace, Worlds
from ._orthant import Error
from ._own import functions_of
from ._problems import Problem
from ._sensors import Sensors


def table(columns: dict[str, np.ndarray]) -> np.ndarray:
    """A structured array of columns."""
    types = [(name, column.dtype, column.shape[1:]) for name, column in columns.items()]
    out = np.empty(len(next(iter(columns.values()))), dtype=types)
    for name, column in columns.items():
        out[name] = column
    return out


@dataclass(frozen=True)
class Report:
    """What a step says of itself. `solved`: its equations hold to the tolerance, nothing went
    through anything, and no force turned too stiffly; `converged`: the first of these."""

    step: int
    time: float  # [s] after it
    solved: bool
    converged: bool
    worlds_converged: int
    reason: str  # why the worst world's solver stopped, or why else the step is not solved
    iterations: int
    linear_solves: int
    linear_iterations: int
    contacts: int  # of all worlds
    rows: int
    crossings: int  # pairs of shapes that went through each other
    overlaps: int  # pairs of shapes that turned into each other
    ghosts: int  # pairs of shapes that were pushed where they do not touch
    ghost_impulse: float  # of such pairs [N s]
    too_stiff: int
    gains_energy: int
    few_digits: int
    round_off: float  # [m/s]
    steps_made: int  # where their lengths are chosen, else 0
    parts_rejected: int
    shortest_step: float  # [s]
    error_estimate: float  # relative to the radius of gyration of a body
    slip_error: float  # likewise, an interval's way by the error of speeds that friction leaves
    inaccurate: bool  # no step was short enough
    residual: dict[str, float]
    solved_by: dict[str, int]
    _iterates: dict[str, Any] = field(repr=False)

    @cached_property
    def history(self) -> np.ndarray:
        """A structured array of iterates in turn, with the columns of newton.csv."""
        columns = dict(self._iterates)
        solves, of = columns.pop("solves"), columns.pop("solve")
        attempt, stage, solver, reason = (
            np.array([each[k] for each in solves], dtype=kind)[of]
            for k, kind in enumerate((int, str, str, str)))
        return table({"attempt": attempt, "stage": stage, "solver": solver} | columns
                     | {"reason": reason})


class Simulation(JointSpace, Sensors):
    """An experiment, ready to step.

    experiment: a dict, or the path of a file (.json) as `orthant run` takes it.
    set: changes by dotted paths, as `--set`: {"solver.tolerance": 1e-10}; None removes a key.
    on_unsolved: what a step that is not solved does: "warn" (UnsolvedWarning), "raise"
        (UnsolvedError, after that step) or "ignore". `report.solved` says it in any case.

    Shapes: W worlds, B bodies of each, in the order of `bodies`. Steps of several simulations take
    turns; other threads of Python run meanwhile.
    """

    def __init__(self, experiment: Experiment, *, set: Changes = None, on_unsolved: str = "warn"):
        require_choice(on_unsolved)
        self.on_unsolved = on_unsolved
        self._begin(as_input(experiment, set))
        for each in self._simulation.warnings:
            warnings.warn(each, DoubtWarning, stacklevel=2)

    def _begin(self, given: Given) -> None:
        self._simulation = _orthant.Simulation(*given)
        self._input = with_text(given)
        self._start = self.poses, self.twists
        self._keeps = False
        self._parameters: list[str] = []
        self._functions = functions_of(lambda: self.configuration)  # the library keeps none

    @property
    def name(self) -> str:
        """The experiment's name."""
        return self._simulation.name

    @property
    def worlds(self) -> int:
        """W, how many worlds there are."""
        return self._simulation.worlds

    @property
    def bodies(self) -> list[str]:
        """The names of the B bodies of a world, those that are fixed too."""
        return self._simulation.body_names

    @property
    def joints(self) -> list[str]:
        """The names of the joints of a world."""
        return self._simulation.joint_names

    @property
    def h(self) -> float:
        """The length of a step [s]."""
        return self._simulation.h

    @property
    def steps(self) -> int:
        """How many steps the experiment asks for; `step` makes as many as it is told."""
        return self._simulation.steps

    @property
    def step_count(self) -> int:
        """Steps made since the start, or since `set_state`."""
        return self._simulation.step_count

    @property
    def time(self) -> float:
        """The time at their end, from that of the last `set_state` on [s]."""
        return self._simulation.time

    @property
    def at_start(self) -> bool:
        """Whether it stands where the experiment starts."""
        return (self.time == 0 and self.step_count == 0 and np.array_equal(self.poses, self._start[0])
                and np.array_equal(self.twists, self._start[1]))

    @property
    def notes(self) -> list[str]:
        """What was taken in another way than it was written."""
        return self._simulation.notes

    @property
    def configuration(self) -> dict[str, Any]:
        """The whole configuration, defaults included."""
        return json.loads(self._simulation.configuration())

    @property
    def redundant_rows(self) -> Optional[int]:
        """How many rows of joints say what others say already; None: not known."""
        return self._simulation.redundant_rows

    def index(self, body: str) -> int:
        """The number of a body in arrays."""
        try:
            return self.bodies.index(body)
        except ValueError:
            raise Error(f'body: found "{body}", allowed: {", ".join(self.bodies)}') from None

    def step(self, n: int = 1) -> Optional[Report]:
        """Makes n steps and returns the last report, None if there is none yet. With on_unsolved="raise" it ends with the
        first step that is not solved; its state stays, to be looked at."""
        self._make(whole_number("n", n))
        return self.report

    def _make(self, n: int) -> None:
        """Makes n steps, without a report."""
        made, unsolved, first = self._simulation.step(n, self.on_unsolved == "raise")
        if unsolved:
            more = f"; {unsolved} of {made} steps are not solved" if made > 1 else ""
            tell_unsolved(first + more, self.on_unsolved)

    @property
    def report(self) -> Optional[Report]:
        """Of the last step; None until a step is made, also after `restore` and in a copy."""
        made = self._simulation.report()
        return None if made is None else Report(**made, _iterates=self._simulation.history())

    @property
    def poses(self) -> np.ndarray:
        """(W, B, 7) a copy: centre of mass [m], then the unit quaternion (w, x, y, z) that turns
        from body to world axes."""
        return self._simulation.poses()

    @property
    def twists(self) -> np.ndarray:
        """(W, B, 6) a copy: velocity of the centre of mass [m/s], then angular velocity [rad/s],
        both in world axes."""
        return self._simulation.twists()

    def view(self) -> tuple[np.ndarray, np.ndarray]:
        """Poses and twists without a copy: arrays that are read-only, and that every step changes.
        They keep the simulation. Where the state does not lie in one piece of the host's memory
        (worlds that are stepped in groups, a device, another simulator) this is an Error."""
        both = self._simulation.view()
        if both is None:
            raise Error("view: the state does not lie in one piece in the host's memory, as worlds "
                        "are stepped in groups, on a device or by another simulator; poses and "
                        "twists copy it")
        return both

    def snapshot(self) -> bytes:
        """The state and everything that steps carry on: turns of joints, impulses, what methods and
        solvers remember, forces of `push`. `restore` continues from it with the same bits, in
        another process too. Another simulator has none."""
        return self._simulation.save()

    def restore(self, snapshot: bytes) -> None:
        """Continues from a snapshot of a simulation with the same scene, integrator and solver. No
        step has been made there: contacts and reactions are empty, and `report` is None."""
        if not isinstance(snapshot, bytes):
            raise Error(f"snapshot: found {snapshot!r:.80}, allowed: bytes of snapshot()")
        self._simulation.restore(snapshot)

    def set_state(self, poses: Optional[np.ndarray] = None, twists: Optional[np.ndarray] = None,
                  time: float = 0.0, *, unturned: bool = False) -> None:
        """A new start, of that time [s]: poses (W, B, 7) and twists (W, B, 6), as `poses` and `twists`
        have them; None: those that are there. The steps that follow are those of a new simulation
        with this start, to the bit. Poses tell no turns of joints: angles are within half a turn.
        Where a limit, a spring or a motor beyond half a turn makes turned joints another state, this
        is an Error unless `unturned` says that they are not; `restore` has turns. Joints that start
        open are closed, as at every start, unless the experiment says otherwise."""
        given = [there if value is None
                 else array_of(name, value, f"numbers of shape {there.shape}")
                 for name, value, there in (("poses", poses, self.poses),
                                            ("twists", twists, self.twists))]
        self._simulation.set_state(*given, real_number("time", time), bool(unturned))

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the experiment and a snapshot to a file, from which `orthant.load` continues with the
        same bits."""
        write_saved(path, *self._saved("save"))

    def _saved(self, what: str) -> tuple[Given, bytes]:
        if self._functions:
            raise Error(f"{what}: found an experiment with functions in Python, allowed: one without; "
                        "keep snapshot(), and restore it in a simulation with the functions")
        return self._input, self.snapshot()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copy: the experiment and a snapshot."""
        given, snapshot = self._saved("pickle")
        out = {"given": given, "snapshot": snapshot, "on_unsolved": self.on_unsolved}
        return dict(out, keeps=True, parameters=self._parameters) if self._keeps else out

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.on_unsolved = state["on_unsolved"]
        self._begin(state["given"])
        if state.get("keeps"):
            self.differentiate(parameters=state["parameters"])
        self.restore(state["snapshot"])

    @classmethod
    def _load(cls, path: Union[str, "os.PathLike[str]"], on_unsolved: str) -> "Simulation":
        require_choice(on_unsolved)
        given, snapshot = read_saved(path)
        out = cls.__new__(cls)
        out.__setstate__({"given": given, "snapshot": snapshot, "on_unsolved": on_unsolved})
        return out

    def reset(self, worlds: Worlds = None, *, q: ByJoint = None, v: ByJoint = None) -> None:
        """Back to where the experiment starts, with the forces, targets and gains that it gives: what
        follows has the bits of a new simulation.

        worlds: only these start anew, by number or as a mask (W,); impulses and turns of steps before
        are forgotten. The others go on with the same bits. Time, forces and targets of all stay.
        q, v: positions and velocities of joints to start with, as `set_joint_state` has them."""
        if worlds is None:
            self._simulation.reset()
        else:
            self._simulation.reset_worlds(self._mask(self._chosen(worlds)))
        if q is not None or v is not None:
            self.set_joint_state(q, v, worlds=worlds, time=0.0)

    @property
    def wrenches(self) -> np.ndarray:
        """(W, B, 6) a copy: constant force [N] and torque [N m] about the centre of each body in the
        next step, world axes; gravity, loads and joints are not in it."""
        return self._simulation.wrenches()

    def push(self, wrenches: np.ndarray) -> None:
        """Other ones, (W, B, 6), from the next step on, in place of those that the experiment gives
        to bodies. They stay until they are changed, by `reset` and `restore` too."""
        self._simulation.push(array_of("wrenches", wrenches, "numbers of shape "
                                       f"{(self.worlds, len(self.bodies), 6)}"))

    @property
    def contacts(self) -> np.ndarray:
        """A structured array of the contacts of the last step, with what they carried:
        world, body_a, body_b (numbers in `bodies`), point [m], normal (unit, from a to b),
        impulse [N s] and force [N] on b, sliding (of b against a [m/s]), local_impulse (normal,
        tangent, tangent [N s]), local_value (the normal row's value and sliding along the tangents
        [m/s]), moment (of torsional and rolling friction on b [N m s]), friction (the
        coefficient), gap [m], negative: overlap. Vectors are in world axes but for local ones."""
        return table(self._simulation.contacts())

    @property
    def joint_reactions(self) -> np.ndarray:
        """A structured array of what each joint did to its second body in the last step, on
        average: world, joint (a number in `joints`), force [N] and torque [N m] about the joint's
        point there in world axes, force_joint and torque_joint in the joint's own axes on its first
        body, displacement [m] from the joint's point on its first body to that on the second."""
        return table(self._simulation.joint_reactions())

    @property
    def force_time(self) -> float:
        """When these forces acted, from the end of the step [s]; 0, or half a step before it."""
        return self._simulation.force_time

    @property
    def measures(self) -> dict[str, np.ndarray]:
        """What the state and the last step are measured by, (W,) each, by the names and units of
        the columns of steps.csv: penetration_m, kinetic_J, ..."""
        return self._simulation.measures()

    def differentiate(self, keeps: bool = True, *, parameters: Sequence[str] = ()) -> None:
        """Keeps what the derivatives of the steps that follow are made of; False: no more.

        parameters: paths of numbers of the experiment, as in `set`, by which they are derivatives
        too: "scene.bodies.ball.friction", "scene.gravity.2", "step", "integrator.theta", ...
        """
        self._keep_parts(keeps, parameters)
        self._keeps, self._parameters = keeps, list(parameters)

    def _keep_parts(self, keeps: bool, parameters: Sequence[str] = ()) -> None:
        self._simulation.differentiate(keeps, list(parameters))

    def start_by_parameters(self, world: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """How the experiment's start changes with these parameters: (poses, twists), (B, 6, P) each
        in tangent space. Zero where the start does not depend on them."""
        both = _orthant.start_by_parameters(self._simulation, whole_number("world", world))
        B = len(self.bodies)
        return both[:6 * B].reshape(B, 6, -1), both[6 * B:].reshape(B, 6, -1)

    def derivative(self, world: int = 0, **gone: object) -> Derivative:
        """The exact derivative of the last step of a world, after `differentiate`. It stands when
        further steps are made. Where a step is not covered, or has no derivative, this is an Error
        that says why."""
        refuse_smoothing(gone)
        return Derivative(_orthant.derivative(self._simulation, whole_number("world", world)))

    def problem(self, world: int = 0) -> Problem:
        """The contacts of a world in the last step as a problem of their own, joints eliminated."""
        return Problem._of(self._simulation.problem(whole_number("world", world)))

    def __repr__(self) -> str:
        return (f"<orthant.Simulation {self.name!r}: {self.worlds} worlds of {len(self.bodies)} "
                f"bodies, step {self.step_count}, {self.time:g} s>")


def load(path: Union[str, "os.PathLike[str]"], *, on_unsolved: str = "warn") -> Simulation:
    """The simulation that `Simulation.save` wrote: it makes the same next steps, to the bit. Until its
    first step it has no contacts and reactions, and `report` is None. A file that the experiment names, such as a
    model, is read again."""
    return Simulation._load(path, on_unsolved)
