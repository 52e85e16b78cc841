// The curve of solutions of smoothed contact laws, from a given point down to Coulomb's law.
#pragma once
#include "orthant/solvers/cone/complementarity_floors.hpp"
#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"

namespace orthant::cone {

/// A point of the curve, or a direction from one.
struct PathPoint {
  Vector x, y;
  double log_tau = 0;
};

/// How far a point is from the curve.
struct PathDistance {
  bool inside = false;         // of the cones
  double least = 0, most = 0;  // eigenvalues of x o y relative to those on the curve
  double defect = 0;           // norm of the error of the velocities, in the scaling of the point

  bool within(double ratio, double largest_defect) const {
    return inside && least * ratio > 1 && most < ratio && defect < largest_defect;
  }
};

/// The curve is the set of x, y and tau > 0, in the variables of CentralPath, with
///   x o y = tau e + floors,     G(y) = D u + tau d.
/// G is the smooth shift of shift.hpp, and `floors` are those of ComplementarityFloors. For d = 0
/// the equations say r_n u_n = tau and r_t = -mu r_n u_t / y_0, which is Coulomb's law at tau = 0.
/// The first point is arbitrary; d is chosen so that it is on the curve.
///
/// The derivative of the equations is not definite. If piles slide, the curve has turning points,
/// often many, and no method with a monotonically falling tau can follow it. The sign of the
/// determinant keeps the orientation: tau falls if it is positive, as at the first point, and grows
/// if it is negative [Allgower, Georg 1990, 2.1].
class SmoothedPath {
 public:
  /// Begins at x and y inside the cone.
  SmoothedPath(ConeProblem const& problem, BlockShiftedSystem& system, Vector x, Vector y,
               double tau);

  PathPoint const& point() const { return at_; }
  void move_to(PathPoint point) { at_ = std::move(point); }
  Vector impulses() const { return D_.cwiseProduct(at_.x); }

  /// Computes the directions below; false if the matrix is singular.
  bool linearise();
  /// The tangent of the curve, of unit length in the scaling of the point.
  PathPoint const& tangent() const { return tangent_; }
  /// Newton's step to the curve, orthogonal to the tangent.
  PathPoint const& newton() const { return newton_; }

  /// The point after a part of Newton's step and a length along the curve, correct to second order.
  PathPoint moved(double newton, double length) const;
  PathDistance distance(PathPoint const& point) const;

 private:
  Vector defect(PathPoint const& point) const;
  PathPoint solve(Vector const& g, Vector const& defect, double log_tau) const;
  PathPoint curvature() const;
  double dot(PathPoint const& a, PathPoint const& b) const;
  void remove_tangent(PathPoint& direction) const;

  ConeProblem const& problem_;
  BlockShiftedSystem& system_;
  Vector D_;
  ComplementarityFloors floors_;
  Vector d_;
  PathPoint at_, tangent_, newton_, curvature_;
  Vector lambda_;
  Vector goal_;  // per contact the mean eigenvalue of x o y on the curve
  std::vector<Scaling> scaling_;
  Blocks N_;
};

}  // namespace orthant::cone
