// MuJoCo's contact model in steps of Orthant, compared with MuJoCo step by step.
#include <cmath>

#include "tests/peers/peers.hpp"

namespace orthant::test::mujocos {
namespace {

constexpr double h = 0.002;

/// The equivalent keys of both, in different units.
struct Parameters {
  double time_constant = 0.02, damping_ratio = 1, least = 0.9, most = 0.95, width = 1e-3,
         friction_impedance = 1;

  Json ours() const {
    return {{"type", "mujoco"},
            {"time_constant", time_constant},
            {"least_impedance", least},
            {"damping_ratio", damping_ratio},
            {"most_impedance", most},
            {"impedance_width", width},
            {"friction_impedance", friction_impedance}};
  }
  Json theirs() const {
    return {{"type", "mujoco"},
            {"time_constant", time_constant / h},
            {"least_impedance", least},
            {"damping_ratio", damping_ratio},
            {"most_impedance", most},
            {"impedance_width", width},
            {"friction_impedance", friction_impedance},
            {"iterations", 200},
            {"tolerance", 0}};
  }
};

class MujocosContacts : public ::testing::Test {
 protected:
  void SetUp() override {
    auto const built = built_peers();
    if (std::ranges::find(built, "mujoco") == built.end())
      GTEST_SKIP() << "this build has no MuJoCo (ORTHANT_PEERS)";
  }

  /// The largest difference of positions [m] and of velocities [m/s, rad/s] over the steps.
  static std::pair<double, double> apart(Parameters const& p, Json const& bodies,
                                         Json const& gravity, int steps) {
    Json scene = {{"gravity", gravity}, {"bodies", bodies}};
    Json theirs = {{"backend", p.theirs()}, {"scene", scene}, {"step", h}, {"steps", 1}};
    scene["contact"] = {{"model", p.ours()}, {"overlap_tolerance", 1}};
    theirs["scene"]["contact"] = {{"overlap_tolerance", 1}};
    Json const ours = {
        {"scene", scene},
        {"step", h},
        {"steps", 1},
        {"integrator", "semi_implicit_euler"},
        {"solver", {{"type", "newton"}, {"friction", "associated"}, {"tolerance", 1e-12}}}};
    auto const a = build_experiment(ours, "ours"), b = build_experiment(theirs, "theirs");
    std::pair<double, double> out{0, 0};
    for (int k = 0; k < steps; ++k) {
      EXPECT_TRUE(a.simulation->step().solve.converged()) << "step " << k;
      b.simulation->step();
      auto const x = a.simulation->snapshot(), y = b.simulation->snapshot();
      for (std::size_t i = 0; i < x.pose.size(); ++i) {
        out.first = std::max(out.first, norm(x.pose[i].p_WB - y.pose[i].p_WB));
        out.second = std::max(out.second, norm(x.twist[i] - y.twist[i]));
      }
    }
    return out;
  }
};

Json box(char const* name, Json const& position, Json const& velocity, double mass = 1) {
  return {{"name", name},         {"mass", mass},
          {"friction", 0.5},      {"position", position},
          {"velocity", velocity}, {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}};
}
Json const down = {0, 0, -9.81};
Parameters const other{.time_constant = 0.01,
                       .damping_ratio = 0.7,
                       .least = 0.6,
                       .most = 0.99,
                       .width = 5e-3,
                       .friction_impedance = 5};

TEST_F(MujocosContacts, OfABallThatFallsAndRolls) {
  Json const ball = {{"name", "ball"},
                     {"mass", 2},
                     {"friction", 0.5},
                     {"position", {0, 0, 0.15}},
                     {"velocity", {1, 0.5, 0}},
                     {"angular_velocity", {3, 0, 1}},
                     {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}};
  for (auto const& p : {Parameters{}, other}) {
    auto const [x, v] = apart(p, {floor_of_friction(0.5), ball}, down, 500);
    EXPECT_LT(x, 1e-10);
    EXPECT_LT(v, 1e-9);
  }
}

/// Slopes below and above the friction angle.
TEST_F(MujocosContacts, OfABoxOnASlope) {
  for (double const ratio : {0.5, 1.5})
    for (auto const& p : {Parameters{}, other}) {
      double const angle = std::atan(0.5 * ratio);
      auto const [x, v] = apart(p, {floor_of_friction(0.5), box("box", {0, 0, 0.1}, {0.1, 0, 0})},
                                {9.81 * std::sin(angle), 0, -9.81 * std::cos(angle)}, 300);
      // Sliding bodies hop and tip; rotations are Cayley's here and the exponential there.
      bool const slides = ratio > 1;
      EXPECT_LT(x, slides ? 1e-8 : 1e-10) << ratio;
      EXPECT_LT(v, slides ? 1e-6 : 1e-9) << ratio;
    }
}

/// A table on a box, and a second one on top. Feet are spheres, because MuJoCo 2.2.2 finds half of
/// the overlap of two boxes.
TEST_F(MujocosContacts, OfAStackOfDifferentMasses) {
  auto const table = [](char const* name, Json const& position, double mass) {
    double const I = mass / 150;
    Json shapes =
        Json::array({{{"type", "box"}, {"size", {0.2, 0.2, 0.06}}, {"position", {0, 0, 0.07}}}});
    for (double x : {-0.07, 0.07})
      for (double y : {-0.07, 0.07})
        shapes.push_back({{"type", "sphere"}, {"radius", 0.03}, {"position", {x, y, -0.07}}});
    return Json{{"name", name},    {"mass", mass},         {"inertia", {I, I, I}},
                {"friction", 0.5}, {"position", position}, {"shapes", shapes}};
  };
  for (auto const& p : {Parameters{}, other}) {
    auto const [x, v] =
        apart(p,
              {floor_of_friction(0.5), box("a", {0, 0, 0.1}, {0, 0, 0}),
               table("b", {0.02, 0.01, 0.302}, 3), table("c", {0.01, 0, 0.512}, 0.5)},
              down, 400);
    EXPECT_LT(x, 1e-10);
    EXPECT_LT(v, 1e-9);
  }
}

}  // namespace
}  // namespace orthant::test::mujocos
