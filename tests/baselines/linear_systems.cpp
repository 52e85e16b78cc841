// The preconditioners and the factorisation among the baselines, against dense matrices.
#include <gtest/gtest.h>

#include "bench/baselines/linear/spqr.hpp"
#include "bench/baselines/preconditioner/jacobi.hpp"
#include "bench/baselines/preconditioner/ssor.hpp"
#include "orthant/solvers/preconditioner/diagonal.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/solvers/schur_systems.hpp"

namespace orthant::test::baseline_systems {
namespace {

/// The columns of M^-1, one application each.
Eigen::MatrixXd dense(TestSystem const& t, Preconditioner<Space>&& preconditioner) {
  auto const& rows = t.built.rows;
  preconditioner.set_up({}, t.schur());
  Eigen::MatrixXd out(rows.rows, rows.rows);
  auto const x = BuiltRows::reals(rows.rows), y = BuiltRows::reals(rows.rows);
  for (int j = 0; j < rows.rows; ++j) {
    x(j) = 1;
    for (int w = 0; w < rows.worlds; ++w)
      preconditioner.factors().apply(OneThread{}, rows, w, Span<Space, Real*>(x),
                                     Span<Space, Real*>(y));
    x(j) = 0;
    for (int i = 0; i < rows.rows; ++i) out(i, j) = y(i);
  }
  return out;
}

/// One row for each body: S has no entries off the diagonal.
TestSystem one_row_each(Dice& dice) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, -1, k, 1));
  return with_random_masses(dice, 1, 5, blocks);
}

TEST(BaselinePreconditioners, JacobiIsTheInverseOfADiagonalMatrix) {
  Dice dice(3);
  TestSystem const t = one_row_each(dice);
  EXPECT_LT(
      (dense(t, DiagonalPreconditioner<Space, Jacobi>({}, sizes_of(t.built.rows))) * t.matrix() -
       Eigen::MatrixXd::Identity(5, 5))
          .norm(),
      1e-14);
}

TEST(BaselinePreconditioners, SsorIsASweepForthAndOneBack) {
  Dice dice(10);
  for (auto const& t : {several_worlds(dice), not_symmetric(dice)}) {
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const S = t.matrix();
    Eigen::MatrixXd D = S, lower = S, upper = S;
    auto const block = [&](int row) {
      int k = 0;
      while (rows.block_row(k + 1) <= row) ++k;
      return k;
    };
    for (int i = 0; i < rows.rows; ++i)
      for (int j = 0; j < rows.rows; ++j) {
        if (block(i) != block(j)) D(i, j) = 0;
        if (block(i) < block(j)) lower(i, j) = 0;  // D + L
        if (block(i) > block(j)) upper(i, j) = 0;  // D + U
      }
    Eigen::MatrixXd const M = lower * D.inverse() * upper;
    EXPECT_LT((dense(t, Ssor<Space>(sizes_of(rows))) * M -
               Eigen::MatrixXd::Identity(rows.rows, rows.rows))
                  .norm(),
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

}  // namespace
}  // namespace orthant::test::baseline_systems
