// Drake's SAP: closed forms with every integrator.
#include <gmock/gmock.h>

#include <cmath>

#include "orthant/core/config/error.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::sap {
namespace {

constexpr Real g = 10, mu = 0.5, h = 0.005;
Real const w = std::sqrt(3) / 3;  // of a foot of 1 kg: W_cc is the identity
Real const least = w / (4 * pi * pi);

Changes with(Json model, Changes more = {}) {
  model["type"] = "sap";
  more.push_back("contact.model=" + model.dump());
  more.push_back("contact.overlap_tolerance=1");
  return more;
}

class Sap : public testing::TestWithParam<Method> {};
class SapByEuler : public Sap {};

/// c/(h + tau) + R_n m g h = 0,   R_n = beta^2 w/(4 pi^2)  or  C/(h (h + tau)),  if that is more
TEST_P(Sap, RestsByTheLeastComplianceOrByThatOfItsSurface) {
  for (Real const beta : {1.0, 2.5}) {
    Trial trial(foot_on_floor, h, GetParam().settings, with({{"near_rigid", beta}}));
    trial.run(200);
    EXPECT_NEAR(trial.position("box")[2] - 0.1, -g * beta * beta * least * h * h, 1e-9);
  }
  Trial soft(foot_on_floor, h, GetParam().settings,
             with({}, {"bodies.0.compliance=1e-4", "bodies.0.relaxation_time=0.02"}));
  soft.run(400);
  EXPECT_NEAR(soft.position("box")[2] - 0.1, -g * 1e-4, 1e-9);
  Trial stiff(foot_on_floor, h, GetParam().settings,
              with({}, {"bodies.0.compliance=1e-9", "bodies.0.relaxation_time=0.02"}));
  stiff.run(400);
  EXPECT_NEAR(stiff.position("box")[2] - 0.1, -g * least * h * (h + 0.02), 1e-9);
}

/// v_f = -sigma w lambda_f
TEST_P(Sap, CreepsByItsSoftness) {
  Real const angle = std::atan(0.6 * mu), sigma = 0.02;
  Trial trial(foot_on_floor, h, GetParam().settings,
              with({{"friction_softness", sigma}},
                   {"gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}})}));
  trial.run(100);
  EXPECT_NEAR(trial.velocity("box")[0] / (sigma * w * g * std::sin(angle) * h), 1, 1e-6);
}

/// lambda = max(0, -(v_free + c/(h + tau))/(1/m + R_n)), for c + (h + tau) v_free < 0, although the
/// surfaces are still apart.
TEST_P(SapByEuler, IsDampedBeforeItTouches) {
  for (Real const C : {0.0, 2e-4}) {
    Real const tau = C > 0 ? 0.05 : 0, span = h + tau, R = std::max(least, C / (h * span));
    Changes changes = {"bodies.1.position=[0,0,0.15]"};
    if (C > 0) {
      changes.push_back("bodies.0.compliance=" + json(C));
      changes.push_back("bodies.0.relaxation_time=0.05");
    }
    Trial trial(foot_on_floor, h, GetParam().settings, with({}, changes));
    Real c = 0.05, v = 0;
    int before = 0;
    for (int step = 0; step < 200; ++step) {
      v -= h * g;
      Real const lambda = std::max(0.0, -(v + c / span) / (1 + R));
      v += lambda;
      c += h * v;
      before += lambda > 0 && c > 0;
      trial.run(1);
      ASSERT_NEAR(trial.velocity("box")[2], v, 1e-10) << "step " << step;
      ASSERT_NEAR(trial.position("box")[2], 0.1 + c, 1e-10) << "step " << step;
    }
    EXPECT_GT(before, C > 0 ? 2 : -1);
    EXPECT_NEAR(c, -g * R * h * span, 1e-9);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, Sap,
                         testing::ValuesIn(two_convex_methods(in_one_stage, "implicit_euler",
                                                              "moreau_jean")),
                         method_name);
INSTANTIATE_TEST_SUITE_P(Of, SapByEuler,
                         testing::ValuesIn(two_convex_methods(is_eulers, "implicit_euler",
                                                              "semi_implicit_euler")),
                         method_name);

/// The energy of a contact is that of its actual compliance.
TEST(SapContact, StoresEnergyInItsLeastCompliance) {
  Settings const settings = convex_methods(is_eulers).front().settings;
  Trial trial(foot_on_floor, h, settings, with({}));
  trial.run(200);
  Real const c = trial.position("box")[2] - 0.1;
  EXPECT_NEAR(trial.measures().elastic / (0.5 * c * c / (least * h * h)), 1, 1e-6);
}

/// A small ball at 20 m/s, braked by a damper of 30 ms from a distance of 64 cm on. The braking
/// impulse at a distance is no softer than in contact.
TEST(SapContact, IsDampedFromAfarAsWhereItTouches) {
  Real const C = 1e-5, tau = 0.03, dt = 0.002, R = C / (dt * (dt + tau));
  Settings const settings = convex_methods(is_eulers).front().settings;
  Trial trial(R"({
    "gravity": [0, 0, 0], "contact": {"model": "sap"},
    "bodies": [
      {"name": "wall", "motion": "fixed", "compliance": 1e-5, "relaxation_time": 0.03,
       "shapes": [{"type": "sphere", "radius": 0.01}]},
      {"name": "ball", "mass": 1, "position": [0.7, 0, 0], "velocity": [-20, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.01}]}]})",
              dt, settings);
  Real c = 0.68, v = -20;
  for (int step = 0; step < 40; ++step) {
    v += std::max(0.0, -(v + c / (dt + tau)) / (1 + R));
    c += dt * v;
    trial.run(1);
    ASSERT_NEAR(trial.velocity("ball")[0], v, 1e-9) << "step " << step;
  }
  EXPECT_GT(c, 0);
}

/// Open contacts have no row.
TEST(SapContact, PressesOnWhatOverlapsAloneIfItDoesNotLookAhead) {
  Settings const settings = by_solver({{"type", "newton"}, {"friction", "associated"}});
  Changes const changes = with({}, {"bodies.1.position=[0,0,0.102]", "bodies.1.velocity=[0,0,-1]",
                                    "contact.speculative=false", "bodies.0.compliance=1e-4"});
  Trial trial(foot_on_floor, h, settings, changes);
  trial.run(1);
  EXPECT_NEAR(trial.velocity("box")[2], -1 - g * h, 1e-12);
  trial.run(1);
  EXPECT_GT(trial.velocity("box")[2], -1);
}

}  // namespace
}  // namespace orthant::test::sap
