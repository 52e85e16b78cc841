// The files that an experiment means by names and patterns.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/config/config.hpp"

namespace orthant {

struct ProblemFile {
  std::string name;  // as an experiment may say it again
  std::string path;  // where it lies
};

/// The files of `given`, a name or pattern or several of them, in their order, each once; those of
/// one pattern by their names. A pattern has `*`, `?` or `[...]` in parts of its path. Relative
/// ones are looked for below the folder of `experiment`, and where nothing is found there, below
/// $ORTHANT_DATA. Throws Error at `where` for one that means no file.
std::vector<ProblemFile> problem_files(Json const& given, std::string const& experiment,
                                       std::string const& where);

}  // namespace orthant
