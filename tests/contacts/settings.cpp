// Contradictory contact settings, surfaces as they are read, and the combination of two.
#include "orthant/core/collision/detail/join_surfaces.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test {
namespace {

std::string refusal(Changes const& changes) { return refusal_of(ball_on_floor, changes); }
using testing::HasSubstr;

TEST(ContactSettings, WhatPositionLevelWouldIgnoreIsRefused) {
  EXPECT_THAT(refusal({"contact.baumgarte=0.5"}), HasSubstr("contact/baumgarte"));
  EXPECT_THAT(refusal({"contact.speculative=false"}), HasSubstr("contact/speculative"));
}

/// A coefficient of restitution needs no other key; settings that add to the separating speed are
/// refused.
TEST(ContactSettings, RestitutionIsExactOrRefused) {
  EXPECT_EQ(refusal({"bodies.1.restitution=0.5"}), "");
  EXPECT_EQ(refusal({"contact.level=\"velocity\"", "bodies.1.restitution=0.5"}), "");
  EXPECT_THAT(
      refusal({"contact.level=\"velocity\"", "contact.baumgarte=0.5", "bodies.1.restitution=0.5"}),
      HasSubstr("contact/baumgarte: found 0.5 beside restitution of \"body\""));
  EXPECT_THAT(refusal({"bodies.0.stiffness=1000", "bodies.1.restitution=0.5"}),
              HasSubstr("bodies/1/restitution: found a value beside the compliance of \"floor\""));
  EXPECT_THAT(
      refusal({"contact.level=\"velocity\"", "contact.speculative=false", "contact.baumgarte=0.5"}),
      HasSubstr("contact/baumgarte"));
}

/// Contacts sink by least_norm, and not all laws allow this overlap.
TEST(ContactSettings, LeastNormStandsBesideLawsThatHoldIt) {
  EXPECT_EQ(refusal({"contact.least_norm=1e-4", "bodies.1.restitution=0.5"}), "");
  EXPECT_THAT(refusal({"contact.least_norm=0.1"}), HasSubstr("contact/least_norm: found 0.1"));
  EXPECT_THAT(refusal({"contact.least_norm=-1"}), HasSubstr("contact/least_norm: found -1"));
  EXPECT_THAT(
      refusal({"contact.least_norm=1e-4", "contact.level=\"velocity\"", "contact.baumgarte=0"}),
      HasSubstr("contact/least_norm: found 1e-04 beside baumgarte"));
  EXPECT_THAT(refusal({"contact.least_norm=1e-4", "contact.restitution_form=\"literal\"",
                       "bodies.1.restitution=0.5"}),
              HasSubstr("beside literal restitution of \"body\""));
}

TEST(ContactSettings, WrongSurfacesAreRefused) {
  EXPECT_THAT(refusal({"contact.level=\"velocity\"", "bodies.1.restitution=1.5"}),
              HasSubstr("restitution: found 1.5"));
  EXPECT_THAT(refusal({"bodies.1.stiffness=1", "bodies.1.compliance=1"}),
              HasSubstr("beside \"compliance\", allowed: one of the two"));
  EXPECT_THAT(refusal({"bodies.1.damping=1"}), HasSubstr("a damper on a rigid surface"));
  EXPECT_THAT(refusal({"bodies.1.relaxation_time=1"}), HasSubstr("a damper on a rigid surface"));
  EXPECT_THAT(refusal({R"(bodies.1.friction={"along":1})"}), HasSubstr("friction/across"));
  EXPECT_THAT(refusal({R"(bodies.1.friction={"along":0,"across":1})"}),
              HasSubstr("friction/along: found 0"));
  EXPECT_THAT(refusal({R"(bodies.1.friction={"along":1,"across":1,"direction":[0,0,0]})"}),
              HasSubstr("a zero vector"));
  EXPECT_THAT(refusal({"bodies.1.rolling_friction=-1"}), HasSubstr("rolling_friction: found -1"));
}

/// Like the coefficient of friction, other coefficients of a body apply to its shapes without their
/// own.
TEST(ContactSettings, AShapeHasWhatItsBodySays) {
  Changes const body{"bodies.1.stiffness=1000", "bodies.1.damping=20"};
  Changes const shape{"bodies.1.shapes.0.compliance=0.001",
                      "bodies.1.shapes.0.relaxation_time=0.02"};
  Trial one(ball_on_floor, 0.01, {}, body), other(ball_on_floor, 0.01, {}, shape);
  one.run(10);
  other.run(10);
  EXPECT_LT(one.gap(), -1e-4);
  EXPECT_NEAR(one.gap(), other.gap(), 1e-15);
}

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
