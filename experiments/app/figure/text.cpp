// Units come from the table of metrics, from the ends of names, and from the schema.
#include "experiments/app/figure/text.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/config/error.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant::figures {
namespace {

struct Named {
  char const *name, *label;
};
Named const known_labels[] = {{"wall_time_s", "wall time [s]"},
                              {"cpu_time_s", "processor time [s]"},
                              {"newton_iterations", "Newton iterations"},
                              {"linear_solves", "linear systems"},
                              {"linear_iterations", "linear iterations"},
                              {"iterations", "iterations"},
                              {"distance_m", "error against finest case [m]"},
                              {"position_error_m", "position error [m]"},
                              {"converged_part", "share of steps solved"},
                              {"error", "natural map / |q|"}};

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

std::string schema_unit(std::string const& path, Json value) {
  static Json const root = experiment_schema();
  std::vector<Json const*> nodes;
  follow(root, root, value, nodes, 0);
  std::set<std::string> units;  // of all that the last part may be
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    bool const index = part.find_first_not_of("0123456789") == std::string::npos;
    Json inner;
    if (index && value.is_array() && std::stoul(part) < value.size())
      inner = value[std::stoul(part)];
    if (!index && value.is_object() && value.contains(part)) inner = value[part];
    std::vector<Json const*> next;
    units.clear();
    for (auto const* node : nodes) {
      Json const* child = nullptr;
      if (index && node->contains("items")) child = &(*node)["items"];
      if (!index && node->contains("properties") && (*node)["properties"].contains(part))
        child = &(*node)["properties"][part];
      if (child == nullptr) continue;
      units.insert(unit_in(child->value("description", std::string())));
      follow(*child, root, inner, next, 0);
    }
    nodes = next;
    value = inner;
  }
  return units.size() == 1 ? *units.begin() : "";
}

std::string quantity_alone(std::string const& name) {
  for (auto const& each : known_labels)
    if (name == each.name) return each.label;
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
  return spaced(words) + (unit.empty() ? "" : " [" + unit + "]");
}

}  // namespace

std::string quantity_label(std::string const& name) {
  auto const slash = name.find('/');
  if (slash == std::string::npos) return quantity_alone(name);
  return quantity_alone(name.substr(0, slash)) + " / " + quantity_alone(name.substr(slash + 1));
}

std::string setting_label(std::string const& path, Json const& input) {
  auto const unit = schema_unit(path, input);
  auto const name = path == "step" ? "step length h" : spaced(last_word(path));
  return name + (unit.empty() ? "" : " [" + unit + "]");
}

std::string value_label(std::string const& path, Json const& value) {
  if (value.is_string()) {
    auto const name = value.get<std::string>();
    return path == "problems.files" ? name.substr(name.rfind('/') + 1) : name;
  }
  if (value.is_object() && value.contains("type") && value["type"].is_string()) {
    std::string rest;
    for (auto const& [key, each] : value.items())
      if (key != "type")
        rest += (rest.empty() ? "" : ", ") +
                (each.is_string() ? each.get<std::string>() : value_label(key, each));
    auto const type = value["type"].get<std::string>();
    return rest.empty() ? type : type + " (" + rest + ")";
  }
  auto const shown = value.is_number_float() ? text(value.get<double>()) : value.dump();
  return last_word(path) + " = " + (value.is_null() ? "none" : shown);
}

}  // namespace orthant::figures
