// Turns results into lines.
#include "experiments/app/comparison/comparison_summary.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/app/comparison/same_steps.hpp"
#include "experiments/app/comparison/step_work.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/outcome.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

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
    auto const& named = *group[nth(first - all.begin())].planned;
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

/// Of each experiment whose cases have motions of their own, and differ in the solver: a sentence
/// on the first step at which they part, if they do.
///
/// Cases that agree in all but the solver part where one is solved and another is not, or where the
/// centres of a body are farther apart than T t + 1e-6 w: by the largest tolerance T of the cases
/// for the time t, and a millionth of the way w of the fastest body since the start.
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

/// The exit status of a run; a failed case counts as an expectation not met.
int status_of(Json const& result) {
  if (result["status"] == "failed" || result["status"] == "missing") return exit_not_met;
  int const status = exit_status(result);
  return status == wrong_input ? exit_not_met : status;
}

/// Another build has what it takes: that is no fault of the comparison.
bool is_not_built(Json const& result) { return result["status"] == "not built"; }

/// What went wrong with a case, or "".
std::string trouble(Json const& result) {
  if (is_not_built(result)) return "NOT BUILT: " + result["error"].get<std::string>();
  if (result["status"] == "failed")
    return "FAILED: " + result["error"].get<std::string>() +
           (result.contains("again") ? "; --resume runs it again" : "");
  if (result["status"] == "missing") return "MISSING: " + result["error"].get<std::string>();
  if (result["status"] == "stopped") return "STOPPED: " + result["exit_reason"].get<std::string>();
  std::string out;
  if (auto const unmet = result["expectations"]["unmet"].size(); unmet > 0)
    out = fmt::format("{} expectation(s) not met", unmet);
  if (result.contains("complaints"))
    out += (out.empty() ? "" : ", ") + result["complaints"].get<std::string>();
  auto const solving = solving_of(result);
  if (solving.unsolved == 0) return out;
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  return out + fmt::format("{}{} {} {}(s), {}", out.empty() ? "" : ", ",
                           ignored ? "not solved, ignored:" : "NOT SOLVED:", solving.unsolved,
                           solving.what, solving.first_unsolved);
}

}  // namespace

ComparisonSummary::ComparisonSummary(Plan const& plan, bool quiet) : plan_(plan), quiet_(quiet) {
  for (auto const& each : plan.cases) width_ = std::max(width_, each.chosen.label().size());
}

void ComparisonSummary::add(PlannedCase const& each, Json const& result) {
  ++added_;
  if (is_not_built(result))
    ++not_built_;
  else
    ++count_[status_of(result)];
  if (result.contains("unsolved") && status_of(result) == exit_good)
    if (auto const solving = solving_of(result); solving.unsolved > 0) {
      ++ignored_;
      unsolved_[solving.what] += solving.unsolved;
    }
  missing_ += result["status"] == "missing" ? 1 : 0;
  if (result.contains("acceptable")) {
    ++acceptable_;
    worst_acceptable_ =
        std::max(worst_acceptable_, result["acceptable"]["worst_residual_m_s"].get<double>());
  }
  if (result.contains("sunk")) {
    ++sunk_;
    most_sunk_ = std::max(most_sunk_, result["sunk"]["over_radius"].get<double>());
  }
  if (!told_slip_error(result).empty()) {
    ++slips_;
    double const slip = result["chosen_steps"]["slip_error"];
    if (slip > worst_slip_) worst_slip_case_ = each.id;
    worst_slip_ = std::max(worst_slip_, slip);
  }
  if (result.contains("warnings") && result["configuration"]["warnings"] != "ignore")
    for (auto const& said : result["warnings"]) ++warnings_[said.get<std::string>()];
  // Told at once, as on a full disk the table may not be written either.
  if (quiet_ && !told_ && status_of(result) == exit_not_met && !is_not_built(result)) {
    told_ = true;
    print(stderr, "error: case {}, {}: {}\n", each.id, each.chosen.label(), trouble(result));
  }
  if (quiet_) return;
  auto const& experiment = plan_.experiment_of(each);
  if (experiment.name != experiment_) {
    experiment_ = experiment.name;
    bool const stored = is_of_problems(experiment.input);
    print("{}\n  {:<4}  {:<{}}  {:>13}  {:>8}  {:>8}  {:>9}\n", experiment.name, "case", "", width_,
          stored ? "solved" : "converged", stored ? "iter." : "Newton",
          stored ? "solves" : "linear", "time [s]");
  }
  print("  {:<4}  {:<{}}", each.id, each.chosen.label(), width_);
  auto const count = [](std::optional<long> const& n) {
    return n ? std::to_string(*n) : std::string("-");
  };
  if (result.contains("unsolved")) {
    auto const solving = solving_of(result);
    print("  {:>13}  {:>8}  {:>8}  {:>9.3g}",
          count(solving.solved) + "/" + std::to_string(solving.all), count(solving.iterations),
          count(solving.linear), solving.seconds);
  }
  auto const what = trouble(result);
  print("{}{}\n", what.empty() ? "" : "  ", what);
}

int ComparisonSummary::end(std::filesystem::path const& directory) {
  int const all = added_;
  if (!quiet_) {
    print("{} of {} cases finished and met what they expect", count_[exit_good], all);
    if (ignored_ > 0) print("; {} of these leave some unsolved:", ignored_);
    char const* between = " ";
    for (auto const& [what, count] : unsolved_)
      print("{}{} {}(s)", std::exchange(between, ", "), count, what);
    print("\nresults: {}\n", directory.string());
  }
  auto const parted = partings(plan_, directory / "cases");
  write_whole(directory / "partings.json", Json(parted));  // for the report
  if (!quiet_)
    for (auto const& each : parted) print(stderr, "note: {}\n", each);
  if (acceptable_ > 0 && !quiet_)
    print(stderr,
          "note: {} of {} cases have steps that are solved to an acceptable error only, up to "
          "{:.2g} m/s: \"acceptable\" of result.json\n",
          acceptable_, all, worst_acceptable_);
  if (sunk_ > 0)
    print(stderr,
          "warning: in {} of {} cases least_norm lets bodies sink into each other, by up to {:.2g} "
          "of the radius: \"sunk\" of result.json\n",
          sunk_, all, most_sunk_);
  if (slips_ > 0 && !quiet_)
    print(
        stderr,
        "note: in {} of {} cases friction leaves errors of speeds that move bodies on by more "
        "than the accuracy in an interval, the most in case {}: {:.2g} of the radius of gyration; "
        "a smaller accuracy makes it less\n",
        slips_, all, worst_slip_case_, worst_slip_);
  for (auto const& [warning, count] : warnings_)
    print(stderr, "warning: {}{}\n", warning,
          all > 1 ? fmt::format(" (in {} of {} cases)", count, all) : "");
  if (told_)
    print(stderr, "error: {} of {} cases did not finish or did not meet what they expect\n",
          count_[exit_not_met], all);
  if (not_built_ > 0)
    print(stderr, "warning: {} of {} cases take what is not in this build\n", not_built_, all);
  if (int const unsolved = count_[exit_not_solved]; unsolved > 0)
    print(stderr, "warning: {} of {} cases have steps or problems that are not solved\n", unsolved,
          all);
  if (missing_ > 0)
    print(stderr,
          "warning: {} of {} cases are missing, as other processes are at work on them; --resume "
          "takes them in\n",
          missing_, all);
  if (count_[exit_not_met] > 0) return exit_not_met;
  return count_[exit_not_solved] > 0 ? exit_not_solved : exit_good;
}

}  // namespace orthant
