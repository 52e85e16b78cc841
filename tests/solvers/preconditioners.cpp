// Preconditioners are exact for the systems for which they are made.
#include <gtest/gtest.h>

#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test {
namespace {

std::unique_ptr<Preconditioner<Space>> made(std::string const& name, Sizes const& n) {
  Json const type = {{"type", name}};
  Json resolved;
  return registered().preconditioners.make(Config(type, resolved, "preconditioner"))(n);
}

/// The columns of M^-1, one application each.
Eigen::MatrixXd dense(TestSystem const& t, std::string const& name) {
  auto const& rows = t.built.rows;
  auto const preconditioner = made(name, sizes_of(rows));
  preconditioner->set_up({}, t.schur());
  Eigen::MatrixXd out(rows.rows, rows.rows);
  auto const x = BuiltRows::reals(rows.rows), y = BuiltRows::reals(rows.rows);
  for (int j = 0; j < rows.rows; ++j) {
    x(j) = 1;
    for (int w = 0; w < rows.worlds; ++w)
      preconditioner->factors().apply(OneThread{}, rows, w, Span<Space, Real*>(x),
                                      Span<Space, Real*>(y));
    x(j) = 0;
    for (int i = 0; i < rows.rows; ++i) out(i, j) = y(i);
  }
  return out;
}

/// One block for each body: S has no entries off the diagonal blocks.
TestSystem block_diagonal(Dice& dice, int rows) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, rows));
  return with_random_masses(dice, 1, 5, blocks);
}

TEST(BlockJacobiPreconditioner, IsTheInverseOfABlockDiagonalMatrix) {
  Dice dice(4);
  TestSystem const t = block_diagonal(dice, 3);
  Eigen::MatrixXd const S = t.matrix();
  Eigen::VectorXd const singular = singular_values(S);
  Real const condition = singular[0] / singular[14];
  EXPECT_LT((dense(t, "block_jacobi") * S - Eigen::MatrixXd::Identity(15, 15)).norm(),
            1e-15 * condition);
}

/// |M^-1 S - I| is round-off.
void expect_exact(TestSystem const& t, std::string const& p) {
  Eigen::MatrixXd const S = t.matrix();
  auto const n = S.rows();
  Eigen::VectorXd const singular = singular_values(S);
  EXPECT_LT((dense(t, p) * S - Eigen::MatrixXd::Identity(n, n)).norm(),
            1e-14 * singular[0] / singular[n - 1]);
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
  for (auto const& t : {chain_with_contacts(dice), linearised_laws(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    for (int k = 0; k < rows.blocks; ++k)
      for (int l = 0; l < rows.blocks; ++l) {
        Mat3 const block = coupling(t.schur(), k, l);
        for (int i = 0; i < rows.size(k); ++i)
          for (int j = 0; j < rows.size(l); ++j)
            EXPECT_NEAR(block[i][j], S(rows.block_row(k) + i, rows.block_row(l) + j),
                        1e-14 * S.norm());
      }
  }
}

TEST(DiagonalBlock, IsThatOfTheDenseMatrix) {
  Dice dice(5);
  TestSystem const t = several_worlds(dice);
  auto const& rows = t.built.rows;
  Eigen::MatrixXd const S = t.matrix();
  for (int k = 0; k < rows.blocks; ++k) {
    Mat3 const block = diagonal_block(t.schur(), k);
    for (int i = 0; i < rows.size(k); ++i)
      for (int j = 0; j < rows.size(k); ++j)
        EXPECT_NEAR(block[i][j], S(rows.block_row(k) + i, rows.block_row(k) + j), 1e-14 * S.norm());
  }
}

}  // namespace
}  // namespace orthant::test
