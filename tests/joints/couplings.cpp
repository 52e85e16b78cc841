// Couplings of the coordinates of joints, against closed forms, equations of one degree of freedom,
// and equivalent gears, racks, screws and cams.
#include "tests/joints/couplings.hpp"

#include <cmath>

#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::couplings {
namespace {

class Couplings : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Couplings, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return orthant::test::name_of(test.param); });

/// x = l t for the displacement x of the table and the angle t of the screw:
///   (I + m l^2) t'' = tau - m g l
TEST_P(Couplings, OfAScrewAndATablePressWithTheOrderOfTheIntegrator) {
  Real const l = 0.02, tau = 1.5, alpha = (tau - m * g * l) / (I + m * l * l), T = 0.4;
  Json scene = press(term("screw", {{"ratio", l}}));
  scene["joints"][0]["motor"] = {{"type", "force"}, {"value", tau}};
  auto const error = [&](int steps) {
    JointRun run(scene, T / steps, GetParam(), solver);
    UnwrappedAngle unwrapped;
    for (int k = 0; k < steps; ++k) {
      run.step();
      Real const t = unwrapped.of(run.pose(0));
      EXPECT_NEAR(run.pose(1).p_WB[2], l * t, 1e-10) << k;
    }
    // The force along each coordinate is in the record of its joint.
    Real const F = m * (g + l * alpha), near = 0.01 * F;
    EXPECT_NEAR(run.reaction(1).force_W[2], F, near);
    EXPECT_NEAR(run.reaction(0).torque_W[2], tau - l * F, near);
    EXPECT_EQ(norm(run.reaction(2).force_W) + norm(run.reaction(2).torque_W), 0);
    return std::abs(unwrapped.of(run.pose(0)) - 0.5 * alpha * T * T);
  };
  Real const coarse = error(400), fine = error(800);
  EXPECT_GT(alpha * T * T / 2, 2 * M_PI);
  EXPECT_GT(coarse / fine, orders(GetParam()).state == 2 ? 3.5 : 1.9) << coarse << " " << fine;
}

/// By harmonics of the angle and by points, over several turns of a spinning screw.
TEST_P(Couplings, ThatBendMoveByTheirInertiaWithTheOrderOfTheIntegrator) {
  for (auto const& f : {wave(), table("spline"), table("cubic")}) {
    Real const T = 0.3, spin = 20;
    Json scene = press(term("screw", f.given));
    scene["bodies"][0]["angular_velocity"] = {0, 0, spin};
    scene["bodies"][1]["velocity"] = {0, 0, f.at(0).slope * spin};
    Real const exact = rotated(f, spin, T);
    auto const error = [&](int steps) {
      JointRun run(scene, T / steps, GetParam(), solver);
      UnwrappedAngle unwrapped;
      for (int k = 0; k < steps; ++k) {
        run.step();
        Real const t = unwrapped.of(run.pose(0));
        EXPECT_NEAR(run.pose(1).p_WB[2], f.at(t).f - f.at(0).f, 1e-9) << k;
      }
      return std::abs(unwrapped.of(run.pose(0)) - exact);
    };
    // Where the second derivative jumps, accelerations do too, and no method has more than order
    // one.
    bool const jumps = f.given.value("interpolation", "") == "cubic";
    bool const second = orders(GetParam()).state == 2 && !jumps;
    Real const coarse = error(200), fine = error(1600);
    EXPECT_GT(coarse / fine, second ? 30 : 5) << f.given << " " << coarse << " " << fine;
    EXPECT_LT(fine, second ? 2e-4 : 2e-2) << f.given;
  }
}

/// The same motion, up to round-off, as with an equivalent joint.
void expect_alike(Json const& one, Json const& other, Json const& integrator, int steps,
                  Real near = 1e-9) {
  JointRun a(one, 0.002, integrator, solver), b(other, 0.002, integrator, solver);
  std::size_t const bodies = one["bodies"].size();
  for (int k = 0; k < steps; ++k) {
    a.step();
    b.step();
    for (int i = 0; i < static_cast<int>(bodies); ++i) {
      ASSERT_LT(norm(a.pose(i).p_WB - b.pose(i).p_WB), near) << k;
      auto const p = a.pose(i).q_WB, q = b.pose(i).q_WB;
      ASSERT_NEAR(std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z), 1, near) << k;
      for (int c = 0; c < 6; ++c) ASSERT_NEAR(a.twist(i)[c], b.twist(i)[c], 100 * near) << k;
    }
    Real const energy = b.simulation->measure()[0].energy();
    ASSERT_NEAR(a.simulation->measure()[0].energy(), energy, 1000 * near) << k;
  }
}

