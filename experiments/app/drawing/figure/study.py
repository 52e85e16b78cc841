"""The cases of a directory as a figure looks at them: what was varied, and numbers by name."""
import json
import math
import re

from names import Named
from values import Needs, Refused, found_names, is_number, is_of_problem, known_as, last_of, number_in, plain

ALIASES = {"time": "wall_time_s", "processor_time": "cpu_time_s", "linear_systems": "linear_solves"}
COUNTS = ["steps", "steps_converged", "newton_iterations", "linear_solves", "linear_iterations", "wall_time_s",
          "cpu_time_s", "iterations", "contacts", "problems_solved", "distance_m"]


def is_solved(entry):
    for all_of, good in (("steps", "steps_converged"), ("problems", "problems_solved")):
        if all_of in entry and is_number(entry.get(good)) and entry[good] < entry[all_of]:
            return False
    return entry.get("status") == "finished"


class Case:
    def __init__(self, entry, directory):
        self.entry, self.directory, self.settings, self.errors = entry, directory, {}, {}
        self.ran, self.solved, self.solver = True, True, ""

    @property
    def id(self):
        return self.entry["case"]


class Key:
    """Something that differs between cases."""

    def __init__(self, path, values, places):
        self.path, self.values = path, values
        self.numeric = all(is_number(each) for each in values)
        self.of_problem = is_of_problem(path) or any(is_of_problem(each) for each in places["places"])
        self.place = places["place"]  # of the step length or tolerance that it sets
        self.refines = self.numeric and len(values) != 1 and self.place != ""
        if self.numeric:
            self.values = sorted(values)


class Group:
    """Cases with the same values of some keys."""

    def __init__(self, label):
        self.label, self.cases = label, []


