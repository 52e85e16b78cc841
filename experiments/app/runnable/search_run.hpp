// An experiment that finds a critical value.
#pragma once
#include "experiments/app/runnable/runnable.hpp"

namespace orthant {

/// Builds the runs at both ends. Throws Error.
std::unique_ptr<Runnable> build_search(Json const& input, std::string const& path);

}  // namespace orthant
