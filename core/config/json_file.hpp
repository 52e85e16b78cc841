// Reading JSON files, and setting single values in what was read.
#pragma once
#include "orthant/core/config/detail/json_text.hpp"

namespace orthant {

/// Reads and parses a file. Throws Error.
Json read_json_file(std::string const& path);

/// Executes one `--set path=value`. Dots separate the parts of the path, an element of an array has
/// its number from 0 or its "name", and the value is JSON or else a string. An empty value removes
/// the key, which must exist. Throws Error.
void assign(Json& root, std::string const& assignment);

/// Sets the value at a dotted path; messages name `where`. Throws Error.
void assign(Json& root, std::string const& path, Json value, std::string const& where);

}  // namespace orthant
