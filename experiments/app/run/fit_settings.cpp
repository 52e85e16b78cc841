// Reads fits strictly.
#include "experiments/app/run/fit_settings.hpp"

#include <set>

#include "experiments/app/expressions/parameters.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"
#include "orthant/core/config/schema.hpp"

namespace orthant {
namespace {

constexpr char const* allowed_paths =
    "an array of paths, or an object of paths and factors, such as {\"scene.bodies.0.friction\": "
    "1}";

std::map<std::string, double> read_paths(Json const& given, std::string const& where) {
  std::map<std::string, double> out;
  if (given.is_array()) {
    for (auto const& path : given) {
      if (!path.is_string()) refuse(where, shown(path), allowed_paths);
      if (!out.emplace(path.get<std::string>(), 1).second)
        refuse(where, shown(path) + " again", "each path once");
    }
  } else if (given.is_object()) {
    for (auto const& [path, factor] : given.items()) {
      if (!factor.is_number() || factor.get<double>() == 0)
        refuse(where + "/" + path, shown(factor), "a number that is not 0");
      out.emplace(path, factor.get<double>());
    }
  }
  if (out.empty()) refuse(where, shown(given), allowed_paths);
  return out;
}

FitParameter read_parameter(std::string const& name, Config config) {
  FitParameter out;
  out.name = name;
  for (char const* key : {"start", "lower", "upper"}) config.need(key, "a number");
  config.real("lower", out.lower, any_number(), "");
  config.real("upper", out.upper, any_number(), "");
  config.real("start", out.start, any_number(), "");
  if (!(out.lower < out.upper))
    refuse(config.where("upper"), text(out.upper), "a number above lower, " + text(out.lower));
  if (out.start < out.lower || out.start > out.upper)
    refuse(config.where("start"), text(out.start),
           "a number from " + text(out.lower) + " to " + text(out.upper));
  out.paths = config.has("paths") ? read_paths(config.raw("paths"), config.where("paths"))
                                  : std::map<std::string, double>{{name, 1}};
  config.done();
  return out;
}

std::map<std::string, Json> read_changes(Config& config, std::string const& key) {
  std::map<std::string, Json> out;
  if (!config.has(key)) return out;
  Json const& given = config.raw(key);
  if (!given.is_object() || given.empty())
    refuse(config.where(key), shown(given),
           "an object of paths and values, such as {\"reference.first\": 1}");
  for (auto const& [path, value] : given.items()) out[path] = value;
  return out;
}

}  // namespace

void FitSettings::fields(Fields& f) {
  f.integer("starts", starts, between(1, 1000),
            "how often it begins: from the start, and then from places between the bounds");
  f.integer("seed", seed, not_negative(), "of the places where further starts begin");
  f.integer("max_iterations", max_iterations, between(1, 10000), "most of one start");
  f.choice(
      "derivatives", derivatives,
      {{FitDerivatives::automatic, "auto"},
       {FitDerivatives::exact, "exact"},
       {FitDerivatives::differences, "differences"}},
      "of misfits: exact, by those of the steps, or by differences of runs; auto: exact where "
      "steps have them in closed form, or for many parameters, and no \"difference\" is given");
  f.real("difference", difference, {.low = 0, .high = 0.1, .low_open = true},
         "change of a parameter for a central difference, relative to the width of its bounds");
  f.real("tolerance", tolerance, {.low = 0, .high = 0.1, .low_open = true},
         "it ends where a step changes the parameters by less, relative to their distances from "
         "the lower bounds, or the cost by less of it");
  f.choice("loss", loss,
           {{FitLoss::none, "none"},
            {FitLoss::huber, "huber"},
            {FitLoss::soft_l1, "soft_l1"},
            {FitLoss::cauchy, "cauchy"}},
           "what an observation counts by the square of its misfit: all of it, or less where it is "
           "large");
  f.real("loss_scale", loss_scale, positive(), "misfit above which that is less");
}

FitSettings read_fit(Config config) {
  FitSettings out;
  config.need("parameters", "an object of at least one parameter");
  Config parameters = config.child("parameters");
  std::map<std::string, std::string> taken;
  for (auto const& name : parameters.keys()) {
    auto const& each = out.parameters.emplace_back(read_parameter(name, parameters.child(name)));
    for (auto const& [path, factor] : each.paths)
      if (auto const [at, is_new] = taken.emplace(path, name); !is_new)
        refuse(parameters.where(name), "\"" + path + "\", a place of \"" + at->second + "\" too",
               "each path once");
  }
  if (out.parameters.empty())
    refuse(config.where("parameters"), "none", "an object of at least one parameter");
  parameters.done();
  out.difference_given = config.has("difference");
  out.fields(config);
  if (out.difference_given && out.derivatives == FitDerivatives::exact)
    refuse(config.where("difference"), "a difference beside exact derivatives",
           "no such key, or \"derivatives\": \"differences\"");
  out.changes = read_changes(config, "changes");
  out.held_out = read_changes(config, "held_out");
  config.done();
  return out;
}

Json fit_schema() {
  Json out = schema_of([](Fields& f) { FitSettings{}.fields(f); });
  out["properties"]["parameters"] = Json::parse(R"({"type": "object", "minProperties": 1,
    "description": "numbers that are not known, by their paths, or by names of their own beside paths",
    "additionalProperties": {"type": "object", "required": ["start", "lower", "upper"],
      "additionalProperties": false, "properties": {
        "start": {"type": "number", "description": "where the first start begins"},
        "lower": {"type": "number", "description": "bound, in the unit of the number"},
        "upper": {"type": "number", "description": "bound, in the unit of the number"},
        "paths": {"description": "where it stands, as in --set; with factors, or without",
          "anyOf": [{"type": "array", "minItems": 1, "items": {"type": "string"}},
                    {"type": "object", "minProperties": 1,
                     "additionalProperties": {"type": "number"}}]}}}})");
  out["properties"]["held_out"] = Json::parse(R"({"type": "object", "minProperties": 1,
    "description": "changes to the file, as in --set: to data that the search does not see, on which it is judged"})");
  out["properties"]["changes"] = Json::parse(R"({"type": "object", "minProperties": 1,
    "description": "changes to the file, as in --set, for the search: to a part of the data, or to windows of it"})");
  out["required"] = {"parameters"};
  out["description"] =
      "what orthant fit finds: numbers for which a run comes close to its reference";
  return out;
}

