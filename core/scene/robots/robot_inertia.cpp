// Sums masses, and looks at principal moments.
#include "orthant/core/scene/robots/robot_inertia.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {
namespace {

/// m (|p|^2 1 - p p^T)
Mat3 of_point(Real mass, Vec3 const& p) {
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out[r][c] = mass * ((r == c ? dot(p, p) : 0) - p[r] * p[c]);
  return out;
}

Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(Mat3 const& inertia) {
  Eigen::Matrix3d A;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) A(r, c) = inertia[r][c];
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(A);
}

}  // namespace

void LumpedMass::add(Real mass, Pose<> const& X, Mat3 const& inertia) {
  mass_ += mass;
  moment_ += mass * X.p_WB;
  Mat3 const own = in_world(X.q_WB, inertia), steiner = of_point(mass, X.p_WB);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) at_origin_[r][c] += own[r][c] + steiner[r][c];
}

Vec3 LumpedMass::centre() const { return mass_ > 0 ? (1 / mass_) * moment_ : Vec3{}; }

Mat3 LumpedMass::inertia() const {
  Mat3 const steiner = of_point(mass_, centre());
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)  // symmetric in all bits
      out[r][c] = 0.5 * (at_origin_[r][c] + at_origin_[c][r]) - steiner[r][c];
  return out;
}

std::string flaw_of_link(RobotLink const& link) {
  auto const solved = principal(link.inertia);
  Eigen::Vector3d const& I = solved.eigenvalues();
  Real const scale = I.cwiseAbs().maxCoeff();
  if (link.mass == 0) return scale > 0 ? "an inertia without a mass" : "";
  if (I[0] < -1e-12 * scale) return "a principal moment of inertia of " + text(I[0]) + " kg m^2";
  Real const most = I[0] + I[1], share = I[2] / most - 1;
  if (!(I[2] > most * (1 + 1e-9))) return "";
  auto const plain = [&](Real x) { return text(std::abs(x) < 1e-12 * scale ? 0 : x); };
  return "a principal moment of inertia of " + text(I[2]) + " kg m^2, " +
         (most > 1e-12 * scale ? text(100 * share) + " % " : std::string()) +
         "more than the sum of the other two, " + plain(I[0]) + " and " + plain(I[1]);
}

Mat3 mended_inertia(RobotLink const& link) {
  Mat3 out;
  if (link.mass == 0) return out;
  auto const solved = principal(link.inertia);
  Eigen::Vector3d const& I = solved.eigenvalues();
  Eigen::Vector3d const sigma = (Eigen::Vector3d::Constant(0.5 * I.sum()) - I).cwiseMax(0);
  Eigen::Vector3d const mended = Eigen::Vector3d::Constant(sigma.sum()) - sigma;
  Eigen::Matrix3d const A =
      solved.eigenvectors() * mended.asDiagonal() * solved.eigenvectors().transpose();
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out[r][c] = 0.5 * (A(r, c) + A(c, r));
  return out;
}

}  // namespace orthant
