// A solved step, solved anew with a floor on complementarity.
#pragma once
#include "backends/derivatives/given_step.hpp"
#include "backends/derivatives/linear_step.hpp"

namespace orthant {

/// The equations of a world by its unknowns, with values in place of laws: see values_alone.
struct ValueSlopes {
  Eigen::MatrixXd by_z;
  Eigen::VectorXd scale;              // of z
  bool momentum_as_impulses = false;  // M (u - u_free) - J^T lambda; else that times M^-1
};

/// F with the laws of smoothed_law for those of each stage, the stage of positions too. Masses in
/// it, and whether contacts strike, are those of the step as it was solved.
///
/// Newton's method from the solution, with the slopes of values there; where it fails, from the
/// solution for a large floor, which falls to the one that is asked for [Kanzow 1996].
class SmoothedStep {
 public:
  /// `floor`: kappa > 0 [m/s], [rad/s].
  SmoothedStep(GivenSteps& at, GivenStep const& solution, double floor);

  /// Throws Error where it finds no solution.
  void solve(std::size_t world, ValueSlopes const& slopes);
  /// With the worlds that were solved as they are with the floor.
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
