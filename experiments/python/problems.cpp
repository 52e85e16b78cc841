// Solves, measures, reads and writes contact problems.
#include <pybind11/stl.h>

#include "experiments/app/problems/problem_kinds.hpp"
#include "experiments/app/problems/timed_solve.hpp"
#include "experiments/python/arrays.hpp"
#include "experiments/python/bind.hpp"
#include "experiments/python/input.hpp"
#include "experiments/python/problem_arrays.hpp"
#include "experiments/python/working.hpp"
#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"

namespace orthant::python {
namespace {

py::dict dict_of(ConeMeasures const& m) {
  py::dict out;
  out["natural_map"] = m.natural_map;
  out["natural_map_max"] = m.natural_map_max;
  out["scaled_map"] = m.scaled_map;
  out["cone_violation"] = m.cone_violation;
  out["dual_violation"] = m.dual_violation;
  out["complementarity"] = m.complementarity;
  return out;
}

py::dict dict_of(ConeReport const& r) {
  py::dict out, history;
  out["reason"] = text(r.reason);
  out["iterations"] = r.iterations;
  out["linear_solves"] = r.linear_solves;
  using Item = ConeIteration;
  history["natural_map"] = numbers<double>(r.history, [](Item const& k) { return k.natural_map; });
  history["step_length"] = numbers<double>(r.history, [](Item const& k) { return k.step; });
  py::list phases;
  for (auto const& k : r.history) phases.append(k.phase);
  history["phase"] = phases;
  out["history"] = history;
  return out;
}

struct Solved {
  ConeReport report;
  ConeMeasures measures;
  Vector r;
  double tolerance = 0;
};

Solved solve(ConeProblem const& problem, Json const& settings, Vector start) {
  Json resolved;
  auto const solver = stored_problem_solvers().make(Config(settings, resolved, "solver"));
  Solved out;
  out.tolerance = solver->stop().tolerance;
  out.r = std::move(start);
  out.report = solver->solve(problem, out.r);
  if (out.r.size() != problem.q.size() || !out.r.allFinite())
    out.r = Vector::Zero(problem.q.size());
  out.measures = measure(problem, out.r);
  return out;
}

py::dict solve_dict(py::dict const& given, std::string const& settings, Reals const& start) {
  auto const problem = from_dict(given);
  Vector r = Vector::Zero(problem.q.size());
  if (start.size() > 0) {
    if (start.size() != r.size())
      refuse("start", std::to_string(start.size()) + " numbers",
             std::to_string(r.size()) + ", as q has");
    r = Eigen::Map<Vector const>(start.data(), start.size());
    if (!r.allFinite()) refuse("start", "a number that is not finite", "finite ones");
  }
  Json const json = parse_json(settings, "solver");
  Solved const made = working([&] { return solve(problem, json, r); });
  Vector const u = velocities(problem, made.r);
  py::dict out = dict_of(made.report);
  out["r"] = py::array_t<double>(made.r.size(), made.r.data());
  out["u"] = py::array_t<double>(u.size(), u.data());
  out["measures"] = dict_of(made.measures);
  out["tolerance"] = made.tolerance;
  return out;
}

}  // namespace

void bind_problems(py::module_& module) {
  module.def("solve", &solve_dict, py::arg("problem"), py::arg("settings"), py::arg("start"));
  module.def(
      "measure_problem",
      [](py::dict const& given, Reals const& r) {
        auto const problem = from_dict(given);
        if (r.size() != problem.q.size())
          refuse("r", std::to_string(r.size()) + " numbers", std::to_string(problem.q.size()));
        return dict_of(measure(problem, Eigen::Map<Vector const>(r.data(), r.size())));
      },
      py::arg("problem"), py::arg("r"));
  module.def(
      "read_problem",
      [](std::string const& path, std::string const& kind) {
        return as_dict(read_problem(kind, path));
      },
      py::arg("path"), py::arg("kind"));
  module.def(
      "write_problem",
      [](py::dict const& given, std::string const& path) {
        auto const problem = from_dict(given);
        bool const as_hdf5 = path.ends_with(".h5") || path.ends_with(".hdf5");
        as_hdf5 ? write_fclib(problem, path) : write_cone_problem(problem, path);
      },
      py::arg("problem"), py::arg("path"));
  module.def("problem_kinds", &problem_kinds);
}

}  // namespace orthant::python
