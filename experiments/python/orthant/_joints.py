"""Joint space and motors of a simulation."""

import warnings
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import _orthant
from ._arrays import numbers, real_number, whole_number
from ._input import DoubtWarning
from ._orthant import Error

Worlds = Optional[Sequence[int]]
ByJoint = Union[np.ndarray, Sequence[float], Mapping[str, Any], None]


def rotation_vector(quaternion: np.ndarray) -> np.ndarray:
    """(..., 3) [rad] of unit quaternions (w, x, y, z), (..., 4)."""
    q = np.where(quaternion[..., :1] < 0, -quaternion, quaternion)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[..., :1])
    small = sine < 1e-8
    return np.where(small, 2 / q[..., :1], angle / np.where(small, 1, sine)) * q[..., 1:]


class Joint:
    """A column of joint_positions by its name, as a view of a simulation: (W,) each."""

    def __init__(self, simulation: "JointSpace", name: str):
        self._simulation, self.name = simulation, name
        self._column = simulation.joint_index(name)

    @property
    def position(self) -> np.ndarray:
        """[m] or [rad], whole turns counted."""
        return self._simulation.joint_positions[:, self._column]

    @property
    def velocity(self) -> np.ndarray:
        """[m/s] or [rad/s]."""
        return self._simulation.joint_velocities[:, self._column]

    @property
    def effort(self) -> np.ndarray:
        """[N] or [N m], see joint_efforts."""
        return self._simulation.joint_efforts[:, self._column]

    @property
    def limits(self) -> np.ndarray:
        """(W, 2) lower and upper."""
        return self._simulation.joint_limits[:, self._column]

    @property
    def reaction(self) -> np.ndarray:
        """(W, 6) the force [N] and the torque [N m] that the whole joint exerted on its second body
        in the last step, on average, about the joint's point there, world axes."""
        out = np.zeros((self._simulation.worlds, 6))
        table = self._simulation._simulation.joint_reactions()
        joint = self._simulation.joints.index(self._simulation._columns[self._place][1])
        mine = table["joint"] == joint
        out[table["world"][mine]] = np.hstack([table["force"], table["torque"]])[mine]
        return out

    @property
    def _place(self) -> int:
        return self._simulation._simulation.floating + self._column

    @property
    def target(self) -> np.ndarray:
        """(W,) of the joint's motor, of the same name; to be written."""
        return self._simulation.targets[:, self._simulation.motor_index(self.name)]

    @target.setter
    def target(self, value: Any) -> None:
        self._simulation.targets[:, self._simulation.motor_index(self.name)] = value

    def __repr__(self) -> str:
        return f"<orthant.Joint {self.name!r}: position {self.position}>"


