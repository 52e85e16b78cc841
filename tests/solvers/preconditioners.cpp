// Every preconditioner: symmetric positive definite, and exact on the systems it is made for.
#include "solvers/preconditioner/preconditioners.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/schur_systems.hpp"

namespace orthant::test {
namespace {

template <class Preconditioner>
Eigen::MatrixXd dense(TestSystem const& t, Preconditioner const& p) {
  auto const& rows = t.built.rows;
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(rows.rows, rows.rows);
  for (int k = 0; k < rows.blocks; ++k) {
    Mat3 const inverse = p(t.schur(), k);
    for (int i = 0; i < rows.size(k); ++i)
      for (int j = 0; j < rows.size(k); ++j)
        out(rows.block_row(k) + i, rows.block_row(k) + j) = inverse[i][j];
  }
  return out;
}

template <class F>
void for_each_preconditioner(F const& f) {
  for_each_in<Preconditioners>([&](auto const& p) {
    SCOPED_TRACE(p.name);
    f(p);
  });
}

TEST(PreconditionersOfAllKinds, AreSymmetricAndPositiveDefinite) {
  for_each_preconditioner([](auto const& p) {
    Dice dice(1);
    for (auto const& t : {several_worlds(dice), chain_with_contacts(dice), uneven(dice)}) {
      Eigen::MatrixXd const M = dense(t, p);
      EXPECT_LT((M - M.transpose()).norm(), 1e-12 * M.norm());
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues().minCoeff(), 0);
    }
  });
}

TEST(PreconditionersOfAllKinds, ArePositiveWhereARowIsZero) {
  for_each_preconditioner([](auto const& p) {
    Dice dice(2);
    Eigen::MatrixXd const M = dense(eliminated_rows(dice), p);
    EXPECT_TRUE(M.allFinite());
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues().minCoeff(), 0);
  });
}

/// One block a body: S has no entries off the diagonal blocks.
TestSystem block_diagonal(Dice& dice, int rows) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, rows));
  return with_random_masses(dice, 1, 5, blocks);
}

TEST(JacobiPreconditioner, IsTheInverseOfADiagonalMatrix) {
  Dice dice(3);
  TestSystem const t = block_diagonal(dice, 1);
  EXPECT_LT((dense(t, Jacobi{}) * t.matrix() - Eigen::MatrixXd::Identity(5, 5)).norm(), 1e-14);
}

TEST(BlockJacobiPreconditioner, IsTheInverseOfABlockDiagonalMatrix) {
  Dice dice(4);
  TestSystem const t = block_diagonal(dice, 3);
  Eigen::MatrixXd const S = t.matrix();
  Real const condition = Eigen::JacobiSVD<Eigen::MatrixXd>(S).singularValues()[0] /
                         Eigen::JacobiSVD<Eigen::MatrixXd>(S).singularValues()[14];
  EXPECT_LT((dense(t, BlockJacobi{}) * S - Eigen::MatrixXd::Identity(15, 15)).norm(),
            1e-15 * condition);
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
