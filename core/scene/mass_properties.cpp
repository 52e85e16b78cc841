// Volumes, centres and inertias of spheres, ellipsoids, boxes and capsules.
#include "core/scene/mass_properties.hpp"

#include <Eigen/Eigenvalues>
#include <numbers>

namespace orthant {
namespace {

constexpr Real pi = std::numbers::pi;

Eigen::Matrix3d eigen(Mat3 const& A) {
  Eigen::Matrix3d out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out(r, c) = A[r][c];
  return out;
}

/// Volume, and principal moments of unit density about the shape's centre.
std::pair<Real, Vec3> principal(Shape const& shape) {
  Real const a = shape.size[0], b = shape.size[1], c = shape.size[2];
  switch (shape.kind) {
    case ShapeKind::sphere: {
      Real const v = 4.0 / 3 * pi * a * a * a, i = 0.4 * v * a * a;
      return {v, {{i, i, i}}};
    }
    case ShapeKind::box: {
      Real const v = 8 * a * b * c;
      return {v, {{v / 3 * (b * b + c * c), v / 3 * (a * a + c * c), v / 3 * (a * a + b * b)}}};
    }
    case ShapeKind::capsule: {  // cylinder of length 2b, and the two halves of a sphere
      Real const cylinder = 2 * pi * a * a * b, ball = 4.0 / 3 * pi * a * a * a;
      Real const along = cylinder * a * a / 2 + ball * 0.4 * a * a;
      Real const across =
          cylinder * (b * b / 3 + a * a / 4) + ball * (0.4 * a * a + b * b + 0.75 * a * b);
      return {cylinder + ball, {{across, across, along}}};
    }
    case ShapeKind::ellipsoid: {
      Real const v = 4.0 / 3 * pi * a * b * c;
      return {v, {{v / 5 * (b * b + c * c), v / 5 * (a * a + c * c), v / 5 * (a * a + b * b)}}};
    }
    case ShapeKind::half_space:
      break;
  }
  return {0, {}};
}

}  // namespace

Solid solid_of(std::vector<Shape> const& shapes) {
  Solid out;
  for (auto const& shape : shapes) {
    auto const [volume, moments] = principal(shape);
    Vec3 const& p = shape.X_BS.p_WB;
    Mat3 const own = in_world(shape.X_BS.q_WB, diagonal(moments));
    for (int r = 0; r < 3; ++r) {
      out.centre[r] += volume * p[r];
      for (int c = 0; c < 3; ++c)
        out.inertia[r][c] += own[r][c] + volume * ((r == c ? dot(p, p) : 0) - p[r] * p[c]);
    }
    out.volume += volume;
  }
  if (out.volume > 0) out.centre *= 1 / out.volume;
  return out;
}

std::string flaw_of_inertia(Mat3 const& inertia) {
  auto const A = eigen(inertia);
  Real const scale = A.cwiseAbs().maxCoeff();
  if (!((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * scale)) return "not symmetric";
  Eigen::Vector3d const moment =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(A, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(moment[0] > 1e-12 * scale)) return "not positive definite";
  if (moment[2] > (moment[0] + moment[1]) * (1 + 1e-9))
    return "a principal moment larger than the sum of the other two";
  return "";
}

std::string flaw_of_semidefinite(Mat3 const& matrix) {
  auto const A = eigen(matrix);
  if (!A.allFinite()) return "not finite";
  Real const scale = largest(matrix);
  if (!((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * scale)) return "not symmetric";
  Eigen::Vector3d const along =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(A, Eigen::EigenvaluesOnly).eigenvalues();
  return along[0] >= -1e-12 * scale ? "" : "not positive semidefinite";
}

Real largest(Mat3 const& A) { return eigen(A).cwiseAbs().maxCoeff(); }

Mat3 inverse(Mat3 const& A) {
  Eigen::Matrix3d const inverted = eigen(A).inverse();
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out[r][c] = inverted(r, c);
  return out;
}

}  // namespace orthant
