// Reads a directory into one object: cases one by one, and a broken one does no harm.
#include "experiments/app/report/comparison.hpp"

#include <algorithm>
#include <set>

#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/comparison/step_work.hpp"
#include "experiments/app/files/members.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/run/run.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

using Json = nlohmann::json;

struct Descent {
  std::string problem;
  std::vector<double> iteration, error;

  int iterations() const { return iteration.empty() ? 0 : to_count(iteration.back()); }
};

/// The longest curve of the file, whose rows are sorted by problem.
Descent longest(fs::path const& file) {
  Descent best, now;
  if (fs::file_size(file) == 0) return {};
  TableReader row(file, BrokenRows::skip);  // a killed run may leave a short row
  if (row.head().size() < 3) return {};
  auto const end = [&] {
    if (best.iteration.empty() || now.iterations() > best.iterations()) std::swap(best, now);
    now = {};
  };
  while (row.next()) {
    if (row.text(0) != now.problem) end();
    now.problem = row.text(0);
    now.iteration.push_back(row.number_or_nan(1));
    now.error.push_back(row.number_or_nan(2));
  }
  end();
  return best;
}

double seconds_of(Json const& result) {
  auto const found = result.find("cpu_time_s");
  bool const one = result.value("problems", Json(0)) == 1;
  return one && found != result.end() && found->is_number() ? found->get<double>() : 0;
}

/// In the form of read_history, as the iterations of a single step. In a run with several problems
/// it is the one with the most iterations. Null if convergence.csv has none.
Json read_convergence(fs::path const& directory, Json const& result, HistoryLimits const& limits) {
  auto const file = directory / "convergence.csv";
  if (!fs::exists(file)) return nullptr;
  Descent const all = longest(file);
  if (all.iteration.empty()) return nullptr;
  auto const at = spread(all.iteration.size(), limits.iterations);
  std::vector<double> iteration, error;
  for (auto const i : at) {
    iteration.push_back(all.iteration[i]);
    error.push_back(all.error[i]);
  }
  Json const curve = {
      {"problem", all.problem},
      {"step", 1},
      {"time", 0},
      {"wall", to_digits(seconds_of(result), 4)},
      {"iterations", all.iterations()},
      {"converged", result.value("problems_solved", Json(0)) == result.value("problems", Json(1))},
      {"at", rounded(iteration, 9)},
      {"error", rounded(error)}};
  Json const newton = {{"kinds", {"error"}},
                       {"steps", 1},
                       {"grid", Json::array()},
                       {"worst", curve},
                       {"median", curve}};
  return {{"steps", nullptr}, {"newton", newton}};
}

/// Nested objects as "solver.linear.type": "pcr"; an array is one value.
void flatten(Json const& value, std::string const& path, Json& out) {
  if (!value.is_object() || value.empty()) {
    if (!path.empty()) out[path] = value;
    return;
  }
  for (auto const& [key, inner] : value.items())
    flatten(inner, path.empty() ? key : path + "." + key, out);
}

/// The part of a result's configuration that describes the method: no bodies, bounds or files.
Json flat_configuration(Json configuration) {
  for (char const* key : {"scene", "expect", "output", "description", "name"})
    configuration.erase(key);
  Json out = Json::object();
  flatten(configuration, "", out);
  return out;
}

