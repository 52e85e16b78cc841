// Known motions, with every other simulator of the build, to its own accuracy.
#include <cmath>

#include "tests/peers/peers.hpp"

namespace orthant::test {
namespace {

constexpr double g = 9.81, h = 0.001;

/// Of semi-implicit Euler  z = z0 + v0 t - g t (t + h)/2,  of Moreau and Jean's method with 1/2
/// z = z0 + v0 t - g t^2/2.
TEST_F(EveryPeer, ABodyFallsFreely) {
  Json const bodies = {{{"name", "ball"},
                        {"mass", 2},
                        {"position", {1, 2, 50}},
                        {"velocity", {1, -2, 3}},
                        {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}}};
  for (auto const& peer : built_peers()) {
    auto const at = after(experiment(peer, bodies), 1000, 0);
    double const t = 1;
    EXPECT_NEAR(at.pose.p_WB[0], 1 + t, within(peer, 1e-9)) << peer;
    EXPECT_NEAR(at.pose.p_WB[1], 2 - 2 * t, within(peer, 1e-9)) << peer;
    EXPECT_NEAR(at.pose.p_WB[2], 50 + 3 * t - way(peer, g, t), within(peer, 1e-9)) << peer;
    EXPECT_NEAR(at.twist[2], 3 - g * t, within(peer, 1e-9)) << peer;
  }
}

/// A force and a torque given with the body.
TEST_F(EveryPeer, AGivenForceActs) {
  Json const bodies = {{{"name", "ball"},
                        {"mass", 2},
                        {"inertia", {0.5, 0.5, 0.5}},
                        {"force", {4, 0, 2 * g}},
                        {"torque", {0, 0, 0.25}}}};
  for (auto const& peer : built_peers()) {
    auto const at = after(experiment(peer, bodies), 100, 0);
    EXPECT_NEAR(at.twist[0], 0.2, within(peer, 1e-9)) << peer;
    EXPECT_NEAR(at.twist[2], 0, within(peer, 1e-9)) << peer;
    EXPECT_NEAR(at.twist[5], 0.05, within(peer, 1e-9)) << peer;
  }
}

/// A body keeps rotating about a principal axis that is oblique to its own axes.
TEST_F(EveryPeer, AnObliqueInertiaIsUnderstood) {
  // diag(1, 2, 2.5) about axes rotated by 30 degrees about z: the first is (c, s, 0).
  double const c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
  Json const inertia = {
      {c * c + 2 * s * s, -c * s, 0}, {-c * s, s * s + 2 * c * c, 0}, {0, 0, 2.5}};
  Json const bodies = {{{"name", "body"},
                        {"mass", 1},
                        {"inertia", inertia},
                        {"angular_velocity", {2 * c, 2 * s, 0}}}};
  for (auto const& peer : built_peers()) {
    auto const at = after(experiment(peer, bodies), 1000, 0);
    EXPECT_NEAR(at.twist[3], 2 * c, within(peer, 1e-6)) << peer;
    EXPECT_NEAR(at.twist[4], 2 * s, within(peer, 1e-6)) << peer;
    EXPECT_NEAR(at.twist[5], 0, within(peer, 1e-6)) << peer;
    // By 2 rad about that axis.
    EXPECT_NEAR(std::abs(at.pose.q_WB.w), std::cos(1), 1e-4) << peer;
  }
}

Json sliding_box(double of_box) {
  return {{"name", "box"},         {"mass", 1},
          {"friction", of_box},    {"position", {0, 0, 0.5}},
          {"velocity", {3, 0, 0}}, {"shapes", {{{"type", "box"}, {"size", {1, 1, 1}}}}}};
}

/// It stops after v^2/(2 mu g), within 5 % for the effects of sweeps and soft floors.
TEST_F(EveryPeer, ASlidingBoxStops) {
  for (auto const& peer : built_peers()) {
    auto const at = after(experiment(peer, {floor_of_friction(0.3), sliding_box(0.3)}), 1500, 1);
    EXPECT_NEAR(at.pose.p_WB[0], 9 / (2 * 0.3 * g), 0.08) << peer;
    EXPECT_NEAR(at.twist[0], 0, 1e-3) << peer;
    EXPECT_NEAR(at.pose.p_WB[2], 0.5, 5e-3) << peer;
  }
}

/// Two coefficients are combined as in the scene, or the scene is refused.
TEST_F(EveryPeer, FrictionIsCombinedAsTheSceneSays) {
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, {floor_of_friction(0.2), sliding_box(0.45)});
    try {
      auto const at = after(input, 1500, 1);
      EXPECT_NEAR(at.pose.p_WB[0], 9 / (2 * 0.3 * g), 0.08) << peer;
    } catch (Error const& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("e/scene/contact/friction_combination"));
      std::string const said = error.what(), mark = "allowed: \"";
      auto const begin = said.find(mark) + mark.size();
      std::string const rule = said.substr(begin, said.find('"', begin) - begin);
      input["scene"]["contact"] = {{"friction_combination", rule}};
      double const mu = rule == "maximum" ? 0.45 : 0.2;
      EXPECT_NEAR(after(input, 2500, 1).pose.p_WB[0], 9 / (2 * mu * g), 0.2) << peer << rule;
    }
  }
}

