"""The work by which methods are compared: every method does some of it in every case."""
from values import Refused


def without_work(study, work, solved_only):
    """The methods that did none of it in some case; of a single method the cases."""
    out = []
    for method in study.groups([key.path for key in study.keys if key.of_problem or key.refines]):
        idle = [case for case in method.cases
                if not (study.value(case, work) or 0) > 0 and (case.solved or not solved_only)]
        out += [method.label] if method.label and idle else [f"case {case.id}" for case in idle]
    return out


def some_has(study, work):
    return any(case.ran and (study.value(case, work) or 0) > 0 for case in study.cases)


def work_of(study, choice):
    if choice["work"]:
        work = study.quantity(choice["work"], "--work")
        if idle := without_work(study, work, True):
            names = {"linear_systems": "linear_solves", "time": "wall_time_s", "processor_time": "cpu_time_s",
                     "linear_iterations": "linear_iterations", "newton_iterations": "newton_iterations"}
            allowed = [name for name, full in names.items() if not without_work(study, full, True)]
            raise Refused("--work", f'"{choice["work"]}", of which none in {", ".join(idle)}',
                          f"work of every method in every case: {', '.join(allowed)}; or --where with other methods")
        return work
    if not without_work(study, "linear_solves", False):
        return "linear_solves"
    return next((name for name in ("wall_time_s", "cpu_time_s") if some_has(study, name)), "wall_time_s")


def work_note(study, choice, drawn):
    """Why the work that is drawn is not the number of linear systems, if nobody chose it."""
    if choice["work"] or drawn == "linear_solves" or drawn != work_of(study, choice) \
            or not some_has(study, "linear_solves"):
        return []
    idle = ", ".join(without_work(study, "linear_solves", False))
    return [f"the work is {study.label(drawn).split(' [')[0]}, as there are no linear systems in {idle}"]


def metrics_of(study, choice):
    asked = [study.quantity(each, "--metric") for each in choice["metrics"]]
    return asked or study.deciding() or [work_of(study, choice)]
