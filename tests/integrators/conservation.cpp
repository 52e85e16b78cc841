// Closed forms of free motion, and conserved quantities of integrators: momentum and energy of free
// tops, and energy with joints in long runs.
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test {
namespace {

/// The spin W by which a ball of spin w rotates: the discrete Legendre transform of W is W + h^2
/// W^3/4.
Real mean_spin(Json const& integrator, Real w, Real h) {
  Real W = w;
  if (integrator["type"] == "variational")
    for (int i = 0; i < 50; ++i) W = w / (1 + 0.25 * h * h * W * W);
  return W;
}

class FreeMotion : public ::testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, FreeMotion, testing::ValuesIn(integrators()), by_integrator);

TEST_P(FreeMotion, ABallKeepsItsSpinAndTurnsByTheSameAngleInEachStep) {
  Scene scene;
  scene.gravity = {};
  Vec3 const w{{2, -3, 6}};  // 7 rad/s
  scene.add(spinning({{0.4, 0.4, 0.4}}, {}, w));
  Real const h = 0.01;
  int const steps = 40;
  auto const s = simulation(scene, h, GetParam());
  for (int i = 0; i < steps; ++i) EXPECT_EQ(s->step().rows, 0);
  auto const end = s->snapshot();
  EXPECT_LT(norm(angular(end.twist[0]) - w), 1e-13);
  // 2 atan(h W / 2) a step; the exact angle is h w
  Quat<> const expected = rotation(w, steps * 2 * std::atan(0.5 * h * mean_spin(GetParam(), 7, h)));
  Quat<> const d = conjugate(expected) * end.pose[0].q_WB;
  EXPECT_LT(hypot(hypot(d.x, d.y), d.z), 1e-13);
}

/// Beyond a radian a step the equation of a free rotation has several roots, and Newton's method
/// from the last one may find none. A solved step keeps the momentum, where the form of the
/// integrator does, and never gains energy. `momentum_balance` counts what an unsolved one loses.
TEST_P(FreeMotion, StepsOfManyRadiansAreRightOrUnsolved) {
  std::string const type = GetParam()["type"];
  bool const keeps =
      type != "implicit_euler" && type != "semi_implicit_euler" && type != "linearly_implicit";
  Real const h = 0.001;
  int solved = 0, steps = 0;
  for (Real const radians : {1., 3., 10., 30., 100., 1000.})
    for (Vec3 const& axis : {Vec3{{0.01, 1, 0.02}}, Vec3{{1, 0.02, 0.01}}, Vec3{{1, 1, 1}}}) {
      SCOPED_TRACE(testing::Message() << radians << " rad about " << axis[0] << " " << axis[1]);
      Scene scene;
      scene.gravity = {};
      scene.add(spinning({{0.01, 0.02, 0.03}}, {}, (radians / h) * unit(axis)));
      auto const s = simulation(scene, h, GetParam());
      Real const first = s->measure()[0].kinetic;
      for (int i = 0; i < 40; ++i, ++steps) {
        Vec3 const before = s->measure()[0].angular_momentum;
        bool const right = s->step().solved();
        auto const& now = s->measure()[0];
        Real const L = norm(before), lost = norm(now.angular_momentum - before);
        solved += right;
        if (keeps) {
          ASSERT_LE(lost, 1e-9 * L + (1 + 1e-9) * now.momentum_balance_angular) << i;
        }
        if (!right) break;
        if (keeps) {
          ASSERT_LE(lost, 1e-9 * L) << i;
        }
        if (type != "variational" && type != "bdf2" && type != "generalised_alpha") {
          ASSERT_LE(now.kinetic, (1 + 1e-9) * first) << i;
        }
      }
    }
  EXPECT_GE(solved, 0.6 * steps);
}

/// A top about its middle axis, where it turns over repeatedly.
Scene tumbling_top() {
  Scene scene;
  scene.gravity = {};
  scene.add(spinning({{1, 2, 3}}, {}, {{0.02, 5, 0.02}}));
  return scene;
}

struct Drift {
  Real momentum = 0, energy = 0;  // relative
  bool rotated = false;           // over
};

Drift tumbled(Json const& integrator, Real h, int steps) {
  auto const s = simulation(tumbling_top(), h, integrator);
  auto const start = s->measure()[0];
  Drift out;
  for (int i = 0; i < steps; ++i) {
    s->step();
    if (i % 20 > 0) continue;
    auto const& now = s->measure()[0];
    out.momentum = larger(out.momentum, norm(now.angular_momentum - start.angular_momentum) /
                                            norm(start.angular_momentum));
    out.energy = larger(out.energy, std::fabs(now.kinetic / start.kinetic - 1));
    out.rotated = out.rotated || rotate_back(s->snapshot().pose[0].q_WB, Vec3{{0, 1, 0}})[1] < -0.9;
  }
  return out;
}

/// Round-off of 10^4 steps of some operations with 1e-16: at most 1e-12.
TEST(Dzhanibekov, MomentumFormsKeepTheAngularMomentumToRoundOff) {
  for (auto const* type :
       {"implicit_midpoint", "moreau_jean", "bdf2", "generalised_alpha", "variational"}) {
    auto const drift = tumbled({{"type", type}}, 0.01, 10000);
    EXPECT_LT(drift.momentum, 1e-12) << type;
    EXPECT_TRUE(drift.rotated) << type;
  }
}

TEST(Dzhanibekov, TheMidpointRuleKeepsTheEnergyToRoundOff) {
  for (auto const* type : {"implicit_midpoint", "moreau_jean", "implicit_euler"})
    EXPECT_LT(tumbled({{"type", type}}, 0.01, 10000).energy, 1e-12) << type;
}

TEST(Dzhanibekov, TheVariationalEnergyIsOffBySecondOrderWhateverTheTime) {
  Real const coarse = tumbled({{"type", "variational"}}, 0.01, 10000).energy;
  Real const fine = tumbled({{"type", "variational"}}, 0.005, 20000).energy;
  EXPECT_LT(coarse, 5e-3);
  EXPECT_NEAR(coarse / fine, 4, 0.2);
}

Scene chain(int links) {
  Scene scene;
  for (int i = 0; i < links; ++i) {
    BodySpec body = spinning({{0.01, 0.1, 0.1}}, {}, {});
    body.pose.p_WB = {{0.5 + i, 0, 0}};
    scene.add(body);
    join(scene, "ball", i - 1, i, {{Real(i), 0, 0}});
  }
  return scene;
}

struct Range {
  Real low = HUGE_VAL, high = -HUGE_VAL;
  void add(Real x) {
    low = smaller(low, x);
    high = larger(high, x);
  }
};

/// T + V over the first and the last tenth of a run.
std::array<Range, 2> energies(Scene const& scene, Real h, int steps) {
  auto const s = simulation(scene, h, {{"type", "variational"}});
  std::array<Range, 2> out;
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(s->step().solve.converged());
    bool const early = i < steps / 10, late = i >= steps - steps / 10;
    if (!early && !late) continue;
    auto const& now = s->measure()[0];
    out[late].add(now.kinetic + now.potential);
  }
  return out;
}

/// In 10^5 steps the last ones have the energy error of the first ones: the oscillation in each
/// period. In addition there is the error of the solver in each step, at most 1e-10 of a speed.
TEST(Variational, EnergyDoesNotDrift) {
  auto const [early, late] = energies(plane_pendulum(), 0.01, 100000);
  Real const width = early.high - early.low;
  EXPECT_LT(width, 0.01);
  EXPECT_NEAR(late.high, early.high, 1e-4 * width);
  EXPECT_NEAR(late.low, early.low, 1e-4 * width);
}

TEST(Variational, EnergyOfAChainStaysInItsBand) {
  auto const [early, late] = energies(chain(5), 0.0025, 8000);
  Real const depth = 2 * 9.81 * 5 * 2.5;  // of five masses that fall by 2.5 m [J]
  for (auto const& part : {early, late}) {
    EXPECT_LT(part.high, 0.01 * depth);
    EXPECT_GT(part.low, -0.01 * depth);
  }
}

}  // namespace
}  // namespace orthant::test
