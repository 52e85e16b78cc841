// Mass properties of cones, hulls and rounded shapes, by closed forms and against each other.
#include <gtest/gtest.h>

#include "orthant/core/model/model.hpp"
#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::solids {
namespace {

constexpr Real pi = shapes::pi;

UnitSolid solid(Shape const& shape) {
  UnitSolid out;
  with_type(shape.kind, [&](auto type) { out = type.solid(shape); });
  return out;
}
UnitSolid solid(ShapeKind kind, Vec3 const& size, Real rounded = 0) {
  Shape shape = placed(kind, size).shape;
  shape.rounding = rounded;
  return solid(shape);
}

void expect_same(UnitSolid const& a, UnitSolid const& b, Real tolerance) {
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(a.moments[k], b.moments[k], tolerance * b.moments[k]);
    EXPECT_NEAR(a.products[k], b.products[k], tolerance * b.moments[k]);
    EXPECT_NEAR(a.centre[k], b.centre[k], tolerance * std::cbrt(b.volume));
  }
}

/// A regular polygon of n corners with the radius 1 in the plane at the height z.
void add_ring(std::vector<Vec3>& to, int n, Real radius, Real z) {
  for (int i = 0; i < n; ++i)
    to.push_back({{radius * std::cos(2 * pi * i / n), radius * std::sin(2 * pi * i / n), z}});
}

TEST(Cone, HasTheMomentsOfTheClosedForm) {
  Real const R = 0.3, L = 0.7, V = pi * R * R * L / 3;
  UnitSolid const cone = solid(kind_of<shapes::Cone>, {{R, L, 0}});
  EXPECT_NEAR(cone.volume, V, 1e-14);
  EXPECT_NEAR(cone.moments[2], 0.3 * V * R * R, 1e-15);
  EXPECT_NEAR(cone.moments[0], V * (3. / 20 * R * R + 3. / 80 * L * L), 1e-15);
  EXPECT_NEAR(norm(cone.centre), 0, 1e-15);
}

TEST(RoundedShapes, BecomeASphereOrACapsule) {
  Real const r = 0.4, none = 1e-9;
  UnitSolid const ball = solid(kind_of<shapes::Sphere>, {{r, 0, 0}});
  for (auto kind : {kind_of<shapes::Box>, kind_of<shapes::Cylinder>, kind_of<shapes::Cone>,
                    kind_of<shapes::Hull>})
    expect_same(solid(kind, {{none, none, none}}, r), ball, 1e-7);
  UnitSolid const capsule = solid(kind_of<shapes::Capsule>, {{r, 0.8, 0}});
  expect_same(solid(kind_of<shapes::Cylinder>, {{none, 0.8, 0}}, r), capsule, 1e-7);
  expect_same(solid(kind_of<shapes::Box>, {{none, none, 0.8}}, r), capsule, 1e-7);
  expect_same(solid(kind_of<shapes::Ellipsoid>, {{r, r, r}}, r),
              solid(kind_of<shapes::Sphere>, {{2 * r, 0, 0}}), 1e-12);
}

/// Steiner: V = V_0 + r S + r^2 int H dA + 4/3 pi r^3, for a cylinder int H dA = pi (L + pi R).
TEST(RoundedShapes, HaveTheVolumeOfSteinersFormula) {
  Real const R = 0.3, b = 0.5, r = 0.1, L = 2 * b;
  EXPECT_NEAR(solid(kind_of<shapes::Cylinder>, {{R, b, 0}}, r).volume,
              pi * R * R * L + r * (2 * pi * R * L + 2 * pi * R * R) + r * r * pi * (L + pi * R) +
                  4. / 3 * pi * r * r * r,
              1e-13);
}

TEST(RoundedShapes, OfTheBoxAreThoseOfTheHullOfItsCorners) {
  Vec3 const half{{0.3, 0.5, 0.7}};
  for (Real r : {0., 0.01, 0.4}) {
    Shape of_points = hull(corners(half));
    of_points.rounding = r;
    expect_same(solid(of_points), solid(kind_of<shapes::Box>, half, r), 1e-13);
  }
}

/// The hull of two rings and the apex of a cone come to the solid of revolution as 1/n^2.
TEST(RoundedShapes, OfRevolutionAreLimitsOfHulls) {
  Real const r = 0.05;
  for (int n : {200, 400}) {
    std::vector<Vec3> drum, cone;
    add_ring(drum, n, 0.3, -0.2);
    add_ring(drum, n, 0.3, 0.2);
    add_ring(cone, n, 0.3, -0.1);
    cone.push_back({{0, 0, 0.3}});
    Shape a = hull(drum), b = hull(cone);
    a.rounding = b.rounding = r;
    expect_same(solid(a), solid(kind_of<shapes::Cylinder>, {{0.3, 0.2, 0}}, r), 20. / n / n);
    UnitSolid of_cone = solid(kind_of<shapes::Cone>, {{0.3, 0.4, 0}}, r);
    expect_same(solid(b), of_cone, 20. / n / n);
  }
}

TEST(RoundedEllipsoid, IsTheLimitOfHulls) {
  Vec3 const a{{0.2, 0.3, 0.5}};
  Shape of_points = hull(even_points(3000, a));
  of_points.rounding = 0.1;
  expect_same(solid(of_points), solid(kind_of<shapes::Ellipsoid>, a, 0.1), 4e-3);
  expect_same(solid(kind_of<shapes::Ellipsoid>, a, 1e-12), solid(kind_of<shapes::Ellipsoid>, a),
              1e-10);
}

TEST(Hull, HasTheCentreAndTensorOfAMovedAndTurnedBox) {
  Vec3 const half{{0.1, 0.2, 0.3}}, place{{3, -2, 5}};
  Pose<> const X{place, rotation({{1, 2, 3}}, 0.7)};
  auto points = corners(half);
  for (auto& p : points) p = orthant::at(X, p);
  Shape const moved = hull(points);
  UnitSolid const found = solid(moved), box = solid(kind_of<shapes::Box>, half);
  EXPECT_NEAR(norm(moved.X_BS.p_WB - place), 0, 1e-13);
  EXPECT_NEAR(found.volume, box.volume, 1e-13);
  Mat3 const turned = in_world(X.q_WB, diagonal(box.moments));
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(found.moments[k], turned[k][k], 1e-14);
    EXPECT_NEAR(found.products[k], turned[(k + 1) % 3][(k + 2) % 3], 1e-14);
  }
}

}  // namespace
}  // namespace orthant::test::solids
