// Small quadratic programmes against the optimality conditions.
#include "orthant/core/metrics/small_qp.hpp"

#include <gtest/gtest.h>

namespace orthant::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A of any rank, and q for which A x + q >= 0 has a solution, so that a minimum exists.
TEST(SmallQp, MeetsTheConditionsOfAMinimum) {
  std::srand(7);
  for (int trial = 0; trial < 400; ++trial) {
    SCOPED_TRACE(trial);
    int const n = 1 + trial % 17, rank = 1 + trial % 5;
    MatrixXd const B = MatrixXd::Random(n, rank), A = B * B.transpose();
    std::vector<bool> bounded;
    VectorXd q = B * VectorXd::Random(rank);
    for (int i = 0; i < n; ++i) {
      bounded.push_back((i * 7 + trial) % 3 != 0);
      // Slack in some rows, none in others: rows that just touch are the hard ones.
      if (bounded.back() && i % 2 == 0) q[i] += 0.5;
    }
    auto const x = solve_qp(A, q, bounded);
    ASSERT_TRUE(x);
    VectorXd const w = A * *x + q;
    double const size = 1 + x->cwiseAbs().maxCoeff();
    for (int i = 0; i < n; ++i) {
      if (!bounded[static_cast<std::size_t>(i)]) {
        EXPECT_NEAR(w[i], 0, 1e-11 * size);
        continue;
      }
      EXPECT_GE((*x)[i], 0);
      EXPECT_GE(w[i], -1e-11 * size);
      EXPECT_NEAR(w[i] * (*x)[i], 0, 1e-11 * size);
    }
  }
}

TEST(SmallQp, SaysWhereThereIsNoMinimum) {
  MatrixXd const none = MatrixXd::Zero(1, 1);
  VectorXd const q = VectorXd::Constant(1, -1);
  EXPECT_FALSE(solve_qp(none, q, {true}));
  EXPECT_TRUE(solve_qp(none, -q, {true}));
  EXPECT_FALSE(solve_qp(none, -q, {false}));
}

}  // namespace
}  // namespace orthant::test
