// Solves the problems of files and writes tables.
#include "experiments/app/problems/solve_problems.hpp"

#include <chrono>
#include <optional>

#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/problems/problem_facts.hpp"
#include "experiments/app/problems/problem_kinds.hpp"
#include "experiments/app/problems/timed_solve.hpp"
#include "experiments/app/run/version.hpp"

namespace orthant {
namespace {

constexpr char const* problem_columns =
    "problem,contacts,dimension,solved,reason,iterations,linear_solves,cpu_time_s,solves,error,"
    "error_of_largest,error_scaled,cone_error,dual_cone_error,complementarity_error";
constexpr char const* convergence_columns = "problem,iteration,error,step_length,phase";

using Clock = std::chrono::steady_clock;

/// Between results of a run that is under way.
constexpr auto tell_every = std::chrono::seconds(1);

/// Largest number of iterations of a problem in convergence.csv, evenly spread if there are more.
constexpr std::size_t most_iterations = 2000;

class Tables {
 public:
  explicit Tables(std::filesystem::path const& directory)
      : problems_(directory / "problems.csv", problem_columns),
        convergence_(directory / "convergence.csv", convergence_columns) {}

  void add(ConeProblem const& problem, TimedSolve const& s, std::string const& reason) {
    auto const& [report, m] = std::tie(s.report, s.measures);
    problems_.row(problem.name, problem.contacts(), problem.dimension, s.solved ? 1 : 0, reason,
                  report.iterations, report.linear_solves, s.seconds, s.solves, m.natural_map,
                  m.natural_map_max, m.scaled_map, m.cone_violation, m.dual_violation,
                  m.complementarity);
    auto const& history = report.history;
    std::size_t const every = (history.size() + most_iterations - 1) / most_iterations;
    for (std::size_t i = 0; i < history.size(); i += every)
      convergence_.row(problem.name, static_cast<int>(i), history[i].natural_map, history[i].step,
                       std::string(history[i].phase));
    // The final value.
    convergence_.row(problem.name, static_cast<int>(history.size()), m.natural_map, 0.,
                     std::string("end"));
    problems_.flush();
    convergence_.flush();
  }

  void close() {
    problems_.close();
    convergence_.close();
  }

 private:
  CsvFile problems_, convergence_;
};

/// The largest error of the problems so far, and sums.
struct Totals {
  int problems = 0, solved = 0, contacts = 0;
  long iterations = 0, linear_solves = 0;
  double seconds = 0;
  ConeMeasures worst = {};
  std::string first, first_reason, exit_reason = not_ended;
  double worst_unsolved = 0;

  void add(ConeProblem const& problem, TimedSolve const& s, std::string const& reason) {
    ++problems;
    solved += s.solved;
    contacts += problem.contacts();
    iterations += s.report.iterations;
    linear_solves += s.report.linear_solves;
    seconds += s.seconds;
    auto const& m = s.measures;
    for (auto const part : {&ConeMeasures::natural_map, &ConeMeasures::natural_map_max,
                            &ConeMeasures::scaled_map, &ConeMeasures::cone_violation,
                            &ConeMeasures::dual_violation, &ConeMeasures::complementarity})
      worst.*part = std::max(worst.*part, m.*part);
    if (s.solved) return;
    worst_unsolved = std::max(worst_unsolved, m.natural_map);
    if (!first.empty()) return;
    first = problem.name;
    first_reason = reason;
  }

  Json unsolved() const {
    Json out = {{"problems", problems - solved}};
    if (problems == solved) return out;
    out["first"] = first;
    out["first_reason"] = first_reason;
    out["worst_error"] = worst_unsolved;
    return out;
  }
};

/// A problem that the solver refuses, for example because of its matrix, keeps zero impulses. The
/// reason is reported, and the others are solved.
TimedSolve refused(ConeProblem const& problem) {
  TimedSolve out;
  out.measures = measure(problem, Vector::Zero(problem.q.size()));
  return out;
}

Json result_of(ProblemExperiment const& e, Totals const& t) {
  Json out;
  out["experiment"] = e.name;
  bool const ended = t.exit_reason != not_ended;
  out["status"] = t.exit_reason == end_of_experiment ? "finished" : ended ? "stopped" : "running";
  out["file"] = e.path;
  out["configuration"] = e.resolved;
  out.update(e.parameters);
  out["versions"] = versions();
  out["device"] = {{"backend", "host"}, {"name", "host"}, {"threads", 1}};
  out["problems"] = t.problems;
  out["problems_solved"] = t.solved;
  out["unsolved"] = t.unsolved();
  out["contacts"] = t.contacts;
  out["iterations"] = t.iterations;
  out["linear_solves"] = t.linear_solves;
  out["cpu_time_s"] = t.seconds;
  out["exit_reason"] = t.exit_reason;
  out["metrics"] = {{"error", t.worst.natural_map},
                    {"error_of_largest", t.worst.natural_map_max},
                    {"error_scaled", t.worst.scaled_map},
                    {"cone_error", t.worst.cone_violation},
                    {"dual_cone_error", t.worst.dual_violation},
                    {"complementarity_error", t.worst.complementarity}};
  out["expectations"] = {{"count", e.expect.size()}, {"unmet", nullptr}};
  return out;
}

}  // namespace

Json solve_problems(ProblemExperiment const& e, RunOptions const& options) {
  if (options.resume)
    refuse(e.path + "/problems", "--resume of stored problems", "a new run, without --resume");
  std::optional<DirectoryLock> lock;
  std::optional<Tables> tables;
  if (!options.directory.empty()) {
    lock.emplace(options.directory);
    remove_results(options.directory);
    tables.emplace(options.directory);
  }
  Totals totals;
  int refusals = 0;
  Json facts;
  auto told = Clock::now() - tell_every;
  auto const tell = [&] {
    if (!tables || Clock::now() - told < tell_every) return;
    told = Clock::now();
    write_whole(options.directory / "result.json", result_of(e, totals));
  };
  for (auto const& file : e.files) {
    tell();
    if (auto const why = options.stop ? options.stop() : ""; !why.empty()) {
      totals.exit_reason =
          interrupted + (" by " + why) + " after " + std::to_string(totals.problems) + " problems";
      break;
    }
    auto const problem = read_problem(e.settings.kind, file.path);
    if (e.files.size() == 1) facts = problem_facts(problem);
    TimedSolve solve;
    std::string reason;
    try {
      solve = timed_solve(problem, *e.solver, e.settings.repeat_for);
      reason = text(solve.report.reason);
    } catch (Error const& error) {
      if (++refusals == static_cast<int>(e.files.size())) throw;  // it refuses all of them
      solve = refused(problem);
      reason = error.what();
    }
    totals.add(problem, solve, reason);
    if (tables) tables->add(problem, solve, reason);
    if (options.progress) options.progress({.done = totals.problems, .solved = totals.solved});
    if (e.unsolved == Unsolved::stop && !solve.solved) {
      totals.exit_reason = problem.name + " is not solved: " + reason;
      break;
    }
  }
  if (totals.exit_reason == not_ended) totals.exit_reason = end_of_experiment;
  Json result = result_of(e, totals);
  if (!facts.is_null()) {
    facts["name"] = std::filesystem::path(e.files.front().path).filename().string();
    result["problem"] = std::move(facts);
  }
  if (!totals.exit_reason.starts_with(interrupted))
    result["expectations"]["unmet"] = unmet(e.expect, result);
  if (tables) {
    tables->close();
    write_whole(options.directory / "result.json", result);
  }
  return result;
}

}  // namespace orthant
