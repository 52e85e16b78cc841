"""Validates the shipped experiments with the schema, and files that schema and program refuse alike.

    validate.py ORTHANT SOURCE FOLDER

FOLDER is for the files that are tried. What the program accepts the schema must accept; every file of
refused.json must be refused by both.
"""
import copy
import glob
import json
import os
import subprocess
import sys

import jsonschema

orthant, source, folder = sys.argv[1:]
schema = json.loads(subprocess.run([orthant, "schema"], check=True, capture_output=True).stdout)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
wrong = []


def complaint(experiment):
    error = jsonschema.exceptions.best_match(validator.iter_errors(experiment))
    return error and f"{error.json_path}: {error.message[:200]}"


def program_refuses(experiment):
    path = os.path.join(folder, "tried.json")
    with open(path, "w") as file:
        json.dump(experiment, file)
    ended = subprocess.run([orthant, "check", path], capture_output=True, text=True)
    if ended.returncode not in (0, 2):
        wrong.append(f"orthant check ended with {ended.returncode}")
    return ended.stderr.strip() if ended.returncode else None


def changed(experiment, changes):
    """The experiment with values replaced at paths, or taken out by "REMOVE"."""
    out = copy.deepcopy(experiment)
    for path, value in changes.items():
        *parents, last = [int(p) if p.isdigit() else p for p in path.split("/")]
        at = out
        for each in parents:
            at = at[each] if isinstance(at, list) else at.setdefault(each, {})
        if value == "REMOVE":
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return out


def read(*path):
    with open(os.path.join(*path)) as file:
        return json.load(file)


os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "one.dat"), "w") as file:  # a contact, for experiments on problems
    file.write("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -2 0 0 0.5")
shipped = sorted(glob.glob(os.path.join(source, "experiments/[!a]*/*.json")) + glob.glob(os.path.join(source, "experiments/a[!p]*/*.json")))
if not shipped:
    wrong.append("no experiments")
for path in shipped:
    if said := complaint(read(path)):
        wrong.append(f"{path} is refused by the schema: {said}")

cases = read(source, "tests/schema/cases.json")
for name, changes in cases["accepted"].items():
    experiment = changed(cases["base"], changes)
    if said := program_refuses(experiment):
        wrong.append(f"{name} is refused by the program: {said}")
    if said := complaint(experiment):
        wrong.append(f"{name} is refused by the schema: {said}")
for name, changes in cases["refused"].items():
    experiment = changed(cases["base"], changes)
    if not program_refuses(experiment):
        wrong.append(f"{name} is accepted by the program")
    if not complaint(experiment):
        wrong.append(f"{name} is accepted by the schema")

print("\n".join(wrong) or f"{len(shipped)} experiments, {len(cases['accepted'])} accepted and "
      f"{len(cases['refused'])} refused cases")
sys.exit(1 if wrong else 0)
