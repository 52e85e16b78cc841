"""Runs, comparisons, reports and replays."""

import csv
import json
import os
import re
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _orthant
from ._input import (Changes, DoubtWarning, Experiment, Replay, UnsolvedWarning, as_input, as_json,
                     require_choice, tell_unsolved)
from ._orthant import Error
from ._program import call

Columns = dict[str, np.ndarray]

# Text that a spreadsheet program would take for a formula has an apostrophe before it.
_OF_CASES = re.compile(r"\d+ of \d+ cases ")
_FORMULA = re.compile("^'('*[=+@\t-])")


def read_table(path: Path) -> Columns:
    """A column of numbers where all of its cells are, empty ones NaN; else of texts."""
    with open(path, newline="") as file:
        rows = [[_FORMULA.sub(r"\1", cell) for cell in row] for row in csv.reader(file)]
    head, body = rows[0], rows[1:]
    out: Columns = {}
    for k, name in enumerate(head):
        cells = [row[k] for row in body]
        try:
            out[name] = np.array([float(cell) if cell else np.nan for cell in cells])
        except ValueError:
            out[name] = np.array(cells, dtype=object)
    return out


def read_columns(path: Path) -> Columns:
    """The same of a table in an HDF5 file."""
    found = _orthant.read_columns(str(path))
    return {name: np.array(cells, dtype=object) if isinstance(cells, list) else cells
            for name, cells in found.items()}


@dataclass(frozen=True)
class Run:
    """What a run left. A notebook plays it where it was written with a trajectory."""

    result: dict[str, Any] = field(repr=False)  # as result.json
    status: int  # 0, 1, 3 as `orthant run` ends
    directory: Optional[Path]  # None: nothing was written

    def table(self, name: str) -> Columns:
        """A table of the run by its file's name: "steps", "newton", "trajectory", ..."""
        columns = self._written() / f"{name}.h5"
        if columns.exists():
            return read_columns(columns)
        return read_table(self._written() / f"{name}.csv")

    @property
    def metrics(self) -> dict[str, Any]:
        """result["metrics"]"""
        return self.result["metrics"]

    def replay(self) -> Replay:
        """The page that plays it, in the run's directory."""
        return replay(self._written())

    def _written(self) -> Path:
        if self.directory is None:
            raise Error("run: found no directory, allowed: a run that was given an output")
        return self.directory

    def _repr_html_(self) -> Optional[str]:
        if self.directory is None or not _orthant.have_pages():
            return None
        return replay(self.directory)._repr_html_()


def run(experiment: Experiment, output: Union[str, "os.PathLike[str]", None] = None, *,
        set: Changes = None, on_unsolved: str = "warn") -> Run:
    """Runs an experiment, of a scene or of stored problems, in this process.

    output: the directory that its files are written to; None: nothing is written.
    set: changes by dotted paths; None removes a key.
    on_unsolved: "warn", "raise" or "ignore", where steps are not solved. The experiment's own key
        `unsolved` says whether the run ends with the first.
    """
    require_choice(on_unsolved)
    directory = "" if output is None else os.fspath(output)
    text, status, unsolved, doubts = _orthant.run(*as_input(experiment, set), directory)
    for each in doubts:
        warnings.warn(each, DoubtWarning, stacklevel=2)
    tell_unsolved(unsolved, on_unsolved)
    return Run(json.loads(text), status, Path(directory) if directory else None)


def check(experiment: Experiment, *, set: Changes = None) -> str:
    """Throws Error where `run` would; else a line on what it is made of."""
    size, doubts = _orthant.check(*as_input(experiment, set))
    for each in doubts:
        warnings.warn(each, DoubtWarning, stacklevel=2)
    return size


