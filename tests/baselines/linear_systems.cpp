// The preconditioners, scalings and the rank-revealing factorisation among the baselines, against
// dense matrices.
#include <gtest/gtest.h>

#include "bench/baselines/linear/spqr.hpp"
#include "bench/baselines/preconditioner/jacobi.hpp"
#include "bench/baselines/preconditioner/ssor.hpp"
#include "bench/baselines/scaling/block.hpp"
#include "bench/baselines/scaling/spectral.hpp"
#include "orthant/solvers/preconditioner/diagonal.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/scalings.hpp"

namespace orthant::test::baseline_systems {
namespace {

/// One row for each body: S has no entries off the diagonal.
TEST(BaselinePreconditioners, JacobiIsTheInverseOfADiagonalMatrix) {
  Dice dice(3);
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, 1));
  TestSystem const t = with_random_masses(dice, 1, 5, blocks);
  DiagonalPreconditioner<Space, Jacobi> jacobi({}, sizes_of(t.built.rows));
  EXPECT_LT((dense_inverse(t, jacobi) * t.matrix() - Eigen::MatrixXd::Identity(5, 5)).norm(),
            1e-14);
}

TEST(BaselinePreconditioners, SsorIsASweepForthAndOneBack) {
  Dice dice(10);
  for (auto const& t : {several_worlds(dice), not_symmetric(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    Eigen::MatrixXd D = S, lower = S, upper = S;
    std::vector<int> block;
    for (int k = 0; k < rows.blocks; ++k) block.insert(block.end(), rows.size(k), k);
    for (int i = 0; i < rows.rows; ++i)
      for (int j = 0; j < rows.rows; ++j) {
        if (block[i] != block[j]) D(i, j) = 0;
        if (block[i] < block[j]) lower(i, j) = 0;  // D + L
        if (block[i] > block[j]) upper(i, j) = 0;  // D + U
      }
    Eigen::MatrixXd const M = lower * D.inverse() * upper;
    Ssor<Space> ssor(sizes_of(rows));
    EXPECT_LT((dense_inverse(t, ssor) * M - Eigen::MatrixXd::Identity(rows.rows, rows.rows)).norm(),
              1e-14 * M.norm() * M.inverse().norm());
  }
}

#if ORTHANT_HAVE_SPQR
TEST(Spqr, GivesTheSolutionOfLeastLength) {
  for (auto const& make : {hyperstatic, not_symmetric_hyperstatic}) {
    Dice dice(17);
    TestSystem t = make(dice);
    SparseDirect<Space>(make_spqr, LeastNormSettings{1e-12, 10}, sizes_of(t.built.rows))
        .solve({}, t.schur(), t.b, t.z);
    int const n = t.built.rows.rows;
    Eigen::Map<Eigen::VectorXd const> const b(t.b.data(), n), z(t.z.data(), n);
    Eigen::MatrixXd const S = t.matrix();
    auto const [least, rank] = shortest_solution(S, b);
    ASSERT_EQ(rank, 12);
    Eigen::VectorXd const singular = singular_values(S);
    Real const condition = S.norm() * singular.head(12).cwiseInverse().norm();
    EXPECT_LT((z - least).norm(), 1e-14 * condition * least.norm());
  }
}
#endif

TEST(BaselineScalings, TheBlocksNormIsThatOfTheDiagonalBlock) {
  expect_as_promised<BlockScaling>([](auto const& rows, Eigen::MatrixXd const& W, int row) {
    int k = 0;
    while (rows.block_row(k + 1) <= row) ++k;
    int const begin = rows.block_row(k), n = rows.size(k);
    return W.block(begin, begin, n, n).norm();
  });
}

/// From below; for many iterations the largest eigenvalue itself.
TEST(BaselineScalings, TheSpectralOneIsTheLargestEigenvalueOfEachWorldsContacts) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Dice dice(seed);
    TestSystem const t = contacts_and_joints(dice);
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const W = dense_delassus(t.built);
    auto const r = weights<SpectralScaling>(t), exact = weights(t, SpectralScaling{1000});
    for (int w = 0; w < rows.worlds; ++w) {
      std::vector<int> contacts;
      for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
        for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i)
          if (rows.law(k) != Law::free)
            contacts.push_back(i);
          else
            EXPECT_EQ(r(i), 1);
      if (contacts.empty()) continue;
      Eigen::MatrixXd const W_w = W(contacts, contacts);
      Real const largest = symmetric_parts(W_w).values.maxCoeff();
      for (int const i : contacts) {
        EXPECT_EQ(r(i), r(contacts[0]));
        EXPECT_LE(r(i), (1 + 1e-14) * largest);
        EXPECT_GE(r(i), 0.8 * largest);  // 0.871 log(n)/(k - 1), n <= 42, k = 20: 0.17
        EXPECT_NEAR(exact(i) / largest, 1, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace orthant::test::baseline_systems
