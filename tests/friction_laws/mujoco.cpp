// MuJoCo's contact model: closed forms with every integrator and solver that supports it.
#include <gmock/gmock.h>

#include <cmath>

#include "orthant/constraints/contact/detail/contact_law.hpp"
#include "orthant/core/config/error.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::mujoco {
namespace {

constexpr Real g = 10, mu = 0.5, T = 0.02;

/// An impedance that does not depend on the distance.
Json flat(Real d, Json more = Json::object()) {
  Json out = {{"type", "mujoco"}, {"least_impedance", d}, {"most_impedance", d}};
  out.update(more);
  return out;
}
Changes with(Json const& model, Changes more = {}) {
  more.push_back("contact.model=" + model.dump());
  more.push_back("contact.overlap_tolerance=1");
  return more;
}
std::string height(Real z) { return "bodies.1.position=" + json({{0, 0, z}}); }
std::string slope(Real angle) {
  return "gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}});
}

Settings const euler = [] {
  Settings out = by_solver({{"type", "newton"}, {"friction", "associated"}, {"tolerance", 1e-12}});
  out.whole_integrator = R"({"type": "semi_implicit_euler"})";
  return out;
}();

class Mujoco : public testing::TestWithParam<Method> {};
class MujocoByEuler : public Mujoco {};

/// Written again, for the default parameters: d = 0.9 + 0.05 y, y = 2 x^2 up to half of 1 mm.
Real default_impedance(Real distance) {
  Real const x = std::min(std::abs(distance) / 1e-3, 1.0);
  return 0.9 + 0.05 * (x <= 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x));
}

/// One contact with the mobility 1/m of the bodies:
///   a = d (-b v - k d r) + (1 - d) a_0  if it is more than a_0
TEST_P(MujocoByEuler, FallsRestsAndReturnsByItsRecursion) {
  Real const h = 0.005, b = 2 / (0.95 * T), k = 1 / (0.95 * T * 0.95 * T);
  for (Real const start : {0.05, -0.003}) {
    Trial trial(foot_on_floor, h, GetParam().settings,
                with({{"type", "mujoco"}}, {height(0.1 + start)}));
    Real r = start, v = 0;
    for (int step = 0; step < 200; ++step) {
      Real const d = default_impedance(r), pushed = d * (-b * v - k * d * r) - (1 - d) * g;
      v += h * (r < 0 ? std::max(pushed, -g) : -g);
      r += h * v;
      trial.run(1);
      ASSERT_NEAR(trial.velocity("box")[2], v, 1e-11) << start << ", step " << step;
      ASSERT_NEAR(trial.position("box")[2], 0.1 + r, 1e-11) << start << ", step " << step;
    }
    EXPECT_LT(r, 0);
  }
}

///   k d |r| = R f,  f = m g/n of n contacts, R = (1 - d)/(d m):   |r| = (1 - d) g T^2 zeta^2/n
TEST_P(Mujoco, RestsWhereItsImpedanceCarriesTheWeight) {
  for (Real const zeta : {0.7, 1.0}) {
    Json const model = flat(0.8, {{"damping_ratio", zeta}});
    Trial ball(foot_on_floor, 0.005, GetParam().settings, with(model)),
        box(box_on_floor, 0.005, GetParam().settings, with(model));
    ball.run(150);
    box.run(400);
    Real const sunk = 0.2 * g * T * T * zeta * zeta;
    EXPECT_NEAR(0.1 - ball.position("box")[2], sunk, 1e-9);
    EXPECT_NEAR(0.1 - box.position("box")[2], sunk / 4, 1e-9);
  }
}

/// From the margin minus the gap on.
TEST_P(Mujoco, PushesWithinItsMargin) {
  Json const model = flat(0.8, {{"margin", 0.01}, {"gap", 0.004}});
  Trial trial(foot_on_floor, 0.005, GetParam().settings, with(model));
  trial.run(150);
  EXPECT_NEAR(trial.position("box")[2], 0.1 + 0.006 - 0.2 * g * T * T, 1e-9);
  EXPECT_NEAR(trial.impulse_between("floor", "box")[2], g * 0.005, 1e-9);
}

///   b v = R_f f,  R_f = (1 - d)/(d m i),  f = m g sin/n:   v = (1 - d) g sin T/(2 n i)
TEST_P(Mujoco, CreepsOnASlope) {
  Real const angle = std::atan(0.6 * mu), i = 4;
  Changes const changes = with(flat(0.8, {{"friction_impedance", i}}), {slope(angle)});
  Real const speed = 0.2 * g * std::sin(angle) * T / (2 * i);
  Trial ball(foot_on_floor, 0.005, GetParam().settings, changes);
  ball.run(300);
  EXPECT_NEAR(ball.velocity("box")[0] / speed, 1, 1e-7);
  auto const contacts = ball.simulation().last_step().contact_impulses();
  ASSERT_EQ(contacts.size(), 1);
  expect_near(contacts[0].sliding_W, ball.velocity("box"), 1e-12);
  Trial box(box_on_floor, 0.005, GetParam().settings, changes);
  box.run(600);
  EXPECT_NEAR(box.velocity("box")[0] / speed, 0.25, 1e-5);
}

