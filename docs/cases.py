"""Cases of comparisons in pages: rows of cases.csv, with what their result.json has, and expressions of them."""

import ast
import builtins
import csv
import json
import math
import re


class Wrong(Exception):
    """What a page says is not so, or its marker is not understood."""


def value_of(text):
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


def flat(tree, prefix=""):
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in parts:
        if isinstance(value, (dict, list)) and value:
            yield from flat(value, f"{prefix}{key}.")
        yield prefix + str(key), value


class Case:
    """Names that are asked for are kept in `seen`, which cases of a table share: whether one has them."""

    def __init__(self, row, folder):
        self.row, self.folder, self.result, self.seen = row, folder, None, {}

    def named(self, name):
        """The value of the key that ends in these words, or None."""
        found = list(self.of(self.row, name))
        if not any(value is not None for value in found):
            if self.result is None:
                file = self.folder / "result.json"
                self.result = dict(flat(json.loads(file.read_text()))) if file.exists() else {}
            found += self.of(self.result, name)
        self.seen[name] = self.seen.get(name, False) or bool(found)
        return next((value for value in found if value is not None), None)

    @staticmethod
    def of(row, name):
        ends = [key for key in row if re.search(rf"(^|_){name}$", re.sub(r"\W", "_", key))]
        for start in ("setting.", "metrics.", ""):
            yield from (row[key] for key in ends if key.startswith(start))

    def evaluate(self, expression, known=None):
        known = {**words, **(known or {}), "folder": self.folder}
        names = {name: self.named(name) for name in names_in(expression) if name not in known}
        return value(expression, {**known, **names})


def of_cases(cases):
    """`each` and `the` of these."""
    def each(expression, where="True"):
        return [case.evaluate(expression) for case in cases if case.evaluate(where)]

    def the(expression, where="True"):
        found = each(expression, where)
        if len(found) != 1:
            raise Wrong(f"{len(found)} cases, not one, where {where}")
        return found[0]

    return {"each": each, "the": the}


def value(expression, names):
    try:
        return eval(expression, names)  # noqa: S307
    except (SyntaxError, NameError, TypeError, ValueError, LookupError, ArithmeticError, OSError) as error:
        raise Wrong(f"{expression}: {type(error).__name__}: {error}") from error


def names_in(expression):
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as error:
        raise Wrong(f"{expression}: {error}") from error
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - own - set(dir(builtins))


def sci(x, digits=1):
    """2.1e-2"""
    return re.sub(r"e([-+])0*(\d+)", lambda m: f"e{'-' if m[1] == '-' else ''}{m[2]}", f"{x:.{digits}e}")


def rounded(x, digits=3):
    """−0.6 of -0.5999999999, 0 of 1e-12."""
    return f"{round(x, digits) + 0.0:g}".replace("-", "−")


def power(x):
    """10² of 100; 1 and 10 of themselves."""
    exponent = f"{x:.0e}".split("e")[1]
    return f"{x:g}" if x <= 10 else "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(int(exponent)))


def part(solver):
    """`newton`, `row_sum` of {"type": "newton", "scaling": "row_sum"}, or a name."""
    made = json.loads(solver) if solver.startswith("{") else {"type": solver}
    made = dict(flat(made))
    return ", ".join(f"`{value}`" for value in [made.pop("type"), *made.values()])


def column(file, name):
    """A column of a table, as numbers."""
    with open(file, newline="") as table:
        return [value_of(row[name]) for row in csv.DictReader(table)]


words = {"sci": sci, "rounded": rounded, "power": power, "part": part, "column": column, "re": re, "json": json, "math": math}
