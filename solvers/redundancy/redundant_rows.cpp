// Bilateral rows in the mass metric, and their rank.
#include "orthant/solvers/redundancy/redundant_rows.hpp"

#include <Eigen/Dense>

#include "orthant/core/math/detail/eigen.hpp"

namespace orthant {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

/// A symmetric square root of the leading n x n part of a positive semidefinite matrix.
Eigen::MatrixXd root(Eigen::Matrix3d const& A, int n) {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const parts(A.topLeftCorner(n, n));
  return parts.eigenvectors() * parts.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
         parts.eigenvectors().transpose();
}

/// Adds the columns of the rows of one block: M^-1/2 J^T, and below the bodies Sigma^1/2.
void add(WorldRows const& from, WorldRows::Block const& block,
         std::vector<Eigen::Matrix3d> const& roots, int column, Triplets& entries) {
  for (int i = 0; i < block.size; ++i)
    for (std::size_t side = 0; side < 2; ++side) {
      int const b = block.body[side];
      if (b < 0) continue;
      auto const& J = from.J[nth(block.row + i)][side];
      double const along = std::sqrt(from.inverse_mass[nth(b)].mass);
      Eigen::Vector3d const rotation = roots[nth(b)] * Eigen::Vector3d(J[3], J[4], J[5]);
      for (int k = 0; k < 3; ++k) {
        entries.emplace_back(6 * b + k, column + i, along * J[k]);
        entries.emplace_back(6 * b + 3 + k, column + i, rotation[k]);
      }
    }
  Eigen::Matrix3d Sigma = Eigen::Matrix3d::Zero();
  for (int i = 0; i < block.size; ++i)
    for (int k = 0; k < block.size; ++k) Sigma(i, k) = from.compliance[nth(block.row + i)][k];
  if (Sigma.isZero(0)) return;
  Eigen::MatrixXd const yielding = root(Sigma, block.size);
  int const bodies = static_cast<int>(from.inverse_mass.size());
  for (int i = 0; i < block.size; ++i)
    for (int k = 0; k < block.size; ++k)
      entries.emplace_back(6 * bodies + column + k, column + i, yielding(k, i));
}

}  // namespace

std::optional<int> redundant_rows(WorldRows const& rows) {
  std::vector<Eigen::Matrix3d> roots;
  for (auto const& M_inverse : rows.inverse_mass)
    roots.push_back(root(eigen(M_inverse.inertia), 3));
  Triplets entries;
  int count = 0;
  for (auto const& block : rows.blocks)
    if (block.law == Law::free) {  // tied rows, one after another, are one
      int const column = HostRows::follows(block) ? count - 1 : count;
      add(rows, block, roots, column, entries);
      count = column + block.size;
    }
  Eigen::SparseMatrix<double> A(static_cast<int>(6 * roots.size()) + count, count);
  A.setFromTriplets(entries.begin(), entries.end());
  for (int j = 0; j < count; ++j)
    if (double const length = A.col(j).norm(); length > 0) A.col(j) /= length;
  auto const rank = count <= 200 ? std::optional(dense_rank(A)) : sparse_rank(A);
  if (!rank) return std::nullopt;
  return count - *rank;
}

}  // namespace orthant
