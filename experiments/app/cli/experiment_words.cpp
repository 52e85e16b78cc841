// Commands of experiments: run, check, compare, fit and view.
#include <memory>

#include "experiments/app/cli/command_words.hpp"
#include "experiments/app/cli/commands.hpp"
#include "experiments/app/comparison/compare_command.hpp"
#include "experiments/app/fit/fit_command.hpp"
#include "experiments/app/view/command.hpp"
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

Command add_run(CLI::App& program) {
  auto& app = add_command(program, "run", "run an experiment and write its results",
                          "orthant run scene.json --set step=0.005");
  auto const run = std::make_shared<RunCommand>();
  app.add_option("experiment", run->file, "experiment file (JSON)")->required();
  app.add_option("--output,-o", run->directory, "directory of the results [results/NAME]");
  add_assignments(app, run->assignments);
  app.add_option("--threads", run->threads, "threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  app.add_flag("--resume", run->resume, "go on with the run in the directory of the results");
  auto* const quiet =
      app.add_flag("--quiet,-q", run->quiet, "warnings alone: no progress, no table");
  app.add_flag("--verbose,-v", run->verbose, "say when snapshots are written too")->excludes(quiet);
  app.add_option("--log", run->log, "append all that is said to a file, with times");
  return {&app, [run](auto const&) {
            KokkosSession const kokkos(run->threads);
            return run_command(*run);
          }};
}

Command add_check(CLI::App& program) {
  auto& app = add_command(program, "check", "validate an experiment without running it",
                          "orthant check scene.json");
  auto const check = std::make_shared<CheckCommand>();
  app.add_option("experiment", check->file, "experiment file (JSON)")->required();
  add_assignments(app, check->assignments);
  return with_kokkos(app, [check] { return check_command(*check); });
}

Command add_compare(CLI::App& program) {
  auto& app = add_command(program, "compare", "run experiments with all values of their sweeps",
                          "orthant compare scene.json --jobs 4");
  auto const compare = std::make_shared<CompareCommand>();
  app.add_option("experiments", compare->files, "experiment files (JSON)")->required();
  add_assignments(app, compare->assignments);
  app.add_option("--output,-o", compare->directory,
                 "directory of the results [results/compare_NAME]");
  app.add_option("--jobs,-j", compare->jobs, "cases at once [1]")->check(CLI::Range(1, 4096));
  app.add_option("--threads", compare->threads, "threads of a case (backend openmp)")
      ->check(CLI::Range(1, 4096));
  app.add_option("--limit", compare->limit, "most CPU time of a case, of all its threads [s]")
      ->check(CLI::PositiveNumber);
  app.add_option("--shard", compare->shard, "K/N: the K-th of N shards of the cases, K from 1");
  app.add_option("--slurm", compare->slurm, "submit so many shards as an array of Slurm")
      ->check(CLI::Range(1, 100000));
  add_names(app, "--pass", compare->pass, "an option of sbatch, such as mem=4G");
  app.add_flag("--same-steps", compare->same_steps,
               "every method makes the same steps, those of one motion by the default solver");
  app.add_flag("--resume", compare->resume, "run what another call left to run");
  app.add_flag("--quiet,-q", compare->quiet, "no progress, no table");
  return {&app, [compare](std::vector<std::string> const& line) {
            compare->words = line;
            return compare_command(*compare);  // its cases initialise Kokkos, each for itself
          }};
}

Command add_fit(CLI::App& program) {
  auto& app =
      add_command(program, "fit", "find numbers of an experiment for which it meets its reference",
                  "orthant fit scene.json");
  auto const fit = std::make_shared<FitCommand>();
  app.add_option("experiment", fit->file, "experiment file (JSON) with \"fit\"")->required();
  add_assignments(app, fit->assignments);
  app.add_option("--output,-o", fit->directory, "directory of the results [results/fit_NAME]");
  app.add_option("--jobs,-j", fit->jobs, "runs at once [1]")->check(CLI::Range(1, 4096));
  app.add_flag("--quiet,-q", fit->quiet, "no progress, no table");
  return {&app, [fit](auto const&) { return fit_command(*fit); }};
}

Command add_view(CLI::App& program) {
  auto& app = add_command(program, "view", "a page that shows a simulation as it runs",
                          "orthant view scene.json");
  auto const view = std::make_shared<ViewCommand>();
  auto const threads = std::make_shared<int>(0);
  app.add_option("experiment", view->file, "experiment file (JSON)")->required();
  add_assignments(app, view->assignments);
  app.add_option("--port", view->port, "of 127.0.0.1; 0 takes a free one")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  app.add_option("--threads", *threads, "threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  return {&app, [view, threads](auto const&) {
            KokkosSession const kokkos(*threads);
            return view_command(*view);
          }};
}

}  // namespace orthant
