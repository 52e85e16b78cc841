// Reads steps.csv of cases.
#include "experiments/app/comparison/step_work.hpp"

#include <algorithm>

#include "experiments/app/files/columns.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/step/report.hpp"
#include "orthant/solvers/default_solver.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Columns of steps.csv, and their names as totals in result.json.
constexpr std::pair<char const*, char const*> columns[] = {
    {"newton_iterations", "newton_iterations"},
    {"linear_solves", "linear_solves"},
    {"linear_iterations", "linear_iterations"},
    {"step_wall_s", "wall_time_s"},
    {"step_cpu_s", "cpu_time_s"}};

bool ran(fs::path const& directory) {
  auto const file = directory / "result.json";
  return fs::exists(file) && read_json_file(file.string()).contains("same_steps");
}

}  // namespace

double asked_tolerance(Json const& configuration) {
  auto const solver = configuration.find("solver");
  if (solver == configuration.end() || !solver->is_object() || !solver->contains("tolerance"))
    return 0;
  auto const& given = solver->at("tolerance");
  return tolerance_of(given.is_number() ? given.get<double>() : tolerance_by_speed, 1);
}

StepWork step_work(fs::path const& directory) {
  std::vector<std::string> names;
  for (auto const& [column, total] : columns) names.emplace_back(column);
  Words words = {{"reason", {}}};
  StepWork out;
  out.of = read_columns(directory / "steps.csv", names, &words);
  for (auto const& reason : words["reason"])
    out.solved.push_back(reason == text(StopReason::converged));
  return out;
}

std::map<std::string, CommonWork> common_work(Json const& comparison, fs::path const& cases) {
  std::map<std::string, CommonWork> out;
  for (auto const& experiment : comparison.at("experiments")) {
    if (!experiment.contains("same_steps")) continue;
    std::map<std::string, StepWork> all;
    std::vector<bool> common;
    std::vector<std::pair<int, double>> hardness;  // cases that fail, iterations of all
    for (auto const& each : comparison.at("cases")) {
      std::string const id = each.at("case");
      if (each.at("experiment") != experiment.at("name") || !ran(cases / id)) continue;
      auto const& work = all[id] = step_work(cases / id);
      if (all.size() == 1) common = work.solved;
      common.resize(std::min(common.size(), work.solved.size()));
      hardness.resize(common.size());
      for (std::size_t i = 0; i < common.size(); ++i) {
        common[i] = common[i] && work.solved[i];
        hardness[i].first += !work.solved[i];
        hardness[i].second += work.of.at("newton_iterations")[i];
      }
    }
    auto const hardest = std::ranges::max_element(hardness) - hardness.begin() + 1;
    auto const steps = std::ranges::count(common, true);
    for (auto const& [id, work] : all) {
      out[id].hardest = static_cast<int>(hardest);
      Json& of = out[id].metrics = {{"steps", steps}};
      for (auto const& [column, total] : columns) {
        double sum = 0;
        for (std::size_t i = 0; i < common.size(); ++i)
          sum += common[i] ? work.of.at(column)[i] : 0;
        bool const counts = !std::string_view(column).ends_with("_s");
        of[total] = counts ? Json(static_cast<long>(sum)) : Json(sum);
      }
    }
  }
  return out;
}

}  // namespace orthant
