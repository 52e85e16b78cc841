"""From panels to a script and its table: shared ranges, ticks, styles, and the size of the figure."""
import csv
import io
import math
import re

from values import Refused, found_names

# For all eyes (after Okabe and Ito), alternating in lightness. Hollow and filled markers take turns, and later ones,
# which lie above, are smaller: none of six hides another where they coincide.
COLOURS = ["#0072b2", "#e69f00", "#000000", "#d55e00", "#56b4e9", "#009e73", "#cc79a7"]
MARKERS = [("o", 5.8, False), ("s", 3.8, True), ("^", 4.4, False), ("D", 2.8, True), ("s", 2.2, False),
           ("o", 1.2, True), ("v", 5, False), ("^", 3, True), ("D", 3.4, False), ("v", 1.8, True)]
DASHES = ["-", (0, (7, 2)), (0, (2, 1.5)), (0, (7, 2, 2, 2)), (0, (7, 2, 2, 2, 2, 2))]
COLUMNS = ["panel", "curve", "kind", "x", "y", "low", "high", "value"]
LETTER = 0.6 * 7 * 25.4 / 72  # the mean width of a letter [mm]


# Names.


def clean(text):
    """Without what no file of text may have."""
    return re.sub(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)


def name_curves(panels):
    """Each curve of a panel has a name of its own."""
    for panel in panels:
        taken = set()
        for curve in panel["curves"]:
            first, k = clean(curve["key"]), 1
            curve["key"] = first
            while curve["key"] in taken:
                k += 1
                curve["key"] = f"{first} ({k})"
            taken.add(curve["key"])


def relabel(panels, labels):
    """"OLD=NEW" changes legends, names of panels and axes that are OLD, or a part of which is: between commas, before
    " = ", or before a unit in brackets."""
    def texts():
        for panel in panels:
            for of in (panel["x"], panel["y"], panel["map"] or {}, *panel["curves"]):
                if "label" in of:
                    yield of, "label"
                for k in range(len(of.get("names", []))):
                    yield of["names"], k
            yield panel, "about"

    def pieces(text):
        yield 0, text
        at = 0
        for part in text.split(", "):
            yield at, part
            for sign in (" = ", " [", " ("):
                if sign in part:
                    yield at, part.split(sign)[0]
            at += len(part) + 2

    known = list(dict.fromkeys(piece for of, key in texts() for _, piece in pieces(of[key]) if piece))
    for label in labels:
        if "=" not in label or label.startswith("="):
            raise Refused("--label", f'"{label}"', "OLD=NEW")
        # A name may have a "=" itself, as "warm start = true".
        ends = [k for k, sign in enumerate(label) if sign == "=" and label[:k] in known]
        if not ends:
            old = label.split("=")[0]
            raise Refused("--label", f'"{old}"', found_names(known, old))
        old, new = label[:ends[-1]], label[ends[-1] + 1:]
        for of, key in texts():
            at = next((at for at, piece in pieces(of[key]) if piece == old), None)
            if at is not None:
                of[key] = of[key][:at] + new + of[key][at + len(old):]
    for of, key in texts():
        of[key] = clean(of[key])


# Ranges and ticks.


def is_drawn(x):
    """Differences of larger numbers would be infinite."""
    return abs(x) < 1e300


def values_of(panel, which):
    out = [panel["upright" if which == "x" else "level"]]
    for curve in panel["curves"]:
        for mark in curve["marks"] + curve["dots"]:
            out += [mark["x"]] if which == "x" else [mark["y"], mark["low"], mark["high"]]
    return [value for value in out if value is not None and is_drawn(value)]


def share_axes(panels):
    """Axes with the same label, which has the quantity and its unit, have the same range."""
    for which in "xy":
        same = {}
        for k, panel in enumerate(panels):
            if not panel[which]["names"]:
                same.setdefault(panel[which]["label"] or k, []).append(panel)
        for group in same.values():
            axes, values = [panel[which] for panel in group], sum((values_of(panel, which) for panel in group), [])
            log = all(of["log"] for of in axes) or (any(of["log"] for of in axes) and all(x > 0 for x in values))
            chosen = sorted({x for of in axes for x in of["swept"]}) if all(of["swept"] for of in axes) else []
            made = {"log": log, "zero": log and any(of["zero"] for of in axes), "swept": chosen,
                    "from_zero": not log and any(of["from_zero"] or of["log"] for of in axes),
                    "tight": all(of["tight"] for of in axes)}
            for of in axes:
                of.update(made, values=values)


