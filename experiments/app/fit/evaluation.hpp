// Runs of an experiment for values of its parameters, each in its own process.
#pragma once
#include <Eigen/Core>
#include <filesystem>

#include "experiments/app/derivatives/parameter_sides.hpp"

namespace orthant {

/// The result of a run.
struct Evaluation {
  std::string why_not;  // why it says nothing about the parameters; "": it does
  std::vector<Misfit> misfits;
  Json result;  // as result.json
  /// If requested: derivatives by each parameter in its unit, one row for each part of each misfit.
  Eigen::MatrixXd slopes = {};
  std::string why_no_slopes = {};
  double from_kink = 0;  // smallest distance of a contact from another state [m/s]
};

/// A requested run: an experiment, and the directory of its results, if any.
struct Request {
  Json experiment;
  std::filesystem::path directory = {};
  std::vector<Parameter> slopes_by = {};  // requested derivatives ...
  bool at_any_cost = true;                // ... even if differences are cheaper
};

/// Thrown if the user asks to stop.
struct Interrupted {
  int signal;
};

class Runs {
 public:
  /// Messages name `file`. Processes write to `scratch`, a folder that is removed with this object.
  Runs(std::string file, std::filesystem::path scratch, int jobs);
  ~Runs();
  Runs(Runs const&) = delete;
  Runs& operator=(Runs const&) = delete;

  /// Results in the order of the requests. Throws Interrupted.
  std::vector<Evaluation> operator()(std::vector<Request> const& requests);

  long made() const { return made_; }

 private:
  std::string file_;
  std::filesystem::path scratch_;
  int jobs_;
  long made_ = 0;
};

}  // namespace orthant
