"""Of one search, and of one run."""
import csv
import math
import re

from panels import axis, curve, mark, panel, require_few, wants_log
from values import Needs, Refused, is_number

MOST_TIMES = 400


def search_panels(study, choice):
    search = study.search
    if not search:
        raise Refused("--plot", f'"search" of {study.directory}',
                      "the directory of a search; of a sweep of searches --metric search.value")
    low, high = search["bracket"]
    label, until = study.setting_label(search["path"]), search["until"]
    name, bracket, unit = label.partition(" [")
    digits = min(15, max(0, 1 - math.floor(math.log10(high - low)))) if high > low else 15
    about = f"critical {name} between {low:.{digits}f} and {high:.{digits}f}" + (f" {unit[:-1]}" if bracket else "")
    known, out = sorted(search["runs"][0]["metrics"]), []

    def two_curves(mark_of):
        return [curve(front + until, [mark_of(i, run) for i, run in enumerate(search["runs"]) if run["holds"] == holds],
                      "none") for front, holds in (("", True), ("not ", False))]

    for metric in choice["metrics"] or known:
        if metric not in known:
            raise Refused("--metric", f'"{metric}"', f"what the condition of the search asks for: {', '.join(known)}")
        curves = two_curves(lambda i, run: mark(run["value"], run["metrics"][metric]))
        found = re.fullmatch(r"\s*([\w.]+)\s*[<>]=?\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)\s*", until)
        level = float(found[2]) if found and found[1] == metric else None
        values = [run["metrics"][metric] for run in search["runs"]] + [level] * (level is not None)
        out.append(panel(axis(label), axis(study.label(metric), log=wants_log(values)), curves, level=level,
                         upright=0.5 * (low + high), about=about))
    # The bracket after each run: first its ends, then what replaces one of them.
    first, second = search["runs"][:2]
    ends = sorted([first["value"], second["value"]])
    low_holds = first["holds"] == (first["value"] < second["value"])
    brackets = []
    for i, run in enumerate(search["runs"]):
        if i > 1:
            ends[0 if run["holds"] == low_holds else 1] = run["value"]
        brackets.append(tuple(ends))
    out.append(panel(axis("runs"), axis(label), two_curves(lambda i, run: mark(i + 1, run["value"], *brackets[i])),
                     level=0.5 * (low + high)))
    return out


def require_no_search(study, plot):
    if study.search:
        raise Refused("--plot", f'"{plot}" of a search', f"one of its runs, as {study.directory}/runs/0000")


def residual_panels(study, choice):
    """Of one run its worst step and the median of all, of several the worst step of each."""
    require_no_search(study, "residual")
    groups = study.groups()
    require_few(groups, study)
    stored = ["problems" in group.cases[0].entry for group in groups]
    for name in ("solve", "stage"):
        if choice[name] and any(stored):
            raise Refused(f"--{name}", f"{choice[name]} of stored problems", "steps of a scene")
    histories = study.data["histories"]
    missing = [[case.directory, int(case.entry.get("worlds", 1)) if case.entry.get("steps_converged") is not None else 0]
               for case in (group.cases[0] for group in groups)
               if "problems" not in case.entry and case.directory not in histories]
    if missing:
        raise Needs("histories", study.data, missing)
    single, curves, units, steps = len(study.cases) == 1, [], set(), []
    for group, of_problem in zip(groups, stored):
        case = group.cases[0]
        newton = (case.entry.get("history") or {}).get("newton") if of_problem else histories[case.directory]
        if not isinstance(newton, dict):
            continue
        worst, kind = newton["worst"], "error" if of_problem else "ratio"
        solved = worst.get("converged", True)
        name = group.label
        if not of_problem:
            rows = [each for each in newton["kinds"] if each.endswith("_s") and not each.startswith("dynamics")]
            found = {"rad/s" if each.endswith("_rad_s") else "m/s" for each in rows}
            units.add(", ".join(sorted(found)) or "m/s")
            steps.append((f"{name}: " if name else "") + f"step {worst['step']} "
                         + ("(most iterations)" if solved else "(not solved)") + solve_words(worst.get("solve", {})))
            if single:
                name = "step with most iterations" if solved else "step not solved"
        curves.append(curve_from(worst, name, kind))
        if not solved and not single and curves[-1]["marks"]:
            curves[-1]["marks"][-1]["unsolved"] = True
        if single and not of_problem and newton["steps"] > 1:
            curves.append(curve_from(newton["median"], "median of all steps", kind))
    if not curves:
        for name in ("solve", "stage"):
            if choice[name]:
                raise Refused(f"--{name}", f"{choice[name]}", "a solve that some step has: newton.csv names them, by "
                              "attempt, stage and solver")
        raise Refused("--plot", f'"residual" of {study.directory}',
                      "a run with iterations in newton.csv or convergence.csv")
    unit = units.pop() if len(units) == 1 else "m/s, rad/s"
    label = f"worst residual of a row [{unit}]" if steps else "natural map / |q|"
    counted = "iteration" if not steps else "Newton iteration" if study.is_newton() else "iteration of the solver"
    tolerances = {group.cases[0].entry.get("tolerance") for group in groups}
    return [panel(axis(counted, from_zero=True, tight=True), axis(label, log=True), curves,
                  level=tolerances.pop() if len(tolerances) == 1 else None,
                  notes=[f"residuals are those of {'; '.join(steps)}"] if steps else [])]