def short(x):
    return float(f"{x:.6g}")


def number(x):
    return f"{x:.10g}".replace("-", "−")


def ten_to(n):
    return "10" + str(n).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def power(x):
    n = math.floor(math.log10(x) + 1e-9)
    front = f"{x / 10.0 ** n:.3g}"
    return ("" if front == "1" else f"{front}·") + ten_to(n)


def logarithmic(of, values, length):
    """Decades, or 1, 2, 5 where there are fewer than two; the swept values where all their numbers fit."""
    values = [x for x in values if x > 0] or [1]
    low, high = min(values), max(values)
    span, middle = max(math.log10(high / low), 0.3), 0.5 * math.log10(high * low)
    if not of["tight"] or low == high:
        low, high = (10 ** (middle + side * span) for side in (-0.56, 0.56))
    narrow = span < 1.7
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    every = 1 if narrow else 1 + (last - first) // 7
    words = power if low < (1e-4 if narrow else 5e-3) or high > 2e4 else number

    def decades(fronts):
        at = [front * 10.0 ** n for n in range(first, last + 1) if n % every == 0 for front in fronts]
        return {words(x): short(x) for x in at if low <= x <= high}

    def fit(ticks):
        ends = [[length * math.log(x / low) / math.log(high / low) + side * 0.5 * LETTER * len(word)
                 for side in (-1, 1)] for word, x in ticks.items()]
        return length == 0 or all(a[1] + 1 <= b[0] for a, b in zip(ends, ends[1:]))

    swept = {number(x): short(x) for x in of["swept"] if low <= x <= high}
    choices = [swept] if 2 <= len(swept) <= 8 and length > 0 and not any("e" in word for word in swept) else []
    choices += [decades([1, 1.5, 2, 3, 4, 5, 7])] * (span < 0.6) + [decades([1, 2, 5])] * narrow + [decades([1])]
    ticks = next(filter(fit, choices), choices[-1])
    made = {"log": True, "range": [low, high] if of["tight"] else [short(low), short(high)], "ticks": ticks}
    if every > 1:
        made["minor"] = False
    if of["zero"]:  # left of a gap
        gap = max(3, (max(values) / min(values)) ** 0.15)
        zero = short(low / gap)
        made.update(zero=zero, range=[short(low / gap ** 1.5), short(high)], ticks={"0": zero, **ticks}, minor=False,
                    gap=short(low / gap ** 0.4))
    return made


