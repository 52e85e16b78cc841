// The program `orthant`.
#include <CLI/CLI.hpp>
#include <iostream>

#include "backends/cone_solvers.hpp"
#include "core/kokkos.hpp"
#include "experiments/program/commands.hpp"
#include "experiments/program/solve_command.hpp"
#include "experiments/report/report_command.hpp"

int main(int argc, char** argv) {
  using namespace orthant;
  CLI::App app{"Research framework for non-smooth rigid-body dynamics."};
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);

  RunCommand run;
  auto* const run_app = app.add_subcommand("run", "run an experiment and write its results");
  run_app->add_option("experiment", run.file, "experiment file (JSON)")->required();
  run_app->add_option("--output,-o", run.directory, "directory of the results [results/NAME]");
  run_app->add_option("--set", run.assignments, "change one value: path.to.key=value")
      ->take_all()
      ->allow_extra_args(false);
  run_app->add_option("--threads", run.threads, "threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  run_app->add_flag("--quiet,-q", run.quiet, "no progress, no table");

  CheckCommand check;
  auto* const check_app = app.add_subcommand("check", "validate an experiment without running it");
  check_app->add_option("experiment", check.file, "experiment file (JSON)")->required();
  check_app->add_option("--set", check.assignments, "change one value: path.to.key=value")
      ->take_all()
      ->allow_extra_args(false);

  SolveCommand solve;
  auto* const solve_app =
      app.add_subcommand("solve", "solve stored problems of frictional contact");
  solve_app->add_option("problem", solve.problems, "files: text or FCLIB")->required();
  solve_app->add_option("--kind", solve.kind, "contact, or lcp or mixed_lcp (without friction)")
      ->check(CLI::IsMember(problem_kinds()));
  solve_app->add_option("--config", solve.config, "the solver (JSON) [{\"type\": \"hybrid\"}]");
  solve_app->add_option("--set", solve.assignments, "change one value: path.to.key=value")
      ->take_all()
      ->allow_extra_args(false);
  solve_app->add_flag("--json", solve.as_json, "one JSON object a problem, each on a line");

  ReportCommand report;
  auto* const report_app =
      app.add_subcommand("report", "a page and figures of a comparison, or of one run");
  report_app->add_option("directory", report.directory, "what compare or run has written")
      ->required();
  report_app->add_flag("--no-figures", report.no_figures, "the page alone");

  bool as_json = false;
  auto* const list_app = app.add_subcommand("list", "list the plug-ins by kind");
  list_app->add_flag("--json", as_json, "as JSON");

  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  KokkosSession const kokkos(run.threads);
  if (*run_app) return run_command(run);
  if (*check_app) return check_command(check);
  if (*solve_app) return solve_command(solve, cone_solvers());
  if (*report_app) return report_command(report);
  return list_command(as_json);
}
