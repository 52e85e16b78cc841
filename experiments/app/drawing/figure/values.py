"""Wrong input, numbers, and names of both."""
import difflib
import json
import math
from decimal import Decimal

OF_PROBLEM = ["scene", "problems", "worlds", "duration", "steps", "reference", "experiment"]


class Refused(Exception):
    """Wrong input: where it stands, what was found, what is allowed."""

    def __init__(self, where, found, allowed):
        super().__init__(f"{where}: found {found}, allowed: {allowed}")


class Needs(Exception):
    """What the program has to read before a figure can be drawn."""


def nearest_hint(word, names):
    found = difflib.get_close_matches(word, names, 1, 0.6)
    return f'; nearest: "{found[0]}"' if found else ""


def found_names(names, word):
    return ", ".join(names) + nearest_hint(word, names)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_in(cell):
    try:
        return float(cell) if "_" not in cell else None
    except ValueError:
        return None


def known_as(value):
    """The same for equal values: 1 and 1.0 are, 1 and true are not."""
    return repr(float(value)) if is_number(value) else json.dumps(value, sort_keys=True)


def shown(value):
    """0.1, with the fewest digits that tell it from other numbers; 1e-04, which is shorter than 0.0001."""
    if not isinstance(value, float) or not math.isfinite(value):
        return json.dumps(value)
    exact = Decimal(repr(value)).normalize()
    sign, digits, exponent = exact.as_tuple()
    front, rest = str(digits[0]), "".join(map(str, digits[1:]))
    short = f"{'-' * sign}{front}{'.' + rest if rest else ''}e{exponent + len(rest):+03d}"
    return min(f"{exact:f}", short, key=len)


def plain(value):
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def last_of(path):
    return path.rsplit(".", 1)[-1]


def is_of_problem(path):
    return any(path == head or path.startswith(head + ".") for head in OF_PROBLEM)


def quantile(values, part):
    values = sorted(values)
    at = part * (len(values) - 1)
    below = int(at)
    return values[below] + (at - below) * (values[min(below + 1, len(values) - 1)] - values[below])
