"""Names, values and units as a figure has them."""
import re

from values import is_number, known_as, last_of, plain, shown

KNOWN_LABELS = {
    "wall_time_s": ("wall time", "s"), "cpu_time_s": ("processor time", "s"),
    "newton_iterations": ("Newton iterations", ""), "linear_solves": ("linear systems", ""),
    "linear_iterations": ("linear iterations", ""), "iterations": ("iterations", ""),
    "energy_drift_relative": ("energy drift / energy scale", ""),
    "angular_momentum_drift_relative": ("angular momentum drift / its scale", ""),
    "converged_part": ("share of steps or problems solved", ""), "error": ("natural map / |q|", "")}
ENDINGS = {"_N_m_s": "N m s", "_rad_s": "rad/s", "_percent": "%", "_m_s": "m/s", "_m2": "m²", "_N_m": "N m",
           "_N_s": "N s", "_rad": "rad", "_deg": "°", "_m": "m", "_J": "J", "_N": "N", "_s": "s"}


def with_unit(name, unit):
    return f"{name} [{unit}]" if unit else name


class Named:
    """Of a study: what its quantities and settings are called."""

    def described(self, path):
        return self.data["paths"].get(path, {"name": last_of(path), "unit": "", "place": "", "places": []})

    def setting(self, path):
        if "table" in self.data and "." not in path:
            return self.quantity_alone(path)
        of = self.described(path)
        return of["name"], of["unit"]

    def setting_label(self, path):
        name, unit = self.setting(path)
        of_table = "table" in self.data and "." not in path
        return with_unit("step length h" if not of_table and self.described(path)["place"] == "step" else name, unit)

    def value_label(self, path, value):
        """A value in a legend: "pcr", "tip mass = 10 kg", "warm start = true"."""
        if isinstance(value, str):
            return value.rsplit("/", 1)[-1] if path == "problems.files" else value
        if (name := self.names.get(path, {}).get(known_as(value))) is not None:
            return name
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            rest = ", ".join(each if isinstance(each, str) else self.value_label(f"{path}.{key}", each)
                             for key, each in sorted(value.items()) if key != "type")
            return f"{value['type']} ({rest})" if rest else value["type"]
        name, unit = self.setting(path)
        number = "none" if value is None else shown(value) if isinstance(value, float) else plain(value)
        return f"{name} = {number}" + (f" {unit}" if unit and is_number(value) else "")

    def quantity_alone(self, name):
        if name in KNOWN_LABELS:
            return KNOWN_LABELS[name]
        words, dot, part = name.partition(".")
        end = next((each for each in ENDINGS if words.endswith(each)), "")
        unit = ENDINGS.get(end) or self.data["units"].get(name, "")
        return (words[:len(words) - len(end)] + dot + part).replace(".", " ").replace("_", " "), unit

    def quantity_label(self, name):
        above, slash, below = name.partition("/")
        (top, of), (bottom, by) = self.quantity_alone(above), self.quantity_alone(below)
        if not slash:
            return with_unit(top, of)
        bracketed = [f"({each})" if re.search("[ /]", each) else each for each in (of or "1", by)]
        unit = "" if of == by else "/".join(bracketed) if by else of
        return with_unit(f"{top} / {bottom}", unit)

    def label(self, quantity):
        """The quantity with its unit, as on an axis."""
        against = f" against {self.reference}"
        if quantity == "distance_m":
            return f"error{against} [m]"
        if quantity.startswith("error of "):
            name, bracket, unit = self.label(quantity[9:]).partition(" [")
            return f"error of {name}{against}{bracket}{unit}"
        for name, front in (("value", "critical"), ("low", "below critical"), ("high", "above critical")):
            if quantity == f"search.{name}" and "search" in self.input:
                return f"{front} {self.setting_label(self.input['search']['path'])}"
        out = self.quantity_label(quantity)
        return out if self.is_newton() else out.replace("Newton iterations", "iterations of the solver", 1)
