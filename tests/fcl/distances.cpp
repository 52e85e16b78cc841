// Distances of convex shapes, compared with FCL.
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::fcl_distances {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> in_fcl(Shape const& shape) {
  Vec3 const& s = shape.size;
  if (shape.is<shapes::Sphere>()) return std::make_shared<fcl::Sphered>(s[0]);
  if (shape.is<shapes::Capsule>()) return std::make_shared<fcl::Capsuled>(s[0], 2 * s[1]);
  if (shape.is<shapes::Box>()) return std::make_shared<fcl::Boxd>(2 * s[0], 2 * s[1], 2 * s[2]);
  if (shape.is<shapes::Ellipsoid>()) return std::make_shared<fcl::Ellipsoidd>(s[0], s[1], s[2]);
  if (shape.is<shapes::Cylinder>()) return std::make_shared<fcl::Cylinderd>(s[0], 2 * s[1]);
  if (shape.is<shapes::Cone>()) return std::make_shared<fcl::Coned>(s[0], s[1]);
  if (!shape.is<shapes::Hull>()) return nullptr;
  Geometry const& g = *shape.geometry;
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  for (int i = 0; i < g.points.size(); ++i)
    points->emplace_back(g.points[i][0], g.points[i][1], g.points[i][2]);
  auto faces = std::make_shared<std::vector<int>>();
  for (int f = 0; f < g.normal.size(); ++f) {
    faces->push_back(g.face_first[f + 1] - g.face_first[f]);
    for (int k = g.face_first[f]; k < g.face_first[f + 1]; ++k) faces->push_back(g.corner[k]);
  }
  return std::make_shared<fcl::Convexd>(points, g.normal.size(), faces);
}

fcl::Transform3d in_fcl(Placed const& of) {
  Pose<> X = of.X_WS;
  if (of.shape.is<shapes::Cone>()) X = X * Pose<>{{{0, 0, of.shape.size[1] / 4}}, {}};
  fcl::Transform3d out = fcl::Transform3d::Identity();
  out.linear() = Eigen::Quaterniond(X.q_WB.w, X.q_WB.x, X.q_WB.y, X.q_WB.z).toRotationMatrix();
  out.translation() = fcl::Vector3d(X.p_WB[0], X.p_WB[1], X.p_WB[2]);
  return out;
}

/// ORTHANT_FCL_PAIRS sets how many pairs there are of all kinds together.
TEST(Distances, AreThoseOfFcl) {
  char const* const asked = std::getenv("ORTHANT_FCL_PAIRS");
  int const pairs = asked ? std::atoi(asked) : 2000;
  Dice dice(91);
  int apart = 0, farther = 0;
  for (int i = 0; i < pairs; ++i) {
    SCOPED_TRACE(i);
    Kinds const kinds{ShapeKind{dice.below(Shapes::count)}, ShapeKind{dice.below(Shapes::count)}};
    if (!in_fcl(dice.shape(kinds.a).shape) || !in_fcl(dice.shape(kinds.b).shape)) continue;
    Placed a = dice.shape(kinds.a), b = dice.shape(kinds.b);
    Real const size = bounding_radius(a.shape) + bounding_radius(b.shape);
    b.X_WS = {dice.between(0.5, 2) * size * dice.direction(), dice.orientation()};
    Pose<> const X = dice.pose(2);
    a = a.in(X), b = b.in(X);
    ContactPoint const p = deepest(collide(a, b, HUGE_VAL));
    fcl::CollisionObjectd of_a(in_fcl(a.shape), in_fcl(a)), of_b(in_fcl(b.shape), in_fcl(b));
    fcl::DistanceRequestd ask;
    ask.gjk_solver_type = fcl::GST_INDEP;
    ask.distance_tolerance = 1e-12;
    fcl::DistanceResultd answer;
    Real const distance = fcl::distance(&of_a, &of_b, ask, answer);
    if (distance <= 1e-3) continue;
    ++apart;
    // FCL stops early now and then, with points that are not the nearest ones.
    EXPECT_LE(p.gap, distance + 1e-9 * size) << name_of_pair(kinds);
    if (p.gap < distance - 1e-9 * size) ++farther;
  }
  EXPECT_LE(farther, apart / 200);
  RecordProperty("apart", apart);
  RecordProperty("farther", farther);
  EXPECT_GT(apart, pairs / 10);
}

}  // namespace
}  // namespace orthant::test::fcl_distances
