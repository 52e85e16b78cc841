"""What panels have: axes, curves and marks."""
from values import Refused

MOST_CURVES = 24


def axis(label, **more):
    """log; zero: a logarithmic one has a place for 0; from_zero; tight: it ends at the data; names; swept values."""
    return {"label": label, "log": False, "zero": False, "from_zero": False, "tight": False, "names": [], "swept": [],
            **more}


def panel(x, y, curves=(), **more):
    """level, upright: thin lines across and up; about: what tells it from its neighbours; notes for the terminal."""
    return {"x": x, "y": y, "curves": list(curves), "map": None, "level": None, "upright": None, "about": "",
            "notes": [], **more}


def curve(name, marks=(), line="line"):
    """A line, steps, or none; dots are values of which marks are medians; end: words beside the last mark."""
    return {"key": name, "label": name, "marks": list(marks), "dots": [], "line": line, "end": ""}


def mark(x, y, low=None, high=None, unsolved=False):
    return {"x": x, "y": y, "low": low, "high": high, "unsolved": unsolved}


def wants_log(values):
    """Of measured numbers: whether they are positive and the largest is 20 times the least or more."""
    return bool(values) and min(values) > 0 and max(values) >= 20 * min(values)


def chosen_by_factors(values):
    """Of numbers that were chosen: whether their ratios differ less than their differences."""
    values = sorted(set(values))
    if len(values) < 3 or not values[0] > 0:
        return wants_log(values)
    pairs = list(zip(values, values[1:]))
    ratios, differences = [b / a for a, b in pairs], [b - a for a, b in pairs]
    return max(ratios) / min(ratios) < max(differences) / min(differences)


def require_few(groups, study):
    if len(groups) <= MOST_CURVES:
        return
    paths = ", ".join(key.path for key in study.keys)
    methods = len(study.groups([key.path for key in study.keys if key.of_problem]))
    profile = f"; or --plot profile, with a curve for each of {methods} methods" if 1 < methods <= MOST_CURVES else ""
    raise Refused(study.directory, f"{len(groups)} curves",
                  f"at most {MOST_CURVES}: choose some by --where PATH=VALUE of {paths}{profile}")
