// Reads groups of shapes and pairs of bodies that never touch.
#include "orthant/core/scene/read_groups.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "orthant/core/config/spelling.hpp"
#include "orthant/core/scene/names.hpp"

namespace orthant {
namespace {

constexpr double most_pairs = 1e6;

char const* const groups_schema = R"({
  "description": "groups that the shapes are in, at most 32 names in a scene; two shapes may touch if one of them touches a group of the other",
  "type": "array", "items": {"type": "string"}, "default": ["default"]})";
char const* const touches_schema = R"({
  "description": "groups that the shapes touch",
  "type": "array", "items": {"type": "string"}, "default": ["default"]})";
char const* const apart_schema = R"({
  "description": "pairs of bodies that never touch, by names in which * stands for any characters",
  "type": "array", "default": [],
  "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}})";

std::vector<int> bodies_of(std::string const& pattern, std::string const& where,
                           Scene const& scene) {
  std::vector<int> out;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (matches(pattern, scene.bodies[b].name)) out.push_back(static_cast<int>(b));
  if (!out.empty()) return out;
  refuse(where, shown(Json(pattern)),
         "the name of a body, or a pattern with * that fits one" +
             nearest_hint(pattern, names_of(scene.bodies)));
}

}  // namespace

GroupNames::GroupNames(Config const& scene) {
  Json const* const given = scene.given("bodies");
  if (!given || !given->is_array()) return;  // refused where they are read
  Json const& bodies = *given;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    auto const where = scene.where("bodies") + "/" + std::to_string(b);
    learn(bodies[b], where);
    if (!bodies[b].is_object() || !bodies[b].contains("shapes")) continue;
    Json const& shapes = bodies[b]["shapes"];
    for (std::size_t k = 0; shapes.is_array() && k < shapes.size(); ++k)
      learn(shapes[k], where + "/shapes/" + std::to_string(k));
  }
}

void GroupNames::learn(Json const& item, std::string const& where) {
  if (!item.is_object() || !item.contains("groups") || !item["groups"].is_array()) return;
  for (auto const& each : item["groups"]) {
    if (!each.is_string()) continue;
    auto const name = each.get<std::string>();
    require_name(where + "/groups", name);
    if (std::ranges::find(names_, name) != names_.end()) continue;
    if (names_.size() == most)
      refuse(where + "/groups", shown(each),
             "at most 32 groups in a scene, \"default\" among them");
    names_.push_back(name);
  }
}

unsigned GroupNames::bits(Config& config, char const* key) const {
  Json const& given = config.raw(key);
  if (!given.is_array()) refuse(config.where(key), shown(given), "an array of names of groups");
  unsigned out = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto const where = config.where(key) + "/" + std::to_string(i);
    if (!given[i].is_string()) refuse(where, shown(given[i]), "the name of a group");
    auto const found = std::ranges::find(names_, given[i].get<std::string>());
    if (found == names_.end())
      refuse(where, shown(given[i]),
             "a group that a body or a shape is in by \"groups\": " + comma_separated(names_) +
                 nearest_hint(given[i].get<std::string>(), names_));
    out |= 1U << (found - names_.begin());
  }
  return out;
}

void GroupNames::read(Config& config, Shape& shape) const {
  if (config.has("groups")) shape.groups = bits(config, "groups");
  if (config.has("touches")) shape.touches = bits(config, "touches");
}

std::vector<std::pair<int, int>> read_apart(Config& config, Scene const& scene) {
  if (!config.has("apart")) return {};
  Json const& given = config.raw("apart");
  auto const where = config.where("apart");
  if (!given.is_array()) refuse(where, shown(given), "an array of pairs of names of bodies");
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < given.size(); ++i) {
    auto const at = where + "/" + std::to_string(i);
    Json const& pair = given[i];
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
      refuse(at, shown(pair), "two names of bodies");
    auto const first = bodies_of(pair[0].get<std::string>(), at + "/0", scene),
               second = bodies_of(pair[1].get<std::string>(), at + "/1", scene);
    if (first.size() == 1 && first == second)
      refuse(at, shown(pair), "two bodies: shapes of one body never touch");
    double const count = static_cast<double>(first.size()) * static_cast<double>(second.size());
    if (count + static_cast<double>(pairs.size()) > most_pairs)
      refuse(at, text(count) + " pairs of bodies", "up to " + text(most_pairs) + " in a scene");
    for (int const a : first)
      for (int const b : second)
        if (a != b) pairs.insert({std::min(a, b), std::max(a, b)});
  }
  return {pairs.begin(), pairs.end()};
}

void describe_groups(Fields& f) {
  f.described("groups", groups_schema);
  f.described("touches", touches_schema);
}
void describe_apart(Fields& f) { f.described("apart", apart_schema); }

}  // namespace orthant
