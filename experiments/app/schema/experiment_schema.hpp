// The JSON Schema of experiment files.
#pragma once
#include <nlohmann/json.hpp>

namespace orthant {

/// Made of what the plug-ins of this build tell about their settings.
nlohmann::json experiment_schema();

/// The same, with what a scene may have in place of a number: one for each world.
nlohmann::json published_schema();

/// The same as tables in Markdown.
std::string configuration_reference();

/// The columns of steps.csv and the metrics as tables in Markdown.
std::string metrics_reference();

}  // namespace orthant
