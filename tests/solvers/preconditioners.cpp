// Preconditioners are exact for the systems for which they are made.
#include <gtest/gtest.h>

#include "orthant/solvers/schur/schur_operator.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test {
namespace {

Eigen::MatrixXd dense(TestSystem const& t, char const* name) {
  Json const type = {{"type", name}};
  Json resolved;
  return dense_inverse(t, *registered().preconditioners.make(
                              Config(type, resolved, "preconditioner"))(sizes_of(t.built.rows)));
}

/// |M^-1 S - I| is round-off.
void expect_exact(TestSystem const& t, char const* p, Real round_off = 1e-14) {
  Eigen::MatrixXd const S = t.matrix();
  auto const n = S.rows();
  Eigen::VectorXd const singular = singular_values(S);
  EXPECT_LT((dense(t, p) * S - Eigen::MatrixXd::Identity(n, n)).norm(),
            round_off * singular[0] / singular[n - 1]);
}

/// One block for each body: S has no entries off the diagonal blocks.
TEST(BlockJacobiPreconditioner, IsTheInverseOfABlockDiagonalMatrix) {
  Dice dice(4);
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, 3));
  expect_exact(with_random_masses(dice, 1, 5, blocks), "block_jacobi", 1e-15);
}

TEST(IncompleteCholeskyPreconditioner, IsTheInverseWhereNothingFillsIn) {
  Dice dice(8);
  std::vector<BlockSpec> blocks;  // a chain in the order of its links
  for (int k = 0; k < 6; ++k) blocks.push_back(random_block(dice, 0, k - 1, k, 2));
  TestSystem t = with_random_masses(dice, 1, 6, blocks);
  for (int i = 0; i < t.built.rows.rows; ++i) t.Q(i, i % 2) = 2;  // no pivot is small
  expect_exact(t, "incomplete_cholesky");
  for (int k = 0; k < 6; ++k) t.multiply_left(k, near_identity(dice, 0.1), diagonal({{2, 2, 2}}));
  expect_exact(t, "incomplete_cholesky");
}

TEST(IncompleteCholeskyPreconditioner, SaysSoWhereTheMatrixIsNotFinite) {
  Dice dice(11);
  TestSystem t = hyperstatic(dice);
  t.built.rows.J(3, 1, 2) = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_FALSE(dense(t, "incomplete_cholesky").allFinite());
}

TEST(Coupling, IsThatOfTheDenseMatrix) {
  Dice dice(12);
  for (auto const& t : {chain_with_contacts(dice), linearised_laws(dice), several_worlds(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    for (int k = 0; k < rows.blocks; ++k)
      for (int l = 0; l < rows.blocks; ++l) {
        if (rows.block_world(k) != rows.block_world(l)) continue;
        Mat3 const block = coupling(t.schur(), k, l);
        for (int i = 0; i < rows.size(k); ++i)
          for (int j = 0; j < rows.size(l); ++j)
            EXPECT_NEAR(block[i][j], S(rows.block_row(k) + i, rows.block_row(l) + j),
                        1e-14 * S.norm());
      }
  }
}

}  // namespace
}  // namespace orthant::test
