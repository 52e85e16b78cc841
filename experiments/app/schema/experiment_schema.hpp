// The JSON Schema of experiment files.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/backend.hpp"

namespace orthant {

/// The schema from the settings of the plug-ins of this build.
nlohmann::json experiment_schema();

/// The same with the forms that may replace a number: one number for each world.
nlohmann::json published_schema();

/// The same as Markdown tables.
std::string configuration_reference();

/// All plug-ins of every kind, with references.
std::vector<CatalogEntry> all_plugins();

/// These as Markdown tables, but for backends.
std::string plugin_page();

/// The solvers that the default solver asks, with their settings, as a Markdown table.
std::string default_solver_table();

/// The columns of steps.csv and the metrics as Markdown tables.
std::string metrics_reference();

}  // namespace orthant
