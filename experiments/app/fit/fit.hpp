// The search for parameters, from one start or several.
#pragma once
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

/// One point with its runs: at it, and where slopes are asked for at both sides of it along each
/// parameter, or at one where the other is out of bounds.
class Slopes {
 public:
  Slopes(FitSettings const& set, Json const& experiment, std::string where, Runs& runs);

  std::optional<Seen> operator()(Eigen::VectorXd const& x, bool with_slopes);

 private:
  Request at(Eigen::VectorXd const& x) const;

  FitSettings const& set_;
  Json const& experiment_;
  std::string where_;
  Runs& runs_;
  Eigen::VectorXd last_x_;
  std::optional<Evaluation> last_;
};

struct Fit {
  std::vector<Descent> descents;  // of each start
  std::size_t best = 0;
  Eigen::VectorXd start;     // of the first
  std::optional<Seen> seen;  // at the best
  Scatter scatter;

  Eigen::VectorXd const& x() const { return descents[best].x; }
};

/// Where a search begins: the start in the file, or a place between the bounds.
Eigen::VectorXd start_of(FitSettings const& set, int number);

/// Calls told(start, iteration, cost, x) after each iteration.
Fit find_parameters(FitSettings const& set, Slopes& slopes,
                    std::function<void(int, int, double, Eigen::VectorXd const&)> const& told);

}  // namespace orthant
