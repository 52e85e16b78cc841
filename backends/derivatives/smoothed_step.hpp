// A solved step, solved again with smoothed laws.
#pragma once
#include "backends/derivatives/given_step.hpp"
#include "backends/derivatives/linear_step.hpp"

namespace orthant {

/// The derivatives by z of the equations of a world with values in place of laws; see values_alone.
struct ValueSlopes {
  Eigen::MatrixXd by_z;
  Eigen::VectorXd scale;              // of z
  bool momentum_as_impulses = false;  // true: M (u - u_free) - J^T lambda; false: that times M^-1
};

/// Solves F = 0 with the laws of smoothed_law in all stages, the position stage included. The
/// masses in these laws, and the contacts that strike, are those of the solved step.
///
/// Newton's method starts at the solution and keeps the derivatives of the values there. If it
/// fails, it solves for a large floor first, which then falls to the given one [Kanzow 1996].
class SmoothedStep {
 public:
  /// `floor`: kappa > 0 [m/s], [rad/s].
  SmoothedStep(GivenSteps& at, GivenStep const& solution, double floor);

  /// Throws Error if no solution is found.
  void solve(std::size_t world, ValueSlopes const& slopes);
  /// The step; the worlds that were passed to solve() have their smoothed solution.
  GivenStep const& solution() const { return solution_; }

 private:
  struct Iterate;
  Iterate begin(std::size_t world, WorldStep const& from, double floor);
  void evaluate(std::size_t world, double floor, Iterate& x);
  bool newton(std::size_t world, ValueSlopes const& slopes, double floor, Iterate& x);

  GivenSteps& at_;
  GivenStep solution_;
  double floor_;
};

}  // namespace orthant
