// Reading JSON text strictly: no duplicate keys, bounded nesting, an error with a line number.
#pragma once
#include "core/config/config.hpp"

namespace orthant {

/// Parses `text`; `path` is for messages. Throws Error.
Json parse_json(std::string const& text, std::string const& path);

/// Reads and parses a file. Throws Error.
Json read_json_file(std::string const& path);

/// Carries out one `--set path=value`: the path's parts are separated by dots, a number is an array
/// index, and the value is JSON, or else a string. No value removes what stands there, which has to
/// be something. Throws Error.
void assign(Json& root, std::string const& assignment);

/// Sets the value at a dotted path; `where` is for messages. Throws Error.
void assign(Json& root, std::string const& path, Json value, std::string const& where);

}  // namespace orthant
