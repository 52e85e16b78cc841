"""Stubs and docstrings are in step with the module."""

import ast
import inspect
import re
from pathlib import Path

import orthant
from orthant import _orthant


def parameters(docstring):
    head = docstring.splitlines()[0]
    inner = head[head.index("(") + 1:head.rindex(")")]
    return re.findall(r"(\w+): ", inner)


def stub():
    text = (Path(orthant.__file__).parent / "_orthant.pyi").read_text()
    return ast.parse(text)


def arguments(function):
    return [each.arg for each in function.args.args]


def test_the_stub_names_what_there_is():
    functions = {n.name: n for n in stub().body if isinstance(n, ast.FunctionDef)}
    classes = {n.name: n for n in stub().body if isinstance(n, ast.ClassDef)}
    there = {name for name in vars(_orthant) if not name.startswith("_")}
    assert there == set(functions) | set(classes)
    for name, node in functions.items():
        assert parameters(getattr(_orthant, name).__doc__) == arguments(node), name
    members = {}
    for node in classes["Simulation"].body:
        if isinstance(node, ast.FunctionDef):
            members[node.name] = arguments(node)
        elif isinstance(node, ast.AnnAssign):
            members[node.target.id] = None
    found = {name for name in vars(_orthant.Simulation) if not name.startswith("_")}
    assert found == {name for name in members if not name.startswith("_")}
    for name, named in members.items():
        if named is not None:
            assert parameters(getattr(_orthant.Simulation, name).__doc__) == named, name


def test_all_that_is_public_is_explained():
    for name in orthant.__all__:
        each = getattr(orthant, name)
        assert inspect.getdoc(each), name
        if inspect.isclass(each):
            for member, value in vars(each).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value), f"{name}.{member}"
        elif callable(each):
            assert "return" in inspect.get_annotations(each) or name == "list", name
