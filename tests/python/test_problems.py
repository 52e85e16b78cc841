"""Contact problems on NumPy and SciPy."""

import numpy as np
import orthant
import pytest
from scenes import rolling

sparse = pytest.importorskip("scipy.sparse")

I = np.eye(3)


@pytest.mark.parametrize("solver", ["hybrid", "nsgs", "interior_point", "proximal_newton", "newton"])
@pytest.mark.parametrize("q, r", [
    ([1, 5, 5], [0, 0, 0]),                    # parts
    ([-2, 0.3, 0], [1, -0.15, 0]),             # sticks: r = -q / 2
    ([-2, 3, 4], [1, -0.5 * 0.6, -0.5 * 0.8])  # slides: r_t = -mu r_n q_t / |q_t|
])
def test_one_contact_has_a_closed_form(solver, q, r):
    for W in (2 * I, sparse.csr_matrix(2 * I)):
        made = orthant.solve(W, q, 0.5, solver=solver, tolerance=1e-10)
        assert made.solved and made.reason == "converged"
        assert made.r == pytest.approx(r, abs=1e-8)
        assert made.u == pytest.approx(2 * np.array(made.r) + q, abs=1e-14)


def test_a_problem_of_a_step_has_the_impulses_of_the_step():
    sim = orthant.Simulation(rolling())
    sim.step()
    problem = sim.problem()
    impulse = sim.contacts["local_impulse"].ravel()
    assert orthant.measure_problem(problem, impulse)["natural_map"] < 1e-9
    assert orthant.solve(problem).r == pytest.approx(impulse, abs=1e-9)


@pytest.mark.parametrize("name", ["p.dat", "p.h5"])
@pytest.mark.parametrize("velocities", [True, False])
def test_a_problem_is_stored_and_read_with_the_same_numbers(tmp_path, name, velocities):
    sim = orthant.Simulation({"scene": {"assemblies": [{"type": "stack", "count": 2}]},
                              "step": 0.01, "steps": 1})
    sim.step()
    problem = sim.problem()
    assert problem.M is not None
    if not velocities:
        problem.M = None
    orthant.write_problem(problem, tmp_path / name)
    again = orthant.read_problem(tmp_path / name)
    for key in ("M", "H") if velocities else ("W",):
        assert (abs(getattr(again, key) - getattr(problem, key)) > 0).nnz == 0
    for key in ("f", "w", "mu") if velocities else ("q", "mu"):
        assert np.array_equal(getattr(again, key), getattr(problem, key)), key
    assert np.allclose(again.q, problem.q, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", ["p.dat", "p.h5"])
def test_what_was_read_is_written_and_solved_whatever_its_digits(tmp_path, name):
    """A file may keep so few digits that W is symmetric to 2e-5."""
    W = 2 * np.eye(3)
    W[0, 1] = W[1, 0] = 0.1
    orthant.write_problem(orthant.Problem(W, [-2, 3, 4], [0.5]), tmp_path / "a.dat")
    text = (tmp_path / "a.dat").read_text()
    assert text.count(" 0.1 ") == 2
    (tmp_path / "a.dat").write_text(text.replace(" 0.1 ", " 0.10006 ", 1))
    W[1, 0] = 0.10006
    problem = orthant.read_problem(tmp_path / "a.dat")
    assert np.array_equal(problem.W.toarray(), W)
    orthant.write_problem(problem, tmp_path / name)
    again = orthant.read_problem(tmp_path / name)
    assert np.array_equal(again.W.toarray(), W) and np.array_equal(again.q, problem.q)
    assert orthant.solve(again).solved
    with pytest.raises(orthant.Error, match="symmetric"):
        orthant.solve(W, [-2, 3, 4], 0.5)


def test_what_is_no_problem_is_refused():
    for args, words in [((2 * I, [1, 2], 0.5), "q: found 2 numbers"),
                        ((np.eye(6), [1, 2, 3], [0.5]), "W: found 6 by 6"),
                        ((2 * I, [1, 2, np.nan], [0.5]), "not finite"),
                        ((2 * I, [1, 2, 3], [-0.5]), "mu: found -0.5"),
                        ((I + np.diag([1, 1], 1), [1, 2, 3], [0.5]), "symmetric"),
                        ((2 * I,), "allowed: both")]:
        with pytest.raises(orthant.Error, match=words):
            orthant.solve(*args)
    with pytest.raises(orthant.Error, match="solver/type: .*is not one of"):
        orthant.solve(2 * I, [1, 2, 3], 0.5, solver="magic")
    with pytest.raises(orthant.Error, match="solver/tolerance"):
        orthant.solve(2 * I, [1, 2, 3], 0.5, tolerance=-1)
    with pytest.raises(orthant.Error, match="kind: found"):
        orthant.read_problem("x", kind="y")


def test_a_problem_that_is_not_solved_is_seen():
    rng = np.random.default_rng(1)
    A = rng.normal(size=(12, 30))
    W, q = A @ A.T, rng.normal(size=12) - 3
    with pytest.raises(orthant.UnsolvedError, match="tolerance 1e-14"):
        orthant.solve(W, q, 0.7, solver="nsgs", max_iterations=1, tolerance=1e-14,
                      on_unsolved="raise")
    assert orthant.solve(W, q, 0.7).solved
