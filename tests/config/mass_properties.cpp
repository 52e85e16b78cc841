// Volume and inertia of solids, against closed forms and sums over small cells.
#include "orthant/core/scene/mass_properties.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace orthant::test {
namespace {

constexpr Real pi = std::numbers::pi;

Shape shape(ShapeKind kind, Vec3 const& size, Pose<> const& X = {}) {
  return {kind, 0, size, X, 0};
}

void expect_near(Mat3 const& a, Mat3 const& b, Real tolerance) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a[r][c], b[r][c], tolerance) << r << ", " << c;
}

TEST(MassProperties, ClosedForms) {  // a few operations: round-off of some 1e-16
  Solid const ball = solid_of({shape(kind_of<shapes::Sphere>, {{0.5, 0, 0}})});
  EXPECT_NEAR(ball.volume, pi / 6, 1e-15);
  Real const i = 0.4 * 0.25 * pi / 6;
  expect_near(ball.inertia, diagonal(Vec3{{i, i, i}}), 1e-15);

  Solid const box = solid_of({shape(kind_of<shapes::Box>, {{0.5, 1, 1.5}})});  // half edges
  EXPECT_NEAR(box.volume, 6, 1e-14);
  expect_near(box.inertia,
              diagonal(Vec3{{6 * (4 + 9) / 12., 6 * (1 + 9) / 12., 6 * (1 + 4) / 12.}}), 1e-14);

  EXPECT_EQ(solid_of({shape(kind_of<shapes::HalfSpace>, {})}).volume, 0);
  EXPECT_EQ(solid_of({}).volume, 0);
}

/// A capsule of length zero is a sphere; a thin one is a rod with m l^2 / 12.
TEST(MassProperties, CapsulesBetweenSphereAndRod) {
  Solid const ball = solid_of({shape(kind_of<shapes::Sphere>, {{0.3, 0, 0}})});
  Solid const round = solid_of({shape(kind_of<shapes::Capsule>, {{0.3, 0, 0}})});
  EXPECT_NEAR(round.volume, ball.volume, 1e-15);
  expect_near(round.inertia, ball.inertia, 1e-15);

  Real const thin = 1e-6;
  Solid const rod = solid_of({shape(kind_of<shapes::Capsule>, {{thin, 1, 0}})});  // half the length
  EXPECT_NEAR(rod.inertia[0][0] / rod.volume, 4. / 12, 4 * thin);
}

/// The capsule's integrals again, as sums over discs: the midpoint rule with 1e-4 steps.
TEST(MassProperties, CapsuleAgainstASumOverDiscs) {
  Real const a = 0.3, b = 0.7, dz = 1e-4;
  Real volume = 0, along = 0, across = 0;
  for (Real z = dz / 2; z < a + b; z += dz) {
    Real const over = z > b ? z - b : 0, r2 = a * a - over * over, disc = 2 * pi * r2 * dz;
    volume += disc;
    along += disc * r2 / 2;
    across += disc * (r2 / 4 + z * z);
  }
  Solid const capsule = solid_of({shape(kind_of<shapes::Capsule>, {{a, b, 0}})});
  EXPECT_NEAR(capsule.volume, volume, 1e-7);  // the rule's error is O(dz^2) = 1e-8
  expect_near(capsule.inertia, diagonal(Vec3{{across, across, along}}), 1e-7);
}

/// Two half boxes, one of them turned, are the whole box.
TEST(MassProperties, PartsAddUp) {
  Real const s = std::sqrt(0.5);
  Solid const whole = solid_of({shape(kind_of<shapes::Box>, {{1, 0.2, 0.3}})});
  Solid const halves =
      solid_of({shape(kind_of<shapes::Box>, {{0.5, 0.2, 0.3}}, {{{-0.5, 0, 0}}, {}}),
                shape(kind_of<shapes::Box>, {{0.2, 0.5, 0.3}}, {{{0.5, 0, 0}}, {s, 0, 0, s}})});
  EXPECT_NEAR(halves.volume, whole.volume, 1e-15);
  EXPECT_NEAR(norm(halves.centre), 0, 1e-15);
  expect_near(halves.inertia, whole.inertia, 1e-15);
}

TEST(MassProperties, FlawsOfInertias) {
  auto const flaw = [](Real a, Real b, Real c) {
    return flaw_of_inertia(diagonal(Vec3{{a, b, c}}));
  };
  EXPECT_EQ(flaw(1, 1, 1), "");
  EXPECT_EQ(flaw(1, 2, 3), "") << "a flat body is the limit";
  EXPECT_NE(flaw(1, 2, 3.001), "");
  EXPECT_NE(flaw(3.001, 1, 2), "");
  EXPECT_EQ(flaw(1, 1, 0), "not positive definite");
  EXPECT_EQ(flaw(1, 1, -1), "not positive definite");
  EXPECT_NE(flaw(std::nan(""), 1, 1), "");
  Mat3 skew = diagonal(Vec3{{2, 2, 2}});
  skew[0][1] = 0.1;
  EXPECT_EQ(flaw_of_inertia(skew), "not symmetric");
  skew[1][0] = 0.1;
  EXPECT_EQ(flaw_of_inertia(skew), "");
}

TEST(MassProperties, InverseTimesMatrixIsOne) {
  Mat3 A = diagonal(Vec3{{2, 3, 4}});
  A[0][1] = A[1][0] = 0.5;
  expect_near(inverse(A) * A, diagonal(Vec3{{1, 1, 1}}), 1e-15);
}

}  // namespace
}  // namespace orthant::test
