// The files that an experiment selects by names and patterns.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "orthant/core/config/config.hpp"

namespace orthant {

struct ProblemFile {
  std::string name;  // name as an experiment may give it
  std::string path;  // location
};

/// The files of `given`, which is one or several names or patterns, in their order and each once;
/// those of one pattern in alphabetical order. A pattern has `*`, `?` or `[...]` in parts of its
/// path. Relative names are looked up below the folder of `experiment`, and if nothing is found,
/// below $ORTHANT_DATA. Throws Error at `where` if no file matches.
std::vector<ProblemFile> problem_files(Json const& given, std::string const& experiment,
                                       std::string const& where);

}  // namespace orthant
