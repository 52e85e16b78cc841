"""The kinds of plots, and which ones say what decides."""
from panels import MOST_CURVES
from runs import compared_panels, curve_panels, energy_panels, residual_panels, search_panels
from sweeps import accuracy_panels, map_panels, metric_panels, profile_panels, time_panels, work_panels
from values import Refused, nearest_hint
from work import work_of

KINDS_OF_WORK = ("work", "profile", "metric", "map")
KINDS = {"search": search_panels, "residual": residual_panels, "energy": energy_panels,
         "curve": curve_panels, "compared": compared_panels, "accuracy": accuracy_panels,
         "work": work_panels, "time": time_panels, "metric": metric_panels, "map": map_panels,
         "profile": profile_panels}


def panels_of(kind):
    if kind in KINDS:
        return KINDS[kind]
    if "," in kind:
        raise Refused("--plot", f'"{kind}"', "one plot; several are several options: --plot accuracy --plot work")
    raise Refused("--plot", f'"{kind}"', ", ".join(KINDS) + nearest_hint(kind, list(KINDS)))


def kinds_for(study, choice):
    against, asked = choice["against"], choice["metrics"]
    if study.data["fit"]:
        return ["compared"]
    if choice["of"]:
        return ["curve"]
    if against:
        return ["map" if len(against) > 1 else "metric"]
    if study.search:
        return ["search"]
    if len(study.cases) == 1 and "table" not in study.data:
        entry = study.cases[0].entry
        if "problems" in entry:
            return ["residual"]
        iterates = isinstance((entry.get("history") or {}).get("newton"), dict)
        return ["residual", "energy"] if iterates else ["energy"]
    if study.same_steps() and not asked and len(study.groups()) > 1:
        return ["profile"]
    searches = study.deciding()[:1] == ["search.value"]
    of_problems = [key.path for key in study.keys if key.of_problem]
    too_many = len(study.groups()) > MOST_CURVES >= len(study.groups(of_problems)) > 1
    if too_many and not asked and not searches:
        return ["profile"]
    if any(key.refines for key in study.keys) and not asked and not searches:
        in_systems = choice["work"] == "" and work_of(study, choice) == "linear_solves"
        return ["accuracy", "work", "time"] if in_systems else ["accuracy", "work"]
    numbers = sum(key.numeric for key in study.keys)
    of_method = sum(not key.of_problem for key in study.keys)
    if numbers == 2 == len(study.keys):
        return ["map"]
    if not searches and not asked and numbers == 0 and 0 < of_method < len(study.keys):
        return ["profile"]
    return ["metric"]
