// The curve on which smoothed contact laws are solved, down to Coulomb's: points, tangents, Newton.
#pragma once
#include "solvers/cone/complementarity_floors.hpp"
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// A point of the curve, or a direction from one.
struct PathPoint {
  Vector x, y;
  double log_tau = 0;
};

/// How far a point is from the curve.
struct PathDistance {
  bool inside = false;         // of the cones
  double least = 0, most = 0;  // eigenvalues of x o y over those on the curve
  double defect = 0;           // of the velocities, in the scaling of the point

  bool within(double ratio, double largest_defect) const {
    return inside && least * ratio > 1 && most < ratio && defect < largest_defect;
  }
};

/// In the variables of CentralPath, with the smooth shift and above the floors:
///     x o y = tau e + floors,     G(y) = D u + tau d
/// Where d = 0 this says r_n u_n = tau and r_t = -mu r_n u_t / y_0: Coulomb's law with tau = 0. The
/// first point is any, and d is chosen for it.
///
/// The derivative of the equations is not definite, and where piles slide the curve turns, often
/// many times: a method along which tau only falls cannot follow it. From the
/// first point, where the determinant is positive, tau falls wherever it is positive and grows
/// where it is negative [Allgower, Georg 1990, 2.1].
class SmoothedPath {
 public:
  /// Begins at x and y inside the cone.
  SmoothedPath(ConeProblem const& problem, BlockShiftedSystem& system, Vector x, Vector y,
               double tau);

  PathPoint const& point() const { return at_; }
  void move_to(PathPoint point) { at_ = std::move(point); }
  Vector impulses() const { return D_.cwiseProduct(at_.x); }

  /// The directions below; false where the matrix is singular.
  bool linearise();
  /// Of unit length in the scaling of the point.
  PathPoint const& tangent() const { return tangent_; }
  /// To the curve, orthogonal to the tangent.
  PathPoint const& newton() const { return newton_; }

  /// By a part of Newton's step, and a length along the curve to second order.
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
