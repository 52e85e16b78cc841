// The tests' own dual numbers against known derivatives.
#include <gtest/gtest.h>

#include "orthant/tests/dual.hpp"

namespace orthant::test {
namespace {

TEST(Dual, ProductsQuotientsAndRootsHaveTheirDerivatives) {
  auto const x = Dual<2>::variable(3, 0), y = Dual<2>::variable(5, 1);
  auto const f = sqrt(x * y + Dual<2>(1)) / y - x;  // f = sqrt(16) / 5 - 3
  EXPECT_NEAR(f.x, 4. / 5 - 3, 1e-15);
  EXPECT_NEAR(f.d[0], 5. / (2 * 4) / 5 - 1, 1e-15);
  EXPECT_NEAR(f.d[1], 3. / (2 * 4) / 5 - 4. / 25, 1e-15);
}

TEST(Dual, APointOfATurningBodyMovesAcrossItsArm) {
  Pose<> const X{{{1, 2, 3}}, {std::sqrt(0.5), 0, 0, std::sqrt(0.5)}};
  Vec3 const p_B{{0.3, -0.2, 0.7}};
  auto const x = at(moving<6>(X, 0), constant<Dual<6>>(p_B));
  Vec3 const arm = rotate(X.q_WB, p_B);
  for (int i = 0; i < 3; ++i) {
    Vec3 e;
    e[i] = 1;
    Vec3 const across = cross(e, arm);
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(x[k].d[i], k == i ? 1 : 0);
      EXPECT_NEAR(x[k].d[3 + i], across[k], 1e-15);
    }
  }
}

}  // namespace
}  // namespace orthant::test
