// Spheres of radius 0: feet, beads and particles that are points.
#include <cmath>

#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::points {
namespace {

Json foot(Real x, Real y) {
  return {{"type", "sphere"}, {"radius", 0}, {"position", {x, y, -0.2}}};
}

/// Four feet a centimetre above the ground, at half a metre a second.
Json table(Json const& ground) {
  return {{"bodies",
           {{{"motion", "fixed"}, {"friction", 0.2}, {"shapes", {ground}}},
            {{"mass", 2},
             {"inertia", {0.02, 0.02, 0.03}},
             {"friction", 0.2},
             {"position", {-0.3, 0.05, 0.21}},
             {"velocity", {0.5, 0, 0}},
             {"shapes", {foot(0.1, 0.1), foot(-0.1, 0.1), foot(0.1, -0.1), foot(-0.1, -0.1)}}}}}};
}

Json const flat = {{"type", "half_space"}};

std::vector<Json> grounds() {
  Json const below = {0, 0, -0.5};
  return {
      {{"type", "box"}, {"size", {4, 4, 1}}, {"position", below}},
      {{"type", "cylinder"}, {"radius", 2}, {"length", 1}, {"position", below}},
      {{"type", "hull"}, {"points", {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}, {0, 0, -1}}}}};
}

/// It slides to rest by v^2 / (2 mu g), and stands on its feet.
TEST(Points, FeetSlideAndStandOnSolids) {
  constexpr Real h = 0.004, v = 0.5, mu = 0.2, g = 9.81;
  for (auto const& method : one_of_each_level()) {
    SCOPED_TRACE(name_of(method));
    auto const ends_at = [&](Json const& ground) {
      auto const run = simulation(scene_from(table(ground)), h, method, {.solver = "cascade"});
      for (int k = 0; k < 120; ++k) {
        EXPECT_TRUE(run->step().solved()) << ground["type"] << k;
        EXPECT_LT(run->measure()[0].penetration, 1e-9) << ground["type"] << k;
      }
      return run->snapshot().pose[1];
    };
    auto const on_half_space = ends_at(flat);
    // It flies for sqrt(2 0.01 / g) first; the impact takes mu times its speed along the ground.
    Real const time = std::sqrt(0.02 / g), after = v - mu * g * time;
    Real const way = v * time + after * after / (2 * mu * g);
    EXPECT_NEAR(on_half_space.p_WB[0], -0.3 + way, 3 * v * h);
    EXPECT_NEAR(on_half_space.p_WB[2], 0.2, 1e-9);
    for (auto const& ground : grounds()) {
      auto const end = ends_at(ground);
      EXPECT_LT(norm(end.p_WB - on_half_space.p_WB), 1e-8) << ground["type"];
    }
  }
}

TEST(Points, AreRefusedOnTriangles) {
  Json const mesh = {{"type", "mesh"},
                     {"points", {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}}},
                     {"triangles", {{0, 1, 2}}}};
  EXPECT_THROW(scene_from(table(mesh)), Error);
}

/// A bead that slides down a ball leaves it at the height 2/3 of its radius.
TEST(Points, ABeadLeavesABall) {
  constexpr Real h = 0.001;
  Json const scene = {
      {"bodies",
       {{{"motion", "fixed"}, {"friction", 0}, {"shapes", {{{"type", "sphere"}, {"radius", 1}}}}},
        {{"mass", 1},
         {"inertia", {0.01, 0.01, 0.01}},
         {"friction", 0},
         {"position", {std::sin(0.1), 0, std::cos(0.1)}},
         {"shapes", {{{"type", "sphere"}, {"radius", 0}}}}}}}};
  auto const run =
      simulation(scene_from(scene), h, {{"type", "implicit_euler"}}, {.solver = "cascade"});
  Real left = 0;
  for (int k = 0; k < 1500 && left == 0; ++k) {
    ASSERT_TRUE(run->step().solved()) << k;
    Vec3 const p = run->snapshot().pose[1].p_WB;
    EXPECT_GT(norm(p), 1 - 1e-9);
    if (norm(p) > 1 + 1e-8) left = p[2];
  }
  EXPECT_NEAR(left, 2. / 3 * std::cos(0.1), 0.01);
}

}  // namespace
}  // namespace orthant::test::points
