// Contacts at velocity level: restitution, speculative rows, and overlap, against the recursion of
// one ball above a plane.
#include "tests/physics/scenes.hpp"

namespace orthant::test::velocity_level {
namespace {

constexpr Real g = 10;

/// J u+ + e min(J u-, 0) >= 0 if closed, and no row if open.
struct Recursion {
  Real gap, speed, e;
  void step(Real h) {
    Real const free = speed - g * h;
    speed = gap <= 1e-6 ? std::max(free, -e * std::min(speed, 0.0)) : free;
    gap += h * speed;
  }
};

/// At velocity level only: positions are not corrected.
Changes bouncing(Real gap, Real e) {
  return {"contact.level=\"velocity\"", "contact.speculative=false", "contact.baumgarte=0",
          "bodies.1.restitution=" + json(e), lifted(gap)};
}

TEST(VelocityLevel, FollowsTheDiscreteLawOfRestitution) {
  Real const h = 1e-3;
  for (Real e : {0., 0.3, 1.}) {
    SCOPED_TRACE(testing::Message() << "e " << e);
    Trial trial(ball_on_floor, h, {}, bouncing(0.0101, e));
    Recursion exact{0.0101, 0, e};
    for (int k = 0; k < 300; ++k) {
      trial.run(1);
      exact.step(h);
      ASSERT_NEAR(trial.velocity("body")[2], exact.speed, 1e-7);
      ASSERT_NEAR(trial.gap(), exact.gap, 1e-9);
      auto const m = trial.measures();
      EXPECT_LE(m.natural_map, 4e-10);
      EXPECT_LE(m.ncp_residual, 4e-10);
      EXPECT_NEAR(m.penetration, std::max(0.0, -trial.gap()), 1e-15);
    }
  }
}

/// Without restitution it lands on the plane at the end of the step.
TEST(VelocityLevel, ASpeculativeRowStopsABallOnThePlane) {
  Real const h = 0.1;
  Trial trial(ball_on_floor, h, {},
              {"contact.level=\"velocity\"", "bodies.1.velocity=[0,0,-1]", lifted(0.05)});
  trial.run(1);
  EXPECT_NEAR(trial.velocity("body")[2], -0.5, 1e-9);
  EXPECT_NEAR(trial.gap(), 0, 1e-10);
  trial.run(1);
  EXPECT_NEAR(trial.velocity("body")[2], 0, 1e-9);
}

TEST(VelocityLevel, WithoutSpeculativeRowsAnOpenContactIsNone) {
  Real const h = 0.1;
  Trial trial(ball_on_floor, h, {},
              {"contact.level=\"velocity\"", "contact.speculative=false",
               "bodies.1.velocity=[0,0,-1]", lifted(0.05)});
  EXPECT_TRUE(trial.simulation().contacts().empty());
  trial.run(1);
  EXPECT_NEAR(trial.velocity("body")[2], -2, 1e-12);
  EXPECT_NEAR(trial.gap(), -0.15, 1e-12);
  EXPECT_EQ(trial.simulation().contacts().size(), 1u);
}

/// Separating at 1 m/s under a load that reverses it: Newton's law stops it, the literal form lets
/// it return by e.
TEST(VelocityLevel, TheLiteralFormLetsAPartingContactComeBack) {
  Real const h = 0.1, e = 0.5;
  for (auto const& [form, speed] : {std::pair{"newton", 0.0}, std::pair{"literal", -e}}) {
    auto changes = bouncing(0, e);
    changes.push_back(std::string("contact.restitution_form=\"") + form + "\"");
    changes.push_back("bodies.1.velocity=[0,0,1]");
    changes.push_back("bodies.1.force=[0,0,-40]");
    Trial trial(ball_on_floor, h, {}, changes);
    trial.run(1);
    EXPECT_NEAR(trial.velocity("body")[2], speed, 1e-9) << form;
  }
}

/// Without load: c+ = (1 - Upsilon) c, at most by the recovery speed, and the speed is constant.
TEST(VelocityLevel, BaumgarteTakesAShareOfTheOverlap) {
  Real const h = 0.01;
  Changes changes{"contact.level=\"velocity\"", "contact.baumgarte=0.25", "gravity=[0,0,0]",
                  "contact.overlap_tolerance=0.1", lifted(-0.01)};
  Trial trial(ball_on_floor, h, {}, changes);
  trial.run(1);
  EXPECT_NEAR(trial.gap(), -0.0075, 1e-11);
  EXPECT_NEAR(trial.velocity("body")[2], 0.25, 1e-9);
  changes.push_back("contact.recovery_speed=0.1");
  Trial slow(ball_on_floor, h, {}, changes);
  slow.run(1);
  EXPECT_NEAR(slow.gap(), -0.009, 1e-11);
}

/// The position stage removes all of it, at most by the recovery speed, and adds no velocity.
TEST(Positions, OverlapGoesWithoutASpeed) {
  Real const h = 0.01;
  for (std::string const level : {"position", "velocity"}) {
    Changes changes{"contact.level=\"" + level + "\"", "gravity=[0,0,0]",
                    "contact.overlap_tolerance=0.1", lifted(-0.01)};
    Trial trial(ball_on_floor, h, {}, changes);
    trial.run(1);
    EXPECT_NEAR(trial.gap(), 0, 1e-11) << level;
    EXPECT_NEAR(trial.velocity("body")[2], 0, 1e-9) << level;
    changes.push_back("contact.recovery_speed=0.1");
    Trial slow(ball_on_floor, h, {}, changes);
    for (int k = 1; k <= 10; ++k) {
      slow.run(1);
      EXPECT_NEAR(slow.gap(), -0.01 + 0.001 * k, 1e-10) << level;
      EXPECT_NEAR(slow.velocity("body")[2], 0, 1e-9) << level;  // error of a solver in rows
    }
  }
}

/// The gap of a ball above a plane is linear in u, and with e = 0 and Upsilon = 1 both laws are
/// one.
TEST(VelocityLevel, AgreesWithPositionLevelWhereTheGapIsLinear) {
  Trial position(ball_on_floor, 0.01, {}, {lifted(0.02)});
  Trial velocity(ball_on_floor, 0.01, {}, {lifted(0.02), "contact.level=\"velocity\""});
  for (int k = 0; k < 30; ++k) {
    position.run(1);
    velocity.run(1);
    expect_near(velocity.position("body"), position.position("body"), 1e-11);
  }
}

}  // namespace
}  // namespace orthant::test::velocity_level
