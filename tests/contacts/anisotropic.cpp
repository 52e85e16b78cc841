// Anisotropic friction: an ellipse fixed to a surface.
#include <cmath>

#include "tests/contacts/sliding_box.hpp"

namespace orthant::test::sliding_box {
namespace {

TEST(Anisotropic, EqualCoefficientsAreTheIsotropicOnes) {
  auto const slide = [](std::string const& friction) {
    Trial trial(box_on_plane, h, {},
                {"bodies.0.friction=" + friction, "bodies.1.friction=" + friction,
                 "bodies.1.velocity=[2,1,0]", "bodies.1.angular_velocity=[0,0,3]"});
    trial.run(60);
    return trial.pose("box");
  };
  auto const round = slide("0.5");
  auto const oval = slide(ellipse(0.5, 0.5 * (1 + 1e-7), {{0.6, 0.8, 0}}));
  expect_near(oval.p_WB, round.p_WB, 1e-6);
  EXPECT_NEAR(oval.q_WB.z, round.q_WB.z, 1e-6);
  EXPECT_GT(norm(round.p_WB - Vec3{{0, 0, 0.1}}), 0.1);
}

/// From rest under a constant load the sliding direction is constant: v_k = k h a s. On the ellipse
/// maximal dissipation is l_i = -mu_i^2 s_i / sqrt(sum_j mu_j^2 s_j^2) times the normal impulse. So
/// the load is chosen for a direction s and an acceleration a.
TEST(Anisotropic, ABoxSlidesByTheRuleOfTheEllipse) {
  for (Real rotated : {0., 0.7})  // of the floor's direction
    for (Real heading : {0., 0.4, 1.2, 2.5}) {
      Real const s[2] = {std::cos(heading - rotated), std::sin(heading - rotated)}, a = 0.8;
      Real const length = std::hypot(mu_1 * s[0], mu_2 * s[1]);
      Real const f[2] = {g * mu_1 * mu_1 * s[0] / length, g * mu_2 * mu_2 * s[1] / length};
      Vec3 const e1{{std::cos(rotated), std::sin(rotated), 0}},
          e2{{-std::sin(rotated), std::cos(rotated), 0}};
      Vec3 const direction = s[0] * e1 + s[1] * e2;
      Trial trial(box_on_plane, h, {}, on_ellipse(a * direction + f[0] * e1 + f[1] * e2, e1));
      for (int k = 1; k <= 20; ++k) {
        trial.run(1);
        expect_near(trial.velocity("box"), k * h * a * direction,
                    1e-8);  // at least 1e-10 m/s in each step
        expect_near(trial.impulse_between("floor", "box"),
                    -h * (f[0] * e1 + f[1] * e2) + g * h * z_axis, 1e-8);
      }
      // In physical units each impulse is on its own ellipse, whose first tangent is along e1.
      for (auto const& c : trial.simulation().last_step().contact_impulses())
        EXPECT_NEAR(std::hypot(c.impulse[1] / mu_1, c.impulse[2] / mu_2), c.impulse[0], 1e-8);
    }
}

TEST(Anisotropic, HoldsInsideTheEllipseAndSlidesOutside) {
  for (Real angle : {0., 0.5, 1.1, pi / 2, 3.}) {
    Vec3 const edge{{g * mu_1 * std::cos(angle), g * mu_2 * std::sin(angle), 0}};
    Trial inside(box_on_plane, h, {}, on_ellipse(0.999 * edge, x_axis));
    inside.run(20);
    EXPECT_LT(norm(inside.velocity("box")), 1e-9);
    Trial outside(box_on_plane, h, {}, on_ellipse(1.001 * edge, x_axis));
    outside.run(20);
    // Just outside it starts along the ellipse's normal.
    Vec3 const v = outside.velocity("box"),
               normal{{std::cos(angle) / mu_1, std::sin(angle) / mu_2, 0}};
    EXPECT_GT(norm(v), 1e-4);
    EXPECT_NEAR(dot(v, normal) / (norm(v) * norm(normal)), 1, 1e-5);
  }
}

/// The axes turn with their body: after a quarter turn about z the coefficients are exchanged.
TEST(Anisotropic, TheDirectionBelongsToTheShape) {
  for (Real quarter : {0., 1.}) {
    Real const held = quarter == 0 ? mu_1 : mu_2;
    for (Real load : {0.99, 1.01}) {
      Trial trial(box_on_plane, h, {},
                  {"bodies.0.friction=10", "contact.friction_combination=\"minimum\"",
                   "bodies.1.friction=" + ellipse(mu_1, mu_2, x_axis),
                   "bodies.1.orientation=" + json(rotation(z_axis, quarter * pi / 2)),
                   "bodies.1.force=" + json(load * held * g * x_axis)});
      trial.run(10);
      EXPECT_EQ(norm(trial.velocity("box")) < 1e-9, load < 1);
    }
  }
}

TEST(Anisotropic, ItsImpulsesAreRememberedAcrossSteps) {
  Vec3 const load = 0.9 * mu_2 * g * y_axis;
  Settings cold;
  cold.warm_start = false;
  Trial warm(box_on_plane, h, {}, on_ellipse(load, x_axis)),
      fresh(box_on_plane, h, cold, on_ellipse(load, x_axis));
  EXPECT_LT(2 * warm.run(20), fresh.run(20));
}

}  // namespace
}  // namespace orthant::test::sliding_box
