// Reads steps and trajectories of cases side by side.
#include "experiments/app/comparison/parting.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>

#include "experiments/app/comparison/same_steps.hpp"
#include "experiments/app/comparison/step_work.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

// Of twelve boxes that fall on each other by four solvers: they agree to 4e-13 m until step 9,
// which has several solutions, 1e-4 m apart. From 2.5e-7 to 1e-4 the step found is the same.
constexpr double part_of_way = 1e-6;

/// One step of trajectory.csv after the other.
class Places {
 public:
  explicit Places(fs::path const& directory) {
    if (!has_run_table(directory, "trajectory")) return;
    rows_ = open_run_table(directory, "trajectory");
    step_ = rows_->column("step");
    first_ = rows_->column("x_m");
    more_ = rows_->next();
  }
  /// Reads the places of the bodies in the next step that is there. False at the end.
  bool next() {
    at.clear();
    if (!more_) return false;
    step = rows_->count(step_);
    for (; more_ && rows_->count(step_) == step; more_ = rows_->next())
      at.push_back({rows_->number(first_), rows_->number(first_ + 1), rows_->number(first_ + 2)});
    return true;
  }
  int step = 0;
  std::vector<std::array<double, 3>> at;

 private:
  std::unique_ptr<TableRows> rows_;
  int step_ = 0, first_ = 0;
  bool more_ = false;
};

double farthest(Places const& a, std::vector<std::array<double, 3>> const& b) {
  double out = 0;
  for (std::size_t k = 0; k < std::min(a.at.size(), b.size()); ++k)
    out =
        std::max(out, std::hypot(a.at[k][0] - b[k][0], a.at[k][1] - b[k][1], a.at[k][2] - b[k][2]));
  return out;
}

struct Member {
  PlannedCase const* planned;
  fs::path directory;
};

/// What happens first, and when.
struct Parting {
  int step = 0;  // 0: not
  std::string what;
};

Parting by_solution(std::vector<Member> const& group) {
  std::vector<StepWork> all;
  for (auto const& each : group) all.push_back(step_work(each.directory));
  std::size_t least = SIZE_MAX;
  for (auto const& each : all) least = std::min(least, each.solved.size());
  for (std::size_t i = 0; i < least; ++i) {
    auto const unsolved = std::ranges::count_if(all, [&](auto const& e) { return !e.solved[i]; });
    if (unsolved == 0 || unsolved == static_cast<long>(all.size())) continue;
    auto const first = std::ranges::find_if(all, [&](auto const& e) { return !e.solved[i]; });
    auto const& named = *group[static_cast<std::size_t>(first - all.begin())].planned;
    return {static_cast<int>(i) + 1,
            fmt::format("{} of {} cases do not solve it, {} first of these", unsolved, all.size(),
                        named.id)};
  }
  return {};
}

Parting by_places(std::vector<Member> const& group, double h, double tolerance, int before) {
  std::vector<Places> all;
  for (auto const& each : group) all.emplace_back(each.directory);
  std::vector<std::array<double, 3>> start;
  while (std::ranges::all_of(all, [](Places& each) { return each.next(); })) {
    auto const& first = all.front();
    if (start.empty()) start = first.at;
    if (before > 0 && first.step >= before) break;
    double const way = farthest(first, start),
                 allowed = tolerance * h * first.step + part_of_way * way;
    for (std::size_t k = 1; k < all.size(); ++k) {
      if (all[k].step != first.step) return {};  // written at other steps
      if (double const apart = farthest(all[k], first.at); apart > allowed)
        return {first.step, fmt::format("bodies of case {} and case {} are {:.2g} m apart",
                                        group.front().planned->id, group[k].planned->id, apart)};
    }
  }
  return {};
}

/// What cases of one motion have in common.
std::string motion_of(PlannedCase const& each, Json const& input) {
  Json others = {{"seed", each.chosen.seed.value_or(-1)}, {"settings", Json::object()}};
  for (auto const& [key, value] : each.chosen.settings.items())
    if (!changes_solver_alone(key, input)) others["settings"][key] = value;
  return others.dump();
}

}  // namespace

std::vector<std::string> partings(Plan const& plan, fs::path const& cases) {
  std::vector<std::string> out;
  for (std::size_t e = 0; e < plan.experiments.size(); ++e) {
    auto const& experiment = plan.experiments[e];
    if (experiment.sweep.same_steps) continue;
    std::map<std::string, std::vector<Member>> groups;
    double tolerance = 0, h = 0;
    for (auto const& each : plan.cases) {
      auto const file = cases / each.id / "result.json";
      if (each.experiment != e || each.chosen.repeat.value_or(0) > 0 || !fs::exists(file)) continue;
      Json const result = read_json_file(file.string());
      if (!result.contains("steps_converged") || !result["steps_converged"].is_number() ||
          !result["configuration"].contains("step") || !result["configuration"]["step"].is_number())
        continue;
      h = std::max(h, result["configuration"]["step"].get<double>());
      tolerance = std::max(tolerance, asked_tolerance(result["configuration"]));
      groups[motion_of(each, experiment.input)].push_back({&each, cases / each.id});
    }
    Parting first;
    for (auto const& [key, group] : groups) {
      if (group.size() < 2) continue;
      Parting const solved = by_solution(group), here = by_places(group, h, tolerance, solved.step);
      auto const& found = here.step > 0 ? here : solved;
      if (found.step > 0 && (first.step == 0 || found.step < first.step)) first = found;
    }
    if (first.step == 0) continue;
    out.push_back(fmt::format(
        "{}: motions part at step {} ({:.6g} s), where {}; totals compare other steps from there: "
        "--same-steps compares methods on the steps of one motion",
        experiment.name, first.step, first.step * h, first.what));
  }
  return out;
}

}  // namespace orthant
