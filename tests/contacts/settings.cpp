// Contradictory contact settings, and surfaces as they are read.
#include <gmock/gmock.h>

#include "orthant/core/config/error.hpp"
#include "tests/contacts/balls.hpp"

namespace orthant::test {
namespace {

std::string refusal(Changes const& changes) {
  try {
    Trial(ball_on_plane, 0.01, {}, changes);
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}
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
      HasSubstr("contact/baumgarte: found 0.5 beside restitution of \"ball\""));
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
              HasSubstr("beside literal restitution of \"ball\""));
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
  Trial one(ball_on_plane, 0.01, {}, body), other(ball_on_plane, 0.01, {}, shape);
  one.run(10);
  other.run(10);
  EXPECT_LT(gap_of(one), -1e-4);
  EXPECT_NEAR(gap_of(one), gap_of(other), 1e-15);
}

}  // namespace
}  // namespace orthant::test