/// A contact sliding at speed v has w_n = mu |w_f| with w = -a_ref + R f:
///   k d r = mu (b v - mu R_f f) - R_n f
TEST_P(Mujoco, SlidesAtTheHeightOfTheAssociatedLaw) {
  Real const d = 0.8, i = 2, v = 0.02, b = 2 / (d * T), k = 1 / (d * d * T * T);
  Changes changes = with(flat(d, {{"friction_impedance", i}}));
  for (char const* each :
       {"bodies.0.motion=\"kinematic\"", "bodies.0.velocity=[-0.02,0,0]", "bodies.1.force=[5,0,0]"})
    changes.push_back(each);
  Trial trial(foot_on_floor, 0.005, GetParam().settings, changes);
  trial.run(300);
  Real const R = (1 - d) / d, r = (mu * (b * v - mu * R / i * g) - R * g) / (k * d);
  ASSERT_LT(r, 0);
  EXPECT_NEAR(trial.position("box")[2] - 0.1, r, 1e-9);
  expect_near(trial.impulse_between("floor", "box"), {{-mu * g * 0.005, 0, g * 0.005}}, 1e-9);
  EXPECT_NEAR(trial.velocity("box")[0], 0, 1e-8);
}
/// With a flat impedance x'' + 2/T x' + x/(T zeta)^2 = 0 about the rest position; for zeta = 1
///   x = x_0 (1 + t/T) exp(-t/T)
TEST_P(Mujoco, ReturnsFromAnOverlapInItsTimeConstant) {
  Real const rest = -0.2 * g * T * T, start = -0.005, t = 0.03;
  auto const error = [&](Real h) {
    Trial trial(foot_on_floor, h, GetParam().settings, with(flat(0.8), {height(0.1 + start)}));
    trial.run(static_cast<int>(std::lround(t / h)));
    return trial.position("box")[2] - 0.1 -
           (rest + (start - rest) * (1 + t / T) * std::exp(-t / T));
  };
  EXPECT_LT(std::abs(error(2e-4)), 4e-5);
  EXPECT_NEAR(error(2e-4) / error(1e-4), 2, 0.1);
}
INSTANTIATE_TEST_SUITE_P(Of, Mujoco,
                         testing::ValuesIn(two_convex_methods(in_one_stage, "implicit_euler",
                                                              "moreau_jean")),
                         method_name);
INSTANTIATE_TEST_SUITE_P(Of, MujocoByEuler,
                         testing::ValuesIn(two_convex_methods(is_eulers, "implicit_euler",
                                                              "semi_implicit_euler")),
                         method_name);

/// S = 1/(T zeta)^2, B = 2/T.
TEST(MujocoContact, HasTheSameLawInDirectForm) {
  Json const one = {{"type", "mujoco"}, {"damping_ratio", 0.6}},
             direct = {{"type", "mujoco"}, {"stiffness", 1 / (0.36 * T * T)}, {"damping", 2 / T}};
  Changes const fall = {height(0.12), "bodies.1.velocity=[1,0,-1]"};
  Trial a(foot_on_floor, 0.002, euler, with(one, fall)),
      b(foot_on_floor, 0.002, euler, with(direct, fall));
  a.run(100);
  b.run(100);
  expect_near(a.position("box"), b.position("box"), 1e-10);
}

/// R_i mu_i^2 is the same along both axes: v_i = R_i f_i/b, R = (R_1, 4 R_1) for mu = (1/2, 1/4).
TEST(MujocoContact, CreepsOnAnEllipseByItsRule) {
  Real const d = 0.8, b = 2 / (d * T), R = (1 - d) / d;
  Trial trial(foot_on_floor, 0.005, euler,
              with(flat(d), {"gravity=[0.5,0.4,-10]", "bodies.1.friction=10",
                             "contact.friction_combination=\"minimum\"",
                             R"(bodies.0.friction={"along": 0.5, "across": 0.25})"}));
  trial.run(400);
  EXPECT_NEAR(trial.velocity("box")[0], R * 0.5 / b, 1e-9);
  EXPECT_NEAR(trial.velocity("box")[1], 4 * R * 0.4 / b, 1e-9);
}

TEST(MujocoImpedance, GrowsFromTheLeastToTheMost) {
  ReferenceLaw const law{
      .holds = true, .least = 0.5, .most = 0.9, .width = 0.01, .midpoint = 0.3, .power = 3};
  EXPECT_DOUBLE_EQ(law.impedance(0), 0.5);
  EXPECT_DOUBLE_EQ(law.impedance(-0.003), 0.5 + 0.4 * 0.3);  // y(m) = m
  EXPECT_DOUBLE_EQ(law.impedance(0.003), law.impedance(-0.003));
  EXPECT_DOUBLE_EQ(law.impedance(-0.01), 0.9);
  EXPECT_DOUBLE_EQ(law.impedance(-1), 0.9);
  auto const slope = [&](Real x) {
    return (law.impedance(x + 1e-8) - law.impedance(x - 1e-8)) / 2e-8;
  };
  EXPECT_NEAR(slope(0.003 - 1e-7), 3 * 0.4 / 0.01, 1e-2);  // p on both sides of the midpoint
  EXPECT_NEAR(slope(0.003 + 1e-7), 3 * 0.4 / 0.01, 1e-2);
  EXPECT_NEAR(slope(0.01 - 1e-7), 0, 1e-2);
  ReferenceLaw straight = law;
  straight.power = 1;
  EXPECT_DOUBLE_EQ(straight.impedance(-0.007), 0.5 + 0.4 * 0.7);
}

}  // namespace
}  // namespace orthant::test::mujoco
