// Reads files of JSON, and sets values at paths in them.
#include "orthant/core/config/json_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/json_path.hpp"
#include "orthant/core/config/spelling.hpp"

namespace orthant {

Json read_json_file(std::string const& path) {
  return parse_json(read_input(path, "a JSON file"), path);
}

namespace {

constexpr std::size_t max_depth = 64;

/// The element of an array that a part of a path names, by its number or its "name".
std::size_t number_of(Json const& array, std::string const& part, std::string const& where) {
  if (auto const found = element_of(array, part); found != no_element) return found;
  std::vector<std::string> names;
  for (auto const& each : array)
    if (auto const name = name_of_element(each); !name.empty()) names.push_back(name);
  std::string by_name;
  if (!names.empty()) {
    auto const shown_names = nearest_names(part, names, 8);
    by_name = ", or the name of one: " + comma_separated(shown_names) +
              (shown_names.size() < names.size() ? ", ..." : "") + nearest_hint(part, names);
  }
  refuse(where, "\"" + part + "\"", "an index below " + std::to_string(array.size()) + by_name);
}

Json& element(Json& array, std::string const& part, std::string const& where) {
  return array[number_of(array, part, where)];
}

/// Requires that a path is no deeper than a file may nest.
void require_depth(std::string const& path, std::string const& where) {
  auto const parts = 1 + nth(std::count(path.begin(), path.end(), '.'));
  if (parts > max_depth)
    refuse(where, std::to_string(parts) + " parts", "up to " + std::to_string(max_depth));
}

/// Removes the value at a path.
void remove(Json& root, std::string const& path, std::string const& where) {
  require_depth(path, where);
  auto const dot = path.rfind('.');
  std::string const last = dot == path.npos ? path : path.substr(dot + 1);
  Json* at = &root;
  std::istringstream parts(dot == path.npos ? "" : path.substr(0, dot));
  auto const require_key = [&](std::string const& key) {
    if (!at->is_object() || !at->contains(key))
      refuse(where, "no \"" + key + "\" there", "a key that is there, to be removed");
  };
  for (std::string part; std::getline(parts, part, '.');) {
    if (!at->is_array()) require_key(part);
    at = at->is_array() ? &element(*at, part, where) : &(*at)[part];
  }
  if (at->is_array()) {
    at->erase(number_of(*at, last, where));
  } else {
    require_key(last);
    at->erase(last);
  }
}

}  // namespace

void assign(Json& root, std::string const& path, Json value, std::string const& where) {
  require_depth(path, where);
  Json* at = &root;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    if (at->is_array()) {
      at = &element(*at, part, where);
    } else {
      if (!at->is_object() && !at->is_null()) {
        if (!at->is_string()) refuse(where, shown(*at) + " before \"" + part + "\"", "an object");
        *at = {{"type", *at}};  // expands the short form of a plug-in
      }
      bool const numbered = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
      if (numbered && at->is_null())
        refuse(where, "element " + part + " of an array that the file does not give",
               "an array in the file, or the whole array as the value");
      at = &(*at)[part];
    }
  }
  *at = std::move(value);
}

void assign(Json& root, std::string const& assignment) {
  auto const equals = assignment.find('=');
  std::string const where = "--set " + shown(Json(assignment));
  if (equals == std::string::npos) refuse(where, "no \"=\"", "path.to.key=value");
  if (equals == 0) refuse(where, "no path before \"=\"", "path.to.key=value");
  if (auto dots = assignment.substr(0, equals);
      dots.find('/') != dots.npos && !root.contains(dots)) {
    std::ranges::replace(dots, '/', '.');
    refuse(where, "\"/\" in a path", "dots: " + dots + assignment.substr(equals));
  }
  std::string const path = assignment.substr(0, equals), value = assignment.substr(equals + 1);
  if (value.empty()) return remove(root, path, where);
  assign(root, path, Json::accept(value) ? parse_json(value, where) : Json(value), where);
}

}  // namespace orthant
