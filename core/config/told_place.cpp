// Reads the file again, as nothing but its values is kept.
#include "orthant/core/config/told_place.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/config/detail/json_text.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"

namespace orthant {
namespace {

/// "scene.bodies.1" and the like as "/scene/bodies/1"
std::string pointer_of(std::string path) {
  std::ranges::replace(path, '.', '/');
  return "/" + path;
}

bool one_is_in_other(std::string const& a, std::string const& b) {
  return (a + "/").starts_with(b + "/") || (b + "/").starts_with(a + "/");
}

std::string told(std::string const& pointer, std::string const& file,
                 std::vector<std::string> const& assignments) {
  std::string const text = read_input(file, "a JSON file");
  Json input = parse_json(text, file);
  std::string by;
  for (auto const& each : assignments) {
    assign(input, each);
    auto const path = pointer_of(numbered_path(input, each.substr(0, each.find('='))));
    if (one_is_in_other(path, pointer)) by = "--set " + each.substr(0, 80);
  }
  auto const named = named_path(input, pointer);
  std::string const by_name = pointer_of(named) == pointer ? "" : ": " + named;
  if (!by.empty()) return by + by_name;
  auto const line = line_in_json(text, pointer);
  return line > 0 ? "line " + std::to_string(line) + by_name : "";
}

}  // namespace

std::string with_place(std::string message, std::string const& file,
                       std::vector<std::string> const& assignments) {
  if (!message.starts_with(file + "/")) return message;
  auto const end = message.find(": ", file.size());
  if (end == message.npos) return message;
  try {
    auto const place = told(message.substr(file.size(), end - file.size()), file, assignments);
    if (!place.empty()) message += " (" + place + ")";
  } catch (std::exception const&) {
    return message;  // the file is gone, or was refused itself
  }
  return message;
}

void tell_place(Error& error, std::string const& file,
                std::vector<std::string> const& assignments) {
  static_cast<std::runtime_error&>(error) =
      std::runtime_error(with_place(error.what(), file, assignments));
}

}  // namespace orthant
