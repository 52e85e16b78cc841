"""Numbers of several cases against what was swept, and against each other."""
import math

from panels import axis, chosen_by_factors, curve, mark, panel, require_few, wants_log
from values import Needs, Refused, is_number, known_as, last_of, plain, quantile, shown
from work import metrics_of, work_note, work_of

MOST_MAPS = 6


def refining_key(study, choice, plot):
    if choice["against"]:
        return study.key(choice["against"][0])
    for key in study.keys:
        if key.refines:
            return key
    raise Refused("--plot", f'"{plot}" of {study.directory}',
                  'a sweep over "step" or a tolerance, or --against with another number')


def error_of(study, choice):
    """Of the number that is asked for, of a reference, or the distance from the finest case."""
    if len(choice["metrics"]) > 1:
        raise Refused("--metric", "several for one error", "one, or --plot metric")
    if choice["metrics"]:
        metric = study.quantity(choice["metrics"][0], "--metric")
        known = metric == "distance_m" or "error" in metric
        return metric if known else study.measure_errors(choice["reference"], metric)
    if choice["reference"] == "finest" and study.reference_error():
        return study.reference_error()
    name = study.measure_errors(choice["reference"])
    if any(study.value(case, name) is not None for case in study.cases):
        return name
    raise Refused(study.directory, "no error and no trajectory.csv that ends at the time of the finest case",
                  'cases with a "reference" or with "output": {"trajectory_every": 1}, or --metric')


def curve_of(study, name, at, critical):
    """Medians of values at equal x of the key. A single critical value has the bar of its bracket."""
    out = curve(name)
    for _, found in sorted(at.items()):
        xs, ys, cases = zip(*found)
        made = mark(quantile(xs, 0.5), quantile(ys, 0.5), unsolved=not all(case.solved for case in cases))
        if len(found) > 1:
            out["dots"] += [mark(made["x"], y) for y in sorted(ys)]
            made["low"], made["high"] = quantile(ys, 0.25), quantile(ys, 0.75)
        elif critical:
            made["low"], made["high"] = (study.value(cases[0], f"search.{end}") for end in ("low", "high"))
        out["marks"].append(made)
    return out


def of_numbers(study, key, x, y, error):
    """y over the key, or over another number x of the cases; of an error the absolute value."""
    groups, curves = study.groups([key.path]), []
    require_few(groups, study)
    for group in groups:
        at = {}
        for case in group.cases:
            value = case.settings.get(key.path)
            if not is_number(value):
                continue
            across, up = study.value(case, x) if x else value, study.value(case, y)
            if across is not None and up is not None:
                at.setdefault(value, []).append((across, abs(up) if error else up, case))
        if at:
            curves.append(curve_of(study, group.label, at, y == "search.value"))
    if not curves:
        raise Refused(study.directory, f"no case with numbers for {y}" + (f" and {x}" if x else ""),
                      "cases that have them")
    across = axis(study.label(x)) if x else axis(study.setting_label(key.path), swept=list(filter(is_number, key.values)))
    return panel(across, axis(study.label(y)), curves)


def of_errors(study, key, x, error):
    out = of_numbers(study, key, x, error, True)
    out["x"]["log"] = out["y"]["log"] = True
    if not any(each["x"] > 0 and each["y"] > 0 for one in out["curves"] for each in one["marks"]):
        raise Refused(study.directory, f"{study.label(error)} that is zero in every case",
                      "one that is positive somewhere, or --plot metric")
    return out


def order_of(marks):
    """The slope of log y over log x by least squares; None of fewer than two points."""
    logs = [(math.log(each["x"]), math.log(each["y"])) for each in marks if each["x"] > 0 and each["y"] > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    mx, my = (sum(each) / len(logs) for each in zip(*logs))
    return sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)


def accuracy_panels(study, choice):
    key = refining_key(study, choice, "accuracy")
    out = of_errors(study, key, "", error_of(study, choice))
    if key.place != "step":
        return [out]
    orders = {each["label"]: order for each in out["curves"] if (order := order_of(each["marks"])) is not None}
    for each in out["curves"]:
        each["end"] = f"order {orders[each['label']]:.2f}" if each["label"] in orders else ""
    if orders:
        said = ", ".join(f"{name} {order:.2f}".strip() for name, order in orders.items())
        out["notes"] = [f"orders of convergence, by least squares of logarithms: {said}"]
    return [out]


