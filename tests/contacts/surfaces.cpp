// The combination of two surfaces: coefficients, ellipses and springs.
#include <cmath>

#include "orthant/core/collision/detail/join_surfaces.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test {
namespace {

PlacedSurface lying(Surface const& surface, Quat<> const& q_WS = {}) { return {surface, q_WS, {}}; }

Contact joined(PlacedSurface const& a, PlacedSurface const& b, SurfaceRules const& rules = {}) {
  Contact c;
  join_surfaces(c, a, b, z_axis, rules);
  return c;
}

TEST(Surfaces, CoefficientsCombineByTheirRule) {
  Surface const a{.friction = 0.2, .restitution = 0.1, .rolling_friction = 0.4};
  Surface const b{.friction = 0.8, .restitution = 0.6, .rolling_friction = 0.1};
  Contact const usual = joined(lying(a), lying(b));
  EXPECT_NEAR(usual.law.friction, 0.4, 1e-16);
  EXPECT_EQ(usual.law.restitution, 0.6);
  EXPECT_NEAR(usual.law.rolling_friction, 0.2, 1e-16);
  EXPECT_EQ(usual.law.torsional_friction, 0);
  Contact const least = joined(lying(a), lying(b), {Combination::minimum, Combination::average});
  EXPECT_EQ(least.law.friction, 0.2);
  EXPECT_NEAR(least.law.restitution, 0.35, 1e-16);
  EXPECT_EQ(least.law.rolling_friction, 0.1);
}

TEST(Surfaces, SpringsStandInSeries) {
  Surface const soft{.compliance = 3, .relaxation = 0.5}, hard{.compliance = 1, .relaxation = 0.1};
  Contact const c = joined(lying(soft), lying(hard));
  EXPECT_EQ(c.law.compliance, 4);
  EXPECT_NEAR(c.law.relaxation, (3 * 0.5 + 1 * 0.1) / 4, 1e-16);
  Contact const rigid = joined(lying(soft), lying({}));
  EXPECT_EQ(rigid.law.compliance, 3);
  EXPECT_EQ(rigid.law.relaxation, 0.5);
  EXPECT_EQ(joined(lying({}), lying({})).law.relaxation, 0);
}

/// The points of the ellipse are at the radius of their direction.
TEST(Surfaces, FrictionOfADirectionIsTheRadiusOfTheEllipse) {
  Surface const s{.friction = 0.5, .anisotropy = 0.4};
  for (Real angle : {0., 0.3, 1., pi / 2, 2.}) {
    Real const x = 0.5 * std::cos(angle), y = 0.2 * std::sin(angle), r = std::hypot(x, y);
    EXPECT_NEAR(s.friction_towards(x / r, y / r), r, 1e-15);
  }
}

TEST(Surfaces, TheMoreAnisotropicOneGivesTheAxes) {
  Surface const strong{.friction = 0.1, .anisotropy = 4}, weak{.friction = 0.6, .anisotropy = 0.5};
  SurfaceRules const maximum{.friction = Combination::maximum};
  Quat<> const quarter = rotation(z_axis, pi / 2);
  // Along x: 0.1 of one surface and 0.3 of the other, whose axes are rotated by a quarter turn;
  // along y 0.4 and 0.6.
  for (bool flip : {false, true}) {
    auto const a = lying(strong), b = lying(weak, quarter);
    Contact const c = flip ? joined(b, a, maximum) : joined(a, b, maximum);
    EXPECT_EQ(c.tangent_on_b, flip);
    expect_near(c.tangent, x_axis, 1e-15);
    EXPECT_NEAR(c.law.friction, 0.6, 1e-15);
    EXPECT_NEAR(c.law.stretch[0], 0.5, 1e-15);
    EXPECT_NEAR(c.law.stretch[1], 1, 1e-15);
  }
}

TEST(Surfaces, ADirectionCountsByItsPartAlongTheSurface) {
  Surface const slanted{.friction = 0.5, .anisotropy = 0.4, .direction = {{0, 0.6, 0.8}}};
  expect_near(joined(lying(slanted), lying({.friction = 1})).tangent, y_axis, 1e-15);
  Surface const upright{.friction = 0.5, .anisotropy = 0.4, .direction = z_axis};
  Contact const c = joined(lying(upright), lying({.friction = 1}));
  EXPECT_NEAR(norm(c.tangent), 1, 1e-15);
  EXPECT_NEAR(dot(c.tangent, z_axis), 0, 1e-15);
}

}  // namespace
}  // namespace orthant::test
