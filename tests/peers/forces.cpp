// Forces of contacts as other simulators tell them: against weights and Coulomb's law.
#include <cmath>

#include "experiments/app/run/run.hpp"
#include "orthant/core/execution/kokkos.hpp"
#include "tests/peers/peers.hpp"

namespace orthant::test::contact_forces {
namespace {

constexpr double g = 9.81;

std::vector<std::string> telling_peers() {
  std::vector<std::string> out;
  for (auto const& peer : built_peers())
    if (build_experiment(experiment(peer, Json::array({floor_of_friction(0)})), "e")
            .simulation->tells_contact_forces())
      out.push_back(peer);
  return out;
}

bool has_a_cone(std::string const& peer) { return peer == "mujoco" || peer == "siconos"; }

Json box(char const* name, double z, double mass, double speed = 0) {
  return {{"name", name},
          {"mass", mass},
          {"friction", 0.3},
          {"position", {0, 0, z}},
          {"velocity", {speed, 0, 0}},
          {"shapes", {{{"type", "box"}, {"size", {1, 1, 1}}}}}};
}

/// The force on each body of the scene [N].
std::vector<Vec3> totals(Simulation const& s) {
  std::vector<Vec3> out(static_cast<std::size_t>(s.bodies()));
  for (auto const& c : s.last_step().contact_impulses()) {
    Vec3 const force = c.force_per_impulse * c.impulse_W;
    out[static_cast<std::size_t>(c.place.b)] += force;
    out[static_cast<std::size_t>(c.place.a)] -= force;
  }
  return out;
}

/// Two boxes on a floor that is given after them and before them: whoever is the first of a pair.
TEST_F(EveryPeer, ForcesCarryWeights) {
  for (auto const& peer : telling_peers())
    for (bool const last : {false, true}) {
      Json bodies = {box("lower", 0.5, 2), box("upper", 1.5, 3)};
      bodies.insert(last ? bodies.end() : bodies.begin(), floor_of_friction(0.3));
      auto const e = build_experiment(experiment(peer, bodies), "e");
      EXPECT_TRUE(e.simulation->last_step().contact_impulses().empty()) << peer;
      after(e, 1000, 0);
      auto const on = totals(*e.simulation);
      std::size_t const lower = last ? 0 : 1, ground = last ? 2 : 0;
      EXPECT_NEAR(on[lower][2], 2 * g, 0.02 * g) << peer << last;
      EXPECT_NEAR(on[lower + 1][2], 3 * g, 0.02 * g) << peer << last;
      EXPECT_NEAR(on[ground][2], -5 * g, 0.02 * g) << peer << last;
      EXPECT_NEAR(on[lower][0], 0, 0.02 * g) << peer << last;
      double sum = 0;
      for (auto const& c : e.simulation->last_step().contact_impulses()) {
        bool const on_floor =
            c.place.a == static_cast<int>(ground) || c.place.b == static_cast<int>(ground);
        EXPECT_EQ(on_floor, c.a < 0 || c.b < 0) << peer;
        EXPECT_NEAR(std::abs(c.normal_W[2]), 1, 1e-6) << peer;
        EXPECT_NEAR(c.friction, 0.3, 1e-6) << peer;
        EXPECT_GE(c.impulse[0], -1e-12) << peer;
        EXPECT_NEAR(c.place.gap, 0, 0.01) << peer;
        EXPECT_NEAR(c.place.point_W[2], on_floor ? 0 : 1, 0.01) << peer;
        if (on_floor) sum += c.force_per_impulse * c.impulse[0];
      }
      EXPECT_NEAR(sum, 5 * g, 0.02 * g) << peer << last;
    }
}

/// What slides is held back by mu m g, on average: soft contacts hop.
TEST_F(EveryPeer, ForcesOfASlidingBox) {
  for (auto const& peer : telling_peers()) {
    auto const e =
        build_experiment(experiment(peer, {floor_of_friction(0.3), box("box", 0.5, 2, 3)}), "e");
    int const steps = 800;
    double const span = steps * 1e-3;
    Vec3 mean;
    double outside = 0;
    for (int k = 0; k < steps; ++k) {
      after(e, 1, 1);
      mean += (1.0 / steps) * totals(*e.simulation)[1];
      outside = std::max(outside, e.simulation->measure()[0].cone_violation);
    }
    EXPECT_NEAR(mean[2], 2 * g, 0.02 * 2 * g) << peer;
    EXPECT_NEAR(mean[0], -0.3 * mean[2], 0.05 * 0.3 * mean[2]) << peer;
    EXPECT_NEAR(mean[1], 0, 0.02 * g) << peer;
    // A pyramid has its corners outside, and sweeps end before the bounds of all points are right.
    EXPECT_LT(outside, has_a_cone(peer) ? 1e-3 : 0.2) << peer;
    // Newton's law, of what is told and what moves.
    auto const end = e.simulation->snapshot().twist[1];
    for (int i = 0; i < 3; ++i) {
      double const start = i == 0 ? 3 : 0, weight = i == 2 ? 2 * g : 0;
      EXPECT_NEAR(2 * (end[i] - start), (mean[i] - weight) * span, 1e-3) << peer << i;
    }
    for (auto const& c : e.simulation->last_step().contact_impulses())
      EXPECT_NEAR((c.place.b == 1 ? 1 : -1) * c.sliding_W[0], end[0], 0.02) << peer;
  }
}

TEST_F(EveryPeer, TheConeIsOrthants) {
  for (auto const& peer : built_peers()) {
    auto input = experiment(peer, {floor_of_friction(0.3), box("box", 0.5, 2, 3)});
    input["steps"] = 50;
    auto e = build_experiment(input, "e");
    bool const tells = e.simulation->tells_contact_forces();
    auto const metrics = run_experiment(e, {.directory = {}})["metrics"];
    ASSERT_EQ(metrics["cone_violation_max"].is_number(), tells) << peer;
    if (!tells) continue;
    EXPECT_LT(metrics["cone_violation_max"], has_a_cone(peer) ? 1e-3 : 0.2) << peer;
  }
}

/// At 45 degrees to its sides a pyramid of two rows lets more pass than the cone.
TEST_F(EveryPeer, APyramidIsSeen) {
  auto const telling = telling_peers();
  if (std::ranges::find(telling, "ode") == telling.end()) GTEST_SKIP() << "no ODE";
  auto slanted = box("box", 0.5, 2);
  slanted["velocity"] = {2, 2, 0};
  auto const e = build_experiment(experiment("ode", {floor_of_friction(0.3), slanted}), "e");
  after(e, 300, 1);
  auto const f = totals(*e.simulation)[1];
  double const pyramid = std::sqrt(2) * 0.3;
  EXPECT_NEAR(std::hypot(f[0], f[1]), pyramid * 2 * g, 0.02 * 2 * g);
  EXPECT_GT(e.simulation->measure()[0].cone_violation, 0.02);
}

}  // namespace
}  // namespace orthant::test::contact_forces
