// Looks at JSON as text: what makes a text no JSON, and where a value stands in it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace orthant {

/// A character of a text; lines and columns count from 1, columns in bytes.
struct TextPlace {
  std::size_t line = 1, column = 1;
  std::string says() const;  // "line 3, column 7"
};

/// The first thing that JSON does not have.
struct JsonFault {
  TextPlace at;
  std::string found, allowed;  // "a comma before \"}\"", "no comma after the last value"
};

/// What makes `text` no JSON, or a key that stands twice in an object; empty if it finds nothing.
/// Names slips of those who write JSON by hand: comments, commas and quotes that are missing or too
/// many, words of Python and JavaScript, numbers that JSON writes differently.
std::optional<JsonFault> fault_of_json(std::string_view text);

/// Where the value at `pointer` ("/scene/bodies/0/mass") stands, or what is nearest above it; its
/// key if it has one. Empty if not even the first part is there. `text` is JSON.
std::optional<TextPlace> place_in_json(std::string_view text, std::string_view pointer);

}  // namespace orthant
