"""The program beside the package, and what it lists."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Optional, Sequence

from . import _orthant
from ._orthant import Error


def program() -> Path:
    """The program `orthant` that `compare` and `report` call: $ORTHANT_PROGRAM, or that of the
    build or of the installation that this package belongs to."""
    here = Path(__file__).resolve()
    places = [at / "bin" / "orthant" for at in (here.parent, here.parents[2], here.parents[4])]
    if given := os.environ.get("ORTHANT_PROGRAM"):
        places = [Path(given)]
    for each in places:
        if each.is_file():
            return each
    raise Error("the program orthant: found none, allowed: " +
                " or ".join(str(each) for each in places) + ", or $ORTHANT_PROGRAM")


def main() -> None:
    """The program itself, in place of this process: the command that pip installs."""
    path = program()
    os.execv(path, [str(path), *sys.argv[1:]])


def call(words: Sequence[str]) -> tuple[int, list[str]]:
    """Its exit status, of which 2 is an Error in its own words, and what it warns of."""
    done = subprocess.run([str(program()), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, errors="replace")
    said = [line for line in done.stderr.splitlines() if line]
    if done.returncode == 2 or done.returncode < 0 or done.returncode > 128:
        last = said[-1] if said else f"exit status {done.returncode}"
        raise Error(last.removeprefix("error: "))
    return done.returncode, [line.removeprefix("warning: ") for line in said
                             if line.startswith("warning: ")]


def catalogue(kind: Optional[str] = None) -> list[dict[str, str]]:
    """The plug-ins as `orthant list` has them: dicts of kind, name and about. `kind`: only those,
    such as "integrator". `orthant.list` is the same."""
    rows = [dict(zip(("kind", "name", "about"), row)) for row in _orthant.catalogue()]
    if kind is None:
        return rows
    kinds = sorted({row["kind"] for row in rows})
    if kind not in kinds:
        raise Error(f'kind: found "{kind}", allowed: {", ".join(kinds)}')
    return [row for row in rows if row["kind"] == kind]


def schema() -> dict[str, Any]:
    """The JSON Schema of experiment files."""
    return json.loads(_orthant.schema())


def versions() -> dict[str, str]:
    """Of Orthant and the libraries that it was built with."""
    return json.loads(_orthant.versions())
