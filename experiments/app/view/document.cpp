// Changes of an experiment file.
#include "experiments/app/view/document.hpp"

#include <algorithm>
#include <filesystem>

namespace orthant {
namespace {

/// These keys are changed as wholes.
constexpr char const* whole_keys[] = {"step", "integrator", "solver", "islands", "unsolved"};
/// These belong to other commands than a view, or to whole runs.
constexpr char const* left_out[] = {"duration", "expect",          "sweep",         "search",
                                    "fit",      "record_problems", "record_systems"};
/// Of these, what varies the values of the file.
constexpr char const* varying[] = {"sweep", "search", "fit"};
constexpr char const* scene_keys[] = {"contact", "gravity"};
constexpr char const* item_lists[] = {"bodies", "assemblies"};
constexpr char const* item_keys[] = {"friction", "rolling_friction", "torsional_friction",
                                     "restitution"};

template <class Names>
bool is_among(Names const& names, std::string const& name) {
  return std::ranges::find(names, name) != std::end(names);
}

std::vector<std::string> parts_of(std::string const& path) {
  std::vector<std::string> out;
  std::size_t at = 0;
  while (at < path.size() && path[at] == '/') {
    auto const next = path.find('/', at + 1);
    out.push_back(path.substr(at + 1, next == path.npos ? next : next - at - 1));
    at = next;
  }
  return out;
}

/// The object that has the last key of a path which may be changed; null if it may not.
Json* holder_of(Json& experiment, std::vector<std::string> const& parts) {
  if (parts.size() == 1 && is_among(whole_keys, parts[0])) return &experiment;
  if (parts.size() < 2 || parts[0] != "scene" || !experiment.contains("scene") ||
      !experiment["scene"].is_object())
    return nullptr;
  Json& scene = experiment["scene"];
  if (parts.size() == 2 && is_among(scene_keys, parts[1])) return &scene;
  if (parts.size() != 4 || !is_among(item_lists, parts[1]) || !is_among(item_keys, parts[3]))
    return nullptr;
  std::string const& number = parts[2];
  bool const digits =
      !number.empty() && number.size() < 8 && number.find_first_not_of("0123456789") == number.npos;
  if (!digits || !scene.contains(parts[1]) || !scene[parts[1]].is_array()) return nullptr;
  Json& list = scene[parts[1]];
  std::size_t const index = std::stoul(number);
  return index < list.size() && list[index].is_object() ? &list[index] : nullptr;
}

/// Writes absolute paths of files for those that were relative to the experiment's folder.
void take_absolute_paths(Json& to, Json const& from) {
  if (to.is_string() && from.is_string()) {
    auto const& path = from.get_ref<std::string const&>();
    if (std::filesystem::path(path).is_absolute() && std::filesystem::exists(path)) to = from;
  } else if (to.is_object() && from.is_object()) {
    for (auto& [key, each] : to.items())
      if (from.contains(key)) take_absolute_paths(each, from[key]);
  } else if (to.is_array() && from.is_array()) {
    for (std::size_t k = 0; k < std::min(to.size(), from.size()); ++k)
      take_absolute_paths(to[k], from[k]);
  }
}

void erase_left_out(Json& from) {
  for (char const* key : left_out) from.erase(key);
}

}  // namespace

void apply_change(Json& experiment, Change const& change, std::string const& file) {
  auto const parts = parts_of(change.path);
  Json* const holder = holder_of(experiment, parts);
  if (!holder)
    refuse(file, "a change of \"" + change.path + "\"",
           "of /step, /integrator, /solver, /islands, /unsolved, /scene/contact, /scene/gravity, "
           "and of friction and restitution of the scene's bodies and assemblies");
  if (change.value.is_null())
    holder->erase(parts.back());
  else
    (*holder)[parts.back()] = change.value;
}

Json changeable(Json const& experiment) {
  Json out = Json::object();
  auto const copy = [](Json& to, Json const& from, auto const& keys) {
    for (char const* key : keys)
      if (from.contains(key)) to[key] = from[key];
  };
  copy(out, experiment, whole_keys);
  Json const& scene = experiment.at("scene");
  out["scene"] = Json::object();
  copy(out["scene"], scene, scene_keys);
  for (char const* list : item_lists) {
    out["scene"][list] = Json::array();
    if (!scene.contains(list)) continue;
    for (auto const& item : scene[list]) {
      Json one = Json::object();
      copy(one, item, std::array{"name", "type", "motion"});
      copy(one, item, item_keys);
      out["scene"][list].push_back(std::move(one));
    }
  }
  return out;
}

bool says_its_length(Json const& experiment) {
  return experiment.contains("steps") || experiment.contains("duration");
}

std::string base_case(Json const& experiment) {
  std::string keys;
  for (char const* key : varying)
    if (experiment.contains(key) && !experiment[key].is_null())
      keys += (keys.empty() ? "\"" : ", \"") + std::string(key) + "\"";
  return keys.empty() ? "" : "the base case, with the values of the file; without effect: " + keys;
}

Json without_end(Json experiment) {
  bool const says = says_its_length(experiment);
  erase_left_out(experiment);
  experiment["output"] = Json::object();
  // Limits of the motion take the time of the whole run.
  if (says) experiment["steps"] = 1000000;
  return experiment;
}

Json to_run_again(Json const& experiment, Json const& resolved, Json const& loads, int steps) {
  Json out = experiment;
  erase_left_out(out);
  take_absolute_paths(out, resolved);
  if (says_its_length(experiment)) out["steps"] = steps;
  for (auto const& each : loads) out["scene"]["loads"].push_back(each);
  return out;
}

}  // namespace orthant
