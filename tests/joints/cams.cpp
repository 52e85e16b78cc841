// A cylindrical joint with a cam: the displacement along the axis is a periodic function of the
// angle.
#include <cmath>

#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::cams {
namespace {

class Cams : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, Cams, testing::ValuesIn(integrators()),
                         [](auto const& test) { return orthant::test::name_of(test.param); });

Json const solver = {{"type", "newton"}, {"tolerance", 1e-12}};

constexpr Real m = 2, I = 0.01, g = 2, spin = 20;

/// F(t) = 0.1 (1 - cos t) + 0.01 sin 2 t, with its slopes.
Real displacement(Real t) { return 0.1 * (1 - std::cos(t)) + 0.01 * std::sin(2 * t); }
Real slope(Real t) { return 0.1 * std::sin(t) + 0.02 * std::cos(2 * t); }
Real bend(Real t) { return 0.1 * std::cos(t) - 0.04 * std::sin(2 * t); }

Json follower(Json const& more = Json::object()) {
  Json joint = {{"type", "cylindrical"},
                {"b", "body"},
                {"point", {0, 0, 0}},
                {"axis", {1, 0, 0}},
                {"cam", {{"cosine", Json::array({-0.1})}, {"sine", {0, 0.01}}}}};
  joint.update(more);
  Json const body = {{"name", "body"},
                     {"mass", m},
                     {"inertia", {I, 0.02, 0.03}},
                     {"velocity", {slope(0) * spin, 0, 0}},
                     {"angular_velocity", {spin, 0, 0}}};
  return {
      {"gravity", {-g, 0, 0}}, {"bodies", Json::array({body})}, {"joints", Json::array({joint})}};
}

/// Angles about x with turns counted, for steps of less than half a turn.
class UnwrappedAngle {
 public:
  Real of(Pose<> const& X) {
    Real const now = 2 * std::atan2(X.q_WB.x, X.q_WB.w), rotation = 2 * M_PI;
    return angle_ = now + rotation * std::round((angle_ - now) / rotation);
  }

 private:
  Real angle_ = 0;
};

/// At the end of every step, over several turns; a pitch adds its displacement.
TEST_P(Cams, GoTheirWay) {
  for (Real const pitch : {0., 0.05}) {
    Json const rotated = {{"type", "velocity"}, {"target", spin}};
    JointRun run(follower({{"pitch", pitch}, {"rotation", {{"motor", rotated}}}}), 0.002,
                 GetParam(), solver);
    UnwrappedAngle unwrapped;
    for (int k = 0; k < 500; ++k) {
      run.step();
      Real const t = unwrapped.of(run.pose());
      ASSERT_NEAR(run.pose().p_WB[0], displacement(t) + pitch * t / (2 * M_PI),
                  holds_joints(GetParam()) ? 1e-9 : 2e-3)
          << k;
    }
    EXPECT_GT(unwrapped.of(run.pose()), 2 * 2 * M_PI);
  }
}

/// (I + m F'^2) t'' + m F' F'' t'^2 + m g F' = 0, by the Runge-Kutta method.
Real exact(Real T) {
  int const steps = 4000;
  Real const h = T / steps;
  Real t = 0, w = spin;
  auto const a = [](Real at, Real rate) {
    return -m * slope(at) * (bend(at) * rate * rate + g) / (I + m * slope(at) * slope(at));
  };
  for (int k = 0; k < steps; ++k) {
    Real const t2 = t + h / 2 * w, w2 = w + h / 2 * a(t, w), t3 = t + h / 2 * w2,
               w3 = w + h / 2 * a(t2, w2), t4 = t + h * w3, w4 = w + h * a(t3, w3);
    Real const more = h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a(t, w) + 2 * a(t2, w2) + 2 * a(t3, w3) + a(t4, w4));
    t += more;
  }
  return t;
}

TEST_P(Cams, MoveByTheirInertiaWithItsOrder) {
  Real const T = 0.4;
  auto const error = [&](int steps) {
    JointRun run(follower(), T / steps, GetParam(), solver);
    UnwrappedAngle unwrapped;
    for (int k = 0; k < steps; ++k) {
      run.step();
      unwrapped.of(run.pose());
    }
    return std::abs(unwrapped.of(run.pose()) - exact(T));
  };
  Real const coarse = error(400), fine = error(800);
  EXPECT_GT(coarse / fine, orders(GetParam()).state == 2 ? 3.3 : 1.7) << coarse << " " << fine;
  EXPECT_LT(fine, orders(GetParam()).state == 2 ? 1e-2 : 0.3);
}

TEST(CamEnergy, IsKeptByTheMidpointRule) {
  JointRun run(follower(), 0.001, "implicit_midpoint", solver);
  Real const start = run.simulation->measure()[0].energy();
  for (int k = 0; k < 2000; ++k) {
    run.step();
    ASSERT_NEAR(run.simulation->measure()[0].energy(), start, 0.01) << k;
  }
}

}  // namespace
}  // namespace orthant::test::cams
