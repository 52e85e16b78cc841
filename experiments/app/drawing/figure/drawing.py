import csv
import logging
import math
import sys
from pathlib import Path

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator
from matplotlib.transforms import ScaledTranslation

matplotlib.rcdefaults()  # no matplotlibrc of a reader changes the figure
logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # the first font that is there
matplotlib.rcParams.update({
    "font.sans-serif": ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans"], "font.size": 7,
    "axes.labelsize": 7, "xtick.labelsize": 7, "ytick.labelsize": 7, "legend.fontsize": 7, "legend.frameon": False,
    "legend.handlelength": 2.8, "legend.columnspacing": 1.5, "legend.labelspacing": 0.3, "legend.borderpad": 0.2,
    "axes.linewidth": 0.5, "axes.spines.top": False, "axes.spines.right": False, "axes.labelpad": 2,
    "xtick.major.width": 0.5, "ytick.major.width": 0.5, "xtick.minor.width": 0.4, "ytick.minor.width": 0.4,
    "xtick.major.size": 2.5, "ytick.major.size": 2.5, "xtick.minor.size": 1.3, "ytick.minor.size": 1.3,
    "lines.scale_dashes": False, "text.parse_math": False, "pdf.fonttype": 42, "svg.fonttype": "none",
    "svg.hashsalt": "figure", "savefig.dpi": 600})  # a $ in a name is drawn as it is
CROSS = {"ls": "", "marker": "x", "ms": 4, "mew": 0.7, "c": "black"}


