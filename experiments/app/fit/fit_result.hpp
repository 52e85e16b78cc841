// The results of a fit: fit.json, its page, and the table in the terminal.
#pragma once
#include <filesystem>

#include "experiments/app/fit/fit.hpp"

namespace orthant {

/// `ended` are the runs at the start and at the end, each followed by the one on held-out data, if
/// any. `runs` is the number of runs in the search.
Json fit_result(std::string const& name, std::string const& file, FitSettings const& set,
                Fit const& found, std::vector<Evaluation> const& ended, long runs);

/// Writes fit.html to the directory of a fit, with the motions of its runs there. Does nothing in a
/// build without pages.
void write_fit_page(std::filesystem::path const& directory, Json result);

/// Why it is not solved: runs at its end that failed, a search that did not converge, parameters
/// that the data do not determine.
std::vector<std::string> fit_troubles(Json const& result);

void print_fit(Json const& result);

}  // namespace orthant
