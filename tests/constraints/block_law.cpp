// The law of a block under construction: directions that are solved, and eliminated ones.
#include "orthant/constraints/friction/block_law.hpp"

#include <gtest/gtest.h>

namespace orthant::test {
namespace {

TEST(BlockLaw, ARowIsScaledByTheRootOfItsP) {
  BlockLaw law;
  law.add(1, 0.3, 4, 0.7, 1);  // 4 da + 0.7 dlambda = -0.3
  EXPECT_EQ(law.residual[1], 0.3);
  EXPECT_EQ(law.P_right[1][1], 2);
  EXPECT_EQ(law.Q[1][1], 0.7);
  EXPECT_EQ(law.target[1], -0.15);
  EXPECT_EQ(law.step[1], 0);
}

TEST(BlockLaw, ARowWithNextToNoPTakesItsImpulseAtOnce) {
  for (Real const P : {0., 0.9e-8}) {
    BlockLaw law;
    law.add(0, 0.3, P, 2, 2);
    EXPECT_EQ(law.step[0], -0.15);
    EXPECT_EQ(law.P_right[0][0], 0);
    EXPECT_EQ(law.target[0], 0);
    EXPECT_EQ(law.Q[0][0], 1);
    EXPECT_EQ(law.residual[0], 0.3);
  }
}

TEST(BlockLaw, TheNegligibleIsRelativeToTheWeight) {
  BlockLaw heavy, light;
  heavy.add(0, 1, 1e-6, 1, 1);     // P r = 1e-6 Q: not negligible
  light.add(0, 1, 1e-6, 1, 1e-3);  // P r = 1e-9 Q: negligible
  EXPECT_GT(heavy.P_right[0][0], 0);
  EXPECT_EQ(light.P_right[0][0], 0);
}

TEST(BlockLaw, ARigidRowIsNeverEliminated) {
  BlockLaw law;
  law.add(0, 0.1, 1, 0, 1);
  EXPECT_EQ(law.P_right[0][0], 1);
  EXPECT_EQ(law.Q[0][0], 0);
}

TEST(BlockLaw, DirectionsAcrossEachOtherAddUp) {
  // P = 4 e e^T + 9 t t^T, P_right = 2 e e^T + 3 t t^T, Q = 0.5 e e^T + 0.2 t t^T
  Real const e[] = {0.6, 0.8}, t[] = {-0.8, 0.6};
  BlockLaw law;
  law.add(1, 2, e, 0.1, 4, 0.5, 1);
  law.add(1, 2, t, -0.6, 9, 0.2, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(law.target[1 + i], -0.05 * e[i] + 0.2 * t[i], 1e-16);
    for (int k = 0; k < 2; ++k) {
      EXPECT_NEAR(law.P_right[1 + i][1 + k], 2 * e[i] * e[k] + 3 * t[i] * t[k], 1e-15);
      EXPECT_NEAR(law.Q[1 + i][1 + k], 0.5 * e[i] * e[k] + 0.2 * t[i] * t[k], 1e-15);
    }
    EXPECT_EQ(law.P_right[0][i] + law.Q[0][i], 0);  // other rows are not changed
  }
}

TEST(BlockLaw, AReleasedRowLosesItsImpulse) {
  BlockLaw law;
  law.release(2, 0.4);
  EXPECT_EQ(law.step[2], -0.4);
  EXPECT_EQ(law.Q[2][2], 1);
  EXPECT_EQ(law.P_right[2][2], 0);
}

}  // namespace
}  // namespace orthant::test
