// The Levenberg-Marquardt method for weighted misfits within bounds, by Ceres.
#pragma once
#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/app/references/reference.hpp"
#include "experiments/app/run/fit_settings.hpp"

namespace orthant {

/// The misfits at a point x of the unit cube, and if requested their slopes, one row for each part
/// of each misfit.
struct Seen {
  std::vector<Misfit> misfits;
  Eigen::MatrixXd slopes;
};

/// Empty if the point has no result, for example because the run does not finish.
using Look = std::function<std::optional<Seen>(Eigen::VectorXd const& x, bool with_slopes)>;

/// A descent of half the sum of weight times loss(|misfit|^2).
struct Descent {
  Eigen::VectorXd x;
  double cost_at_start = 0, cost = 0;
  int iterations = 0;
  bool began = false;  // the run at the start had a result
  bool converged = false;
  std::string why;  // the reason of its end
};

/// Whether this build has Ceres; else `descend` throws Error.
bool have_ceres();

/// Calls on_iteration(iteration, cost, x) after each iteration.
Descent descend(FitSettings const& set, Eigen::VectorXd start, Look const& look,
                std::function<void(int, double, Eigen::VectorXd const&)> const& on_iteration);

}  // namespace orthant
