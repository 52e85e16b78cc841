// Volume, centre and inertia of a solid that consists of shapes.
#include "orthant/core/scene/mass_properties.hpp"

#include <Eigen/Eigenvalues>

#include "orthant/core/math/detail/eigen.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {

Solid solid_of(std::vector<Shape> const& shapes) {
  Solid out;
  for (auto const& shape : shapes) {
    UnitSolid part;
    with_type(shape.kind, [&](auto type) { part = type.solid(shape); });
    Real const volume = part.volume;
    Vec3 const p = at(shape.X_BS, part.centre);
    Mat3 inertia = diagonal(part.moments);
    for (int k = 0; k < 3; ++k)
      inertia[(k + 1) % 3][(k + 2) % 3] = inertia[(k + 2) % 3][(k + 1) % 3] = part.products[k];
    Mat3 const own = in_world(shape.X_BS.q_WB, inertia);
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
  if (!(moment[0] > 1e-12 * scale)) return not_definite;
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

Mat3 inverse(Mat3 const& A) { return mat_of(eigen(A).inverse()); }

}  // namespace orthant
