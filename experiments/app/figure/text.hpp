// Names, values and units as a figure has them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace orthant::figures {

/// "penetration_max_m" → "penetration max [m]"; "time" → "wall time [s]".
std::string quantity_label(std::string const& name);

/// "scene.assemblies.0.tip_mass" → "tip mass [kg]", with the unit that the schema states. `input`
/// is an experiment file, whose types say which part of the schema is meant.
std::string setting_label(std::string const& path, nlohmann::json const& input);

/// A value in a legend: "pcr", "tip_mass = 10", "warm_start = true".
std::string value_label(std::string const& path, nlohmann::json const& value);

}  // namespace orthant::figures
