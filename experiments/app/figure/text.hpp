// Names, values and units as a figure has them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace orthant::figures {

/// "penetration_max_m" → "penetration max [m]"; "time/steps" → "wall time / steps [s]".
std::string quantity_label(std::string const& name);

/// "scene.assemblies.0.tip_mass" → "tip mass [kg]", with the unit that the schema states, of a
/// parameter that of the places where it stands alone. `input` is an experiment file.
std::string setting_label(std::string const& path, nlohmann::json const& input);

/// A value in a legend: "pcr", "tip mass = 10 kg", "warm start = true".
std::string value_label(std::string const& path, nlohmann::json const& value,
                        nlohmann::json const& input);

}  // namespace orthant::figures
