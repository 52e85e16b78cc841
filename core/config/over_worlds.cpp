// Computes one number for each world, from a list or a distribution.
#include "orthant/core/config/over_worlds.hpp"

#include <cmath>
#include <functional>

#include "orthant/core/config/draws.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// A distribution, evaluated at the quantile u in (0, 1).
struct Distribution {
  char const *name, *allowed;
  std::function<bool(double, double)> accepts;
  std::function<double(double, double, double)> at;
};

std::vector<Distribution> const& distributions() {
  static std::vector<Distribution> const all{
      {"uniform", "[low, high], low <= high",
       [](double low, double high) { return low <= high && std::isfinite(high - low); },
       [](double low, double high, double u) { return low + (high - low) * u; }},
      {"log_uniform", "[low, high], 0 < low <= high",
       [](double low, double high) { return 0 < low && low <= high && std::isfinite(high / low); },
       [](double low, double high, double u) {
         return low * draws::exponential(u * draws::logarithm(high / low));
       }},
      {"normal", "[mean, deviation], deviation >= 0",
       [](double, double deviation) { return deviation >= 0; },
       [](double mean, double deviation, double u) {
         return mean + deviation * draws::normal_quantile(u);
       }}};
  return all;
}

bool finite_number(Json const& x) { return x.is_number() && std::isfinite(x.get<double>()); }

std::vector<double> listed(Json const& list, int worlds, std::string const& where) {
  if (!list.is_array()) throw WrongValue(where, "found " + shown(list) + ", allowed: a list");
  if (list.size() != nth(worlds))
    refuse(where,
           "a list of " + std::to_string(list.size()) + " for " + std::to_string(worlds) +
               (worlds == 1 ? " world" : " worlds"),
           "one number for each of the \"worlds\"");
  std::vector<double> out;
  for (std::size_t w = 0; w < list.size(); ++w) {
    if (!finite_number(list[w]))
      throw WrongValue(where + "/" + std::to_string(w),
                       "found " + shown(list[w]) + ", allowed: a finite number, that of world " +
                           std::to_string(w));
    out.push_back(list[w].get<double>());
  }
  return out;
}

}  // namespace

OverWorlds::OverWorlds(int worlds, int seed, std::string root)
    : worlds_(worlds), seed_(seed), root_(std::move(root)) {}

bool OverWorlds::is_spread(Json const& given) {
  if (!given.is_object()) return false;
  if (given.contains("values")) return true;
  for (auto const& each : distributions())
    if (given.contains(each.name)) return true;
  return false;
}

std::string OverWorlds::forms() {
  std::string out = "a list with one for each world, {\"values\": list}";
  for (auto const& each : distributions())
    out += std::string(", {\"") + each.name + "\": " + each.allowed + "}";
  return out;
}

Json OverWorlds::schema() {
  Json out = {{"type", "object"}, {"additionalProperties", false}};
  out["minProperties"] = out["maxProperties"] = 1;
  out["description"] = "a number for each world: listed, or drawn";
  out["properties"]["values"] = {{"type", "array"}, {"items", {{"type", "number"}}}};
  for (auto const& each : distributions())
    out["properties"][each.name] = {{"type", "array"},
                                    {"items", {{"type", "number"}}},
                                    {"minItems", 2},
                                    {"maxItems", 2},
                                    {"description", each.allowed}};
  return out;
}

std::vector<double> OverWorlds::values_of(Json const& given, std::string const& path,
                                          std::string const& where) const {
  if (worlds_ == 0)
    refuse(where, "a number for each world",
           "one number: the reference says which worlds there are");
  if (given.is_array()) return listed(given, worlds_, where);
  if (given.size() != 1)
    throw WrongValue(where,
                     "found " + std::to_string(given.size()) + " keys, allowed: one of them");
  if (given.contains("values")) return listed(given["values"], worlds_, where + "/values");
  std::vector<double> out;
  for (auto const& each : distributions()) {
    if (!given.contains(each.name)) continue;
    Json const& of = given[each.name];
    if (!of.is_array() || of.size() != 2 || !finite_number(of[0]) || !finite_number(of[1]) ||
        !each.accepts(of[0].get<double>(), of[1].get<double>()))
      throw WrongValue(where + "/" + each.name,
                       "found " + of.dump() + ", allowed: " + each.allowed);
    for (int w = 0; w < worlds_; ++w)
      out.push_back(each.at(
          of[0].get<double>(), of[1].get<double>(),
          draws::uniform(static_cast<std::uint64_t>(seed_), path, static_cast<std::uint64_t>(w))));
  }
  return out;
}

double OverWorlds::value(Json const& given, std::string const& where) {
  std::string const path = where.starts_with(root_) ? where.substr(root_.size()) : where;
  auto found = numbers_.find(path);
  if (found == numbers_.end())
    found = numbers_.emplace(path, Number{given, values_of(given, path, where)}).first;
  return found->second.value[nth(world_)];
}

Json OverWorlds::settled(Json const& given, std::string const& where) {
  if (is_spread(given)) return value(given, where);
  if (!given.is_structured()) return given;
  Json out = given;
  for (auto const& [key, each] : given.items()) {
    Json now = settled(each, where + "/" + key);
    if (given.is_array())
      out[std::stoul(key)] = std::move(now);
    else
      out[key] = std::move(now);
  }
  return out;
}

void OverWorlds::restore(Json& document) const {
  for (auto const& [path, number] : numbers_) document[Json::json_pointer(path)] = number.given;
}

}  // namespace orthant
