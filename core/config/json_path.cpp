// Follows paths through arrays of named elements.
#include "orthant/core/config/json_path.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

namespace orthant {
namespace {

constexpr char const* number_digits = "0123456789";

/// Calls f(json, part) for each part of a path, with what it is a part of, and joins the results by
/// dots. The json is null below what `root` has.
template <class F>
std::string along(Json const& root, std::string const& path, char separator, F&& f) {
  Json const none;
  Json const* at = &root;
  std::string out;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, separator);) {
    if (!out.empty()) out += '.';
    out += f(*at, part);
    Json const* next = &none;
    if (at->is_array()) {
      if (auto const found = element_of(*at, part); found != no_element) next = &(*at)[found];
    } else if (at->is_object() && at->contains(part)) {
      next = &(*at)[part];
    }
    at = next;
  }
  return out;
}

}  // namespace

std::string name_of_element(Json const& element) {
  if (!element.is_object() || !element.contains("name") || !element["name"].is_string()) return "";
  auto name = element["name"].get<std::string>();
  bool const plain =
      name.find_first_of(".=/") == name.npos && name.find_first_not_of(number_digits) != name.npos;
  return plain ? name : "";
}

std::size_t element_of(Json const& array, std::string const& part) {
  if (!part.empty() && part.find_first_not_of(number_digits) == part.npos) {
    bool const there = part.size() < 8 && std::stoul(part) < array.size();
    return there ? std::stoul(part) : no_element;
  }
  std::size_t out = no_element;
  for (std::size_t i = 0; !part.empty() && i < array.size(); ++i) {
    if (name_of_element(array[i]) != part) continue;
    if (out != no_element) return no_element;
    out = i;
  }
  return out;
}

Json value_at(Json const& root, std::string const& path) {
  if (path.ends_with('.')) return {};
  Json const* at = &root;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    auto const k = at->is_array() ? element_of(*at, part) : no_element;
    if (k != no_element)
      at = &(*at)[k];
    else if (at->is_object() && at->contains(part))
      at = &(*at)[part];
    else
      return {};
  }
  return *at;
}

std::string numbered_path(Json const& root, std::string const& path) {
  return along(root, path, '.', [](Json const& in, std::string const& part) {
    auto const found = in.is_array() ? element_of(in, part) : no_element;
    return found != no_element ? std::to_string(found) : part;
  });
}

std::string named_path(Json const& root, std::string const& pointer) {
  auto const begin = pointer.find_first_not_of('/');
  if (begin == pointer.npos) return "";
  return along(root, pointer.substr(begin), '/', [](Json const& in, std::string const& part) {
    auto const found = in.is_array() ? element_of(in, part) : no_element;
    auto const name = found != no_element ? name_of_element(in[found]) : "";
    return !name.empty() && element_of(in, name) == found ? name : part;
  });
}

}  // namespace orthant
