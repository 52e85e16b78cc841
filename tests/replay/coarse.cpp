// Surfaces with more triangles than a page takes.
#include "experiments/app/replay/coarse.hpp"

#include <gmock/gmock.h>

#include "experiments/app/replay/recording.hpp"
#include "orthant/core/mesh/surface.hpp"
#include "tests/replay/runs.hpp"

namespace orthant::test {
namespace {

constexpr int side = 60;  // cells along a side of the grid, 0.1 m each

/// A grid of heights.
std::shared_ptr<Geometry const> waves(Real height) {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> corners;
  for (int r = 0; r <= side; ++r)
    for (int c = 0; c <= side; ++c)
      points.push_back({{0.1 * c, 0.1 * r, height * sin(0.2 * r) * cos(0.3 * c)}});
  for (int r = 0; r < side; ++r)
    for (int c = 0; c < side; ++c) {
      int const p = r * (side + 1) + c, q = p + side + 1;
      corners.push_back({p, p + 1, q + 1});
      corners.push_back({p, q + 1, q});
    }
  return surface_of(points, corners, "waves");
}

Real area_from_above(Triangles const& of) {
  Real out = 0;
  for (auto const& [i, j, k] : of.corners) {
    auto const at = [&](int p) { return of.points[static_cast<std::size_t>(p)]; };
    out += 0.5 * cross(at(j) - at(i), at(k) - at(i))[2];
  }
  return out;
}

TEST(Coarse, IsTheSurfaceWhereThereIsRoom) {
  auto const surface = waves(0.3);
  Triangles const all = coarsened(*surface, 2 * side * side);
  EXPECT_EQ(all.corners.size(), 2u * side * side);
  EXPECT_EQ(all.off, 0);
  EXPECT_EQ(all.points[70][2], surface->points[70][2]);
}

TEST(Coarse, StaysNearTheSurface) {
  auto const surface = waves(0.3);
  for (int const most : {2000, 500, 100}) {
    SCOPED_TRACE(most);
    Triangles const few = coarsened(*surface, most);
    EXPECT_LE(few.corners.size(), static_cast<std::size_t>(most));
    EXPECT_GE(few.corners.size(), static_cast<std::size_t>(most / 3));
    Real const cell = std::sqrt(2 * 36. / most);
    EXPECT_GT(few.off, 0);
    EXPECT_LT(few.off, 2 * cell);
    EXPECT_NEAR(area_from_above(few), 36, 36 * 2 * cell / 6) << "a border of half a cell is lost";
    for (auto const& p : few.points) EXPECT_LE(std::abs(p[2]), 0.3);
  }
  Triangles const flat = coarsened(*waves(0), 100);
  for (auto const& p : flat.points) EXPECT_EQ(p[2], 0);
}

TEST(Coarse, LeavesNothingWhereThereIsNoRoom) {
  EXPECT_TRUE(coarsened(*waves(0.3), 0).corners.empty());
}

Json fixed_mesh(char const* name, Json const& points) {
  Json const mesh = {{"type", "mesh"}, {"points", points}, {"triangles", {{0, 1, 2}}}};
  return {{"name", name}, {"motion", "fixed"}, {"shapes", Json::array({mesh})}};
}

/// The small experiment above surfaces.
Json page_of(Folder const& folder, Json const& surfaces, PageLimits const& limits = {}) {
  Json bodies = small_experiment()["scene"]["bodies"];
  for (auto const& each : surfaces) bodies.push_back(each);
  run_small(folder, {{"scene", {{"bodies", bodies}}}});
  return read_recording(folder / "out", limits);
}

TEST(Coarse, IsSaid) {
  Folder const folder;
  Json const heights(31, Json(31, 0));
  Json const ground = {
      {"name", "ground"},
      {"motion", "fixed"},
      {"position", {0, 0, -5}},
      {"shapes",
       Json::array({{{"type", "heightfield"}, {"heights", heights}, {"cell", {0.1, 0.1}}}})}};
  EXPECT_TRUE(page_of(folder, Json::array({ground}))["scene"]["coarse"].empty());
  PageLimits limits;
  limits.triangles = 200;
  Json const scene = page_of(folder, Json::array({ground}), limits)["scene"];
  ASSERT_EQ(scene["coarse"].size(), 1u);
  auto const& said = scene["coarse"][0];
  EXPECT_EQ(said["body"], "ground");
  EXPECT_EQ(said["triangles"], 1800);
  EXPECT_GT(said["off_m"], 0);
  std::size_t const number = scene["bodies"].back()["shapes"][0]["outline"];
  auto const& outline = scene["outlines"][number];
  auto const corners = numbers<int>(outline["triangles"]);
  EXPECT_EQ(corners.size(), 3 * said["drawn"].get<std::size_t>());
  EXPECT_LE(corners.size(), 600u);
}

TEST(Outlines, TellMirroredMeshesApartAndRepeatNone) {
  Folder const folder;
  Json const left = {{9, 0, 0}, {9, 1, 0}, {9, 0, 2}}, right = {{9, 0, 0}, {9, -1, 0}, {9, 0, 2}};
  Json const scene = page_of(folder, Json::array({fixed_mesh("a", left), fixed_mesh("b", right),
                                                  fixed_mesh("c", left)}))["scene"];
  EXPECT_EQ(scene["outlines"].size(), 2u);
  auto const of = [&](std::size_t b) { return scene["bodies"][b]["shapes"][0]["outline"]; };
  EXPECT_NE(of(4), of(5));
  EXPECT_EQ(of(4), of(6));
}

}  // namespace
}  // namespace orthant::test
