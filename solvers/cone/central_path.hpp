// One frictional contact problem in the standard cone, and the steps of a primal-dual method on it.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// Per contact x = (mu r_n, r_t) = D^-1 r and y = (u_n / mu + |u_t|, u_t) = D u + s(D u), with
/// x o y = 0 at a solution and D = diag(1 / mu, 1, 1). Without friction D = diag(1, 0, 0): the
/// tangential parts are zero then, and the cone is a half-line.
class CentralPath {
 public:
  /// `system` solves with the problem's W.
  CentralPath(ConeProblem const& problem, ShiftedSystem& system, bool exact_shift);

  Vector impulses() const { return D_.cwiseProduct(x_); }
  /// Scaling and factorisation at the present point; false where the matrix is singular.
  bool linearise();
  /// Mehrotra's predictor and corrector; the step length, or 0 where none is left.
  double advance();

 private:
  struct Direction {
    Vector x, y;
  };
  Direction direction(Vector const& v) const;
  double largest_step(Direction const& d) const;
  double strict_step(Direction const& d) const;
  double gap(Direction const& d, double t) const;
  Vector corrected(Direction const& predictor) const;

  ConeProblem const& problem_;
  bool exact_shift_;
  Vector D_, Di_, x_, y_;  // 0 has the inverse 1 here
  double scale_y_ = 1;     // rms of D q
  ShiftedSystem& system_;
  std::vector<Scaling> scaling_;
  Blocks theta_;
  Vector lambda_;  // F y = F^-1 x
  Vector defect_;  // y - D u - s
  Vector slopes_;  // u_t / |u_t|, or zero where the shift lags
};

}  // namespace orthant::cone