def read_table():
    """Rows of each panel and curve."""
    out = {}
    with open(Path(__file__).with_name(TABLE), newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            numbers = {name: float(row[name] or "nan") for name in ("x", "y", "low", "high", "value")}
            out.setdefault((int(row["panel"]), row["curve"]), []).append({**row, **numbers})
    return out


def set_axis(axis, of):
    which = axis.axis_name
    axis.set_label_text(of["label"])
    if of.get("log"):
        axis.axes.set(**{f"{which}scale": "log"})
        axis.set_minor_locator(LogLocator(subs=range(1, 10), numticks=99) if of.get("minor", True) else NullLocator())
        axis.set_minor_formatter(NullFormatter())
    if "gap" in of:  # between 0 and the others
        axis.axes.annotate("//", (of["gap"], 0), xycoords=("data", "axes fraction"), ha="center", va="center")
    if "names" in of:
        axis.set_ticks(range(len(of["names"])), of["names"], rotation=of.get("rotation", 0))
    elif "ticks" in of:
        axis.set_ticks(list(of["ticks"].values()), list(of["ticks"]))
    axis.axes.set(**{f"{which}lim": of["range"]})


# [curves
def draw_curve(ax, panel, name, rows):
    of, count = FIGURE["curves"][name], len(panel["curves"])
    k, line = list(panel["curves"]).index(name), panel["curves"][name]
    aside = panel.get("aside", 0) * (k - 0.5 * (count - 1))  # [pt], so that points do not hide each other
    where = ax.transData + ScaledTranslation(aside / 72, 0, ax.figure.dpi_scale_trans)

    def draw(chosen, **style):
        style = {"c": of["colour"], "transform": where, "clip_on": style["ls"] != "", "in_layout": False, **style}
        ax.plot([row["x"] for row in chosen], [row["y"] for row in chosen], **style)

    dots, points = ([row for row in rows if (row["kind"] == "dot") == dot] for dot in (True, False))
    draw(dots, ls="", marker=".", ms=1.8, mew=0)
    if line != "none":  # none leads to the place of 0 on a logarithmic axis
        joined = [row for row in points if row["x"] != panel["x"].get("zero")]
        draw(joined, ls=of["dash"], lw=of["width"], drawstyle="steps-post" if line == "steps" else "default")
    for row in points:
        if row["low"] < row["high"]:
            draw([{**row, "y": row["low"]}, {**row, "y": row["high"]}], ls="-", lw=0.8)
    most = 30 if line == "none" else 8  # of many points some have markers, of each curve others
    every = 1 if len(points) <= 3 * most else -(-len(points) // most)
    if line != "steps" and (every == 1 or count > 1 or line == "none"):
        draw(points[every * (2 * k + 1) // (2 * count)::every], ls="", zorder=3, **marker_of(of))
    draw([row for row in points if row["kind"] == "unsolved"], zorder=4, **CROSS)
    if points and name in panel.get("ends", {}):  # where no other stands
        last = max(points, key=lambda row: row["x"])
        heights = [ax.transData.transform((x, y))[1] for x, y in ((last["x"], last["y"]), *(each.xy for each in ax.texts))]
        if all(abs(heights[0] - each) > 6 for each in heights[1:]):
            ax.annotate(panel["ends"][name], (last["x"], last["y"]), (5, 0), textcoords="offset points", va="center", size=6)


def marker_of(of):
    return {"marker": of["marker"], "ms": of["size"], "mew": 0.8, "mfc": of["colour"] if of["filled"] else "none"}


def samples_of(panel):
    """Of its legend."""
    out = []
    for name in panel.get("legend", []):
        of, line = FIGURE["curves"][name], panel["curves"][name]
        style = {"c": of["colour"], "ls": "" if line == "none" else of["dash"], "lw": of["width"]}
        out.append((Line2D([], [], **style, **(marker_of(of) if line != "steps" else {})), of["label"]))
    return out


# curves]
# [maps
def draw_map(ax, panel, rows):
    from matplotlib.colors import LogNorm, Normalize
    nx, ny, of = len(panel["x"]["names"]), len(panel["y"]["names"]), panel["map"]
    grid = [[math.nan] * nx for _ in range(ny)]
    for row in rows:
        grid[int(row["y"])][int(row["x"])] = row["value"]
        if row["kind"] == "unsolved":
            ax.plot(row["x"], row["y"], "o", ms=6, mew=0, c="white")
            ax.plot(row["x"], row["y"], **CROSS)
    edges = [[i - 0.5 for i in range(n + 1)] for n in (nx, ny)]
    mesh = ax.pcolormesh(*edges, grid, norm=(LogNorm if of.get("log") else Normalize)(*of["range"]), cmap="viridis",
                         lw=0.2, edgecolors="face")
    bar = ax.figure.colorbar(mesh, ax=ax, aspect=25, pad=0.02)
    bar.solids.set(rasterized=False, edgecolor="face", lw=0.2)
    bar.outline.set_visible(False)
    set_axis(bar.ax.yaxis, of)


# maps]
def add_legend(to, entries, width, **place):
    """In as many columns as fit into so many points, filled in rows. Returns its height [pt]."""
    canvas = FigureCanvasAgg(to.get_figure())
    for columns in range(len(entries), 0, -1):
        samples, names = zip(*[entry for c in range(columns) for entry in entries[c::columns]])
        legend = to.legend(samples, range(len(names)), ncol=columns, borderaxespad=0.4, **place)
        for text, name in zip(legend.get_texts(), names):
            text.set_text(name)  # here, as a name with _ in front would be left out
        box = legend.get_window_extent(canvas.get_renderer())
        if columns == 1 or box.width <= width:
            return box.height + 3
        legend.remove()
    return 0


def draw(file):
    panels, columns, table = FIGURE["panels"], FIGURE["columns"], read_table()
    wide, high = (FIGURE[name] * 72 / 25.4 for name in ("width", "height"))  # [pt]
    fig, axes = Figure((wide / 72, high / 72), dpi=72, layout="constrained"), []
    crossed = any(row["kind"] == "unsolved" for rows in table.values() for row in rows)
    above = [(Line2D([], [], **CROSS), "some steps or problems not solved")] if crossed else []
    for k, panel in enumerate(panels):
        ax = fig.add_subplot(-(-len(panels) // columns), columns, k + 1)
        axes.append(ax)
        set_axis(ax.xaxis, panel["x"])
        set_axis(ax.yaxis, panel["y"])
        # [curves
        for name in panel.get("curves", []):
            draw_curve(ax, panel, name, table.get((k + 1, name), []))
        # curves]
        # [maps
        if "map" in panel:
            draw_map(ax, panel, table.get((k + 1, ""), []))
        # maps]
        for draw_line, at in ((ax.axhline, "level"), (ax.axvline, "upright")):
            if at in panel:
                draw_line(panel[at], c="#777777", lw=0.6, ls=(0, (3, 3)), zorder=1)
        ax.tick_params(labelbottom=not panel["x"].get("quiet"), labelleft=not panel["y"].get("quiet"))
        pad = 3
        # [curves
        pad += add_legend(ax, samples_of(panel), wide / columns - 45, loc="lower left", bbox_to_anchor=(0, 1))
        # curves]
        letter = chr(ord("a") + k % 26) if len(panels) > 1 else ""
        if letter or panel["about"]:
            ax.set_title(letter or " ", loc="left", pad=pad, size=8, weight="bold")
            ax.annotate(panel["about"], (0, 1), (10 if letter else 0, pad), xycoords="axes fraction",
                        textcoords="offset points").set_in_layout(False)
    # [curves
    above += samples_of({**max(panels, key=lambda panel: "curves" in panel), "legend": FIGURE["legend"]})
    # curves]
    band = add_legend(fig, above, wide - 8, loc="upper left", bbox_to_anchor=(0, 1))
    fig.get_layout_engine().set(rect=(0, 0, 1, 1 - band / high))
    fig.draw_without_rendering()
    if any(ax.bbox.width < 34 or ax.bbox.height < 23 for ax in axes):
        sys.exit(f"no room for {columns} panel(s) beside each other")
    metadata = {".pdf": {"CreationDate": None}, ".svg": {"Date": None}}  # the same file of the same data
    fig.savefig(file, metadata=metadata.get(file.suffix))


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name(OUTPUT))
