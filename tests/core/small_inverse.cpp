// Inverses of small symmetric matrices, against products.
#include "orthant/core/math/small_inverse.hpp"

#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

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
  for (Real const spread : {1.0, 1e3, 1e6, 1e9})
    for (Real const scale : {1e-12, 1.0, 1e12}) {
      Mat3 const A = with_eigenvalues(dice, {{scale, scale * sqrt(spread), scale * spread}});
      for (int n = 1; n <= 3; ++n) {
        // the relative error of an inverse is the condition number times round-off
        EXPECT_LT(distance_to_identity(A * inverse_spd(A, n), n), 4e-16 * 20 * spread);
      }
    }
}

TEST(InverseSpd, LeavesTheRestOfASmallerMatrixZero) {
  Dice dice(12);
  Mat3 const inverse = inverse_spd(with_eigenvalues(dice, {{1, 2, 3}}), 2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(inverse[2][i], 0);
    EXPECT_EQ(inverse[i][2], 0);
  }
}

TEST(InverseSpd, IsSymmetric) {
  Dice dice(13);
  Mat3 const inverse = inverse_spd(with_eigenvalues(dice, {{1, 5, 9}}));
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < r; ++c) EXPECT_NEAR(inverse[r][c], inverse[c][r], 1e-15);
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