def work_panels(study, choice):
    key, work = refining_key(study, choice, "work"), work_of(study, choice)
    return [{**of_errors(study, key, work, error_of(study, choice)), "notes": work_note(study, choice, work)}]


def time_panels(study, choice):
    return work_panels(study, {**choice, "work": "time"})


def values_at(study, cases, settings, metric):
    """The numbers of the cases that have these settings, and whether all are solved."""
    found = [(value, case.solved) for case in cases if (value := study.value(case, metric)) is not None
             and all(path in case.settings and known_as(case.settings[path]) == known_as(wanted) for path, wanted in settings)]
    return [value for value, _ in found], all(solved for _, solved in found)


def of_names(study, key, metric):
    """Names upwards, numbers across: names of methods are long."""
    groups, curves, n = study.groups([key.path]), [], len(key.values)
    require_few(groups, study)
    for g, group in enumerate(groups):
        made = curve(group.label, line="none")
        aside = 0.7 / len(groups) * (0.5 * (len(groups) - 1) - g)
        for k, wanted in enumerate(key.values):
            values, solved = values_at(study, group.cases, [(key.path, wanted)], metric)
            if values:
                made["marks"].append(mark(quantile(values, 0.5), n - 1 - k + aside, unsolved=not solved))
            if len(values) > 1:
                made["dots"] += [mark(value, n - 1 - k + aside) for value in sorted(values)]
        if made["marks"]:
            curves.append(made)
    if not curves:
        raise Refused(study.directory, f"no case with a number for {metric}", "cases that have it")
    log = wants_log([each["x"] for one in curves for each in one["marks"]])
    names = [study.value_label(key.path, each) for each in reversed(key.values)]  # the first on top
    return panel(axis(study.label(metric), log=log, from_zero=not log), axis("", names=names), curves)


def metric_panels(study, choice):
    if not study.keys and not choice["against"]:
        raise Refused("--plot", f'"metric" of {study.directory}', "a sweep")
    if choice["against"]:
        key = study.key(choice["against"][0])
    else:  # numbers, of the problem first; else the key with most values
        key = max(study.keys, key=lambda each: (each.numeric, each.of_problem if each.numeric else len(each.values)))
    metrics = metrics_of(study, choice)
    if not choice["metrics"] and metrics == [study.reference_error()]:
        metrics.append(work_of(study, choice))
    out = []
    for metric in metrics:
        if not key.numeric:
            out.append(of_names(study, key, metric))
            continue
        made = of_numbers(study, key, "", metric, False)
        xs, ys = ([each[of] for one in made["curves"] for each in one["marks"] + one["dots"]] for of in "xy")
        made["x"]["log"] = chosen_by_factors([x for x in xs if x != 0])
        made["x"]["zero"] = made["x"]["log"] and 0 in xs
        made["y"]["log"] = wants_log(ys)
        made["y"]["from_zero"] = not made["y"]["log"]
        out.append(made)
    if not choice["metrics"]:
        out[0]["notes"] = work_note(study, choice, metrics[-1])
    return out


def maps_of(study, across, up, metric):
    """A map for each group of cases."""
    groups, out = study.groups([across.path, up.path]), []
    if len(groups) > MOST_MAPS:
        raise Refused(study.directory, f"{len(groups)} maps", f"at most {MOST_MAPS}: choose some by --where PATH=VALUE")

    def names_of(key):
        return axis(study.setting_label(key.path), names=[
            (shown(each) if isinstance(each, float) else plain(each)) if key.numeric
            else study.value_label(key.path, each) for each in key.values])

    for group in groups:
        cells = []
        for j, y in enumerate(up.values):
            for i, x in enumerate(across.values):
                values, solved = values_at(study, group.cases, [(across.path, x), (up.path, y)], metric)
                if values:
                    cells.append({"x": i, "y": j, "value": quantile(values, 0.5), "unsolved": not solved})
        out.append(panel(names_of(across), names_of(up), about=group.label,
                         map={"label": study.label(metric), "cells": cells}))
    if not any(each["map"]["cells"] for each in out):
        raise Refused(study.directory, f"no case with a number for {metric}", "cases that have it")
    return out


