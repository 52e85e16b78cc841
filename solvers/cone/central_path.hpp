// One frictional contact problem in the standard cone, and the steps of a primal-dual method on it.
#pragma once
#include "solvers/cone/complementarity_floors.hpp"
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

/// How a step takes the shift: its derivative, |u_t| as it was, or the smooth form of shift.hpp.
enum class Shift { exact, lagged, smooth };

/// Per contact x = (mu r_n, r_t) = D^-1 r and y = (u_n / mu + |u_t|, u_t) = D u + s(D u), with
/// x o y = 0 at a solution and D = diag(1 / mu, 1, 1). Without friction D = diag(1, 0, 0): the
/// tangential parts are zero then, and the cone is a half-line.
///
/// Steps lead to x o y = gap e with a gap that falls to zero, but of no contact below its floors.
class CentralPath {
 public:
  /// `system` solves with the problem's W. Starts at x and y inside the cone; where they are not
  /// given, in its middle, far from any solution.
  CentralPath(ConeProblem const& problem, BlockShiftedSystem& system, Shift shift, Vector x = {},
              Vector y = {});

  Vector impulses() const { return D_.cwiseProduct(x_); }
  /// Scaling and factorisation at the present point; false where the matrix is singular.
  bool linearise();
  Vector const& x() const { return x_; }
  Vector const& y() const { return y_; }
  /// The least eigenvalue of x o y over what it would be on the path, where it was linearised.
  double centrality() const;
  /// Mean of <x, y>, over the contacts that are above their floors.
  double gap() const;
  /// Mehrotra's predictor and corrector; the step length, or 0 where none is left.
  double advance();

 private:
  struct Direction {
    Vector x, y;
  };
  Direction direction(Vector const& v) const;
  double largest_step(Direction const& d) const;
  double strict_step(Direction const& d) const;
  /// What a step leads x o y of a contact to: gap e, or its floors.
  Vector3 goal(int c, double gap) const;
  /// After a part t of a step.
  double gap(Direction const& d, double t) const;
  Direction predictor() const;
  Direction corrected(Direction const& predictor) const;

  ConeProblem const& problem_;
  Shift shift_;
  Vector D_;
  StandardSizes size_;  // y: rms of D q
  ComplementarityFloors floors_;
  Vector x_, y_;
  BlockShiftedSystem& system_;
  std::vector<Scaling> scaling_;
  Vector lambda_;  // F y = F^-1 x
  Vector defect_;  // of y, with the derivative of the shift
};

}  // namespace orthant::cone
