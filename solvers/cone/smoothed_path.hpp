// The curve on which smoothed contact laws are solved, down to Coulomb's: points, tangents, Newton.
#pragma once
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
  double least = 0, most = 0;  // eigenvalues of x o y over tau: 1 on the curve
  double defect = 0;           // of the velocities, in the scaling of the point, over sqrt(tau)

  bool within(double ratio, double largest_defect) const {
    return inside && least * ratio > 1 && most < ratio && defect < largest_defect;
  }
};

/// In the variables of CentralPath, but with a shift that is smooth:
///     x o y = tau e,     G(y) = D u + tau d,   G(y) = (y_0 - |y_t|^2 / y_0, y_t)
/// Where d = 0 this says r_n u_n = tau and r_t = -mu r_n u_t / y_0: Coulomb's law with tau = 0. The
/// first point is any, and d is chosen for it.
///
/// The derivative of the equations is not definite, and where piles slide the curve turns, often
/// many times: a method along which tau only falls cannot follow it. From the
/// first point, where the determinant is positive, tau falls wherever it is positive and grows
/// where it is negative [Allgower, Georg 1990, 2.1].
class SmoothedPath {
 public:
  SmoothedPath(ConeProblem const& problem, ShiftedSystem& system);

  PathPoint const& point() const { return at_; }
  void move_to(PathPoint point) { at_ = std::move(point); }
  Vector impulses() const { return D_.cwiseProduct(at_.x); }

  /// The two directions below; false where the matrix is singular.
  bool linearise();
  /// Of unit length in the scaling of the point.
  PathPoint const& tangent() const { return tangent_; }
  /// To the curve, orthogonal to the tangent.
  PathPoint const& newton() const { return newton_; }

  PathPoint moved(double newton, double tangent) const;
  PathDistance distance(PathPoint const& point) const;

 private:
  Vector defect(PathPoint const& point) const;
  PathPoint solve(Vector const& g, Vector const& defect, double log_tau) const;
  double dot(PathPoint const& a, PathPoint const& b) const;

  ConeProblem const& problem_;
  ShiftedSystem& system_;
  Vector D_;
  Vector d_;
  PathPoint at_, tangent_, newton_;
  std::vector<Scaling> scaling_;
  Blocks N_;
};

}  // namespace orthant::cone
