"""Of one search, and of one run."""
import csv
import math
import re

from names import with_unit
from panels import MOST_CURVES, axis, curve, mark, panel, require_few, wants_log
from values import Needs, Refused, found_names, is_number, quantile

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
    """Of one run its worst step and the median of all, of several the worst step of each; one step, if all make the same."""
    require_no_search(study, "residual")
    groups = study.groups()
    require_few(groups, study)
    stored = ["problems" in group.cases[0].entry for group in groups]
    for name in ("step", "solve", "stage"):
        if choice[name] and any(stored):
            raise Refused(f"--{name}", f"{choice[name]} of stored problems", "steps of a scene")
    histories = study.data["histories"]
    missing = [[case.directory, int(case.entry.get("worlds", 1)) if case.entry.get("steps_converged") is not None else 0,
                choice["step"] or case.entry.get("hardest_step", 0)]
               for case in (group.cases[0] for group in groups)
               if "problems" not in case.entry and case.directory not in histories]
    if missing:
        raise Needs("histories", study.data, missing)
    single, curves, units, steps = len(study.cases) == 1, [], set(), []
    for group, of_problem in zip(groups, stored):
        case = group.cases[0]
        newton = (case.entry.get("history") or {}).get("newton") if of_problem else histories[case.directory]
        if not isinstance(newton, dict) or not newton["worst"]:
            continue
        worst, kind = newton["worst"], "error" if of_problem else "ratio"
        solved, asked = worst.get("converged", True), choice["step"] or case.entry.get("hardest_step", 0)
        name = group.label
        if not of_problem:
            rows = [each for each in newton["kinds"] if each.endswith("_s") and not each.startswith("dynamics")]
            found = {"rad/s" if each.endswith("_rad_s") else "m/s" for each in rows}
            units.add(", ".join(sorted(found)) or "m/s")
            steps.append((f"{name}: " if name else "") + f"step {worst['step']} "
                         + ("(not solved)" if not solved else "(solved)" if asked else "(most iterations)")
                         + solve_words(worst.get("solve", {})))
            if single:
                name = "step not solved" if not solved else f"step {asked}" if asked else "step with most iterations"
        curves.append(curve_from(worst, name, kind))
        if not solved and not single and curves[-1]["marks"]:
            curves[-1]["marks"][-1]["unsolved"] = True
        if single and not of_problem and newton["steps"] > 1:
            curves.append(curve_from(newton["median"], "median of all steps", kind))
    if not curves:
        for name in ("step", "solve", "stage"):
            if choice[name]:
                raise Refused(f"--{name}", f"{choice[name]}", "a step and a solve that newton.csv has, which names them by "
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


QUANTITIES = {"position_m": ("position", "m"), "rotation_rad": ("rotation", "rad"), "velocity_m_s": ("velocity", "m/s"),
              "angular_velocity_rad_s": ("angular velocity", "rad/s"), "force_N": ("force", "N"),
              "torque_N_m": ("torque", "N m")}


def compared_of(directory):
    """Rows of compared.csv, by recording, body or joint, and quantity."""
    out = {}
    try:
        with open(f"{directory}/compared.csv", newline="", encoding="utf-8", errors="replace") as table:
            for row in csv.DictReader(table):
                of = [row[front + each] for front in ("", "given_") for each in "xyz"]
                times = out.setdefault(row["of"], {}).setdefault(row["quantity"], [])
                times.append((float(row["time_s"]), *map(float, of)))
    except FileNotFoundError:
        pass
    except (KeyError, ValueError, TypeError, csv.Error) as error:
        raise Refused(f"{directory}/compared.csv", f"no table: {error}", "what orthant run writes") from error
    return out


def distances_of(rows):
    return [(row[0], math.dist(row[1:4], row[4:7])) for row in rows]


def compared_panels(study, choice):
    """Data beside what runs have: of a fit at its start and at its end, else of one run."""
    fit = study.data["fit"]
    if not fit and len(study.cases) != 1:
        raise Refused("--plot", f'"compared" of {len(study.cases)} cases', "a fit, or one run")
    runs = {"start": f"{fit}/start", "fitted": f"{fit}/fitted"} if fit else {"simulated": study.cases[0].directory}
    found = {name: compared_of(directory) for name, directory in runs.items()}
    last = list(found.values())[-1]
    if not last:
        raise Refused("--plot", f'"compared" of {study.directory}',
                      'a run with compared.csv: with a "reference" of recorded motion or of time series')
    for each in choice["of"]:
        if each not in last:
            raise Refused("--of", f'"{each}"', found_names(list(last), each))
    moved = [name for name, of in last.items() if "position_m" in of] or list(last)
    far = {name: quantile([each for _, each in distances_of(next(iter(last[name].values())))], 0.5) for name in moved}
    chosen = choice["of"] or [sorted(moved, key=far.get)[(len(moved) - 1) // 2]]
    out = []
    for name in chosen:
        for quantity, rows in last[name].items():
            if not choice["of"] and not quantity.startswith(("position", "rotation")):
                continue
            words, unit = QUANTITIES.get(quantity, (quantity, ""))
            both = [[row[i] for row in rows] + [row[i + 3] for row in rows] for i in (1, 2, 3)]
            reach = [max(x) - min(x) for x in both]
            of_runs = [(run, of[name][quantity]) for run, of in found.items() if quantity in of.get(name, {})]
            time, about = axis("time [s]", from_zero=True, tight=True), name if len(last) > 1 else ""
            for i in range(3) if quantity != "rotation_rad" else ():
                if reach[i] > 1e-6 * max(reach):  # else it does not change, but for round-off
                    curves = [curve("data", [mark(row[0], row[i + 4]) for row in rows], "none")]
                    curves += [curve(run, [mark(row[0], row[i + 1]) for row in of]) for run, of in of_runs]
                    out.append(panel(time, axis(with_unit(f"{words} {'xyz'[i]}", unit)), curves, about=about))
            away = [(run, distances_of(of)) for run, of in of_runs]
            most = [max(each for _, each in of) for _, of in away]
            log = min(most) < max(most) / 20  # and then without round-off
            least = 1e-9 * max(most) if log else -1
            curves = [curve(run, [mark(*each) for each in of if each[1] > least]) for run, of in away]
            out.append(panel(dict(time), axis(with_unit(f"distance of {words}", unit), log=log),
                             [curve("data", line="none"), *curves], about=about))
    if not choice["of"] and len(last) > 1:
        median = f", whose distance is the median of {len(moved)}" if len(moved) > 1 else ""
        others = ", ".join(list(last)[:9]) + ", …" * (len(last) > 9)
        out[0]["notes"] = [f"data are those of {chosen[0]}{median}; --of draws all of any: {others}"]
    return out


def curve_panels(study, choice):
    """Quantities over time: a panel for each unit, with a curve for each quantity and each method."""
    require_no_search(study, "curve")
    if "table" in study.data or any("problems" in case.entry for case in study.cases):
        raise Refused("--plot", f'"curve" of {study.directory}', "runs of scenes")
    groups, found, panels = study.groups(), study.data["curves"], {}
    if missing := [[group.cases[0].directory] for group in groups if group.cases[0].directory not in found]:
        raise Needs("curves", study.data, missing)
    for group in groups:
        for each in found[group.cases[0].directory]:
            panels.setdefault(each["unit"] or each["of"], []).append((group.label, each))
    out = []
    for each in panels.values():
        if len(each) > MOST_CURVES:
            raise Refused(study.directory, f"{len(each)} curves", f"at most {MOST_CURVES}: fewer by --of or --where")
        several = len({of["of"] for _, of in each}) > 1
        curves, names = [], []
        for label, of in each:
            parts = [label, of["of"] if several else ""]
            marks = [mark(t, y) for t, y in zip(of["time_s"], of["values"]) if is_number(y)]
            curves.append(curve(", ".join(filter(None, parts)), marks))
            if of["name"]:
                names.append(study.quantity_alone(of["name"])[0])
        name = ", ".join(dict.fromkeys(names)) or each[0][1]["of"]
        out.append(panel(axis("time [s]", from_zero=True, tight=True), axis(with_unit(name, each[0][1]["unit"])), curves))
    return out
