// Names values by what tells them apart.
#include "experiments/app/run/value_names.hpp"

#include <algorithm>
#include <set>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

std::string as_json(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_plugin(Json const& value) {
  return value.is_object() && value.contains("type") && value["type"].is_string();
}
bool is_plugin_or_name(Json const& value) { return value.is_string() || is_plugin(value); }

/// A plug-in as an object.
Json whole(Json const& value) { return value.is_string() ? Json{{"type", value}} : value; }

/// With `keys` each setting has its name; else texts and plug-ins stand alone.
std::string brief(Json const& value, bool keys) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array() && !value.empty() && std::ranges::all_of(value, is_plugin_or_name)) {
    std::string out;
    for (auto const& each : value) out += (out.empty() ? "" : " + ") + brief(each, keys);
    return out;
  }
  if (!is_plugin(value))
    return value.is_number_float() ? text(value.get<double>()) : as_json(value);
  std::string out;
  for (auto const& [key, each] : value.items()) {
    if (key == "type") continue;
    bool const alone = !keys && (is_plugin_or_name(each) || each.is_array());
    out += (out.empty() ? "" : ", ") + (alone ? "" : key + " ") + brief(each, keys);
  }
  auto const type = value["type"].get<std::string>();
  return out.empty() ? type : type + " (" + out + ")";
}

/// Without the settings that all plug-ins of the type have alike, if there are others.
Json telling(Json value, std::vector<Json> const& values) {
  std::vector<Json> alike;
  for (auto const& each : values)
    if (is_plugin_or_name(each) && whole(each)["type"] == value["type"])
      alike.push_back(whole(each));
  if (alike.size() < 2) return value;
  Json const all = value;
  for (auto const& [key, each] : all.items())
    if (key != "type" &&
        std::ranges::all_of(alike, [&, &key = key, &each = each](Json const& other) {
          return other.contains(key) && other[key] == each;
        }))
      value.erase(key);
  return value;
}

}  // namespace

std::map<Json, std::string> name_values(std::string const& key, std::vector<Json> const& values) {
  constexpr std::size_t longest = 60;  // letters of what is no plug-in
  std::map<Json, std::string> out;
  for (bool const keys : {false, true}) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto const& value = values[i];
      if (!value.is_structured()) {
        if (value.is_string()) taken.insert(value.get<std::string>());
        continue;
      }
      auto& name = out[value] = brief(is_plugin(value) ? telling(value, values) : value, keys);
      if (!is_plugin(value) && name.size() > longest)
        name = key.substr(key.rfind('.') + 1) + " #" + std::to_string(i + 1);
    }
    for (auto const& [value, name] : out) taken.insert(name);
    std::set<Json> all(values.begin(), values.end());
    if (taken.size() == all.size()) return out;
  }
  for (auto& [value, name] : out) name = as_json(value);
  return out;
}

}  // namespace orthant
