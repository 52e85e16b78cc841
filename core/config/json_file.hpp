// Reading JSON text strictly: no duplicate keys, bounded nesting, an error with a line number.
#pragma once
#include "core/config/config.hpp"

namespace orthant {

/// Parses `text`; messages name `path`. Throws Error.
Json parse_json(std::string const& text, std::string const& path);

/// Reads and parses a file. Throws Error.
Json read_json_file(std::string const& path);

/// Executes one `--set path=value`. Dots separate the parts of the path, an element of an array has
/// its number from 0 or its "name", and the value is JSON or else a string. An empty value removes
/// the key, which must exist. Throws Error.
void assign(Json& root, std::string const& assignment);

/// Sets the value at a dotted path; messages name `where`. Throws Error.
void assign(Json& root, std::string const& path, Json value, std::string const& where);

}  // namespace orthant
