// The forms of friction among the baselines, beside those of the library.
#include <gtest/gtest.h>

#include "bench/baselines/friction/list.hpp"
#include "orthant/constraints/friction/list.hpp"
#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::baseline_frictions {
namespace {

constexpr Real r = 2;

FrictionState any_state(Dice& dice) {
  return {{dice.between(-1, 1), dice.between(-1, 1)},
          {dice.between(-1, 1), dice.between(-1, 1)},
          dice.between(0, 1),
          dice.between(0.1, 1.2),
          r};
}

/// At a_n = 0 the augmented impulse is the impulse: only the derivative by a_n differs.
TEST(BaselineFrictions, JourdanAlartJeanIsAlartCurnierOnAClosedGap) {
  Dice dice(23);
  for (int i = 0; i < 500; ++i) {
    FrictionState const s = any_state(dice);
    ExactLaw one, other;
    JourdanAlartJean{}.linearise({0, r, s}, one);
    AlartCurnierForm{}.linearise({0, r, s}, other);
    for (int row = 1; row < 3; ++row) {
      EXPECT_EQ(one.Phi[row], other.Phi[row]);
      EXPECT_EQ(one.P[row][0], 0);
      for (int k = 0; k < 3; ++k) {
        if (k > 0) {
          EXPECT_EQ(one.P[row][k], other.P[row][k]);
        }
        EXPECT_EQ(one.Q[row][k], other.Q[row][k]);
      }
    }
  }
}

/// The rows v + W lambda = 0 with W as it is: P = 1, Q = W, where W lambda = Phi - v.
TEST(BaselineFrictions, TheFixedPointFreezesW) {
  Dice dice(72);
  for (int i = 0; i < 500; ++i) {
    FrictionState s = any_state(dice);
    s.lambda_n += 0.1;
    BlockLaw frozen, newton;
    WFixedPoint::linearise(FischerBurmeister{}, s, frozen);
    WNewton::linearise(FischerBurmeister{}, s, newton);
    for (int k = 1; k < 3; ++k) {
      EXPECT_EQ(frozen.residual[k], newton.residual[k]);
      Real const P = frozen.P_right[k][k] * frozen.P_right[k][k];
      EXPECT_NEAR(P, 1, 1e-15);
      EXPECT_NEAR(frozen.P_right[k][k] * frozen.target[k],
                  -(s.v[k - 1] + frozen.Q[k][k] * s.lambda[k - 1]), 1e-12 * (1 + frozen.Q[k][k]));
    }
  }
}

}  // namespace
}  // namespace orthant::test::baseline_frictions
