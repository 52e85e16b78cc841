// Parses JSON text strictly: each key once in its object, bounded nesting, and faults with their
// place.
#pragma once
#include <string>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// Parses `text`; messages name `path`, line and column from 1 (in bytes), what the parser says
/// and, for slips of those who write JSON by hand, what stands there in JSON. Throws Error.
Json parse_json(std::string const& text, std::string const& path);

/// The line of the value at `pointer` ("/scene/bodies/0/mass"), or of what is nearest above it;
/// of its key if it has one. 0 if not even the first part is there. `text` is JSON.
std::size_t line_in_json(std::string const& text, std::string const& pointer);

}  // namespace orthant
