// Finds the finest case, and compares the ends of trajectories.
#include "experiments/app/comparison/distance.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/problems/problem_experiment.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

bool is_size(std::string const& path) {
  auto const word = path.substr(path.rfind('.') + 1);
  return path == "step" || word == "tolerance" || word == "accuracy" || word == "longest";
}

bool are_numbers(Json const& values) {
  return values.size() > 1 &&
         std::ranges::all_of(values, [](Json const& each) { return each.is_number(); });
}

/// The axis of comparison.json along which cases are finer; null if there is none.
Json refining_axis(Json const& axes, Json const& input) {
  for (auto const& axis : axes)
    if (are_numbers(axis["values"]) && !refining_place(axis["key"], input).empty()) return axis;
  return nullptr;
}

bool ran_to_end(fs::path const& directory) {
  auto const file = directory / "result.json";
  return fs::exists(file) && read_json_file(file.string()).value("status", "") == "finished";
}

}  // namespace

std::string refining_place(std::string const& path, Json const& input) {
  if (is_size(path)) return path;
  // An expression of it may be larger where it is smaller.
  for (auto const& place : places_alone(input, parameter_of(path)))
    if (is_size(place)) return place;
  return "";
}

EndsOfRuns::End EndsOfRuns::read(fs::path const& directory) {
  End out;
  if (!has_run_table(directory, "trajectory")) return out;
  auto const rows = open_run_table(directory, "trajectory");
  int const time = rows->column("time_s"), world = rows->column("world"),
            body = rows->column("body");
  int const x = rows->column("x_m"), y = rows->column("y_m"), z = rows->column("z_m");
  while (rows->next()) {
    if (rows->number(time) != out.time) out.places.clear();
    out.time = rows->number(time);
    auto const name = std::to_string(static_cast<long>(rows->number(world))) + " " +
                      std::string(rows->text(body));
    out.places[name] = {rows->number(x), rows->number(y), rows->number(z)};
  }
  return out;
}

EndsOfRuns::End const& EndsOfRuns::end(fs::path const& directory) {
  auto const found = ends_.find(directory);
  return found != ends_.end() ? found->second : ends_[directory] = read(directory);
}

std::optional<double> EndsOfRuns::distance(fs::path const& of, fs::path const& from) {
  auto const &a = end(of), &b = end(from);
  if (a.places.empty() || a.places.size() != b.places.size() ||
      std::abs(a.time - b.time) > 1e-9 * (1 + std::abs(b.time)))
    return {};
  double out = 0;
  for (auto const& [name, p] : a.places) {
    auto const other = b.places.find(name);
    if (other == b.places.end()) return {};
    auto const& q = other->second;
    double const here = std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    if (!std::isfinite(here)) return {};
    out = std::max(out, here);
  }
  return out;
}

std::vector<std::optional<double>> distances_to_finest(std::vector<RefinedCase> const& cases) {
  std::map<std::string, RefinedCase const*> finest;
  for (auto const& each : cases)
    if (auto& best = finest[each.group]; best == nullptr || each.size < best->size) best = &each;
  EndsOfRuns ends;
  std::vector<std::optional<double>> out;
  for (auto const& each : cases) {
    auto const& best = *finest[each.group];
    bool const compares = each.ran && best.ran && each.size > best.size;
    out.push_back(compares ? ends.distance(each.directory, best.directory) : std::nullopt);
  }
  return out;
}

std::map<std::string, double> distances_to_finest(Json const& comparison, fs::path const& cases) {
  std::vector<RefinedCase> all;
  std::vector<std::string> ids;
  for (auto const& experiment : comparison.at("experiments")) {
    if (!experiment.contains("reference")) continue;
    Json const axis = refining_axis(experiment.at("sweep"), experiment.at("input"));
    if (axis.is_null()) continue;
    bool const named = axis.contains("zip") && experiment.contains("names") &&
                       experiment["names"].contains(axis["zip"].dump());
    for (auto const& each : comparison.at("cases")) {
      if (each.at("experiment") != experiment.at("name")) continue;
      Json others = {{"settings", each.at("settings")}, {"seed", each.value("seed", Json())}};
      for (auto const& other : experiment["sweep"])
        if (other == axis || (!named && axis.contains("zip") && other.contains("zip") &&
                              other["zip"] == axis["zip"]))
          others["settings"].erase(other["key"].get<std::string>());
      ids.push_back(each.at("case"));
      auto const directory = cases / ids.back();
      all.push_back({experiment["name"].get<std::string>() + others.dump(),
                     each["settings"].at(axis["key"].get<std::string>()).get<double>(), directory,
                     ran_to_end(directory)});
    }
  }
  auto const distances = distances_to_finest(all);
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (distances[i]) out[ids[i]] = *distances[i];
  return out;
}

void require_finest(PlannedExperiment const& experiment) {
  auto const& [name, file, input, sweep, motion] = experiment;
  if (!sweep.finest) return;
  auto const where = file + "/sweep/reference";
  if (is_of_problems(input)) refuse(where, "\"finest\" of stored problems", "a scene");
  if (refining_axis(sweep.axes_json(), input).is_null())
    refuse(where, "\"finest\", and neither step lengths nor tolerances in the sweep",
           "several numbers of \"step\", \"step.longest\", an accuracy or a tolerance");
  auto const every = Json::json_pointer("/output/trajectory_every");
  if (input.contains(every) && input[every] == 0)
    refuse(where, "\"finest\" beside output/trajectory_every 0",
           "1 there: ends of trajectories are compared");
}

}  // namespace orthant
