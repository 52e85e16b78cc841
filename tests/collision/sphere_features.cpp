// The feature of a capsule or a box that a sphere touches.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test {
namespace {

ContactPoint only_point(Placed const& a, Placed const& b, Real margin = 0.1) {
  Manifold const m = collide(a, b, margin);
  EXPECT_EQ(m.count, 1);
  return m.points[0];
}

TEST(SphereFeatures, OfABoxAreFaceEdgeAndVertex) {
  Placed const cube = box(0.5, 0.5, 0.5), ball = sphere(0.2);
  ContactPoint const face = only_point(cube, ball.at(0.1, -0.3, 0.72));
  EXPECT_EQ(face.kind, ContactKind::plane_point);
  EXPECT_NEAR(face.gap, 0.02, 1e-15);
  ContactPoint const edge = only_point(cube, ball.at(0.65, -0.3, 0.7));
  EXPECT_EQ(edge.kind, ContactKind::line_point);
  EXPECT_NEAR(edge.gap, 0.05, 1e-15);
  EXPECT_NEAR(fabs(edge.d_first[1]), 1, 1e-15);
  ContactPoint const vertex = only_point(cube, ball.at(-0.6, -0.6, -0.6));
  EXPECT_EQ(vertex.kind, ContactKind::point_point);
  EXPECT_NEAR(vertex.gap, 0.1 * std::sqrt(3.) - 0.2, 1e-15);
}

TEST(SphereFeatures, InsideABoxIsTheNearestFace) {
  ContactPoint const p = only_point(box(0.5, 0.6, 0.7), sphere(0.2).at(0.3, 0.55, 0.1));
  EXPECT_EQ(p.kind, ContactKind::plane_point);
  EXPECT_NEAR(p.normal[1], 1, 1e-15);
  EXPECT_NEAR(p.gap, -0.25, 1e-15);
}

TEST(SphereFeatures, OfACapsuleAreAxisAndEnds) {
  Placed const c = capsule(0.1, 0.5), ball = sphere(0.2);
  EXPECT_EQ(only_point(c, ball.at(0.3, 0, 0.4)).kind, ContactKind::line_point);
  ContactPoint const end = only_point(c, ball.at(0.3, 0, 0.9), 0.3);
  EXPECT_EQ(end.kind, ContactKind::point_point);
  EXPECT_NEAR(end.gap, 0.2, 1e-15);
}

TEST(SphereFeatures, APointHasNoRoundFeatures) {
  ContactPoint const p = only_point(box(0.5, 0.5, 0.5), sphere(0).at(0.53, 0.1, 0.54));
  EXPECT_EQ(p.kind, ContactKind::plane_point);
  EXPECT_NEAR(p.gap, 0.05, 1e-15);
}

}  // namespace
}  // namespace orthant::test
