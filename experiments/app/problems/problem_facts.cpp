// Sizes of a problem, and its spectrum if that is cheap.
#include "experiments/app/problems/problem_facts.hpp"

#include <Eigen/Eigenvalues>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

namespace orthant {
namespace {

/// W of the rows in the file, without the added second tangents of planar contacts.
Eigen::MatrixXd stored_rows(ConeProblem const& p) {
  std::vector<int> rows;
  for (int i = 0; i < p.W.rows(); ++i)
    if (i % 3 < p.dimension) rows.push_back(i);
  return Eigen::MatrixXd(p.W)(rows, rows);
}

}  // namespace

nlohmann::json problem_facts(ConeProblem const& p, int most_rows) {
  int const rows = p.dimension * p.contacts();
  nlohmann::json out = {{"contacts", p.contacts()},
                        {"dimension", p.dimension},
                        {"rows", rows},
                        {"entries", p.W.nonZeros() - (3 - p.dimension) * p.contacts()},
                        {"has_velocities", p.has_velocities()}};
  if (p.contacts() == 0) return out;
  out["friction_min"] = p.mu.minCoeff();
  out["friction_max"] = p.mu.maxCoeff();
  double const size = p.W.norm();
  out["asymmetry"] = size > 0 ? Sparse(p.W - Sparse(p.W.transpose())).norm() / size : 0;
  if (rows > most_rows) return out;
  Eigen::MatrixXd const W = stored_rows(p);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const solver((W + W.transpose()) / 2,
                                                              Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) return out;
  Vector const& values = solver.eigenvalues();
  double const least = rows * std::numeric_limits<double>::epsilon() * values.cwiseAbs().maxCoeff();
  out["rank"] = (values.array() > least).count();
  out["eigenvalues"] = std::vector<double>(values.begin(), values.end());
  return out;
}

}  // namespace orthant