@dataclass(frozen=True)
class Comparison:
    """A table of all cases, a column each: numbers, or texts."""

    directory: Path
    status: int  # 0: all cases finished and met what they expect; 1: some did not
    columns: Columns = field(repr=False)

    def __getitem__(self, column: str) -> np.ndarray:
        if column not in self.columns:
            raise Error(f'column: found "{column}", allowed: {", ".join(self.columns)}')
        return self.columns[column]

    def __len__(self) -> int:
        return len(self.columns["case"])

    def _repr_html_(self) -> str:
        import html
        shown = [name for name in self.columns if name.startswith(("experiment", "setting."))]
        shown += [name for name in ("steps", "steps_converged", "newton_iterations", "wall_time_s")
                  if name in self.columns]
        cell = lambda tag, x: f"<{tag}>{html.escape(str(x))}</{tag}>"
        rows = ["".join(cell("td", self.columns[name][k]) for name in shown)
                for k in range(len(self))]
        head = "".join(cell("th", name) for name in shown)
        return f"<table><tr>{head}</tr>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _call_with(command: str, experiments: Sequence[Experiment],
               output: Union[str, "os.PathLike[str]"], set: Changes, jobs: int,
               more: Sequence[str] = ()) -> tuple[int, list[str]]:
    """The status of a command of the program on experiments, dicts among them, and its warnings."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for k, each in enumerate(experiments):
            text, path, _ = as_input(each, None)
            if text:
                path = str(Path(folder) / f"experiment_{k + 1}.json")
                Path(path).write_text(text)
            files.append(path)
        words = [command, *files, "--output", os.fspath(output), "--quiet", "--jobs", str(jobs),
                 *more]
        for path, value in (set or {}).items():
            words += ["--set", f"{path}={'' if value is None else as_json(value, f'set {path}')}"]
        try:
            status, said = call(words)
        except Error as error:
            raise Error(str(error).replace(folder + os.sep, "")) from None
    return status, [line.replace(folder + os.sep, "") for line in said]


def compare(experiments: Union[Experiment, Sequence[Experiment]],
            output: Union[str, "os.PathLike[str]"], *, set: Changes = None, jobs: int = 1,
            limit: Optional[float] = None, resume: bool = False) -> Comparison:
    """Runs every case of the experiments' sweeps, each in a process of its own, by the program.

    output: the directory of the comparison; jobs: cases at once; limit: CPU time of a case [s];
    resume: run what another call left to run.
    """
    many = experiments if isinstance(experiments, (list, tuple)) else [experiments]
    more = [] if limit is None else ["--limit", str(limit)]
    if resume:
        more.append("--resume")
    status, said = _call_with("compare", many, output, set, jobs, more)
    for each in said:
        warnings.warn(each, UnsolvedWarning if _OF_CASES.match(each) else DoubtWarning,
                      stacklevel=2)
    return Comparison(Path(output), status, read_table(Path(output) / "cases.csv"))


@dataclass(frozen=True)
class Fit:
    """Numbers that were found, and the experiment with them."""

    directory: Path
    status: int  # 0: solved; 3: the search did not end, runs at its end or a parameter are open
    result: dict[str, Any] = field(repr=False)  # as fit.json

    @property
    def values(self) -> dict[str, float]:
        """Of each parameter."""
        return {name: each["value"] for name, each in self.result["parameters"].items()}

    @property
    def standard_errors(self) -> dict[str, Optional[float]]:
        """Likewise; None where the data tell nothing."""
        return {name: each["standard_error"]
                for name, each in self.result["parameters"].items()}

    @property
    def experiment(self) -> Path:
        """The file that has them in the place of the first guesses."""
        return self.directory / "fitted.json"


def fit(experiment: Experiment, output: Union[str, "os.PathLike[str]"], *, set: Changes = None,
        jobs: int = 1) -> Fit:
    """Finds the parameters under `fit` for which the experiment meets its reference, by the program.

    output: the directory of the results; jobs: runs at once.
    """
    status, _ = _call_with("fit", [experiment], output, set, jobs)
    return Fit(Path(output), status, json.loads((Path(output) / "fit.json").read_text()))


def report(directory: Union[str, "os.PathLike[str]", Run, Comparison]) -> Path:
    """Writes the page of figures of a comparison or of a run, and returns its path."""
    place = Path(getattr(directory, "directory", None) or directory)
    call(["report", str(place)])
    return place / "report.html"


def replay(directory: Union[str, "os.PathLike[str]"]) -> Replay:
    """The page that plays the run of a directory, written there as replay.html."""
    page = _orthant.replay_page(os.fspath(directory))
    path = Path(directory) / "replay.html"
    path.write_text(page)
    return Replay(page, path)