/// A bob of 1 kg at (0.01, 0, -1) m on a joint at the origin swings like cos(w t), with w^2 = g/l
/// for a point and g m l/(m l^2 + I) with the inertia I about the axis.
TEST_F(EveryPeer, APendulumSwings) {
  Json const bob = {
      {"name", "bob"}, {"mass", 1}, {"inertia", {0.01, 0.01, 0.01}}, {"position", {0.01, 0, -1}}};
  Json const joints = {
      {{"type", "ball"}, {"a", "world"}, {"b", "bob"}, {"point", {0, 0, 0}}},
      {{"type", "hinge"}, {"a", "world"}, {"b", "bob"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}}};
  double const w = std::sqrt(g / 1.01);
  for (auto const& peer : built_peers())
    for (auto const& joint : joints) {
      auto const e =
          build_experiment(experiment(peer, Json::array({bob}), Json::array({joint})), "e");
      for (int k = 1; k <= 4; ++k) {
        auto const at = after(e, 500, 0);
        EXPECT_NEAR(at.pose.p_WB[0], 0.01 * std::cos(w * 0.5 * k), 2e-4) << peer << joint;
        EXPECT_LT(e.simulation->measure()[0].joint_error, 1e-4) << peer << joint;
      }
    }
}

/// On a slider along a slope of 30 degrees a body accelerates by g/2; a fixed one stays.
TEST_F(EveryPeer, SlidersAndFixedJointsHold) {
  double const c = std::cos(M_PI / 6), s = 0.5;
  Json const body = {{"name", "body"}, {"mass", 1}, {"inertia", {0.1, 0.2, 0.25}}};
  for (auto const& peer : built_peers()) {
    Json const slider = {{"type", "slider"},
                         {"a", "world"},
                         {"b", "body"},
                         {"point", {0, 0, 0}},
                         {"axis", {c, 0, -s}}};
    auto const down = after(experiment(peer, Json::array({body}), Json::array({slider})), 500, 0);
    double const slid = way(peer, g * s, 0.5);
    EXPECT_NEAR(down.pose.p_WB[0], slid * c, 1e-3) << peer;
    EXPECT_NEAR(down.pose.p_WB[2], -slid * s, 1e-3) << peer;
    Json const fixed = {{"type", "fixed"}, {"a", "world"}, {"b", "body"}, {"point", {0, 0, 0}}};
    auto const held = after(experiment(peer, Json::array({body}), Json::array({fixed})), 500, 0);
    EXPECT_LT(norm(held.pose.p_WB), 1e-3) << peer;
  }
}

/// Dropped from 1 m with e = 1/2, it rises to a quarter of that, if there is an impact law.
TEST_F(EveryPeer, ABallBounces) {
  auto floor = floor_of_friction(0);
  floor["restitution"] = 0.5;
  Json const ball = {
      {"name", "ball"},          {"mass", 1},
      {"restitution", 0.5},      {"friction", 0},
      {"position", {0, 0, 1.1}}, {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}};
  for (auto const& peer : built_peers()) {
    try {
      auto const e = build_experiment(experiment(peer, {floor, ball}), "e");
      double const fall = std::sqrt(2 / g);
      after(e, static_cast<int>(std::ceil(fall / h)) + 5, 0);
      double highest = 0;
      for (int k = 0; k < 400; ++k) highest = std::max(highest, after(e, 1, 1).pose.p_WB[2] - 0.1);
      EXPECT_NEAR(highest, 0.25, 0.03) << peer;
    } catch (Error const& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("restitution")) << peer;
    }
  }
}

/// Joined bodies overlap and do not push each other apart; other bodies do.
TEST_F(EveryPeer, BodiesOfAJointDoNotTouch) {
  auto const ball = [](char const* name, double x) {
    return Json{{"name", name},
                {"mass", 1},
                {"position", {x, 0, 0}},
                {"shapes", {{{"type", "sphere"}, {"radius", 0.2}}}}};
  };
  Json const joint = {{"type", "ball"}, {"a", "a"}, {"b", "b"}, {"point", {0.1, 0, 0}}};
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, {ball("a", 0), ball("b", 0.2)}, Json::array({joint}));
    input["scene"]["gravity"] = {0, 0, 0};
    EXPECT_LT(norm(after(input, 200, 1).twist), within(peer, 1e-6)) << peer;
  }
}

