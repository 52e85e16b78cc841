// Units come from the schema.
#include "experiments/app/figure/described.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant {
namespace {

std::string spaced(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string last_word(std::string const& path) { return path.substr(path.rfind('.') + 1); }

/// The nodes of a schema that may describe a value: alternatives and conditions followed.
void follow(Json const& node, Json const& root, Json const& value, std::vector<Json const*>& out,
            int depth) {
  if (!node.is_object() || depth > 12) return;
  if (node.contains("$ref")) {
    auto const path = node["$ref"].get<std::string>();
    follow(root.at(Json::json_pointer(path.substr(1))), root, value, out, depth + 1);
  }
  out.push_back(&node);
  for (char const* key : {"anyOf", "oneOf", "allOf"})
    if (node.contains(key))
      for (auto const& each : node[key]) follow(each, root, value, out, depth + 1);
  if (!node.contains("then")) return;
  auto const type = Json::json_pointer("/if/properties/type/const");
  std::string const given =
      value.is_string() ? value.get<std::string>()
      : value.is_object() && value.contains("type") && value["type"].is_string()
          ? value["type"].get<std::string>()
          : "";
  if (given.empty() || !node.contains(type) || node[type] == given)
    follow(node["then"], root, value, out, depth + 1);
}

std::string unit_in(std::string const& description) {
  if (!description.starts_with("[")) return "";
  return description.substr(1, description.find(']') - 1);
}

/// The element of an array at this index, or with this name.
Json element_of(Json const& array, std::string const& part) {
  if (part.find_first_not_of("0123456789") == std::string::npos)
    return part.size() < 8 && std::stoul(part) < array.size() ? array[std::stoul(part)] : Json();
  for (auto const& each : array)
    if (each.is_object() && each.contains("name") && each["name"] == part) return each;
  return {};
}

struct Described {
  std::string unit;
  bool component = false;  // of an array of numbers
};

/// What the schema says of the value at a path. An array has the unit of its numbers.
Described described(std::string const& path, Json value) {
  static Json const root = experiment_schema();
  std::vector<Json const*> nodes;
  follow(root, root, value, nodes, 0);
  std::set<std::string> units;  // of all that the last part may be
  bool component = false;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    Json inner;
    if (value.is_array()) inner = element_of(value, part);
    if (value.is_object() && value.contains(part)) inner = value[part];
    std::vector<Json const*> next;
    units.clear();
    component = false;
    for (auto const* node : nodes) {
      if (!node->is_object()) continue;
      Json const* child = nullptr;
      bool item = false;
      if (node->contains("properties") && (*node)["properties"].contains(part))
        child = &(*node)["properties"][part];
      else if ((item = node->contains("items") && (value.is_array() || value.is_null())))
        child = &(*node)["items"];
      if (child == nullptr) continue;
      component = component || child->value("type", Json()) == "number";
      auto const own = unit_in(child->value("description", std::string()));
      units.insert(own.empty() && item ? unit_in(node->value("description", std::string())) : own);
      follow(*child, root, inner, next, 0);
    }
    nodes = next;
    value = inner;
  }
  return {units.size() == 1 ? *units.begin() : "", component};
}

bool is_index(std::string const& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

/// Of a parameter, the unit of the places where it stands alone.
std::string unit_of(std::string const& path, Json const& input) {
  auto const parameter = parameter_of(path);
  if (parameter.empty()) return described(path, input).unit;
  std::set<std::string> units;
  for (auto const& place : places_alone(input, parameter))
    units.insert(described(place, input).unit);
  return units.size() == 1 ? *units.begin() : "";
}

/// "tip mass", "velocity x", "assemblies 0".
std::string name_of(std::string const& path, Json const& input) {
  auto const word = last_word(path);
  if (word == "type" && word != path)  // of a part: its name
    return name_of(path.substr(0, path.size() - word.size() - 1), input);
  if (!is_index(word) || word == path) return spaced(word);
  auto const of = spaced(last_word(path.substr(0, path.size() - word.size() - 1)));
  bool const vector = word.size() == 1 && word[0] < '3' && described(path, input).component;
  return of + " " + (vector ? std::string(1, "xyz"[word[0] - '0']) : word);
}

}  // namespace

Json described_path(std::string const& path, Json const& input) {
  return {{"name", name_of(path, input)},
          {"unit", unit_of(path, input)},
          {"place", refining_place(path, input)},
          {"places", places_of(input, parameter_of(path))}};
}

}  // namespace orthant
