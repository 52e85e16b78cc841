"""Measurements as the files of a reference, which a fit reads."""

import os
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._orthant import Error

Folder = Union[str, "os.PathLike[str]"]
Recording = Sequence[Any]  # times, poses, and twists if they are known


def _array(name: str, values: Any, rows: int, columns: int) -> np.ndarray:
    out = np.asarray(values, dtype=float)
    if out.shape != (rows, columns) or not np.isfinite(out).all():
        found = f"shape {out.shape}" if out.shape != (rows, columns) else "a number that is not finite"
        raise Error(f"{name}: found {found}, allowed: ({rows}, {columns}) finite numbers")
    return out


def _interval(times: Any) -> float:
    t = np.asarray(times, dtype=float)
    if t.ndim != 1 or len(t) < 2 or not np.isfinite(t).all():
        raise Error(f"times: found shape {t.shape}, allowed: two or more finite numbers [s]")
    h = float(t[-1] - t[0]) / (len(t) - 1)
    if not h > 0 or np.abs(t - t[0] - h * np.arange(len(t))).max() > 1e-3 * h:
        raise Error("times: found other than equal intervals, allowed: rows at equal intervals [s]; "
                    "numpy.interp makes them")
    return h


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    w = a[:, :1] * b[:, :1] - (a[:, 1:] * b[:, 1:]).sum(1, keepdims=True)
    return np.hstack([w, a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])])


def _motion(name: str, given: Recording) -> tuple[float, np.ndarray, np.ndarray]:
    """Interval, poses, and twists: where they are not given, of differences over two intervals."""
    if len(given) not in (2, 3):
        raise Error(f"{name}: found {len(given)} parts, allowed: times, poses, and twists if known")
    h, n = _interval(given[0]), len(given[0])
    poses = _array(f"{name}: poses", given[1], n, 7)
    lengths = np.linalg.norm(poses[:, 3:], axis=1)
    if np.abs(lengths - 1).max() > 1e-3:
        raise Error(f"{name}: poses: found a quaternion of length {lengths[np.abs(lengths - 1).argmax()]:g}, "
                    "allowed: unit quaternions (w, x, y, z) in columns 3 to 6")
    if len(given) == 3 and given[2] is not None:
        return h, poses, _array(f"{name}: twists", given[2], n, 6)
    before, after = np.maximum(np.arange(n) - 1, 0), np.minimum(np.arange(n) + 1, n - 1)
    turn = _product(poses[after, 3:], poses[before, 3:] * [1, -1, -1, -1])
    turn *= np.where(turn[:, :1] < 0, -1, 1)
    sine = np.linalg.norm(turn[:, 1:], axis=1, keepdims=True)
    ratio = np.where(sine > 1e-12, 2 * np.arctan2(sine, turn[:, :1]) / np.maximum(sine, 1e-12), 2)
    spans = h * (after - before)[:, None]
    order = 2 if n > 2 else 1
    return h, poses, np.hstack([np.gradient(poses[:, :3], h, axis=0, edge_order=order),
                                ratio * turn[:, 1:] / spans])


def write_recordings(folder: Folder, recordings: Mapping[str, Recording], *, body: str,
                     width: float = 1) -> dict[str, Any]:
    """Writes measured motions of a body, NAME.csv each, and returns the `reference` of an experiment.

    recordings: of each NAME the times (N) [s] at equal intervals, the same in all; poses (N, 7),
        centre of mass [m] and unit quaternion (w, x, y, z) from body to world axes; and twists
        (N, 6), velocity [m/s] and angular velocity [rad/s] in world axes, or None: they are then
        central differences of the poses. A run starts from the first row.
    body: its name in the scene; width: of it, to which errors of positions relate [m].
    """
    if not recordings:
        raise Error("recordings: found none, allowed: one or more")
    made = {name: _motion(f"recordings: {name}", each) for name, each in recordings.items()}
    h = next(iter(made.values()))[0]
    for name, each in made.items():
        if not name or os.sep in name:
            raise Error(f'recordings: found the name "{name}", allowed: names of files')
        if abs(each[0] - h) > 1e-6 * h:
            raise Error(f"recordings: {name}: found rows {each[0]:g} s apart, allowed: {h:g} s as in the first")
    place = Path(folder).resolve()
    place.mkdir(parents=True, exist_ok=True)
    for name, (_, poses, twists) in made.items():
        q = poses[:, 3:] / np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
        spin = np.hstack([np.zeros((len(q), 1)), twists[:, 3:]])
        in_body = _product(_product(q * [1, -1, -1, -1], spin), q)[:, 1:]
        np.savetxt(place / f"{name}.csv", np.hstack([poses, twists[:, :3], in_body]), fmt="%.17g", delimiter=",")
    return {"type": "recorded_motion", "folder": str(place), "body": body, "rate": 1 / h, "width": width}


def write_time_series(folder: Folder, prefix: str, motion: Recording, *, body: str,
                      reactions: Optional[Mapping[str, tuple[Any, Any]]] = None) -> dict[str, Any]:
    """Writes the motion of a body and reactions of joints, and returns the `reference` of an experiment.

    motion: times, poses and twists as in write_recordings; times begin at the start of the run.
    reactions: of joints by name the force (N, 3) [N] and the torque (N, 3) [N m] on the joint's body
        b about its point there, world axes, at the same times; the first row is not compared.
    """
    h, poses, twists = _motion("motion", motion)
    times, place = h * np.arange(len(poses))[:, None], Path(folder).resolve()
    series = {"Pos": poses[:, :3], "Quat": poses[:, 3:], "Vel": twists[:, :3], "Avel": twists[:, 3:]}
    told = []
    for k, (joint, (force, torque)) in enumerate((reactions or {}).items()):
        series[f"Rforce{k}"] = _array(f"reactions: {joint}: force", force, len(poses), 3)
        series[f"Rtorque{k}"] = _array(f"reactions: {joint}: torque", torque, len(poses), 3)
        told.append({"joint": joint, "force": f"Rforce{k}", "torque": f"Rtorque{k}", "on": "b", "point": "b"})
    place.mkdir(parents=True, exist_ok=True)
    for name, values in series.items():
        np.savetxt(place / f"{prefix}_{name}.txt", np.hstack([times, values]), fmt="%.17g", comments="",
                   header="time " + " ".join("wxyz"[-values.shape[1]:]))
    out = {"type": "time_series", "folder": str(place), "prefix": prefix, "body": body}
    return {**out, "reactions": told} if told else out
