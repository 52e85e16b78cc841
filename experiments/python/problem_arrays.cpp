// Converts between Eigen and NumPy.
#include "experiments/python/problem_arrays.hpp"

#include <cmath>

#include "experiments/python/arrays.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant::python {
namespace {

py::array_t<double> array_of(Vector const& v) { return py::array_t<double>(v.size(), v.data()); }

py::tuple array_of(Sparse const& given) {
  Sparse A = given;
  A.makeCompressed();
  return py::make_tuple(py::array_t<double>(A.nonZeros(), A.valuePtr()),
                        py::array_t<int>(A.nonZeros(), A.innerIndexPtr()),
                        py::array_t<int>(A.cols() + 1, A.outerIndexPtr()), A.rows(), A.cols());
}

Vector vector_of(py::handle given, char const* name) {
  auto const array = py::cast<Reals>(given);
  Vector out = Eigen::Map<Vector const>(array.data(), array.size());
  if (!out.allFinite()) refuse(name, "a number that is not finite", "finite ones");
  return out;
}

/// A matrix from pointers and indices that scipy or this module has checked.
Sparse sparse_of(py::handle given) {
  auto const parts = py::cast<py::tuple>(given);
  auto const data = py::cast<Reals>(parts[0]);
  auto const indices = py::cast<Given<int>>(parts[1]), pointers = py::cast<Given<int>>(parts[2]);
  return Eigen::Map<Sparse const>(py::cast<int>(parts[3]), py::cast<int>(parts[4]), data.size(),
                                  pointers.data(), indices.data(), data.data());
}

/// Files may keep few digits, and are taken as they stand; W of a caller is symmetric to 1e-6.
void require_symmetry(Sparse const& W) {
  double const size = W.norm(),
               skew = size > 0 ? Sparse(W - Sparse(W.transpose())).norm() / size : 0;
  if (skew > 1e-6)
    refuse("W", "a matrix with |W - W^T| = " + text(skew) + " |W|", "a symmetric one, to 1e-6");
}

}  // namespace

py::dict as_dict(ConeProblem const& p) {
  py::dict out;
  out["name"] = p.name;
  out["dimension"] = p.dimension;
  out["W"] = array_of(p.W);
  out["q"] = array_of(p.q);
  out["mu"] = array_of(p.mu);
  if (p.has_velocities()) {
    out["M"] = array_of(p.M);
    out["H"] = array_of(p.H);
    out["f"] = array_of(p.f);
    out["w"] = array_of(p.w);
  }
  return out;
}

ConeProblem from_dict(py::dict const& given) {
  ConeProblem out;
  out.name = py::cast<std::string>(given["name"]);
  out.dimension = py::cast<int>(given["dimension"]);
  out.W = sparse_of(given["W"]);
  out.q = vector_of(given["q"], "q");
  out.mu = vector_of(given["mu"], "mu");
  long const n = out.mu.size();
  if (out.q.size() != 3 * n)
    refuse("q", std::to_string(out.q.size()) + " numbers",
           std::to_string(3 * n) + ", three of each of the " + std::to_string(n) +
               " contacts of mu: normal, tangent, tangent");
  if (out.W.rows() != 3 * n || out.W.cols() != 3 * n)
    refuse("W", std::to_string(out.W.rows()) + " by " + std::to_string(out.W.cols()),
           std::to_string(3 * n) + " by " + std::to_string(3 * n) + ", as q has");
  for (int k = 0; k < out.W.nonZeros(); ++k)
    if (!std::isfinite(out.W.valuePtr()[k]))
      refuse("W", "a number that is not finite", "finite ones");
  if (n > 0 && out.mu.minCoeff() < 0) refuse("mu", text(out.mu.minCoeff()), "numbers >= 0");
  if (!py::cast<bool>(given["stored"])) require_symmetry(out.W);
  if (given.contains("M")) {
    out.M = sparse_of(given["M"]);
    out.H = sparse_of(given["H"]);
    out.f = vector_of(given["f"], "f");
    out.w = vector_of(given["w"], "w");
  }
  return out;
}

}  // namespace orthant::python
