// A primal-dual interior point method for one contact problem: its point, and its steps.
#pragma once
#include "orthant/solvers/cone/complementarity_floors.hpp"
#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"

namespace orthant::cone {

/// How a step treats De Saxce's shift mu |u_t| of the normal velocity: by its derivative, by its
/// value at the last point, or by the smooth form of shift.hpp.
enum class Shift { exact, lagged, smooth };

/// Coulomb's law with De Saxce's shift is a complementarity in the second-order cone
/// {x_0 >= |x_t|}: for each contact with impulse r and velocity u = W r + q
///   x = D^-1 r = (mu r_n, r_t) [N s],   y = (u_n / mu + |u_t|, u_t) [m/s],   x o y = 0,
/// where D = diag(1 / mu, 1, 1), o is the Jordan product and e = (1, 0, 0) its identity
/// [Acary, Bremond, Huber 2018]. Without friction D = diag(1, 0, 0), and the cone is a half-line.
///
/// The central path is x o y = gap e. Steps follow it to a zero gap, but in no contact below the
/// bounds of ComplementarityFloors.
class CentralPath {
 public:
  /// `system` solves with the problem's W. The path starts at x and y inside the cone, or on the
  /// axis of the cone if they are not given.
  CentralPath(ConeProblem const& problem, BlockShiftedSystem& system, Shift shift, Vector x = {},
              Vector y = {});

  Vector impulses() const { return D_.cwiseProduct(x_); }
  /// Computes the scaling and the factors at the current point; false if the matrix is singular.
  bool linearise();
  Vector const& x() const { return x_; }
  Vector const& y() const { return y_; }
  /// The least eigenvalue of x o y relative to its value on the path, at the last linearisation.
  double centrality() const;
  /// The mean of <x, y> over the contacts above their lower bounds.
  double gap() const;
  /// Takes a step by Mehrotra's predictor and corrector. Returns its length; 0 if no step stays
  /// inside the cone.
  double advance();

 private:
  struct Direction {
    Vector x, y;
  };
  Direction direction(Vector const& v) const;
  double largest_step(Direction const& d) const;
  double strict_step(Direction const& d) const;
  /// The target of x o y of a contact: gap e, or its lower bounds.
  Vector3 goal(int c, double gap) const;
  /// The gap after a step of length t.
  double gap(Direction const& d, double t) const;
  Direction predictor() const;
  Direction corrected(Direction const& predictor) const;

  ConeProblem const& problem_;
  Shift shift_;
  Vector D_;
  StandardSizes size_;
  ComplementarityFloors floors_;
  Vector x_, y_;
  BlockShiftedSystem& system_;
  std::vector<Scaling> scaling_;
  Vector lambda_;  // scaled point F y = F^-1 x
  Vector defect_;  // of the definition of y
};

}  // namespace orthant::cone