class JointSpace:
    """What a Simulation knows of joints. J columns of joints; V columns of velocities, of which the
    first six of each floating body, and then those of joints; M motors."""

    _simulation: _orthant.Simulation
    worlds: int
    bodies: list[str]
    joints: list[str]

    @property
    def _columns(self) -> list[tuple[str, str]]:
        return self._simulation.columns()

    def _column_names(self, joints: bool) -> list[str]:
        first = self._simulation.floating
        return [name for name, _ in (self._columns[first:] if joints else self._columns)]

    @property
    def joint_names(self) -> list[str]:
        """The J columns of joint_positions: a joint's name, or "name.angle" of a joint with several
        coordinates, "name.x", ... of a ball joint. Joints of loop_joints have none."""
        return self._column_names(True)

    @property
    def velocity_names(self) -> list[str]:
        """The V columns of matrices: "body.x", ..., "body.rz" of floating bodies, then joint_names."""
        return self._column_names(False)

    @property
    def loop_joints(self) -> list[str]:
        """The joints that are not in the tree, as they close a loop or hold anything else than the
        motion of one body against another."""
        return self._simulation.closing()

    def joint_index(self, name: str) -> int:
        """The number of a column in joint_names."""
        return _index("joint", name, self.joint_names)

    def joint(self, name: str) -> Joint:
        """A column by its name."""
        return Joint(self, name)

    @property
    def joint_positions(self) -> np.ndarray:
        """(W, J) a copy: coordinates of joints [m], [rad]. Angles count whole turns. A ball joint has
        the rotation vector of its second body against its first."""
        return self._simulation.joint_positions()[:, self._simulation.floating:]

    @property
    def joint_velocities(self) -> np.ndarray:
        """(W, J) a copy: their rates [m/s], [rad/s]; of a ball joint the angular velocity in the
        joint's axes on its first body."""
        return self._simulation.joint_velocities()[:, self._simulation.floating:]

    @property
    def joint_efforts(self) -> np.ndarray:
        """(W, J) what drove each coordinate in the last step, on average [N], [N m]: motors, given
        efforts, springs, dampers, limits, dry friction and couplings together."""
        return self._simulation.joint_efforts()[:, self._simulation.floating:]

    @property
    def joint_limits(self) -> np.ndarray:
        """(W, J, 2) lower and upper limits; infinite: none."""
        return self._simulation.joint_limits()[:, self._simulation.floating:]

    def _chosen(self, worlds: Worlds) -> np.ndarray:
        """The numbers of worlds, in the order given."""
        if worlds is None:
            return np.arange(self.worlds)
        given = np.asarray(worlds)
        if given.dtype == bool and given.shape == (self.worlds,):
            return np.flatnonzero(given)
        out = [whole_number("worlds", w) for w in np.atleast_1d(given).tolist()]
        for w in out:
            if not 0 <= w < self.worlds:
                raise Error(f"worlds: found {w}, allowed: 0 to {self.worlds - 1}")
        if len(set(out)) != len(out):
            raise Error("worlds: found a world twice, allowed: each once")
        return np.array(out, dtype=int)

    def _mask(self, chosen: np.ndarray) -> list[bool]:
        out = np.zeros(self.worlds, dtype=bool)
        out[chosen] = True
        return out.tolist()

    def _by_joint(self, what: str, value: ByJoint, there: np.ndarray) -> np.ndarray:
        """(W', J) from an array or a mapping by names, else those that are there."""
        names = self.joint_names
        if value is None:
            return there
        if isinstance(value, Mapping):
            out = there.copy()
            for name, number in value.items():
                out[:, _index(what, name, names)] = _spread(f"{what} {name}", number, out[:, 0].shape)
            return out
        return _spread(what, value, there.shape)

    def set_joint_state(self, q: ByJoint = None, v: ByJoint = None, *,
                        bases: Optional[Mapping[str, Any]] = None,
                        base_twists: Optional[Mapping[str, Any]] = None,
                        worlds: Worlds = None, time: float = 0.0) -> None:
        """Places all bodies of the trees of joints, as a new start of all worlds at this time [s], or
        of some `worlds`, whose time goes on. Nothing is known of steps before, but turns of angles.

        q, v: (J,) or (W', J) for W' worlds, or a dict of them by joint_names; None: those there.
        bases, base_twists: of floating bodies by name, (7,) or (W', 7) as `poses`, (6,) or (W', 6) as
        `twists`. Loops and held couplings have to be closed to 1e-6, and their rates; columns that are
        not given, in a dict or by None, follow couplings, and their rates loops too. A position outside
        its limits is a DoubtWarning. Bodies that do not react stay."""
        chosen = self._chosen(worlds)
        first = self._simulation.floating
        to, rates = self._simulation.joint_positions(), self._simulation.joint_velocities()
        to[chosen, first:] = self._by_joint("q", q, to[chosen, first:])
        rates[chosen, first:] = self._by_joint("v", v, rates[chosen, first:])
        names = self.velocity_names
        floating = [name[:-2] for name in names[:first:6]]
        for given, width, values in ((bases, 7, to), (base_twists, 6, rates)):
            for name, value in (given or {}).items():
                at = 6 * _index("bases" if width == 7 else "base_twists", name, floating)
                of_worlds = _spread(name, value, (len(chosen), width))
                if width == 7:
                    size = np.linalg.norm(of_worlds[:, 3:], axis=1, keepdims=True)
                    if not np.all(np.abs(size - 1) < 1e-6):
                        raise Error(f"bases {name}: found a quaternion of length "
                                    f"{size.ravel()[0]:g}, allowed: a unit quaternion (w, x, y, z)")
                    of_worlds = np.hstack([of_worlds[:, :3],
                                           rotation_vector(of_worlds[:, 3:] / size)])
                values[chosen, at:at + 6] = of_worlds
        free = [[False] * first + [given is None or isinstance(given, Mapping) and name not in given
                                   for name in names[first:]] for given in (q, v)]
        for each in self._simulation.set_joint_state(to, rates, *free, self._mask(chosen),
                                                     real_number("time", time)):
            warnings.warn(each, DoubtWarning, stacklevel=2)

    @property
    def motors(self) -> list[str]:
        """The names of the M motors: that of the joint, or "joint.coordinate" of several."""
        return [name for name, _, _ in self._simulation.motors()]

    @property
    def motor_types(self) -> list[str]:
        """Of each: position, velocity, force or prescribed."""
        return [kind for _, _, kind in self._simulation.motors()]

    def motor_index(self, name: str) -> int:
        """The number of a motor in `motors`."""
        return _index("motor", name, self.motors)

    @property
    def targets(self) -> np.ndarray:
        """(W, M) the simulation's own array, to be written between steps: what each motor aims at,
        in the unit of its type. nan, at first: the target that the experiment gives."""
        return self._simulation.targets()

    @targets.setter
    def targets(self, value: Any) -> None:
        self._simulation.targets()[...] = value

    @property
    def efforts(self) -> np.ndarray:
        """(W, M) likewise: a force [N] or torque [N m] of each motor beside what its type asks for. A
        largest effort bounds both together."""
        return self._simulation.efforts()

    @efforts.setter
    def efforts(self, value: Any) -> None:
        self._simulation.efforts()[...] = value

    @property
    def gains(self) -> np.ndarray:
        """(W, M, 2) likewise: kp and kd of position motors, and kd of velocity motors."""
        return self._simulation.gains()

    @gains.setter
    def gains(self, value: Any) -> None:
        self._simulation.gains()[...] = value

    def mass_matrix(self) -> np.ndarray:
        """(W, V, V) of the trees in joint space, inertia of rotors included. Joints that close loops
        are not in it."""
        return self._simulation.mass_matrix()

    def bias(self) -> np.ndarray:
        """(W, V) the forces that leave velocities as they are, against gravity and what is quadratic
        in velocities. At rest they hold the pose."""
        return self._simulation.bias()

    def inverse_dynamics(self, accelerations: Any = None) -> np.ndarray:
        """(W, V) the forces along all columns that bring accelerations (V,) or (W, V) about; None:
        zeros. Springs, dampers, motors, loads and contacts are parts of these forces."""
        shape = (self.worlds, len(self._columns))
        a = np.zeros(shape) if accelerations is None else _spread("accelerations", accelerations, shape)
        return self._simulation.inverse_dynamics(a)

    def accelerations(self, forces: Any = None) -> np.ndarray:
        """(W, V) of forces (V,) or (W, V) along all columns, without contacts and without joints that
        close loops; None: zeros."""
        shape = (self.worlds, len(self._columns))
        tau = np.zeros(shape) if forces is None else _spread("forces", forces, shape)
        return self._simulation.accelerations(tau)

    def jacobian(self, body: str, point: Sequence[float] = (0, 0, 0)) -> np.ndarray:
        """(W, 6, V) the velocity [m/s] of a point of a body and its angular velocity [rad/s], world
        axes, by the velocities. The point is in the body's axes, from its centre of mass [m]."""
        place = _spread("point", point, (3,))
        return self._simulation.jacobian(_index("body", body, self.bodies), place.tolist())


def _index(what: str, name: str, names: list[str]) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise Error(f'{what}: found "{name}", allowed: {", ".join(names) or "none"}') from None


def _spread(what: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Finite numbers of a shape, or of its last part for all worlds alike."""
    given = numbers(what, value, f"numbers of shape {shape}")
    try:
        if given.ndim > len(shape):
            raise ValueError
        return np.broadcast_to(given, shape).copy()
    except ValueError:
        raise Error(f"{what}: found an array of shape {given.shape}, allowed: {shape}, or "
                    f"{shape[1:]} for all worlds alike") from None
