// Triangles that are no surface are refused; a closed surface bounds a solid.
#include <gtest/gtest.h>

#include "orthant/core/config/error.hpp"
#include "tests/collision/surfaces.hpp"

namespace orthant::test::surface_refusals {
namespace {

Triangles cube() {
  Triangles out;
  for (int i = 0; i < 8; ++i)
    out.points.push_back({{i & 1 ? 0.3 : 0.1, i & 2 ? 0.2 : -0.2, i & 4 ? 0.1 : -0.1}});
  out.corners = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return out;
}

std::string refusal(Triangles const& of) {
  try {
    of.geometry();
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

TEST(Surface, OfACubeIsClosed) {
  auto const of = cube().geometry();
  EXPECT_TRUE(is_closed(*of));
  UnitSolid const solid = shapes::solid_of_surface(*of);
  EXPECT_NEAR(solid.volume, 0.2 * 0.4 * 0.2, 1e-15);
  EXPECT_NEAR(solid.centre[0], 0.2, 1e-15);
  int edges = 0, points = 0;
  for (int i = 0; i < of->triangle.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      edges += of->triangle[i].has_edge(k);
      points += of->triangle[i].has_point(k);
    }
  EXPECT_EQ(edges, 12);
  EXPECT_EQ(points, 8);
}

TEST(Surface, IsOpenWithoutATriangle) {
  auto open = cube();
  open.corners.pop_back();
  EXPECT_FALSE(is_closed(*open.geometry()));
  EXPECT_EQ(shapes::solid_of_surface(*open.geometry()).volume, 0);
}

TEST(Surface, RefusesWhatIsNone) {
  auto bad = cube();
  bad.points[3][1] = std::nan("");
  EXPECT_NE(refusal(bad).find("point 3"), std::string::npos);
  bad = cube();
  bad.corners[4][1] = 8;
  EXPECT_NE(refusal(bad).find("triangle 4 with point 8"), std::string::npos);
  bad = cube();
  bad.corners[2][1] = bad.corners[2][0];
  EXPECT_NE(refusal(bad).find("without area"), std::string::npos);
  bad = cube();
  std::swap(bad.corners[0][0], bad.corners[0][1]);
  EXPECT_NE(refusal(bad).find("manifold"), std::string::npos);
  bad = cube();
  bad.corners.clear();
  EXPECT_NE(refusal(bad), "");
}

}  // namespace
}  // namespace orthant::test::surface_refusals