TEST_P(Couplings, HoldWhatAScrewAndACamHold) {
  Json const body = {{"name", "body"},
                     {"mass", m},
                     {"inertia", {0.02, 0.03, I}},
                     {"velocity", {0, 0, 0.01 * 2 * 20 + 0.3}},
                     {"angular_velocity", {0, 0, 20}}};
  Json const free = {{"name", "guide"},
                     {"type", "cylindrical"},
                     {"b", "body"},
                     {"point", {0, 0, 0}},
                     {"axis", {0, 0, 1}}};
  Real const lead = 0.015;
  Json screw = free;
  screw["pitch"] = lead * 2 * M_PI;
  screw["cam"] = {{"cosine", Json::array({-0.05})}, {"sine", {0, 0.01}}};
  Json const coupling = drive(
      {term("guide", {{"coordinate", "translation"}, {"ratio", 1}}),
       term("guide", {{"coordinate", "rotation"}, {"ratio", -lead}}),
       term("guide", {{"coordinate", "rotation"}, {"cosine", {0.05}}, {"sine", {0, -0.01}}})});
  auto const with = [&](Json const& joints) {
    return Json{{"gravity", {0, 0, -g}}, {"bodies", Json::array({body})}, {"joints", joints}};
  };
  expect_alike(with(Json::array({screw})), with({free, coupling}), GetParam(), 300);
}

TEST_P(Couplings, HoldWhatGearsHold) {
  Json const shared = {wheel("a", 0.02, {}), wheel("b", 0.05, {{0.5, 0, 0}})};
  Json const hinges = {hinge("left", "a", {}, 0.5), hinge("right", "b", {{0.5, 0, 0}})};
  Json const gear = {
      {"type", "gear"},         {"a", "a"},          {"b", "b"},      {"point_a", {0, 0, 0}},
      {"point_b", {0.5, 0, 0}}, {"axis", {0, 0, 1}}, {"teeth_a", 20}, {"teeth_b", 30}};
  Json geared = {{"gravity", {0, 0, 0}}, {"bodies", shared}, {"joints", hinges}}, coupled = geared;
  for (Json const& more :
       {Json::object(), Json{{"compliance", 1e-4}, {"damping", 10}}, Json{{"backlash", 0.01}}}) {
    Json mesh = gear,
         joint = drive({term("left", {{"ratio", 0.2}}), term("right", {{"ratio", 0.3}})});
    mesh.update(more);
    joint.update(more);
    geared["joints"][2] = mesh;
    coupled["joints"][2] = joint;
    expect_alike(geared, coupled, GetParam(), 300, more.contains("backlash") ? 1e-7 : 1e-9);
  }
}

TEST_P(Couplings, HoldWhatARackHolds) {
  Json const bodies = {{{"name", "rack"}, {"mass", m}, {"inertia", {0.1, 0.1, 0.1}}},
                       wheel("pinion", 0.004, {{0.05, 0, 0}})};
  Json const slide = {{"name", "way"},
                      {"type", "slider"},
                      {"b", "rack"},
                      {"point", {0, 0, 0}},
                      {"axis", {0, 1, 0}}};
  Json const rack = {{"type", "rack"},          {"a", "rack"},
                     {"b", "pinion"},           {"point_a", {0, 0, 0}},
                     {"point_b", {0.05, 0, 0}}, {"axis", {0, 0, 1}}};
  Json racked = {{"gravity", {0, -9.81, 0}},
                 {"bodies", bodies},
                 {"joints", {slide, hinge("turn", "pinion", {{0.05, 0, 0}}), rack}}};
  Json coupled = racked;
  coupled["joints"][2] = drive({term("way", {{"ratio", 1}}), term("turn", {{"ratio", 0.05}})});
  expect_alike(racked, coupled, GetParam(), 300);
}