def solve_words(solve):
    """Which solve of its step it is, if there are others."""
    if solve.get("of", 1) == 1:
        return ""
    stage = f" of the stage {solve['stage']}" if solve.get("stage", "step") != "step" else ""
    stage += f" of island {solve['island']}" if "island" in solve else ""
    by = f" by {solve['solver']}" if solve.get("solver") else ""
    end = f", {solve['reason']}" if solve.get("reason") else ""
    return f", its solve {solve['number']} of {solve['of']}{stage}{by}{end}"


def curve_from(history, name, kind):
    values = history.get(kind, [])
    at = history.get("at", range(len(values)))
    return curve(name, [mark(x, y) for x, y in zip(at, values) if is_number(y)])


def column_of(file, names):
    """Columns of a table as numbers; a missing one is zero."""
    out = {name: [] for name in names}
    try:
        with open(file, newline="", encoding="utf-8", errors="replace") as table:
            for row in csv.DictReader(table):
                if None in row.values():  # a killed run may leave a part of a line
                    continue
                for name in names:
                    try:
                        out[name].append(float(row.get(name, 0)))
                    except ValueError:
                        out[name].append(math.nan)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except csv.Error as error:
        raise Refused(file, f"no table: {error}", "what orthant run writes") from error
    return out


def energy_panels(study, choice):
    require_no_search(study, "energy")
    if len(study.cases) != 1:
        raise Refused("--plot", f'"energy" of {len(study.cases)} cases',
                      "one run: the directory of a case, or --where with values that one case has")
    names = ["kinetic", "potential", "elastic"]
    of = column_of(f"{study.cases[0].directory}/steps.csv", ["time_s", *(f"{name}_J" for name in names)])
    time, n = of["time_s"], len(of["time_s"])
    if not time:
        raise Refused("--plot", f'"energy" of {study.directory}', "a run with steps.csv")
    most = min(n, MOST_TIMES)
    at = sorted({round(k * (n - 1) / max(most - 1, 1)) for k in range(most)})
    since = {name: [each - of[f"{name}_J"][0] for each in of[f"{name}_J"]] for name in names}
    curves = [curve(name, [mark(time[i], since[name][i]) for i in at]) for name in names if any(of[f"{name}_J"])]
    curves.append(curve("total", [mark(time[i], sum(since[name][i] for name in names)) for i in at]))
    # Heights have no zero of their own.
    return [panel(axis("time [s]", from_zero=True, tight=True), axis("energy since the first step [J]"), curves)]


def motion_panels(table):
    """A measured motion together with the simulated one."""
    of = column_of(table, ["time_s", "position_error_percent", "rotation_error_deg",
                           *(f"{front}{each}_m" for each in "xyz" for front in ("", "simulated_"))])

    def over_time(column, name, line="line"):
        return curve(name, [mark(t, value) for t, value in zip(of["time_s"], of[column])], line)

    place = []
    for each in "xyz":
        place += [over_time(f"{each}_m", f"{each}, measured", "none"),
                  over_time(f"simulated_{each}_m", f"{each}, simulated")]
    return [panel(axis("time [s]", from_zero=True, tight=True), axis(label), curves) for label, curves in (
        ("position [m]", place), ("position error [% of width]", [over_time("position_error_percent", "")]),
        ("rotation error [°]", [over_time("rotation_error_deg", "")]))]
