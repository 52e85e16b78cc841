"""Draws what the program asks for in request.json, and says on its output how that went, as JSON."""
import json
import os
import runpy
import shutil
import sys
import zlib
from pathlib import Path

from compose import COLUMNS, figure_of, name_curves, relabel, script_of, table_of
from kinds import KINDS_OF_WORK, kinds_for, panels_of
from study import Study
from values import Needs, Refused, plain, shown

FORMATS = [".pdf", ".svg", ".png", ".py"]
WIDTHS = {"column": 88, "page": 180}  # [mm]
HERE = Path(sys.argv[0]).parent


def width_of(given):
    try:
        width = WIDTHS.get(given) or float(given)
    except ValueError:
        width = 0
    if not 40 <= width <= 1000:
        raise Refused("--width", f'"{given}"',
                      "column (88 mm), page (180 mm), or a number from 40 to 1000: millimetres, without a unit")
    return width


def panels_of_study(command, study, about):
    choice = {name: command[name] for name in ("metrics", "against", "work", "reference", "step", "solve", "stage", "of")}
    kinds = command["plots"] or kinds_for(study, choice)
    if choice["work"] and not any(kind in KINDS_OF_WORK for kind in kinds):
        raise Refused("--work", f'"{choice["work"]}" with --plot {", ".join(kinds)}',
                      f"with a plot of work: {', '.join(KINDS_OF_WORK)}")
    for name in ("step", "solve", "stage"):
        if choice[name] and "residual" not in kinds:
            raise Refused(f"--{name}", f"{choice[name]} with --plot {', '.join(kinds)}", "with --plot residual")
    if choice["of"] and not {"curve", "compared"} & set(kinds):
        raise Refused("--of", f'"{choice["of"][0]}" with --plot {", ".join(kinds)}', "with --plot curve or --plot compared")
    out = [panel for kind in kinds for panel in panels_of(kind)(study, choice)]
    for panel in out:
        several = [study.name] if len(command["directories"]) > 1 else []
        panel["about"] = ", ".join(each for each in (*several, about, panel["about"]) if each)
    return out


def panels_asked(command, studies, notes):
    for kind in command["plots"]:
        panels_of(kind)
    out = []
    for data in studies:
        named = command["against"] + ([command["panels"]] if command["panels"] else [])
        study = Study(data, command["where"], named)
        lacking = sum(not case.ran for case in study.cases)
        if lacking:
            notes.append(f"{lacking} of {len(study.cases)} cases of {study.directory} have no result and are not drawn")
        if not command["panels"]:
            out += panels_of_study(command, study, "")
            continue
        key = study.key(command["panels"], "--panels")
        for value in key.values:
            where = [*command["where"], f"{key.path}={plain(value)}"]
            part = Study(data, where, [*command["against"], key.path])
            out += panels_of_study(command, part, part.value_label(key.path, value))
    return out


def hidden_by_logarithms(panels):
    out = 0
    for panel in panels:
        x, y = panel["x"], panel["y"]
        for curve in panel["curves"]:
            for mark in curve["marks"]:
                out += (x["log"] and not mark["x"] > 0 and not (x["zero"] and mark["x"] == 0)) \
                    or (y["log"] and not mark["y"] > 0 and curve["line"] != "steps")
    return out


def names_beside(file):
    """Of the script and its table: no module of Python is hidden by it, and no other table written over."""
    stem = file.stem if file.stem.endswith("figure") or file.suffix == ".py" else f"{file.stem}_figure"
    return file.with_name(f"{stem}.py"), file.with_name(f"{stem}.csv")


def with_sum(script):
    """The last line tells whether it was changed by hand."""
    return f"{script}# orthant figure {zlib.crc32(script.encode()):08x}\n"


def require_own(script, table):
    """What an author wrote or changed is not written over."""
    if script.exists():
        text = script.read_text(encoding="utf-8", errors="replace")
        if with_sum(text[:text.rfind("# orthant figure ")]) != text:
            raise Refused("--output", f"{script}, which was written or changed by hand", "another name, or no such file")
    if table.exists() and table.read_text(encoding="utf-8", errors="replace").split("\n")[0] != ",".join(COLUMNS):
        raise Refused("--output", f"{table}, which is another table", "another name, or no such file")


def place(source, target):
    """A file is there whole, or not."""
    beside = target.with_name(f".{target.name}.part-{os.getpid()}")
    try:
        shutil.copyfile(source, beside)
        os.replace(beside, target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise Failed(f"{target}: could not be written: {error.strerror}") from error


class Failed(Exception):
    pass


def drawn(request, notes):
    command = request["command"]
    file = Path(command["output"])
    if file.suffix not in FORMATS:
        raise Refused("--output", f'"{file}"', f"a file that ends in {', '.join(FORMATS)}")
    width = width_of(command["width"])
    panels = panels_asked(command, request["studies"], notes)
    name_curves(panels)
    relabel(panels, command["labels"])
    notes += dict.fromkeys(note for panel in panels for note in panel["notes"])
    if hidden := hidden_by_logarithms(panels):
        notes.append(f"{hidden} points are not positive and not on their logarithmic axes")
    figure = figure_of(panels, width, command["height"], command["columns"])
    script, table = names_beside(file)
    require_own(script, table)
    here = [HERE / "made" / each.name for each in (script, table, file)]
    here[0].parent.mkdir(exist_ok=True)
    output = file.with_suffix(".pdf").name if file.suffix == ".py" else file.name
    text = script_of(figure, __loader__.get_source("drawing"), output, table.name, script.name)
    here[0].write_text(with_sum(text), encoding="utf-8")
    here[1].write_text(table_of(panels, figure), encoding="utf-8", newline="")
    answer = {"script": str(script), "lacks": False}
    if file.suffix != ".py":
        sys.argv = [str(here[0]), str(here[2])]
        try:
            runpy.run_path(str(here[0]), run_name="__main__")
            place(here[2], file)
        except ImportError:
            answer["lacks"] = True
        except SystemExit as error:
            size = f"{shown(width)} mm by {shown(figure['height'])} mm"
            raise Refused("--width", size, f"{error}: a wider or higher figure, or fewer --columns") from error
    place(here[0], script)
    place(here[1], table)
    return answer


def main():
    request, notes = json.loads((HERE / "request.json").read_text(encoding="utf-8")), []
    try:
        answer = {**drawn(request, notes), "notes": notes}
    except Needs as needs:
        what, data, wanted = needs.args
        answer = {"needs": what, "of": request["studies"].index(data), "wanted": wanted}
    except (Refused, Failed) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))


main()