Json with_changes(Json experiment, std::map<std::string, Json> const& changes,
                  std::string const& where) {
  std::vector<std::string> paths;
  for (auto const& [path, value] : changes) paths.push_back(path);
  auto const change = [&] {
    for (auto const& [path, value] : changes) assign(experiment, path, value, where);
  };
  change_at(experiment, paths, change, std::vector<std::string>(paths.size(), where));
  return experiment;
}

Json with_values(Json experiment, std::vector<FitParameter> const& parameters,
                 std::vector<double> const& values, std::string const& where) {
  std::vector<std::string> all, places_of_all;
  for (auto const& each : parameters)
    for (auto const& [path, factor] : each.paths) {
      all.push_back(path);
      places_of_all.push_back(where + "/parameters/" + each.name);
    }
  auto const change = [&] {
    experiment.erase("fit");
    std::set<std::string> places;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      for (auto const& [path, factor] : parameters[i].paths) {
        auto const at = where + "/parameters/" + parameters[i].name;
        if (!places.insert(numbered_path(experiment, path)).second)
          refuse(at, "\"" + path + "\", which another path names too", "each place once");
        assign(experiment, path, factor * values[i], at);
      }
  };
  change_at(experiment, all, change, places_of_all);
  return experiment;
}

}  // namespace orthant
