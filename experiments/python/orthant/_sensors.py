"""Sensors on the bodies of a simulation."""

from typing import Optional

import numpy as np

from . import _orthant


def rotate_back(quaternion: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Vectors of the world in the axes of bodies with these quaternions (w, x, y, z)."""
    w, im = quaternion[..., :1], -quaternion[..., 1:]
    t = 2 * np.cross(im, vector)
    return vector + w * t + np.cross(im, t)


class Sensors:
    """What a Simulation measures on its bodies, (W, ...) each."""

    _simulation: _orthant.Simulation
    worlds: int
    h: float

    def index(self, body: str) -> int:
        raise NotImplementedError

    def contact_wrench(self, body: str, other: Optional[str] = None) -> np.ndarray:
        """(W, 6) the force [N] and the torque [N m] about the body's centre of mass of its contacts
        in the last step, or of those with one other body, world axes. Zero where a world has started
        anew since."""
        mine, table = self.index(body), self._simulation.contacts()
        partner = None if other is None else self.index(other)
        out = np.zeros((self.worlds, 6))
        centres = self._simulation.poses()[:, mine, :3]
        impulse = np.linalg.norm(table["impulse"], axis=1)
        rate = np.where(impulse > 0, np.linalg.norm(table["force"], axis=1)
                        / np.where(impulse > 0, impulse, 1), 1 / self.h)
        for at, beyond, sign in (("body_b", "body_a", 1), ("body_a", "body_b", -1)):
            which = table[at] == mine
            if partner is not None:
                which = which & (table[beyond] == partner)
            world = table["world"][which]
            force = sign * table["force"][which]
            torque = (sign * rate[which, None] * table["moment"][which]
                      + np.cross(table["point"][which] - centres[world], force))
            np.add.at(out, world, np.hstack([force, torque]))
        return out

    def imu(self, body: str) -> tuple[np.ndarray, np.ndarray]:
        """(W, 3) twice: the mean proper acceleration of the centre of mass in the last step,
        (u+ - u-)/h - g [m/s^2], and the angular velocity at its end [rad/s], both in the body's axes.
        A body at rest measures -g."""
        mine = self.index(body)
        now, before = self._simulation.twists()[:, mine], self._simulation.twists_before()[:, mine]
        attitude = self._simulation.poses()[:, mine, 3:]
        proper = (now[:, :3] - before[:, :3]) / self.h - self._simulation.gravity()
        return rotate_back(attitude, proper), rotate_back(attitude, now[:, 3:])

    def distance(self, body: str, other: str) -> np.ndarray:
        """(W,) the least distance of the shapes of two bodies [m]; where they overlap, minus the least
        way that parts them. Error for meshes, heightfields, and two half-spaces."""
        return self._simulation.distance(self.index(body), self.index(other))
