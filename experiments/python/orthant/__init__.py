"""Orthant: non-smooth rigid-body dynamics with contact, friction and joints.

    import orthant
    sim = orthant.Simulation("experiments/box_stack/scene.json")
    sim.step(100)
    sim.poses[0, 1, :3]      # where body 1 of world 0 is [m]

SI units, world axes, gravity along -z unless an experiment says otherwise. Wrong input is an
`orthant.Error`, in the words of the program: where, what was found, and what is allowed.
"""

from ._commands import Comparison, Fit, Run, check, compare, fit, report, replay, run
from ._data import write_recordings, write_time_series
from ._derivatives import Derivative, Inputs, Kink
from ._input import DoubtWarning, Replay, UnsolvedError, UnsolvedWarning
from ._orthant import Error
from ._own import linear_solver, ncp_function
from ._problems import (ConeSolution, Problem, measure_problem, read_problem, solve,
                        write_problem)
from ._program import catalogue, program, schema, versions
from ._joints import Joint
from ._simulation import Report, Simulation, load
from ._trajectory import Trajectory, TrajectoryGradient
from ._vector_env import Box, VectorEnv

Error.__module__ = "orthant"
list = catalogue

__version__ = versions()["orthant"]
__all__ = [
    "Box", "Comparison", "ConeSolution", "Derivative", "DoubtWarning", "Error", "Fit", "Inputs", "Joint", "Kink", "Problem", "Replay", "Report", "Run",
    "Simulation", "Trajectory", "TrajectoryGradient", "UnsolvedError", "UnsolvedWarning", "VectorEnv", "catalogue", "check", "compare", "fit",
    "linear_solver", "list", "load", "measure_problem", "ncp_function", "program", "read_problem", "replay", "report", "run",
    "schema", "solve", "versions", "write_problem", "write_recordings", "write_time_series"]
