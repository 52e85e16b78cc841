// Small quadratic programmes against the optimality conditions, and inverses of small symmetric
// matrices against products.
#include "orthant/core/metrics/small_qp.hpp"

#include <gtest/gtest.h>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/tests/collision/dice.hpp"

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

/// R diag(moments) R^T
Mat3 with_eigenvalues(Dice& dice, Vec3 const& moments) {
  Mat3 const R = rotation_matrix(dice.orientation());
  return R * diagonal(moments) * transpose(R);
}

Real distance_to_identity(Mat3 const& A, int n) {
  Real most = 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) most = larger(most, std::fabs(A[r][c] - (r == c ? 1 : 0)));
  return most;
}

TEST(InverseSpd, TimesTheMatrixIsTheIdentity) {
  Dice dice(11);
  for (Real const spread : {1.0, 9.0, 1e3, 1e6, 1e9})
    for (Real const scale : {1e-12, 1.0, 1e12}) {
      Mat3 const A = with_eigenvalues(dice, {{scale, scale * sqrt(spread), scale * spread}});
      for (int n = 1; n <= 3; ++n) {
        // the relative error of an inverse is the condition number times round-off
        Mat3 const inverse = inverse_spd(A, n);
        EXPECT_LT(distance_to_identity(A * inverse, n), 4e-16 * 20 * spread);
        for (int r = 0; r < n && spread < 10; ++r)
          for (int c = 0; c < r; ++c) EXPECT_NEAR(inverse[r][c], inverse[c][r], 1e-15 / scale);
        for (int r = 0; r < 3; ++r)  // the rest of a smaller matrix stays zero
          for (int c = n; c < 3; ++c) EXPECT_EQ(fabs(inverse[r][c]) + fabs(inverse[c][r]), 0);
      }
    }
}

TEST(InverseSpd, APivotThatIsNotPositiveLeavesItsRowAndColumnZero) {
  Mat3 A = diagonal({{2, 0, 4}});
  Mat3 inverse = inverse_spd(A);
  EXPECT_EQ(inverse[0][0], 0.5);
  EXPECT_EQ(inverse[1][1], 0);
  EXPECT_EQ(inverse[2][2], 0.25);
  A = diagonal({{-1, 2, 4}});
  inverse = inverse_spd(A);
  EXPECT_EQ(inverse[0][0], 0);
  EXPECT_EQ(inverse[1][1], 0.5);
}

}  // namespace
}  // namespace orthant::test
