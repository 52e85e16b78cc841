// Units come from the table of metrics, from the ends of names, and from the schema.
#include "experiments/app/figure/text.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/config/error.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant::figures {
namespace {

struct Named {
  char const *name, *label, *unit;
};
Named const known_labels[] = {
    {"wall_time_s", "wall time", "s"},
    {"cpu_time_s", "processor time", "s"},
    {"newton_iterations", "Newton iterations", ""},
    {"linear_solves", "linear systems", ""},
    {"linear_iterations", "linear iterations", ""},
    {"iterations", "iterations", ""},
    {"energy_drift_relative", "energy drift / energy scale", ""},
    {"angular_momentum_drift_relative", "angular momentum drift / its scale", ""},
    {"converged_part", "share of steps or problems solved", ""},
    {"error", "natural map / |q|", ""}};

struct Ending {
  char const *end, *unit;
};
Ending const endings[] = {
    {"_N_m_s", "N m s"}, {"_rad_s", "rad/s"}, {"_percent", "%"}, {"_m_s", "m/s"}, {"_m2", "m²"},
    {"_N_m", "N m"},     {"_N_s", "N s"},     {"_rad", "rad"},   {"_deg", "°"},   {"_m", "m"},
    {"_J", "J"},         {"_N", "N"},         {"_s", "s"}};

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
    return std::stoul(part) < array.size() ? array[std::stoul(part)] : Json();
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

struct Quantity {
  std::string name, unit;
};

Quantity quantity_alone(std::string const& name) {
  for (auto const& each : known_labels)
    if (name == each.name) return {each.label, each.unit};
  auto words = name.substr(0, name.find('.'));
  auto const part = name.substr(words.size());  // ".mean"
  std::string unit;
  for (auto const& each : endings)
    if (unit.empty() && words.ends_with(each.end)) {
      unit = each.unit;
      words.erase(words.size() - std::string_view(each.end).size());
    }
  words += part;
  if (unit.empty())
    for (auto const& each : named_metrics())
      if (name == each.name) unit = each.row->unit;
  std::replace(words.begin(), words.end(), '.', ' ');
  return {spaced(words), unit};
}

/// Whether it is a column of a table, which is no path in an experiment.
bool of_table(std::string const& path, Json const& input) {
  return input.is_object() && input.empty() && path.find('.') == std::string::npos;
}

Quantity setting_of(std::string const& path, Json const& input) {
  if (of_table(path, input)) return quantity_alone(path);
  return {name_of(path, input), unit_of(path, input)};
}

std::string with_unit(std::string const& name, std::string const& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

}  // namespace

std::string quantity_label(std::string const& name) {
  auto const slash = name.find('/');
  auto const above = quantity_alone(name.substr(0, slash));
  if (slash == std::string::npos) return with_unit(above.name, above.unit);
  auto const below = quantity_alone(name.substr(slash + 1));
  auto const in_brackets = [](std::string const& unit) {
    return unit.find_first_of(" /") == std::string::npos ? unit : "(" + unit + ")";
  };
  std::string unit = above.unit;
  if (above.unit == below.unit)
    unit = "";
  else if (!below.unit.empty())
    unit = (above.unit.empty() ? "1" : in_brackets(above.unit)) + "/" + in_brackets(below.unit);
  return with_unit(above.name + " / " + below.name, unit);
}

std::string setting_label(std::string const& path, Json const& input) {
  auto const [name, unit] = setting_of(path, input);
  bool const step = !of_table(path, input) && refining_place(path, input) == "step";
  return with_unit(step ? "step length h" : name, unit);
}

std::string value_label(std::string const& path, Json const& value, Json const& input) {
  if (value.is_string()) {
    auto const name = value.get<std::string>();
    return path == "problems.files" ? name.substr(name.rfind('/') + 1) : name;
  }
  if (value.is_object() && value.contains("type") && value["type"].is_string()) {
    std::string rest;
    for (auto const& [key, each] : value.items())
      if (key != "type")
        rest += (rest.empty() ? "" : ", ") + (each.is_string()
                                                  ? each.get<std::string>()
                                                  : value_label(path + "." + key, each, input));
    auto const type = value["type"].get<std::string>();
    return rest.empty() ? type : type + " (" + rest + ")";
  }
  auto const shown = value.is_number_float() ? text(value.get<double>()) : value.dump();
  auto const [name, unit] = setting_of(path, input);
  return name + " = " + (value.is_null() ? "none" : shown) +
         (unit.empty() || !value.is_number() ? "" : " " + unit);
}

}  // namespace orthant::figures
