// Rotors along coordinates of joints: their inertia, momentum and energy.
#include <cmath>
#include <numbers>

#include "orthant/core/config/error.hpp"
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::rotors {
namespace {

constexpr Real g = 10;

bool takes_rotors(Json const& integrator) {
  return integrator["type"] != "bdf2" && integrator["type"] != "generalised_alpha";
}
std::vector<Json> those_with_rotors() {
  std::vector<Json> out;
  for (auto const& each : one_of_each_way())
    if (takes_rotors(each)) out.push_back(each);
  return out;
}

class RotorsOf : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, RotorsOf, testing::ValuesIn(those_with_rotors()),
                         [](auto const& test) { return name_of(test.param); });

/// A rod of mass 2 whose centre is 1 m below a hinge about y, with a rotor of 3 kg m^2.
Json pendulum(Real speed, Json const& motor = nullptr) {
  return {{"gravity", {0, 0, -g}},
          {"bodies",
           {{{"name", "rod"},
             {"mass", 2},
             {"inertia", {0.5, 0.5, 0.5}},
             {"position", {0, 0, -1}},
             {"velocity", {-speed, 0, 0}},
             {"angular_velocity", {0, speed, 0}}}}},
          {"joints",
           {{{"type", "hinge"},
             {"b", "rod"},
             {"point", {0, 0, 0}},
             {"axis", {0, 1, 0}},
             {"motor", motor},
             {"rotor_inertia", 3}}}}};
}

/// A pendulum of small swings has the period 2 pi sqrt((I_rod + m l^2 + I)/(m g l)), and is where
/// it was after one.
TEST_P(RotorsOf, SlowAPendulum) {
  Real const period = 2 * std::numbers::pi * std::sqrt((0.5 + 2 + 3) / (2 * g)), speed = 1e-3;
  int const steps = 2000;
  Real const w = 2 * std::numbers::pi / period;
  JointRun run(pendulum(speed), period / steps, GetParam(), solver_of(GetParam()));
  run.step(steps);
  EXPECT_NEAR(2 * run.pose().q_WB.y * w / speed, 0, 2e-3);
  EXPECT_NEAR(run.twist()[4] / speed, 1, 0.02);
}

/// The acceleration from rest is (S^T M S + I)^-1 tau.
TEST(Rotors, AddToTheInertiaAlongTheCoordinate) {
  JointRun run(pendulum(0, {{"type", "force"}, {"value", 7}}), 1e-3, "moreau_jean");
  run.step();
  EXPECT_NEAR(run.twist()[4] / 1e-3, 7 / (0.5 + 2 + 3), 1e-10);
}

/// Two rods in line on hinges about y at 0 and 1, centres in the middle, with rotors of I_1 and I_2
/// along both angles. With the absolute angles a_1, a_2 the kinetic energy is
///   1/2 (J + 1/4 + 1) a_1'^2 + 1/2 (J + 1/4) a_2'^2 + 1/2 a_1' a_2'
///   + 1/2 I_1 a_1'^2 + 1/2 I_2 (a_2' - a_1')^2
TEST(Rotors, ActBetweenTwoBodies) {
  Real const J = 0.2, I_1 = 0.7, I_2 = 1.3, tau = 5;
  Json bodies, joints;
  for (int k = 0; k < 2; ++k) {
    Json const name = "rod " + std::to_string(k);
    bodies.push_back(
        {{"name", name}, {"mass", 1}, {"inertia", {J, J, J}}, {"position", {k + 0.5, 0, 0}}});
    joints.push_back({{"type", "hinge"},
                      {"b", name},
                      {"point", {k, 0, 0}},
                      {"axis", {0, 1, 0}},
                      {"rotor_inertia", k == 0 ? I_1 : I_2}});
  }
  joints[1]["a"] = "rod 0";
  joints[1]["motor"] = {{"type", "force"}, {"value", tau}};
  JointRun run({{"gravity", {0, 0, 0}}, {"bodies", bodies}, {"joints", joints}}, 1e-3,
               "moreau_jean");
  run.step();
  Real const a = J + 1.25 + I_1 + I_2, b = 0.5 - I_2, d = J + 0.25 + I_2;
  Real const det = a * d - b * b;
  EXPECT_NEAR(run.twist(0)[4] / 1e-3, (d * -tau - b * tau) / det, 1e-10);
  EXPECT_NEAR(run.twist(1)[4] / 1e-3, (-b * -tau + a * tau) / det, 1e-10);
}

/// An arm that turns about z, with a sleeve along it and a rotor of I along the sleeve:
///   (m + I) r'' = m r w^2,    (J + m r^2) w = constant
struct Sleeve {
  static constexpr Real J = 2, m = 1, I = 1.5;
  Real r = 1, rate = 0.3, w = 1.2, L = (J + m) * 1.2;

  static Json scene() {
    return {{"gravity", {0, 0, 0}},
            {"bodies",
             {{{"name", "arm"},
               {"mass", 1},
               {"inertia", {1.5, 1.5, 1.5}},
               {"angular_velocity", {0, 0, 1.2}}},
              {{"name", "sleeve"},
               {"mass", 1},
               {"inertia", {0.5, 0.5, 0.5}},
               {"position", {1, 0, 0}},
               {"velocity", {0.3, 1.2, 0}},
               {"angular_velocity", {0, 0, 1.2}}}}},
            {"joints",
             {{{"type", "hinge"}, {"b", "arm"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}},
              {{"type", "slider"},
               {"a", "arm"},
               {"b", "sleeve"},
               {"point", {1, 0, 0}},
               {"axis", {1, 0, 0}},
               {"rotor_inertia", I}}}}};
  }
  Real pull(Real at) const {
    Real const turn = L / (J + m * at * at);
    return m * at * turn * turn / (m + I);
  }
  void go(Real t, int steps) {  // Runge-Kutta
    Real const h = t / steps;
    for (int k = 0; k < steps; ++k) {
      Real const v1 = rate, a1 = pull(r), v2 = rate + h / 2 * a1, a2 = pull(r + h / 2 * v1),
                 v3 = rate + h / 2 * a2, a3 = pull(r + h / 2 * v2), v4 = rate + h * a3,
                 a4 = pull(r + h * v3);
      r += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
      rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
};

Real error_of(Json const& integrator, Real h) {
  JointRun run(Sleeve::scene(), h, integrator, solver_of(integrator));
  run.step(static_cast<int>(std::lround(1 / h)));
  Sleeve exact;
  exact.go(1, 1000);
  return std::abs(norm(run.pose(1).p_WB) - exact.r);
}

/// The coordinate's direction turns; half the step gives a half or a quarter of the error.
TEST_P(RotorsOf, KeepTheOrderOfTheMethod) {
  Real const coarse = error_of(GetParam(), 0.02), fine = error_of(GetParam(), 0.01);
  EXPECT_LT(coarse, 0.05);
  EXPECT_GT(coarse / fine, orders(GetParam()).state == 2 ? 3.6 : 1.7);
}

/// Two bodies in free space on a hinge with a motor. The bodies alone keep linear and angular
/// momentum: a rotor that only its inertia along the coordinate describes pushes both equally, and
/// has none of its own.
TEST_P(RotorsOf, ConserveMomentumOfBodies) {
  Json const scene = {
      {"gravity", {0, 0, 0}},
      {"bodies",
       {{{"name", "a"}, {"mass", 1}, {"inertia", {0.2, 0.3, 0.4}}, {"velocity", {0, 1, 0}}},
        {{"name", "b"},
         {"mass", 2},
         {"inertia", {0.2, 0.3, 0.4}},
         {"position", {1, 0, 0}},
         {"velocity", {0, 1, 0}}}}},
      {"joints",
       {{{"type", "hinge"},
         {"a", "a"},
         {"b", "b"},
         {"point", {0.3, 0, 0}},
         {"axis", {0, 0, 1}},
         {"rotor_inertia", 0.6},
         {"motor", {{"type", "force"}, {"value", 2}}}}}}};
  JointRun run(scene, 0.01, GetParam(), solver_of(GetParam()));
  auto const first = run.simulation->measure()[0];
  run.step(50);
  auto const last = run.simulation->measure()[0];
  std::string const type = GetParam()["type"];
  bool const symmetric = type == "implicit_midpoint" || type == "variational";
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(last.momentum[i], first.momentum[i], 1e-9);
    EXPECT_NEAR(last.angular_momentum[i], first.angular_momentum[i], symmetric ? 1e-6 : 0.05);
  }
  EXPECT_GT(run.twist(1)[5], 0.4);
}

TEST(Rotors, HaveKineticEnergy) {
  JointRun run(Sleeve::scene(), 0.01);
  Real const of_bodies = 0.5 * Sleeve::J * 1.44 + 0.5 * (0.09 + 1.44);
  EXPECT_NEAR(run.simulation->measure()[0].kinetic, of_bodies + 0.5 * Sleeve::I * 0.09, 1e-12);
}

/// No energy drifts away, and the watch over energy is silent.
TEST(Rotors, KeepEnergy) {
  for (char const* integrator : {"implicit_midpoint", "variational"}) {
    auto scene = Sleeve::scene();
    scene["joints"][1]["spring"] = {{"stiffness", 30}};
    JointRun run(scene, 0.01, integrator);
    Real const first = run.simulation->measure()[0].energy();
    for (int k = 0; k < 1000; ++k) {
      EXPECT_FALSE(run.simulation->step().gains_energy);
      EXPECT_NEAR(run.simulation->measure()[0].energy() / first, 1, 2e-3) << integrator;
    }
  }
}

TEST(Rotors, AreRefusedWhereMomentumIsExtrapolated) {
  for (char const* integrator : {"bdf2", "generalised_alpha"})
    EXPECT_THROW(JointRun(Sleeve::scene(), 0.01, integrator), Error) << integrator;
}

}  // namespace
}  // namespace orthant::test::rotors
