// Turns results into lines.
#include "experiments/app/comparison/comparison_summary.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "experiments/app/comparison/parting.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/outcome.hpp"

namespace orthant {
namespace {

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
  if (result.contains("warnings") && result["configuration"]["warnings"] != "ignore")
    for (auto const& said : result["warnings"]) ++warnings_[said.get<std::string>()];
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
  for (auto const& [warning, count] : warnings_)
    print(stderr, "warning: {}{}\n", warning,
          all > 1 ? fmt::format(" (in {} of {} cases)", count, all) : "");
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