/// Two links of one length, the second rotated against the first by twice its angle: the end moves
/// along a straight line. One joint is between the world and A, the other between A and B.
TEST_P(Couplings, OfTwoLinksLeadAPointAlongALine) {
  auto const link = [](char const* name, Real x) {
    return Json{
        {"name", name}, {"mass", 1}, {"inertia", {0.01, 0.02, 0.02}}, {"position", {x, 0, 0}}};
  };
  Json inner = hinge("elbow", "second", {{1, 0, 0}});
  inner["a"] = "first";
  Json const scene = {{"gravity", {-1, -2, 0}},
                      {"bodies", {link("first", 0.5), link("second", 1.5)}},
                      {"joints",
                       {hinge("root", "first", {}, 3), inner,
                        drive({term("root", {{"ratio", 2}}), term("elbow", {{"ratio", 1}})})}}};
  JointRun run(scene, 0.005, GetParam(), solver);
  for (int k = 0; k < 200; ++k) {
    run.step();
    ASSERT_NEAR(at(run.pose(1), {{0.5, 0, 0}})[1], 0, 1e-9) << k;
  }
  EXPECT_GT(std::abs(run.pose(0).p_WB[1]), 0.1);
}

/// Wheels with a spring along c = 2 t_a - t_b:  c'' = -K (4/I_a + 1/I_b) c.
TEST_P(Couplings, ThatAreFreeHaveSpringsOfADifferential) {
  Real const K = 2, I_a = 0.02, I_b = 0.05, w = std::sqrt(K * (4 / I_a + 1 / I_b)), T = 0.5;
  Json scene = {{"gravity", {0, 0, 0}},
                {"bodies", {wheel("a", I_a, {}), wheel("b", I_b, {{1, 0, 0}})}},
                {"joints", {hinge("left", "a", {}), hinge("right", "b", {{1, 0, 0}})}}};
  scene["joints"][2] = drive({term("left", {{"ratio", 2}}), term("right", {{"ratio", -1}})},
                             {{"held", false}, {"spring", {{"stiffness", K}, {"rest", 0.1}}}});
  Real energy = 0;
  auto const error = [&](int steps) {
    JointRun run(scene, T / steps, GetParam(), solver);
    UnwrappedAngle a, b;
    Real const start = run.simulation->measure()[0].energy();
    EXPECT_NEAR(start, 0.5 * K * 0.01, 1e-15);
    for (int k = 0; k < steps; ++k) {
      run.step();
      a.of(run.pose(0));
      b.of(run.pose(1));
      energy = run.simulation->measure()[0].energy() - start;
    }
    Real const c = 2 * a.of(run.pose(0)) - b.of(run.pose(1));
    return std::abs(c - 0.1 * (1 - std::cos(w * T)));
  };
  Real const coarse = error(400), fine = error(800);
  int const order = orders(GetParam()).state;
  bool const second = order == 2 || coarse / fine > 3.4;
  EXPECT_GT(coarse / fine, order == 2 ? 3.4 : 1.6) << coarse << " " << fine;
  EXPECT_LT(std::abs(energy), second ? 1e-4 : 5e-3);
}