def map_panels(study, choice):
    if len(choice["against"]) > 1:
        across, up = (study.key(each) for each in choice["against"][:2])
    else:
        numbers = [key for key in study.keys if key.numeric]
        keys = numbers if len(numbers) > 1 else study.keys
        if len(keys) < 2:
            raise Refused("--plot", f'"map" of {study.directory}', "a sweep of two keys")
        across, up = keys[:2]
    if across is up:
        raise Refused("--against", f'"{across.path}" twice', "two keys")
    metrics = metrics_of(study, choice)
    out = [each for metric in metrics for each in maps_of(study, across, up, metric)]
    if not choice["metrics"]:
        out[0]["notes"] = work_note(study, choice, metrics[-1])
    return out


STEP_COLUMNS = {"wall_time_s": "step_wall_s", "cpu_time_s": "step_cpu_s"}


def works_of_cases(study, methods, of_problems, work):
    """By problem and method: the work of its cases, infinite if unsolved. Each seed is a problem."""
    works = {}
    for m, method in enumerate(methods):
        for case in method.cases:
            problem = known_as([case.entry.get("seed"), *([path, case.settings.get(path)] for path in of_problems)])
            value = study.value(case, work)
            if case.solved and value is None:
                raise Refused(study.directory, f"case {case.id} without {work}", "cases that have it, or other --work")
            of = works.setdefault(problem, [[] for _ in methods])
            of[m].append(value if case.solved else math.inf)
    return works


def works_of_steps(study, methods, of_problems, work):
    """The same where each step of a motion is a problem. A count is one at least, so that a step at which a method does
    nothing has ratios; steps at which no method iterates are no problems."""
    known, works, busy = study.data["steps"], {}, set()
    missing = [[case.directory] for method in methods for case in method.cases if case.directory not in known]
    if missing:
        raise Needs("steps", study.data, missing)
    least = 0 if work in STEP_COLUMNS else 1
    for m, method in enumerate(methods):
        for case in method.cases:
            steps = known[case.directory]
            of_case = [path for path in of_problems if path in case.settings]
            of_case = [case.entry["experiment"], *([path, case.settings[path]] for path in of_case)]
            for number, solved, value, iterations in zip(steps["step"], steps["solved"],
                                                         steps[STEP_COLUMNS.get(work, work)],
                                                         steps["newton_iterations"]):
                problem = known_as([number, *of_case])
                of = works.setdefault(problem, [[] for _ in methods])
                of[m].append(max(value, least) if solved else math.inf)
                if not solved or iterations > 0:
                    busy.add(problem)
    return {problem: of for problem, of in works.items() if problem in busy}


def profile_panels(study, choice):
    """Performance profiles [Dolan and Moré 2002]. Of repetitions the median counts."""
    # As in reports: a step length or a tolerance says how well, and not how.
    refining = ([key for key in study.keys if key.refines and key.place == "step"]
                or [key for key in study.keys if key.refines and last_of(key.place) == "tolerance"])[:1]
    of_problems = [key.path for key in study.keys if key.of_problem or key in refining]
    methods, work, steps = study.groups(of_problems), work_of(study, choice), study.same_steps()
    works = (works_of_steps if steps else works_of_cases)(study, methods, of_problems, work)
    if len(methods) < 2 or len(works) < 2:
        raise Refused("--plot", f'"profile" of {len(methods)} method(s) on {len(works)} problem(s)',
                      "two or more of each: cases that differ only in the method are of one problem"
                      + ("" if steps else "; orthant compare --same-steps makes each step one"))
    require_few(methods, study)
    last, ratios = 1.5, [[] for _ in methods]
    for of in works.values():
        costs = [math.inf if not each or math.inf in each else quantile(each, 0.5) for each in of]
        for m, cost in enumerate(costs):
            if math.isfinite(cost):
                ratios[m].append(cost / min(costs))
                last = max(last, 1.1 * ratios[m][-1])
    n, curves = len(works), []
    for method, of in zip(methods, ratios):
        made = curve(method.label + ("" if of else ", solves none"), [mark(1, 0)], "steps")
        made["marks"] += [mark(ratio, (i + 1) / n) for i, ratio in enumerate(sorted(of))]
        made["marks"].append(mark(last, len(of) / n))
        curves.append(made)
    label = study.label(work).split(" [")[0] + " / least of all methods"
    share = f"share of {'steps' if steps else 'problems'} solved"
    return [panel(axis(label, log=True, tight=True), axis(share, from_zero=True), curves,
                  notes=work_note(study, choice, work))]
