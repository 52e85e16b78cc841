// Eliminates the velocities from a contact problem.
#include "orthant/core/cone_problem/velocity_form.hpp"

#include <Eigen/SparseCholesky>
#include <map>
#include <vector>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Text files may keep seven digits only; a larger asymmetry is an error.
constexpr double allowed_asymmetry = 1e-6;

std::string size_of(Sparse const& A) {
  return std::to_string(A.rows()) + " by " + std::to_string(A.cols());
}

void check(ConeProblem const& p, int dimension, std::string const& where) {
  auto const m = p.M.rows(), rows = Eigen::Index(dimension) * p.contacts();
  auto const expect = [&](bool right, std::string const& found, std::string const& allowed) {
    if (!right) refuse(where, found, allowed);
  };
  expect(p.M.cols() == m, "M of " + size_of(p.M), "a square M");
  expect(p.H.rows() == m && p.H.cols() == rows, "H of " + size_of(p.H),
         std::to_string(m) + " by " + std::to_string(rows));
  expect(p.f.size() == m, "f of " + std::to_string(p.f.size()), std::to_string(m));
  expect(p.w.size() == rows, "w of " + std::to_string(p.w.size()), std::to_string(rows));
  if (m == 0) return;
  double const asymmetry = Sparse(p.M - Sparse(p.M.transpose())).norm();
  expect(asymmetry <= allowed_asymmetry * p.M.norm(),
         "|M - M^T| / |M| = " + text(asymmetry / p.M.norm()), "at most " + text(allowed_asymmetry));
}

/// L^-1 B on the nonzero entries only, because M does not couple bodies.
Sparse solved(Sparse const& L, Sparse const& B) {
  std::vector<Eigen::Triplet<double>> entries;
  std::map<int, double> column;  // row indices ascend, and new entries are further down
  for (int j = 0; j < B.outerSize(); ++j) {
    column.clear();
    for (Sparse::InnerIterator b(B, j); b; ++b) column[static_cast<int>(b.row())] = b.value();
    for (auto& [row, x] : column) {
      Sparse::InnerIterator l(L, row);  // the diagonal comes first
      x /= l.value();
      while (++l) column[static_cast<int>(l.row())] -= l.value() * x;
      entries.emplace_back(row, j, x);
    }
  }
  Sparse X(B.rows(), B.cols());
  X.setFromTriplets(entries.begin(), entries.end());
  return X;
}

/// An upper bound on the entries of Z^T Z.
double product_entries(Sparse const& Z) {
  Vector in_row = Vector::Zero(Z.rows());
  for (int j = 0; j < Z.outerSize(); ++j)
    for (Sparse::InnerIterator it(Z, j); it; ++it) in_row[it.row()] += 1;
  return std::min(in_row.squaredNorm(), double(Z.cols()) * double(Z.cols()));
}

/// M = P^T L L^T P, Z = L^-1 P H.
Sparse half_mobility(Eigen::SimplicialLLT<Sparse> const& factor, Sparse const& H) {
  return solved(factor.matrixL(), factor.permutationP() * H);
}

}  // namespace

Sparse half_mobility(Sparse const& M, Sparse const& H) {
  Eigen::SimplicialLLT<Sparse> const factor(M);
  return factor.info() == Eigen::Success ? half_mobility(factor, H) : Sparse();
}

void eliminate_velocities(ConeProblem& problem, int dimension, std::string const& where) {
  check(problem, dimension, where);
  if (problem.M.rows() == 0) {
    problem.W = Sparse(problem.w.size(), problem.w.size());
    problem.q = problem.w;
    return;
  }
  Eigen::SimplicialLLT<Sparse> const factor(problem.M);
  if (factor.info() != Eigen::Success)
    refuse(where, "an M that has no Cholesky factor", "a positive definite M");
  // W = Z^T Z: entries (i, j) and (j, i) add the same products in the same order.
  Sparse const Z = half_mobility(factor, problem.H);
  if (double const entries = product_entries(Z); entries > double(most_entries))
    refuse(where, "up to " + text(entries) + " entries of H^T M^-1 H",
           "at most " + text(most_entries));
  problem.W = Sparse(Z.transpose()) * Z;
  problem.W.prune([](int, int, double x) { return x != 0; });
  problem.q = problem.H.transpose() * factor.solve(problem.f) + problem.w;
}

}  // namespace orthant
