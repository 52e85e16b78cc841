// What an experiment file says of a fit: which of its numbers are unknown, and how they are found.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/config/config.hpp"

namespace orthant {

/// A number that is not known, and where in the experiment it stands.
struct FitParameter {
  std::string name;
  double start = 0, lower = 0, upper = 0;
  std::map<std::string, double>
      paths;  // as in --set; what stands there is a factor times the value
};

/// Of a misfit of squared length s, in units of `scale`: what counts in place of s.
enum class FitLoss { none, huber, soft_l1, cauchy };

/// Where the slopes of misfits come from: the derivatives of steps, differences of runs, or the one
/// where it holds and the other elsewhere.
enum class FitDerivatives { automatic, exact, differences };

struct FitSettings {
  std::vector<FitParameter> parameters;
  int starts = 1, seed = 1, max_iterations = 30;
  FitDerivatives derivatives = FitDerivatives::automatic;
  double difference = 1e-4, tolerance = 1e-10;
  bool difference_given = false;
  FitLoss loss = FitLoss::none;
  double loss_scale = 0.1;
  /// Changes to the file, as in --set: to the data that is fitted, and to data held out.
  std::map<std::string, Json> changes, held_out;

  void fields(Fields& f);
};

/// Reads "fit". Throws Error.
FitSettings read_fit(Config config);

/// The same as a JSON Schema.
Json fit_schema();

/// The experiment with such changes. `where` names them in messages.
Json with_changes(Json experiment, std::map<std::string, Json> const& changes,
                  std::string const& where);

/// The experiment with values in the places of its parameters, and without its "fit". `where` names
/// the fit in messages. Throws Error where a path leads nowhere.
Json with_values(Json experiment, std::vector<FitParameter> const& parameters,
                 std::vector<double> const& values, std::string const& where);

}  // namespace orthant
