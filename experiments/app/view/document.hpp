// The experiment file behind a view: what may change, what is built, and what is saved.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// A value that is set, or removed if it is null.
struct Change {
  std::string path;  // a JSON pointer, as "/solver" or "/scene/bodies/0/friction"
  Json value;
};

/// Changes the experiment. Throws Error for a path that a view does not change; `file` begins
/// messages.
void apply_change(Json& experiment, Change const& change, std::string const& file);

/// The values that may be changed, for a page: those of the method as they stand in the file, and
/// names and coefficients of bodies and assemblies.
Json changeable(Json const& experiment);

/// Whether the experiment says how long it runs; else its reference does.
bool says_its_length(Json const& experiment);

/// Which keys that vary the file's values have no effect in a view, in words; empty: none.
std::string base_case(Json const& experiment);

/// The same experiment without an end, for a view.
Json without_end(Json experiment);

/// The experiment with further loads and so many steps, to be run. `resolved` is the whole
/// configuration, which has the absolute paths of files.
Json to_run_again(Json const& experiment, Json const& resolved, Json const& loads, int steps);

}  // namespace orthant