/// lower <= c, dry friction and a given force along c = t_a + 2 t_b, with J = (1, 2).
TEST_P(Couplings, ThatAreFreeHaveLimitsFrictionAndMotors) {
  Real const I_a = 0.02, I_b = 0.05, h = 0.002, F = 0.3;
  auto const run_with = [&](Json const& laws) {
    Json more = {{"held", false}};
    more.update(laws);
    Json const scene = {
        {"gravity", {0, 0, 0}},
        {"bodies", {wheel("a", I_a, {}), wheel("b", I_b, {{1, 0, 0}})}},
        {"joints",
         {hinge("left", "a", {}), hinge("right", "b", {{1, 0, 0}}),
          drive({term("left", {{"ratio", 1}}), term("right", {{"ratio", 2}})}, more)}}};
    return JointRun(scene, h, GetParam(), solver);
  };
  auto pushed = run_with({{"motor", {{"type", "force"}, {"value", F}}}});
  pushed.step(100);
  EXPECT_NEAR(pushed.twist(0)[5], F / I_a * 100 * h, 1e-3);
  EXPECT_NEAR(pushed.twist(1)[5], 2 * F / I_b * 100 * h, 1e-3);
  EXPECT_NEAR(pushed.reaction(0).torque_W[2], F, 1e-9);
  EXPECT_NEAR(pushed.reaction(1).torque_W[2], 2 * F, 1e-9);

  auto stopped =
      run_with({{"motor", {{"type", "force"}, {"value", F}}}, {"limits", {{"upper", 0.1}}}});
  UnwrappedAngle a, b;
  for (int k = 0; k < 300; ++k) {
    stopped.step();
    a.of(stopped.pose(0));
    b.of(stopped.pose(1));
  }
  EXPECT_NEAR(a.of(stopped.pose(0)) + 2 * b.of(stopped.pose(1)), 0.1, 1e-5);
  EXPECT_NEAR(stopped.reaction(0).torque_W[2], 0, 1e-3) << "the limit takes what the motor gives";

  auto sliding = run_with({{"motor", {{"type", "force"}, {"value", F}}}, {"friction", 0.1}});
  sliding.step(100);
  EXPECT_NEAR(sliding.twist(0)[5], (F - 0.1) / I_a * 100 * h, 1e-3);

  auto led = run_with({{"motor", {{"type", "prescribed"}, {"target", {{"rate", 3}}}}}});
  led.step(100);
  EXPECT_NEAR(led.twist(0)[5] + 2 * led.twist(1)[5], 3, 1e-3);
  EXPECT_NEAR(led.twist(0)[5] * I_a * 2, led.twist(1)[5] * I_b, 1e-9) << "impulses by J";
}

/// A body with prescribed motion counts among the two bodies; a fixed one does not, wherever it is.
TEST_P(Couplings, SeeBodiesThatDoNotReact) {
  Real const spin = 3, h = 0.002;
  Json carrier = wheel("carrier", 1, {});
  carrier = {{"name", "carrier"}, {"motion", "kinematic"}, {"angular_velocity", {0, 0, spin}}};
  Json const stand = {{"name", "stand"},
                      {"motion", "fixed"},
                      {"position", {0.3, 0.1, 2}},
                      {"orientation", {0.8, 0, 0.6, 0}}};
  Json from = hinge("on stand", "a", {});
  from["a"] = "stand";
  Json against = {{"name", "against"}, {"type", "torsion"},  {"a", "carrier"},
                  {"b", "a"},          {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}};
  Json const scene = {
      {"gravity", {0, 0, 0}},
      {"bodies", {stand, carrier, wheel("a", 0.02, {})}},
      {"joints",
       {from, against,
        drive({term("on stand", {{"ratio", 1}}), term("against", {{"ratio", 1}})})}}};
  JointRun run(scene, h, GetParam(), solver);
  run.step(500);
  EXPECT_NEAR(run.twist(2)[5], spin / 2, 1e-4);
  UnwrappedAngle a, c;
  EXPECT_NEAR(a.of(run.pose(2)), 0.5 * c.of(run.pose(1)), 1e-8);
}

/// Functions store no energy: the energy is that of the bodies, or of a spring along c.
TEST(CouplingEnergy, IsKept) {
  for (Json const& more : {Json::object(), Json{{"compliance", 1e-5}},
                           Json{{"held", false}, {"spring", {{"stiffness", 3e4}}}}})
    for (auto const& f : {wave(), table("spline")}) {
      Json scene = press(term("screw", f.given), more);
      scene["bodies"][0]["angular_velocity"] = {0, 0, 20};
      scene["bodies"][1]["velocity"] = {0, 0, f.at(0).slope * 20};
      for (char const* integrator : {"implicit_midpoint", "variational"}) {
        JointRun run(scene, 0.001, integrator, solver);
        Real const start = run.simulation->measure()[0].energy();
        Real most = 0;
        for (int k = 0; k < 1000; ++k) {
          run.step();
          most = std::max(most, std::abs(run.simulation->measure()[0].energy() - start));
        }
        EXPECT_LT(most, 0.02) << integrator << f.given << more;
      }
    }
}

}  // namespace
}  // namespace orthant::test::couplings
