// Faces, edges and names of convex hulls.
#include <gtest/gtest.h>

#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/mesh.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::hulls {
namespace {

TEST(Hull, OfACubeHasSixFacesWhateverLiesInIt) {
  auto points = corners({{1, 1, 1}});
  Dice dice(3);
  for (int i = 0; i < 200; ++i) {
    points.push_back({{dice.between(-1, 1), dice.between(-1, 1), 1}});  // on a face
    points.push_back({{dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)}});
  }
  Shape const cube = hull(points);
  Geometry const& g = *cube.geometry;
  EXPECT_EQ(g.points.size(), 8);
  ASSERT_EQ(g.normal.size(), 6);
  for (int f = 0; f < 6; ++f) EXPECT_EQ(g.face_first[f + 1] - g.face_first[f], 4);
  EXPECT_NEAR(g.inscribed_radius, 1, 1e-14);
  EXPECT_NEAR(g.bounding_radius, sqrt(3.), 1e-14);
}

/// Coordinates with the digits of a file in single precision: faces stay whole.
TEST(Hull, JoinsFacesThatAreFlatToTheDigitsOfAFile) {
  Dice dice(4);
  std::vector<Vec3> points;
  Pose<> const X{{{0.3, 0.1, -0.2}}, dice.orientation()};
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 12; ++i) {
      Vec3 p = at(X, Vec3{{cos(shapes::pi * i / 6), sin(shapes::pi * i / 6), side - 0.5}});
      for (int k = 0; k < 3; ++k) p[k] = static_cast<float>(p[k]);
      points.push_back(p);
    }
  Shape const drum = hull(points);
  EXPECT_EQ(drum.geometry->normal.size(), 14);
  // Of twelve corners eight are given, the lowest always among them.
  for (int i = 0; i < 100; ++i) {
    Vec3 const axis = rotate(X.q_WB, z_axis), n = unit(axis + 0.04 * dice.direction());
    SupportFace const face = shapes::Hull::face(drum, n, 0.05);
    EXPECT_EQ(face.count, 8);
    Real most = -HUGE_VAL;
    for (int k = 0; k < face.count; ++k) most = larger(most, dot(n, face.corner[k]));
    EXPECT_NEAR(most, shapes::Hull::reach(drum, n), 1e-15);
  }
}

TEST(Hull, FindsTheFarthestOfManyPointsByWalkingAFewEdges) {
  auto const points = even_points(20000);
  Shape const ball = hull(points);
  Dice dice(5);
  for (int i = 0; i < 200; ++i) {
    Vec3 const d = dice.direction();
    Real most = -HUGE_VAL;
    for (auto const& p : points) most = larger(most, dot(d, p - ball.X_BS.p_WB));
    EXPECT_NEAR(shapes::Hull::reach(ball, d), most, 1e-13);
  }
}

/// Names repeat after 512 points; no two points within some edges of each other share one.
TEST(Hull, NamesPointsNearEachOtherApart) {
  Shape const ball = hull(even_points(5000));
  Geometry const& g = *ball.geometry;
  Real nearest = HUGE_VAL;
  for (int i = 0; i < g.points.size(); ++i)
    for (int k = i + SupportFace::names; k < g.points.size(); k += SupportFace::names)
      nearest = smaller(nearest, norm(g.points[i] - g.points[k]));
  EXPECT_GT(nearest, 0.1);  // edges are 0.05
}

TEST(Hull, OfTheSamePointsIsOne) {
  auto const a = hull_of(corners({{1, 2, 3}}), "a"), b = hull_of(corners({{1, 2, 3}}), "b");
  EXPECT_EQ(a, b);
  EXPECT_NE(a, hull_of(corners({{1, 2, 4}}), "c"));
}

TEST(Hull, IsRefusedOfPointsWithoutVolume) {
  EXPECT_THROW(hull_of({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}}, "x"), Error);
  EXPECT_THROW(hull_of({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, 0}}}, "x"), Error);
  EXPECT_THROW(hull_of(std::vector<Vec3>(10, Vec3{{1, 1, 1}}), "x"), Error);
  EXPECT_THROW(hull_of({{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{1, 1, NAN}}}, "x"), Error);
}

}  // namespace
}  // namespace orthant::test::hulls
