// Runs of an experiment for values of its parameters, each in a process of its own.
#pragma once
#include <Eigen/Core>
#include <filesystem>

#include "experiments/app/derivatives/parameter_sides.hpp"

namespace orthant {

/// What came of a run.
struct Evaluation {
  std::string why_not;  // it tells nothing of the parameters; "" where it does
  std::vector<Misfit> misfits;
  Json result;  // as result.json
  /// Where it was asked for them: by each parameter in its unit, a row for each part of each
  /// misfit.
  Eigen::MatrixXd slopes = {};
  std::string why_no_slopes = {};
  double from_kink = 0;  // the smallest distance of a contact from another state [m/s]
};

/// A run that is asked for: an experiment, and where it writes its results, if anywhere.
struct Request {
  Json experiment;
  std::filesystem::path directory = {};
  std::vector<Parameter> slopes_by = {};  // derivatives that are asked for ...
  bool at_any_cost = true;                // ... where differences are cheaper, too
};

/// The user asked to stop.
struct Interrupted {
  int signal;
};

class Runs {
 public:
  /// `file` names the experiment in messages; processes leave what they say in `scratch`, a folder
  /// that goes with this object.
  Runs(std::string file, std::filesystem::path scratch, int jobs);
  ~Runs();
  Runs(Runs const&) = delete;
  Runs& operator=(Runs const&) = delete;

  /// In the order of the requests. Throws Interrupted.
  std::vector<Evaluation> operator()(std::vector<Request> const& requests);

  long made() const { return made_; }

 private:
  std::string file_;
  std::filesystem::path scratch_;
  int jobs_;
  long made_ = 0;
};

}  // namespace orthant