def linear(of, values):
    values = values or [1]
    low, high = min(values), max(values)
    if of["from_zero"]:
        low, high = min(low, 0), max(high, 0)
    if high <= low:
        room = 1 if high == 0 else 0.1 * abs(high)
        low, high = low - (0 if of["from_zero"] and low == 0 else room), high + room
    exponent = 3 * (math.floor(math.log10(max(abs(low), abs(high)))) // 3)
    large = not 1e-2 <= max(abs(low), abs(high)) < 1e4
    factor, label = 10.0 ** exponent if large else 1, of["label"]
    if large:  # numbers are divided by it, and the label has it
        name, bracket, unit = label.rpartition(" [")
        label = f"{name} [{ten_to(exponent)} {unit}" if bracket else f"{label} [{ten_to(exponent)}]"
    rough = (high - low) / 4
    decade = 10.0 ** math.floor(math.log10(rough))
    step = decade * next(front for front, end in ((1, 1.5), (2, 3.5), (5, 7.5), (10, math.inf)) if rough / decade < end)
    if all(x == round(x) for x in values) and factor == 1:
        step = max(step, 1)
    if not of["tight"]:
        low, high = step * math.floor(low / step + 1e-9), step * math.ceil(high / step - 1e-9)
    at = [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]
    digits = max(0, -math.floor(math.log10(step / factor) + 1e-9))
    return {"label": label, "range": [low, high] if of["tight"] else [short(low), short(high)],
            "ticks": {f"{x / factor + 0:.{digits if x else 0}f}".replace("-", "−"): short(x) for x in at}}


def axis_of(of, length):
    if of["names"]:
        made = {"names": of["names"], "range": [-0.5, len(of["names"]) - 0.5]}
        if len(of["names"]) * (max(map(len, of["names"])) + 1) * LETTER > length > 0:
            made["rotation"] = 90
        return {"label": of["label"], **made}
    made = logarithmic(of, of["values"], length) if of["log"] else linear(of, of["values"])
    return {"label": of["label"], **made}


def length_of(panel, length):
    """Of the axis across, beside names and the scale of a map."""
    return length - LETTER * max(map(len, panel["y"]["names"]), default=0) - 10 * bool(panel["map"])


def scale_of(maps):
    """The scale of maps of one quantity."""
    values = [cell["value"] for each in maps for cell in each["cells"]]
    low, high = min(values), max(values)
    of = {"label": maps[0]["label"], "from_zero": False, "tight": low < high, "swept": [], "zero": False}
    made = logarithmic(of, values, 0) if low > 0 and high > 30 * low else linear(of, values)
    return {"label": of["label"], **made}


# The script and its table.


def style_of(k, count):
    marker, size, filled = MARKERS[k % len(MARKERS)]
    return {"colour": COLOURS[k % len(COLOURS)], "marker": marker, "size": size, "filled": filled,
            "dash": DASHES[k % len(DASHES)], "width": round(1.2 - 0.5 * k / max(count - 1, 1), 2)}


def styles_of(panels):
    """A curve has one style in all panels, and no two of a panel have the same."""
    places, count = {}, max([len(panel["curves"]) for panel in panels])
    for panel in panels:
        taken = {places[curve["key"]] for curve in panel["curves"] if curve["key"] in places}
        for curve in panel["curves"]:
            if curve["key"] not in places:
                places[curve["key"]] = next(k for k in range(count + len(places)) if k not in taken)
                taken.add(places[curve["key"]])
    labels = {curve["key"]: curve["label"] for panel in panels for curve in panel["curves"]}
    return {key: {"label": labels[key], **style_of(k, count)} for key, k in places.items()}


def legend_height(names, width):
    wide = [6.5 + 3.5 + LETTER * len(name) for name in names]
    if not names or sum(wide) <= width:
        return 4 * bool(names)
    return 1 + 3.4 * -(-len(names) // max(1, math.floor(width / max(wide))))


def figure_of(panels, width, height, columns):
    """All choices of the script. Without a height each panel has what its curves and names need."""
    share_axes(panels)
    n = len(panels)
    fitting = max(1, int(width // 58))
    columns = columns or max(1, -(-n // -(-n // fitting)))
    length = width / columns - 14  # of an axis [mm]
    scales = {}
    for panel in panels:
        if panel["map"]:
            scales.setdefault(panel["map"]["label"], []).append(panel["map"])
    scales = {label: scale_of(maps) for label, maps in scales.items()}
    made, heights = [], []
    for panel in panels:
        x, y = axis_of(panel["x"], length_of(panel, length)), axis_of(panel["y"], 0)
        of = {"about": panel["about"], "x": x, "y": y}
        if panel["curves"]:
            of["curves"] = {curve["key"]: curve["line"] for curve in panel["curves"]}
        if any(curve["end"] for curve in panel["curves"]):
            of["ends"] = {curve["key"]: curve["end"] for curve in panel["curves"] if curve["end"]}
        of.update({name: panel[name] for name in ("level", "upright") if panel[name] is not None})
        if len(panel["curves"]) > 1 and not panel["y"]["names"] and any(curve["dots"] for curve in panel["curves"]):
            of["aside"] = 2
        if panel["map"]:
            of["map"] = scales[panel["map"]["label"]]
        rows = len(y.get("names", []))
        tall = 4 + rows * (6 if panel["map"] else max(4.5, 2.2 * len(panel["curves"]))) if rows else \
            min(0.58 * width / columns, 54) - 9
        labels = max(len(y["label"]), len(of.get("map", {}).get("label", "")))
        heights.append(max(tall, LETTER * labels) + 9 + (LETTER * max(map(len, x["names"])) if "rotation" in x else 0))
        made.append(of)
    quiet = []  # the neighbour says it
    for k, of in enumerate(made):
        row = range(columns * (k // columns), min(n, columns * (k // columns + 1)))
        if all(j + columns < n and same_axis(made[j]["x"], made[j + columns]["x"]) for j in row):
            quiet.append(of["x"])
        if k % columns and same_axis(made[k - 1]["y"], of["y"]):
            quiet.append(of["y"])
    for of in quiet:
        of.update(label="", quiet=True)
    keys = [[curve["key"] for curve in panel["curves"]] for panel in panels]
    common = next(filter(None, keys), [])
    shared = all(each in ([], common) for each in keys)
    legend, inside = [], [0] * n
    for k, panel in enumerate(panels):
        named = [curve["key"] for curve in panel["curves"] if curve["label"]] if len(keys[k]) > 1 else []
        if not shared and named:
            made[k]["legend"] = named
            inside[k] = legend_height(named, length)
        elif named:
            legend = named
    above = legend_height(legend, width - 4)
    above += 4 * any(mark["unsolved"] for panel in panels for mark in marks_of(panel))
    head = [inside[k] + (5 if panel["about"] or n > 1 else 1) for k, panel in enumerate(panels)]
    total = above + sum(max(head[k] + heights[k] for k in range(row, min(row + columns, n)))
                        for row in range(0, n, columns))
    return {"width": width, "height": height or round(total, 1), "columns": columns, "legend": legend,
            "curves": styles_of(panels), "panels": made}


def same_axis(a, b):
    return (a["label"], a.get("names")) == (b["label"], b.get("names")) and bool(a["label"] or "names" in a)


def marks_of(panel):
    return [mark for curve in panel["curves"] for mark in curve["marks"]] + (panel["map"] or {}).get("cells", [])


def seen_of(marks, x, y):
    """Without points of a line that nobody sees."""
    def part(of, value):
        low, high = of["range"]
        return math.log(value / low) / math.log(high / low) if of.get("log") else (value - low) / (high - low)

    out, last = [], None
    for k, mark in enumerate(marks):
        place = part(x, mark["x"]), part(y, mark["y"])
        if last is None or k == len(marks) - 1 or math.dist(place, last) > 1e-3:
            out.append(mark)
            last = place
    return out


def rows_of(panels, figure):
    for k, (panel, of) in enumerate(zip(panels, figure["panels"])):
        for curve in panel["curves"]:
            for kind in ("marks", "dots"):
                shown = [mark for mark in curve[kind] if is_shown(panel, mark)]
                many = len(shown) > 400 and curve["line"] != "none"
                for mark in seen_of(shown, of["x"], of["y"]) if many else shown:
                    yield {**mark, "panel": k + 1, "curve": curve["key"], "x": of["x"].get("zero") if mark["x"] == 0 and
                           "zero" in of["x"] else mark["x"],
                           "kind": "dot" if kind == "dots" else "unsolved" if mark["unsolved"] else "point"}
        for cell in (panel["map"] or {}).get("cells", []):
            yield {**cell, "panel": k + 1, "kind": "unsolved" if cell["unsolved"] else "cell"}


def is_shown(panel, mark):
    x, y = panel["x"], panel["y"]
    return is_drawn(mark["x"]) and is_drawn(mark["y"]) and (
        not x["log"] or mark["x"] > 0 or (x["zero"] and mark["x"] == 0)) and (not y["log"] or mark["y"] > 0)


def table_of(panels, figure):
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    for row in rows_of(panels, figure):
        table.writerow({name: f"{value:.8g}" if isinstance(value, float) else value for name, value in row.items()})
    return out.getvalue()


def choices_of(figure):
    """A line for each curve and each part of a panel."""
    curves = "".join(f"        {name!r}: {style!r},\n" for name, style in figure["curves"].items())
    panels = "".join("        {" + ",\n         ".join(f"{key!r}: {part!r}" for key, part in panel.items()) + "},\n"
                     for panel in figure["panels"])
    rest = "".join(f"    {key!r}: {figure[key]!r},\n" for key in ("width", "height", "columns", "legend"))
    return f"{{\n{rest}    'curves': {{\n{curves}    }},\n    'panels': [\n{panels}    ],\n}}"


def script_of(figure, drawing, output, table, script):
    """With what the panels need of the drawing functions."""
    for name, of in (("maps", "map"), ("curves", "curves")):
        used = any(of in panel for panel in figure["panels"])
        block = rf"^ *# \[{name}\n(.*?)^ *# {name}\]\n"
        drawing = re.sub(block, (lambda found: found[1]) if used else "", drawing, flags=re.M | re.S)
    told = (clean(name).replace("\\", "/").replace('"', "'") for name in (output, table, script))
    about = "Draws {} from {}:  python3 {} [FILE.pdf, FILE.svg or FILE.png]".format(*told)
    return (f'"""{about}"""\n'
            f"TABLE, OUTPUT = {table!r}, {output!r}\nFIGURE = {choices_of(figure)}\n\n{drawing}")
