// Plug-ins that a table of the project shows to be best at nothing, for comparisons.
#pragma once

namespace orthant {

/// Adds them to the plug-ins of the host. Call it before anything is read.
void add_baselines();

}  // namespace orthant
