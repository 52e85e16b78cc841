// Shapes beside a thin wall of triangles do not feel its far side.
#include <cmath>
#include <numbers>

#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::thin_walls {
namespace {

constexpr int sides = 8;
constexpr Real outer = 0.04, inner = 0.036, bottom = 0.005, top = 0.09;  // [m]

/// A cup with flat sides, closed: the outside, the rim, the inside.
Json cup() {
  Json points = Json::array(), triangles = Json::array();
  auto const ring = [&](Real apothem, Real z) {
    Real const r = apothem / std::cos(std::numbers::pi / sides);
    for (int k = 0; k < sides; ++k) {
      Real const angle = std::numbers::pi * (2 * k + 1) / sides;
      points.push_back({r * std::cos(angle), r * std::sin(angle), z - top / 2});
    }
  };
  ring(outer, 0), ring(outer, top), ring(inner, top), ring(inner, bottom);
  auto const band = [&](int from, int to) {
    for (int k = 0; k < sides; ++k) {
      int const next = (k + 1) % sides;
      triangles.push_back({from * sides + k, from * sides + next, to * sides + next});
      triangles.push_back({from * sides + k, to * sides + next, to * sides + k});
    }
  };
  band(0, 1), band(1, 2), band(2, 3);
  for (int k = 1; k + 1 < sides; ++k) {
    triangles.push_back({0, k + 1, k});
    triangles.push_back({3 * sides, 3 * sides + k, 3 * sides + k + 1});
  }
  return {{"type", "mesh"}, {"points", points}, {"triangles", triangles}};
}

/// The centre of the box is in front of a face of the inside of the cup, and a corner behind it.
TEST(ThinWalls, ABoxBesideACupDoesNotTouchItsInside) {
  for (Real const apart : {1e-4, 1e-3, 3e-3}) {
    Json const scene = {{"gravity", {0, 0, 0}},
                        {"bodies",
                         {{{"mass", 1},
                           {"position", {-outer - apart - 0.01, 0, 0.12}},
                           {"shapes", {{{"type", "box"}, {"size", {0.02, 0.024, 0.14}}}}}},
                          {{"motion", "fixed"},
                           {"position", {0, -0.01, top / 2}},
                           {"orientation", {{"axis", {1, 0, 0}}, {"angle", -25}}},
                           {"shapes", {cup()}}}}}};
    auto const run = simulation(scene_from(scene), 0.005, {{"type", "semi_implicit_euler"}},
                                {.solver = "cascade"});
    EXPECT_EQ(run->measure()[0].penetration, 0) << apart;
    EXPECT_TRUE(run->step().solved()) << apart;
    for (int k = 0; k < 6; ++k) EXPECT_EQ(run->snapshot().twist[0][k], 0) << apart;
  }
}

}  // namespace
}  // namespace orthant::test::thin_walls
