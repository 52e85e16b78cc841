"""Draws slopes.svg: figure.py SLOPES.CSV slopes.svg

Each panel has a unit of its own, which orthant figure does not know."""
import csv
import sys

import matplotlib
from matplotlib.figure import Figure

PANELS = {"pushed": ("force [N]", "way by force [m/N]"),
          "sliding": ("speed at the start [m/s]", "way by speed [s]"),
          "thrown": ("speed upwards [m/s]", "way by speed [s]"),
          "bouncing": ("height [m]", "height at the end by height")}
CURVES = {"truth": ("of the motion", {"lw": 2.5, "c": "#bbbbbb"}),
          "exact": ("exact, of the steps", {"ls": "", "marker": ".", "ms": 2.5, "mew": 0, "c": "#000000"}),
          "difference 0.1": ("differences over 0.1", {"lw": 1.2, "c": "#aa0000", "ls": (0, (2, 1.5))})}

matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "font.sans-serif": ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans"], "font.size": 7, "axes.labelsize": 7,
    "axes.titlesize": 7, "legend.frameon": False, "legend.handlelength": 2.8, "axes.spines.top": False, "axes.linewidth": 0.5,
    "axes.spines.right": False, "lines.scale_dashes": False, "svg.fonttype": "none", "svg.hashsalt": "figure"})
with open(sys.argv[1], newline="") as table:
    rows = list(csv.DictReader(table))
fig = Figure((180 / 25.4, 125 / 25.4), layout="constrained")
for k, (motion, (across, up)) in enumerate(PANELS.items()):
    ax = fig.add_subplot(2, 2, k + 1)
    ax.set(xlabel=across, ylabel=up, **({"ylim": (-0.5, 3)} if motion == "bouncing" else {}))
    ax.set_title(motion, loc="left")
    ax.margins(x=0)
    for method, (name, style) in CURVES.items():
        of = [row for row in rows if (row["motion"], row["method"]) == (motion, method)]
        ax.plot([float(row["p"]) for row in of], [float(row["slope"] or "nan") for row in of], label=name, **style)
handles, names = ax.get_legend_handles_labels()
fig.legend(handles, names, loc="upper left", ncol=3, columnspacing=1.2, borderaxespad=0.3)
fig.get_layout_engine().set(rect=(0, 0, 1, 0.955))
fig.savefig(sys.argv[2], metadata={"Date": None})