/// The same of one that stands, or it is refused.
TEST_F(EveryPeer, ABodyPassesWhatHoldsIt) {
  auto const ball = [](char const* name, double x) {
    return Json{{"name", name},
                {"position", {x, 0, 0}},
                {"shapes", {{{"type", "sphere"}, {"radius", 0.2}}}}};
  };
  Json const joint = {
      {"type", "slider"}, {"a", "a"}, {"b", "b"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
  auto post = ball("a", 0), moving = ball("b", 0.39);
  post["motion"] = "fixed";
  moving["mass"] = 1;
  moving["velocity"] = {-1, 0, 0};
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, {post, moving}, Json::array({joint}));
    input["scene"]["gravity"] = {0, 0, 0};
    try {
      EXPECT_NEAR(after(input, 20, 1).twist[0], -1, within(peer, 1e-6)) << peer;
    } catch (Error const& error) {
      EXPECT_EQ(peer, "siconos") << error.what();
      EXPECT_THAT(error.what(), ::testing::HasSubstr("a joint to the fixed body \"a\""));
    }
  }
}

/// However often it is asked for measures, forces and states between its steps.
TEST_F(EveryPeer, LookingChangesNothing) {
  for (auto const& peer : built_peers()) {
    auto box = sliding_box(0.3);
    box["position"] = {0, 0, 0.9};
    box["angular_velocity"] = {3, 2, 1};
    auto input = experiment(peer, {floor_of_friction(0.3), box});
    std::vector<Json> const choices =
        peer == "mujoco" ? std::vector<Json>{peer, {{"type", peer}, {"integrator", "rk4"}}}
                         : std::vector<Json>{peer};
    for (auto const& choice : choices) {
      input["backend"] = choice;
      auto const seen = build_experiment(input, "e"), unseen = build_experiment(input, "e");
      for (int k = 0; k < 200; ++k) {
        seen.simulation->step();
        unseen.simulation->step();
        for (int again = 0; again < 3; ++again) {
          seen.simulation->measure();
          seen.simulation->last_step().contact_impulses();
          seen.simulation->snapshot();
        }
      }
      auto const a = seen.simulation->snapshot(), b = unseen.simulation->snapshot();
      for (std::size_t i = 0; i < a.pose.size(); ++i) {
        EXPECT_EQ(norm(a.pose[i].p_WB - b.pose[i].p_WB), 0) << choice;
        EXPECT_EQ(norm(a.twist[i] - b.twist[i]), 0) << choice;
      }
    }
  }
}

TEST_F(EveryPeer, TwoRunsHaveTheSameBits) {
  Json const pile = {{{"type", "box_pile"},
                      {"columns", 2},
                      {"rows", 2},
                      {"layers", 2},
                      {"size", {0.2, 0.2, 0.2}},
                      {"mass", 4}}};
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, Json::array());
    input["scene"]["assemblies"] = pile;
    auto const a = build_experiment(input, "e"), b = build_experiment(input, "e");
    for (int k = 0; k < 200; ++k) {
      a.simulation->step();
      b.simulation->step();
    }
    auto const at_a = a.simulation->snapshot(), at_b = b.simulation->snapshot();
    for (std::size_t i = 0; i < at_a.pose.size(); ++i) {
      EXPECT_EQ(norm(at_a.pose[i].p_WB - at_b.pose[i].p_WB), 0) << peer;
      EXPECT_EQ(norm(at_a.twist[i] - at_b.twist[i]), 0) << peer;
    }
  }
}

/// Worlds of a batch are worlds of the simulator, each with its own numbers.
TEST_F(EveryPeer, WorldsMayDiffer) {
  Json const ball = {
      {"name", "ball"}, {"mass", 1}, {"inertia", {1, 1, 1}}, {"velocity", {Json{1, 2}, 0, 0}}};
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, Json::array({ball}));
    input["worlds"] = 2;
    auto const e = build_experiment(input, "e");
    after(e, 1000, 0);
    auto const now = e.simulation->snapshot();
    EXPECT_NEAR(now.pose[0].p_WB[0], 1, within(peer, 1e-9)) << peer;
    EXPECT_NEAR(now.pose[1].p_WB[0], 2, within(peer, 1e-9)) << peer;
  }
}

}  // namespace
}  // namespace orthant::test