class Study(Named):
    """`where`: "path=value", only the cases that have it; `named` are keys even if they have one value there."""

    def __init__(self, data, where, named):
        self.data, self.directory, self.name = data, data["directory"], data["name"]
        self.input, self.search, self.reference = data["input"], data["search"], "finest case"
        self.cases, self.keys, self.numbers, self.stands_for = [], [], [], {}
        named = [each for each in named if not any(other.startswith(each + "=") for other in where)]
        if "table" in data:
            self.read_table(data["table"], named)
        else:
            self.read_cases(data["comparison"])
        self.names = {}  # of values that are objects or arrays, by path
        for experiment in data.get("comparison", {}).get("experiments", []):
            for axis in experiment.get("sweep", []):
                for value, name in zip(axis.get("values", []), axis.get("names", [])):
                    if name is not None:
                        self.names.setdefault(axis["key"], {}).setdefault(known_as(value), name)
        self.choose(where)
        self.find_keys(data.get("comparison", {}).get("experiments", []), named)

    # What was varied.

    def read_table(self, table, named):
        """Columns of texts and those named say what was varied; other numbers are metrics."""
        columns, rows = table["columns"], table["rows"]
        if not rows:
            raise Refused(self.directory, "no rows", "a table")
        of_cases = any(each.startswith("setting.") for each in columns)
        varied = []
        for c, column in enumerate(columns):
            setting = column.startswith("setting.")
            numbers = all(row[c] == "" or number_in(row[c]) is not None for row in rows)
            asked = any(each == column or (setting and column.endswith("." + each)) for each in named)
            varied.append(not numbers or asked)
            if not varied[-1] and (not of_cases or setting):
                self.numbers.append(column)
        for r, row in enumerate(rows):
            case = Case({"case": str(r), "metrics": {}}, self.directory)
            for c, cell in enumerate(row):
                if cell == "":
                    continue
                number = number_in(cell)
                if varied[c]:
                    case.settings[columns[c]] = cell if number is None else number
                if columns[c] == "configuration.solver.type":
                    case.solver = cell
                if number is not None:
                    case.entry["metrics"][columns[c]] = number
            self.cases.append(case)

    def read_cases(self, data):
        experiments = data["experiments"]
        zips = {}  # by experiment
        for experiment in experiments:
            for axis in experiment.get("sweep", []):
                if "zip" in axis:
                    of = zips.setdefault(experiment["name"], {})
                    of.setdefault(plain(axis["zip"]), []).append(axis["key"])
        for entry in data["cases"]:
            many = data["kind"] == "comparison"
            case = Case(entry, f"{self.directory}/cases/{entry['case']}" if many else self.directory)
            settings = dict(entry["settings"])
            for key, paths in zips.get(entry["experiment"], {}).items():
                names = entry.get("names", {})
                first = self.leader(paths, settings)
                if key in names:
                    case.settings["scene" if any(map(is_of_problem, paths)) else "method"] = names[key]
                for each in paths:
                    if each != first or key in names:
                        if key not in names:
                            self.stands_for[each] = first
                        settings.pop(each, None)
            case.settings.update(settings)
            if len(experiments) > 1:
                case.settings["experiment"] = entry["experiment"]
            case.ran = entry["status"] in ("finished", "stopped")
            case.solved = is_solved(entry)
            case.solver = entry.get("configuration", {}).get("solver.type", data["common"].get("solver.type", ""))
            self.cases.append(case)

    def leader(self, paths, settings):
        """A path of a zip for all of it: the one that refines, or the first with numbers."""
        refining = [each for each in paths if self.data["paths"].get(each, {}).get("place") == each]
        numbers = [each for each in paths if is_number(settings.get(each))]
        return (refining or numbers or paths)[0]

    def choose(self, where):
        for each in where:
            path, equals, wanted = each.partition("=")
            if not equals or not path:
                raise Refused("--where", f'"{each}"', "path=value")
            values, paths, chosen = set(), set(), []
            for case in self.cases:
                for key, value in sorted(case.settings.items()):
                    paths.add(key)
                    if path not in (key, last_of(key)):
                        continue
                    values.add(plain(value))
                    if plain(value) == wanted or (is_number(value) and number_in(wanted) == value):
                        chosen.append(case)
            if not values:
                raise Refused("--where", f'"{path}"', found_names(sorted(paths), path))
            if not chosen:
                raise Refused("--where", each, f"{path} = {', '.join(sorted(values))}")
            self.cases = chosen
        if not any(case.ran for case in self.cases):
            raise Refused(self.directory, "no case with a result",
                          f"cases that ran; first of these: {self.cases[0].entry.get('error', 'no error')}")

    def find_keys(self, experiments, named):
        order = [axis["key"] for experiment in experiments for axis in experiment.get("sweep", [])]
        found, count = {}, {}
        for case in self.cases:
            for path, value in case.settings.items():
                found.setdefault(path, {}).setdefault(known_as(value), value)
                count[path] = count.get(path, 0) + 1
        for path in sorted(found, key=lambda path: (order.index(path) if path in order else len(order), path)):
            asked = path in named or last_of(path) in named
            if len(found[path]) > 1 or count[path] < len(self.cases) or asked:
                self.keys.append(Key(path, list(found[path].values()), self.described(path)))
        # An experiment of its own name is no method where other keys tell its cases apart.
        owners = {}
        for case in self.cases:
            if "experiment" in case.settings:
                others = {k: v for k, v in case.settings.items() if k != "experiment"}
                owners.setdefault(known_as(others), set()).add(case.settings["experiment"])
        if len(owners) > 1 and known_as({}) not in owners and all(len(each) == 1 for each in owners.values()):
            self.keys = [key for key in self.keys if key.path != "experiment"]

    def key(self, path, option="--against"):
        """The key of a path or of its last word."""
        wanted = self.stands_for.get(path, path)
        same = [each for each in self.keys if each.path == wanted]
        ends = [each for each in self.keys if last_of(each.path) == wanted]
        if same or len(ends) == 1:
            return (same or ends)[0]
        names = [each.path for each in self.keys] + self.numbers
        if not names:
            raise Refused(option, f'"{path}"', f"a path that was swept; {self.directory} has none")
        raise Refused(option, f'"{path}"', found_names(names, path))

    def groups(self, without=()):
        """Groups of cases that ran, equal in all keys but these."""
        out = {}
        for case in self.cases:
            if not case.ran:
                continue
            of = {key.path: case.settings[key.path] for key in self.keys
                  if key.path not in without and key.path in case.settings}
            name = json.dumps([[path, known_as(value)] for path, value in of.items()])
            if name not in out:
                out[name] = Group(", ".join(self.value_label(path, value) for path, value in of.items()))
            out[name].cases.append(case)
        return list(out.values())

    # Numbers of cases.

    def quantities(self):
        found = {"converged_part"}
        for case in self.cases:
            found.update(name for name in COUNTS if is_number(case.entry.get(name)))
            found.update(name for name, value in case.entry.get("metrics", {}).items() if is_number(value))
        found.update(alias for alias, name in ALIASES.items() if name in found)
        return sorted(found)

    def quantity(self, name, option):
        """The full name of a number that some case has; "a/b" of a ratio."""
        if "/" in name:
            return "/".join(self.quantity(part, option) for part in name.split("/", 1))
        known = self.quantities()
        if name not in known:
            raise Refused(option, f'"{name}"', found_names(known, re.sub(r"^metrics\.", "", name)))
        return ALIASES.get(name, name)

    def value(self, case, quantity):
        if quantity in case.errors:
            return case.errors[quantity]
        if "/" in quantity:
            above, below = (self.value(case, part) for part in quantity.split("/", 1))
            return above / below if above is not None and below else None
        entry = case.entry
        if quantity == "converged_part":
            for all_of, good in (("steps", "steps_converged"), ("problems", "problems_solved")):
                if is_number(entry.get(all_of)) and is_number(entry.get(good)) and entry[all_of] > 0:
                    return entry[good] / entry[all_of]
            return None
        for place in (entry, entry.get("metrics", {})):
            if is_number(place.get(quantity)):
                return place[quantity]
        return None

    def measure_errors(self, reference, quantity=""):
        """Gives cases an error and returns its name: how far bodies end from where they do in the finest case of the
        same method, or in the case of this name; of a quantity, the difference from its value there."""
        refining = next((key for key in self.keys if key.refines), None)
        chosen = next((case for case in self.cases if case.ran and case.id == reference), None)
        finest = reference == "finest"
        if not finest and chosen is None:
            raise Refused("--reference", f'"{reference}"',
                          "finest, or a case that ran: " + ", ".join(case.id for case in self.cases))
        if finest and refining is None:
            raise Refused("--reference", '"finest"',
                          "a case (0000, …), as neither a step length nor a tolerance was swept")
        self.reference = "finest case" if finest else f"case {reference}"
        name = f"error of {quantity}" if quantity else "distance_m"

        def others(case):
            settings = {k: v for k, v in case.settings.items() if not finest or k != refining.path}
            return known_as(settings) + known_as(case.entry.get("seed"))

        def size(case):
            value = case.settings.get(refining.path)
            return value if is_number(value) else math.inf

        best = {}
        for case in self.cases if finest else []:
            of = others(case)
            if of not in best or size(case) < size(best[of]):
                best[of] = case
        pairs = []
        for case in self.cases:
            if not quantity:
                case.entry.get("metrics", {}).pop(name, None)
            start = best[others(case)] if finest else chosen
            if case.ran and start.ran and case is not start and (not finest or size(case) > size(start)):
                pairs.append((case, start))
        if not quantity:
            known = self.data["distances"]
            missing = [[a.directory, b.directory] for a, b in pairs if f"{a.directory} {b.directory}" not in known]
            if missing:
                raise Needs("distances", self.data, missing)
        for case, start in pairs:
            if quantity:
                here, there = self.value(case, quantity), self.value(start, quantity)
                found = here - there if here is not None and there is not None else None
            else:
                found = known[f"{case.directory} {start.directory}"]
            if found is not None:
                case.errors[name] = found
        return name

    def reference_error(self):
        """An error that the cases have from a reference; "" if none."""
        for name in ("distance_m", "position_error_m", "position_error_percent.mean", "angle_error_rad",
                     "reaction_force_error_N", "error"):
            if any(case.ran and self.value(case, name) is not None for case in self.cases):
                return name
        return ""

    def deciding(self):
        """What decides: the critical value of searches, an error, metrics of one's own."""
        known = self.quantities()
        if "search.value" in known:
            return ["search.value"]
        if error := self.reference_error():
            return [error]
        own = self.input.get("metrics") if isinstance(self.input, dict) else None
        names = [f"{name}.end" for name in sorted(own)] if isinstance(own, dict) else []
        return [name for name in names if name in known][:3]

    def same_steps(self):
        """Whether all cases make the steps of one motion, so that steps are problems."""
        ran = [case for case in self.cases if case.ran]
        return bool(ran) and all("same_steps" in case.entry for case in ran)

    def is_newton(self):
        return all(not case.ran or case.solver in ("", "newton") for case in self.cases)
