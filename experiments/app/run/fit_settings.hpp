// The settings of a fit: which numbers are unknown, and how they are found.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// An unknown number, and its places in the experiment.
struct FitParameter {
  std::string name;
  double start = 0, lower = 0, upper = 0;
  std::map<std::string, double> paths;  // dotted paths; each place gets a factor times the value
};

/// The loss: replaces the squared length s of a misfit, in units of `scale`.
enum class FitLoss { none, huber, soft_l1, cauchy };

/// The source of the slopes of misfits: derivatives of steps, differences of runs, or derivatives
/// if they exist and differences otherwise.
enum class FitDerivatives { automatic, exact, differences };

struct FitSettings {
  std::vector<FitParameter> parameters;
  int starts = 1, seed = 1, max_iterations = 30;
  FitDerivatives derivatives = FitDerivatives::automatic;
  double difference = 1e-4, tolerance = 1e-10;
  bool difference_given = false;
  FitLoss loss = FitLoss::none;
  double loss_scale = 0.1;
  /// Changes to the file, by dotted paths: for the data to fit, and for held-out data.
  std::map<std::string, Json> changes, held_out;

  void fields(Fields& f);
};

/// Reads "fit". Throws Error.
FitSettings read_fit(Config config);

/// The same as a JSON Schema.
Json fit_schema();

/// The experiment with these changes. Messages name `where`.
Json with_changes(Json experiment, std::map<std::string, Json> const& changes,
                  std::string const& where);

/// The experiment with the values of its parameters, and without its "fit". Messages name `where`,
/// the path of the fit. Throws Error if a path does not exist.
Json with_values(Json experiment, std::vector<FitParameter> const& parameters,
                 std::vector<double> const& values, std::string const& where);

}  // namespace orthant
