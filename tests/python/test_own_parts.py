"""Complementarity functions and linear solvers in Python, beside those that are built in."""

import gc
import math
import subprocess
import sys
import weakref

import numpy as np
import orthant
import pytest
from orthant import _own
from scenes import rolling


def fischer_burmeister(a, b):
    r = math.hypot(a, b)
    return (0, 0, 1) if r == 0 else (a + b - r, 1 - a / r, 1 - b / r)


def ends(solver):
    box = {"name": "box", "mass": 1, "friction": 0.3, "position": [0, 0, 0.2],
           "velocity": [1, 0.5, 0], "angular_velocity": [0, 0, 3],
           "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}
    scene = rolling()["scene"]
    scene["bodies"].append(box | {"position": [1, 0, 0.12]})
    sim = orthant.Simulation({"scene": scene, "step": 0.005, "steps": 40,
                              "solver": {"type": "newton", "tolerance": 1e-11} | solver},
                             on_unsolved="raise")
    return sim.step(40), sim.poses


@pytest.mark.parametrize("friction", ["w_newton", "alart_curnier"])
def test_a_function_is_as_good_as_the_built_in_one(friction):
    _, built_in = ends({"friction": friction, "linear": "dense_lu"})
    _, ours = ends({"friction": friction, "linear": "dense_lu",
                    "ncp": orthant.ncp_function(fischer_burmeister)})
    assert np.allclose(ours, built_in, rtol=0, atol=1e-9)


def test_a_complementarity_function_solves_stored_problems():
    W = np.diag([2.0, 1.0, 1.0])
    W[0, 1] = W[1, 0] = 0.3
    built_in, ours = (orthant.solve(W, [-1.0, 0.4, 0.1], 0.5, solver="newton", ncp=ncp)
                      for ncp in ("fischer_burmeister", orthant.ncp_function(fischer_burmeister)))
    assert ours.solved
    assert np.allclose(ours.r, built_in.r, rtol=0, atol=1e-12)


def mangasarian(a, b, n):
    """theta(|a - b|) - theta(a) - theta(b), theta = t |t|^n"""
    d = a - b
    slope = (n + 1) * abs(d) ** n * math.copysign(1, d)
    return (abs(d) ** (n + 1) - a * abs(a) ** n - b * abs(b) ** n, slope - (n + 1) * abs(a) ** n,
            -slope - (n + 1) * abs(b) ** n)


@pytest.mark.parametrize("wrong, words", [
    (lambda a, b: (a + b - math.hypot(a, b), 1, 1), "which differences of phi give"),
    (lambda a, b: (a + b, 1, 1), "found phi"),
    (lambda a, b: (0, 1, 1), "no solution"),
    (lambda a, b: mangasarian(a, b, 1), "row of a contact that just touches"),
    (lambda a, b: (0, 0, 1) if a == b == 0 else mangasarian(a, b, 2), "of order one")])
def test_what_is_no_complementarity_function_is_refused(wrong, words):
    with pytest.raises(orthant.Error, match=words):
        orthant.ncp_function(wrong)


def test_what_a_function_throws_arrives():
    def fails(a, b):
        raise KeyError("lost")
    with pytest.raises(KeyError, match="lost"):
        ends({"ncp": orthant.ncp_function(fails, check=False)})
    with pytest.raises(TypeError, match="phi, da, db"):
        ends({"ncp": orthant.ncp_function(lambda a, b: 1, check=False)})
    assert ends({})[0].solved  # nothing is left of it

    def calls_back(a, b):
        orthant.run(rolling())
    with pytest.raises(orthant.Error, match="may not call the library"):
        ends({"ncp": orthant.ncp_function(calls_back, check=False)})


def test_a_linear_solver_is_as_good_as_the_built_in_one():
    linalg = pytest.importorskip("scipy.sparse.linalg")
    calls = []

    def factorise(S):
        calls.append(S.shape)
        return linalg.factorized(S)
    _, built_in = ends({"linear": "umfpack"})
    _, ours = ends({"linear": orthant.linear_solver(factorise)})
    assert len(calls) > 40 and np.allclose(ours, built_in, rtol=0, atol=1e-9)

    def fails(S):
        raise ArithmeticError("no factors")
    with pytest.raises(ArithmeticError, match="no factors"):
        ends({"linear": orthant.linear_solver(fails)})
    with pytest.raises(TypeError, match="as long as b"):
        ends({"linear": orthant.linear_solver(lambda S: lambda b: b[:1])})


def test_a_number_of_no_function_is_refused():
    with pytest.raises(orthant.Error, match="solver/ncp/function"):
        ends({"ncp": {"type": "python", "function": 10000}})


def test_without_functions_nothing_is_missed():
    """In a process of its own: others have functions by now."""
    code = ("import orthant\n"
            "chain = {'scene': {'assemblies': [{'type': 'chain', 'links': 3}]}, 'step': 0.01,"
            " 'steps': 1}\n"
            "for stiffness in ('off', 'exact'):\n"
            "    solver = {'type': 'newton', 'geometric_stiffness': stiffness}\n"
            "    orthant.Simulation(chain, set={'integrator': {'type': 'implicit_euler', 'matrices':"
            " 'iterate'}, 'solver': solver}).step()\n"
            "orthant.Simulation(chain).step()\n"
            "try:\n"
            "    orthant.Simulation(chain, set={'solver': {'type': 'newton', 'linear': 'python'}})\n"
            "except orthant.Error as error:\n"
            "    assert 'orthant.linear_solver' in str(error)\n"
            "    print('refused')\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("refused\n", "")


def freed(make):
    """Whether what `make` returns is freed, although its functions know it."""
    sim = make()
    sim.step()
    alive = weakref.ref(sim)
    del sim
    gc.collect()
    return alive() is None


def test_a_simulation_that_its_functions_know_is_freed():
    def by_ncp():
        known = []

        def function(a, b):
            return fischer_burmeister(a, b) if known is not None else None
        known.append(orthant.Simulation(rolling(), set={
            "solver": {"type": "newton", "ncp": orthant.ncp_function(function, check=False)}}))
        return known[0]

    def by_solver():
        known = []

        def factorise(n, columns, rows, values):
            S = np.zeros((n, n))
            for k in range(n):
                S[rows[columns[k]:columns[k + 1]], k] = values[columns[k]:columns[k + 1]]
            return lambda b: np.linalg.solve(S, b) if known is not None else None
        linear = _own._part("linear", factorise)
        known.append(orthant.Simulation(rolling(), set={
            "solver": {"type": "newton", "linear": linear}}))
        return known[0]
    assert freed(by_ncp) and freed(by_solver)


def test_a_function_lives_as_long_as_its_number_or_a_simulation():
    calls = []

    def function(a, b):
        calls.append(a)
        return fischer_burmeister(a, b)
    ncp = {**orthant.ncp_function(function)}
    sim = orthant.Simulation(rolling(), set={"solver": {"type": "newton", "ncp": ncp}})
    number = int(ncp["function"])
    del ncp
    gc.collect()
    calls.clear()
    sim.step()
    assert calls
    again = orthant.Simulation(rolling(), set={
        "solver": {"type": "newton", "ncp": {"type": "python", "function": number}}})
    del sim
    gc.collect()
    again.step()
    del again
    gc.collect()
    with pytest.raises(ReferenceError, match="nothing holds this function"):
        orthant.Simulation(rolling(), set={
            "solver": {"type": "newton", "ncp": {"type": "python", "function": number}}}).step()
    assert ends({})[0].solved  # nothing is left of it
