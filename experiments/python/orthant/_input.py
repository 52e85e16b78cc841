"""Experiments as callers give them, and what is said of steps that are not solved."""

import html
import json
import os
import warnings
from pathlib import Path
from typing import Any, Mapping, Optional, Union

from ._orthant import Error

Experiment = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Changes = Optional[Mapping[str, Any]]
Given = tuple[str, str, list[tuple[str, str]]]  # see as_input


class UnsolvedWarning(UserWarning):
    """A step or a problem is not solved: what follows is not to be trusted."""


class DoubtWarning(UserWarning):
    """A value of an experiment is allowed, and probably not meant, as a slip of units."""


class UnsolvedError(RuntimeError):
    """The same, where the caller asked for an exception."""


def as_plain(value: Any) -> Any:
    """For json: arrays and numbers of NumPy, and paths."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise Error(f"experiment: found a {type(value).__name__}, allowed: what JSON has: dicts, lists,"
                " numbers, texts, booleans and None")


def as_json(value: Any, where: str) -> str:
    try:
        return json.dumps(value, default=as_plain, allow_nan=False)
    except Error:
        raise
    except ValueError as error:
        raise Error(f"{where}: found a number that is not finite, allowed: finite ones") from error
    except TypeError as error:
        raise Error(f"{where}: {error}") from error


def as_input(experiment: Experiment, changes: Changes) -> Given:
    """The text of a dict (else ""), the path for files and messages, and the changes."""
    if changes is not None and not (isinstance(changes, Mapping)
                                    and all(isinstance(path, str) for path in changes)):
        raise Error(f"set: found {changes!r:.80}, allowed: a dict of dotted paths, such as "
                    '{"solver.tolerance": 1e-10}')
    each = [(path, "" if value is None else as_json(value, f"set {path}"))
            for path, value in (changes or {}).items()]
    if isinstance(experiment, Mapping):
        return as_json(experiment, "experiment"), "experiment", each
    if isinstance(experiment, str) and experiment.lstrip().startswith("{"):
        raise Error("experiment: found a text of JSON, allowed: a dict, as json.loads makes of it, "
                    "or the path of a file")
    try:
        return "", os.fsdecode(experiment), each
    except TypeError:
        raise Error(f"experiment: found a {type(experiment).__name__}, allowed: a dict, or the path"
                    " of a file") from None


_saved = b"orthant simulation 1\n"


def with_text(given: Given) -> Given:
    """The same with the text of its file."""
    text, name, changes = given
    return given if text else (Path(name).read_text(encoding="utf-8"), os.path.abspath(name), changes)


def write_saved(path: Union[str, "os.PathLike[str]"], given: Given, snapshot: bytes) -> None:
    """An experiment and a snapshot: a line of JSON, then bytes."""
    header = json.dumps(dict(zip(("text", "path", "set"), given)))
    Path(path).write_bytes(_saved + header.encode() + b"\n" + snapshot)


def read_saved(path: Union[str, "os.PathLike[str]"]) -> tuple[Given, bytes]:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise Error(f"{os.fspath(path)}: {error.strerror}") from None
    try:
        if not data.startswith(_saved):
            raise ValueError
        header, snapshot = data[len(_saved):].split(b"\n", 1)
        given = json.loads(header)
        changes = [(str(key), str(value)) for key, value in given["set"]]
        return (str(given["text"]), str(given["path"]), changes), snapshot
    except (ValueError, KeyError, TypeError):
        raise Error(f"{os.fspath(path)}: found bytes that are no saved simulation of this version, "
                    "allowed: a file of Simulation.save") from None


def require_choice(on_unsolved: str) -> None:
    if on_unsolved not in ("warn", "raise", "ignore"):
        raise Error(f'on_unsolved: found "{on_unsolved}", allowed: warn, raise, ignore')


def tell_unsolved(what: str, on_unsolved: str) -> None:
    """Says it as the caller chose; "" is nothing to say."""
    if not what or on_unsolved == "ignore":
        return
    if on_unsolved == "raise":
        raise UnsolvedError(what)
    warnings.warn(what, UnsolvedWarning, stacklevel=3)


class Replay:
    """A page that plays a run; a notebook shows it."""

    def __init__(self, page: str, path: Path):
        self.page, self.path = page, path

    def __repr__(self) -> str:
        return f"Replay({str(self.path)!r})"

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.page)}" style="width:100%;height:640px;border:0"'
                ' allowfullscreen></iframe>')
