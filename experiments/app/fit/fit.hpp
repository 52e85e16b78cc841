// Searches for parameters, from one start or several.
#pragma once
#include <cmath>

#include "experiments/app/fit/evaluation.hpp"
#include "experiments/app/fit/least_squares.hpp"
#include "experiments/app/fit/scatter.hpp"

namespace orthant {

/// Maps the parameters' bounds to the unit cube.
class Cube {
 public:
  explicit Cube(std::vector<FitParameter> const& parameters) : parameters_(parameters) {}

  Eigen::VectorXd inside(std::vector<double> const& values) const;
  std::vector<double> values(Eigen::VectorXd const& x) const;

 private:
  std::vector<FitParameter> const& parameters_;
};

/// The runs for one point. If slopes are requested, there is either one run with the derivatives of
/// its steps, or runs on both sides along each parameter; on one side if the other is out of
/// bounds.
class Slopes {
 public:
  Slopes(FitSettings const& set, Json const& experiment, std::string where, Runs& runs);

  /// Throws Error if slopes must be exact and are not.
  std::optional<Seen> operator()(Eigen::VectorXd const& x, bool with_slopes);

  /// Whether slopes have been exact so far; else the reason why not.
  bool exact() const { return exact_; }
  std::string const& why_not_exact() const { return why_not_exact_; }
  /// The smallest distance of a contact from another state in the last slopes [m/s].
  double from_kink() const { return from_kink_; }

 private:
  Request at(Eigen::VectorXd const& x) const;
  std::optional<Seen> by_differences(Eigen::VectorXd const& x);
  std::optional<Seen> by_steps(Eigen::VectorXd const& x);

  FitSettings const& set_;
  Json const& experiment_;
  std::string where_;
  Runs& runs_;
  bool exact_;
  std::string why_not_exact_;
  double from_kink_ = HUGE_VAL;
  Eigen::VectorXd last_x_;
  std::optional<Evaluation> last_;
};

struct Fit {
  std::vector<Descent> descents;  // from each start
  std::size_t best = 0;
  Eigen::VectorXd start;     // of the first descent
  std::optional<Seen> seen;  // at the best point
  Scatter scatter;
  bool exact = false;  // derivatives of steps, to the end
  std::string why_not_exact;
  double from_kink = HUGE_VAL;  // smallest distance of a contact in the final runs [m/s]

  Eigen::VectorXd const& x() const { return descents[best].x; }
};

/// The start of a search: the one in the file, or a point within the bounds.
Eigen::VectorXd start_of(FitSettings const& set, int number);

/// Calls on_iteration(start, iteration, cost, x) after each iteration.
Fit find_parameters(
    FitSettings const& set, Slopes& slopes,
    std::function<void(int, int, double, Eigen::VectorXd const&)> const& on_iteration);

}  // namespace orthant