double number_or(Json const& object, std::string const& key, double otherwise) {
  auto const found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

HistoryScales scales_of(Json const& result, std::string const& file) {
  HistoryScales out;
  Json const configuration = object_at(result, "configuration", file);
  out.tolerance = asked_tolerance(configuration);
  bool const chosen = configuration.contains("step") && configuration["step"].is_object();
  out.step =
      chosen ? number_or(configuration["step"], "longest", 0) : number_or(configuration, "step", 0);
  double const steps = number_or(configuration, "steps", number_or(result, "steps", 0));
  out.duration = number_or(configuration, "duration", steps * out.step);
  // Worlds of another simulator neither converge nor fail.
  bool const judged = !result.contains("steps_converged") || !result["steps_converged"].is_null();
  out.worlds = judged ? to_count(number_or(result, "worlds", 1)) : 0;
  return out;
}

/// Copies what the page shows of a result.json.
void add_result(Json& entry, Json const& result, std::string const& file) {
  for (char const* key : {"error",
                          "exit_reason",
                          "file",
                          "device",
                          "versions",
                          "worlds",
                          "bodies",
                          "redundant_rows",
                          "steps",
                          "steps_converged",
                          "unsolved",
                          "newton_iterations",
                          "linear_solves",
                          "linear_iterations",
                          "wall_time_s",
                          "problems",
                          "problems_solved",
                          "contacts",
                          "iterations",
                          "cpu_time_s",
                          "complaints",
                          "expectations",
                          "search",
                          "same_steps"})
    if (auto const found = result.find(key); found != result.end()) entry[key] = *found;
  if (auto const found = result.find("problem"); found != result.end() && found->is_object())
    entry["problem_facts"] = *found;
  bool const ended = text_at(result, "exit_reason", "", file) == end_of_experiment;
  entry["status"] = text_at(result, "status", ended ? "finished" : "stopped", file);
  entry["configuration"] = flat_configuration(object_at(result, "configuration", file));
  Json metrics = Json::object();
  flatten(object_at(result, "metrics", file), "", metrics);
  entry["metrics"] = std::move(metrics);
}

/// The case and how it ended.
Json read_case(Json entry, fs::path const& directory, HistoryLimits const& limits, bool history) {
  auto const file = (directory / "result.json").string();
  if (!fs::exists(file)) {
    entry["status"] = "missing";
    entry["error"] = "no result.json: not run yet, or interrupted";
    return entry;
  }
  try {
    Json const result = read_json_file(file);
    add_result(entry, result, file);
    auto const scales = scales_of(result, file);
    if (scales.tolerance > 0) entry["tolerance"] = scales.tolerance;
    if (history && result.contains("problems"))
      entry["history"] = read_convergence(directory, result, limits);
    else if (history && scales.step > 0)
      entry["history"] = read_history(directory, scales, limits);
  } catch (std::exception const& error) {
    entry["status"] = "unreadable";
    entry["error"] = error.what();
  }
  return entry;
}

/// A few cases may have long histories; a page of hundreds stays below about ten megabytes.
HistoryLimits limits_for(std::size_t cases, SolveChoice const& solve) {
  HistoryLimits out;
  out.solve = solve;
  auto const share = [&](int all, int least, int most) {
    return std::clamp(all / static_cast<int>(std::max<std::size_t>(cases, 1)), least, most);
  };
  out.steps = share(1600, 5, 41);
  out.points = share(60000, 100, 600);
  out.iterations = share(20000, 60, 200);
  return out;
}

Json as_json(HistoryLimits const& limits) {
  Json out = {
      {"steps", limits.steps}, {"iterations", limits.iterations}, {"points", limits.points}};
  if (limits.solve.step > 0) out["step"] = limits.solve.step;
  if (limits.solve.number > 0) out["solve"] = limits.solve.number;
  if (!limits.solve.stage.empty()) out["stage"] = limits.solve.stage;
  return out;
}

/// Moves the common part of all results out of the cases: {"solver.type": "newton", ...}.
Json take_common(Json& cases) {
  Json common;
  for (auto const& each : cases) {
    if (!each.contains("configuration") || each["configuration"].empty()) continue;  // not run
    if (common.is_null()) common = each["configuration"];
    for (auto it = common.begin(); it != common.end();) {
      auto const found = each["configuration"].find(it.key());
      it = found != each["configuration"].end() && *found == *it ? std::next(it) : common.erase(it);
    }
  }
  for (auto& each : cases)
    if (each.contains("configuration"))
      for (auto const& [key, value] : common.items()) each["configuration"].erase(key);
  return common.is_null() ? Json::object() : common;
}

Json read_one_run(fs::path const& directory, SolveChoice const& solve) {
  auto const from = (directory / "result.json").string();
  Json const result = read_json_file(from);
  if (object_at(result, "configuration", from).empty())
    refuse(from, "no \"configuration\"", "a result of orthant run");
  std::string const name = text_at(result, "experiment", directory.filename().string(), from);
  std::string const file = text_at(result, "file", "", from);
  Json entry = {{"case", name}, {"experiment", name}, {"label", ""}, {"settings", Json::object()}};
  Json out;
  out["kind"] = "run";
  out["command"] = {"orthant", "run", file};
  out["versions"] = object_at(result, "versions", from);
  out["device"] = object_at(result, "device", from);
  out["experiments"] = Json::array({{{"name", name}, {"file", file}, {"sweep", Json::array()}}});
  auto const limits = limits_for(1, solve);
  out["limits"] = as_json(limits);
  out["cases"] = Json::array({read_case(entry, directory, limits, true)});
  return out;
}

/// Gives each key that was swept the place of the step length or tolerance that it sets.
void add_places(Json& experiments) {
  for (auto& experiment : experiments) {
    if (!experiment.is_object() || !experiment.contains("sweep")) continue;
    Json const input = experiment.value("input", Json::object());
    for (auto& axis : experiment["sweep"])
      if (auto const key = text_at(axis, "key", "", "comparison.json/sweep"); !key.empty())
        if (auto const place = refining_place(key, input); !place.empty()) axis["place"] = place;
  }
}

void check_case(Json const& entry, std::string const& where) {
  if (!entry.is_object()) refuse(where, "no object", "a case");
  for (char const* key : {"case", "experiment"})
    if (!entry.contains(key) || !entry[key].is_string())
      refuse(where + "/" + key, "no text", "the name that orthant compare gave");
  auto const name = entry["case"].get<std::string>();
  if (fs::path(name).filename() != name || name == "..")
    refuse(where + "/case", "\"" + name + "\"", "the name of a folder in cases");
}

Json read_many(fs::path const& directory, SolveChoice const& solve) {
  auto const file = (directory / "comparison.json").string();
  Json out = read_json_file(file);
  if (!out.is_object() || !out.contains("cases") || !out["cases"].is_array() ||
      out["cases"].empty())
    refuse(file + "/cases", "no cases", "what orthant compare writes");
  out["kind"] = "comparison";
  auto& cases = out["cases"];
  auto const limits = limits_for(cases.size(), solve);
  bool const planned = out.contains("experiments");
  auto const common =
      planned ? common_work(out, directory / "cases") : decltype(common_work({}, {}))();
  std::set<std::string> seen;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Json& entry = cases[i];
    check_case(entry, file + "/cases/" + std::to_string(i));
    entry.erase("configuration");  // the case's own file has it
    if (!entry.contains("settings") || !entry["settings"].is_object())
      entry["settings"] = Json::object();
    // Repetitions differ in time only: the histories of the first one represent all.
    bool const first = seen.insert(entry["experiment"].dump() + entry["settings"].dump()).second;
    auto const id = entry["case"].get<std::string>();
    auto of_case = limits;
    if (auto const found = common.find(id); found != common.end()) {
      entry["hardest_step"] = found->second.hardest;
      if (solve.step == 0) of_case.solve.step = found->second.hardest;
    }
    entry = read_case(entry, directory / "cases" / id, of_case, first);
  }
  if (planned) {
    for (auto const& [id, distance] : distances_to_finest(out, directory / "cases"))
      for (auto& entry : cases)
        if (entry["case"] == id) entry["metrics"]["distance_m"] = distance;
    for (auto& entry : cases)
      if (auto const found = common.find(entry["case"].get<std::string>()); found != common.end()) {
        for (auto const& [name, number] : found->second.metrics.items())
          entry["metrics"]["common." + name] = number;
        entry["of_steps"] = read_step_work(directory / "cases" / found->first, limits.points);
      }
    add_places(out["experiments"]);
  }
  if (auto const parted = directory / "partings.json"; fs::exists(parted))
    out["partings"] = read_json_file(parted.string());
  out["limits"] = as_json(limits);
  return out;
}

}  // namespace

Json read_comparison(fs::path const& directory, SolveChoice const& solve) {
  char const* const allowed =
      "the output of orthant compare (with comparison.json) or of orthant run (with result.json)";
  if (!fs::is_directory(directory)) refuse(directory.string(), "no directory", allowed);
  bool const many = fs::exists(directory / "comparison.json");
  if (!many && !fs::exists(directory / "result.json"))
    refuse(directory.string(), "neither comparison.json nor result.json", allowed);
  Json out = many ? read_many(directory, solve) : read_one_run(directory, solve);
  out["directory"] = fs::absolute(directory).lexically_normal().filename().string();
  out["common"] = take_common(out["cases"]);
  return out;
}

}  // namespace orthant
