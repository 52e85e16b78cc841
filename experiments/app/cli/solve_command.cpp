// Solves stored problems one by one and prints the results.
#include "experiments/app/cli/solve_command.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/problems/problem_kinds.hpp"
#include "experiments/app/problems/timed_solve.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

struct Row {
  std::string problem, solver;
  int contacts = 0;
  TimedSolve solve;
};

/// The solver, and the kind of the problems.
class CalledSolver {
 public:
  CalledSolver(SolveCommand const& command, ConeSolvers const& solvers) : kind_(command.kind) {
    Json settings =
        command.config.empty() ? Json{{"type", "hybrid"}} : read_json_file(command.config);
    for (auto const& each : command.assignments) assign(settings, each);
    if (auto const all = problem_kinds(); std::ranges::find(all, kind_) == all.end())
      refuse("--kind", shown(kind_), comma_separated(all));
    Json resolved;
    solver_ = solvers.make(
        Config(settings, resolved, command.config.empty() ? "solver" : command.config));
    type_ = settings["type"].get<std::string>();
    for (auto const& file : command.problems)
      if (std::error_code error; !std::filesystem::is_regular_file(file, error))
        refuse(file, "no regular file", "a stored contact problem");
  }

  Row solve(std::string const& file) const {
    ConeProblem const problem = read_problem(kind_, file);
    return {problem.name, type_, problem.contacts(), timed_solve(problem, *solver_, 0)};
  }

 private:
  std::string kind_, type_;
  std::shared_ptr<ConeSolver const> solver_;
};

void print_head() {
  print("{:<42} {:>8}  {:<12} {:>6} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}  {}\n", "problem",
        "contacts", "solver", "iter.", "solves", "time [s]", "|F|/|q|", "scaled", "cone", "compl.",
        "stopped");
}

void print_row(Row const& r) {
  auto const& [report, m] = std::tie(r.solve.report, r.solve.measures);
  print("{:<42} {:>8}  {:<12} {:>6} {:>6} {:>9.3g} {:>9.1e} {:>9.1e} {:>9.1e} {:>9.1e}  {}\n",
        r.problem, r.contacts, r.solver, report.iterations, report.linear_solves, r.solve.seconds,
        m.natural_map, m.scaled_map, m.cone_violation, m.complementarity, text(report.reason));
}

void print_json(Row const& r) {
  auto const& [report, m] = std::tie(r.solve.report, r.solve.measures);
  Json const line{{"problem", r.problem},
                  {"contacts", r.contacts},
                  {"solver", r.solver},
                  {"converged", r.solve.solved},
                  {"iterations", report.iterations},
                  {"linear_solves", report.linear_solves},
                  {"time_s", r.solve.seconds},
                  {"error", m.natural_map},
                  {"error_scaled", m.scaled_map},
                  {"cone_violation", m.cone_violation},
                  {"complementarity", m.complementarity},
                  {"reason", text(report.reason)}};
  // Names come from outside: bytes that are not UTF-8 are replaced.
  print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

int solve_command(SolveCommand const& command, ConeSolvers const& solvers) {
  return reporting([&] {
    CalledSolver const called(command, solvers);
    if (!command.as_json) print_head();
    int status = 0;
    for (auto const& file : command.problems) {
      int const ended = reporting([&] {
        Row const row = called.solve(file);
        command.as_json ? print_json(row) : print_row(row);
        std::fflush(stdout);
        return row.solve.solved ? 0 : 1;
      });
      status = std::max(status, ended);
    }
    return status;
  });
}

}  // namespace orthant
