// A mass on a compliant joint: every integrator follows the recursion of its (alpha, ..., eta).
#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test::oscillator {
namespace {

constexpr Real mass = 2, K = 50, D = 0.7, h = 0.02;  // [kg], [N/m], [N s/m], [s]

///   alpha m v+ + (beta D + gamma K) v+ = delta p + eta K f
struct Recursion {
  Real beta, gamma, eta;

  Real velocity(Real p, Real f) const { return (p + eta * K * f) / (mass + beta * D + gamma * K); }
};

struct Oscillator {
  Real x = 0.1, v = -0.3, past_x = 0, past_v = 0, a = 0, force = 0, last_mean = 0;
  int steps = 0;

  void step(Json const& integrator) {
    std::string const type = integrator["type"];
    Real const x0 = x, v0 = v;
    if (type == "variational") {  // on the mean velocity; the second half has the same impulse
      Real const w = Recursion{h / 2, h * h / 4, h / 2}.velocity(mass * v0, -x0);
      v = 2 * w - v0;
      x = x0 + h * w;
    } else if (type == "bdf2" && steps > 0) {
      Real const d = x - past_x;
      v = Recursion{2 * h / 3, 4 * h * h / 9, 2 * h / 3}.velocity(mass * (4 * v0 - past_v) / 3,
                                                                  -(x0 + d / 3));
      x = x0 + d / 3 + 2 * h / 3 * v;
    } else if (type == "generalised_alpha" && steps > 2) {
      advance_acceleration(integrator.value("rho_inf", 0.8));
    } else {
      bool const mean = type == "implicit_midpoint" || type == "moreau_jean" || type == "bdf2" ||
                        type == "generalised_alpha";
      Real const t = !mean ? 1 : integrator.value("theta", 0.5);
      Real const explicit_part = ((1 - t) * h * D + t * (1 - t) * h * h * K) * v0;
      v = Recursion{t * h, t * t * h * h, h}.velocity(mass * v0 - explicit_part, -x0);
      x = x0 + h * (t * v + (1 - t) * v0);
    }
    if (++steps <= 3) {
      Real const rho = integrator.value("rho_inf", 0.8), mean = (v - v0) / h,
                 slope = mean - last_mean;  // a step
      force = mean + 0.5 * slope;
      a = force + (1 - rho) / (1 + rho) * slope;
      last_mean = mean;
    }
    past_x = x0;
    past_v = v0;
  }

 private:
  /// In the variables of [Chung, Hulbert 1993], with the force by the mass of each end.
  void advance_acceleration(Real rho) {
    Real const am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), g = 0.5 + af - am,
               b = 0.25 * (g + 0.5) * (g + 0.5);
    Real const x1 = x + h * v + h * h * (0.5 - b) * a, v1 = v + h * (1 - g) * a;
    Real const last = force, a0 = a;
    a = ((1 - af) * (-K * x1 - D * v1) / mass + af * last - am * a0) /
        (1 - am + (1 - af) * (K * h * h * b + D * h * g) / mass);
    x = x1 + h * h * b * a;
    v = v1 + h * g * a;
    force = (-K * x - D * v) / mass;
  }
};

class CompliantJoint : public ::testing::TestWithParam<Json> {};

TEST_P(CompliantJoint, FollowsTheRecursionOfTheScheme) {
  Scene scene;
  scene.gravity = {};
  scene.add(spinning({{1, 1, 1}}, {}, {}));
  join(scene, "ball", -1, 0, {});
  scene.joints[0].compliance = diagonal({{1 / K, 1 / K, 1 / K}});
  scene.joints[0].damping = diagonal({{D, D, D}});
  Oscillator expected;
  scene.bodies[0].pose.p_WB[1] = expected.x;
  scene.bodies[0].twist[1] = expected.v;
  auto const s = simulation(scene, h, GetParam());
  for (int i = 0; i < 200; ++i) {
    s->step();
    expected.step(GetParam());
    auto const now = s->snapshot();
    EXPECT_NEAR(now.pose[0].p_WB[1], expected.x, 1e-13) << i;  // round-off of 200 steps
    EXPECT_NEAR(now.twist[0][1], expected.v, 1e-12) << i;      // the same times K/m h
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, CompliantJoint, testing::ValuesIn(integrators()),
                         by_integrator);

}  // namespace
}  // namespace orthant::test::oscillator
