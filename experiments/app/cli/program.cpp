// The commands of the program, and their options.
#include "experiments/app/cli/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "backends/cone_solvers.hpp"
#include "core/config/error.hpp"
#include "core/execution/kokkos.hpp"
#include "experiments/app/cli/command_line.hpp"
#include "experiments/app/cli/commands.hpp"
#include "experiments/app/cli/completion.hpp"
#include "experiments/app/cli/report_command.hpp"
#include "experiments/app/cli/solve_command.hpp"
#include "experiments/app/comparison/compare_command.hpp"
#include "experiments/app/comparison/work_command.hpp"
#include "experiments/app/diff/diff_command.hpp"
#include "experiments/app/figure/figure_command.hpp"
#include "experiments/app/fit/fit_command.hpp"
#include "experiments/app/import/import_command.hpp"
#include "experiments/app/launch/launcher.hpp"
#include "experiments/app/new_plugin/new_command.hpp"
#include "experiments/app/problems/problem_kinds.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/replay/command.hpp"
#include "experiments/app/view/command.hpp"

namespace orthant {
namespace {

/// Opens a standard stream again that the caller has closed, so that the next file does not get its
/// descriptor. Writing to it fails and is reported.
void keep_streams() {
  for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    int const full = open("/dev/full", O_RDWR);
    if (full < 0 || full == stream) continue;
    dup2(full, stream);
    close(full);
  }
}

/// An option that may be given several times.
void add_names(CLI::App& command, char const* name, std::vector<std::string>& to,
               char const* about) {
  command.add_option(name, to, about)->take_all()->allow_extra_args(false);
}

void add_assignments(CLI::App& command, std::vector<std::string>& to) {
  add_names(command, "--set", to, "change one value: path.to.key=value");
}

/// A line at the end of a command's help, and of messages on it.
void add_examples(CLI::App& app) {
  for (auto const& [command, example] :
       std::map<std::string, std::string>{{"run", "orthant run scene.json --set step=0.005"},
                                          {"check", "orthant check scene.json"},
                                          {"compare", "orthant compare scene.json --jobs 4"},
                                          {"fit", "orthant fit scene.json"},
                                          {"solve", "orthant solve problem.dat"},
                                          {"replay", "orthant replay results/NAME"},
                                          {"view", "orthant view scene.json"},
                                          {"report", "orthant report results/NAME"},
                                          {"diff", "orthant diff results/A results/B"},
                                          {"figure", "orthant figure results/NAME -o figure.pdf"},
                                          {"import", "orthant import robot.urdf -o robot.json"},
                                          {"new", "orthant new ncp my_function"},
                                          {"list", "orthant list --json"},
                                          {"schema", "orthant schema --reference"},
                                          {"completion", "source <(orthant completion bash)"}})
    app.get_subcommand(command)->footer("for example: " + example);
}

int commands(int argc, char** argv) {
  CLI::App app{"Research framework for non-smooth rigid-body dynamics."};
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);

  RunCommand run;
  auto* const run_app = app.add_subcommand("run", "run an experiment and write its results");
  run_app->add_option("experiment", run.file, "experiment file (JSON)")->required();
  run_app->add_option("--output,-o", run.directory, "directory of the results [results/NAME]");
  add_assignments(*run_app, run.assignments);
  run_app->add_option("--threads", run.threads, "threads of the openmp backend")
      ->check(CLI::Range(1, 4096));
  run_app->add_flag("--resume", run.resume, "go on with the run in the directory of the results");
  auto* const quiet =
      run_app->add_flag("--quiet,-q", run.quiet, "warnings alone: no progress, no table");
  run_app->add_flag("--verbose,-v", run.verbose, "say when snapshots are written too")
      ->excludes(quiet);
  run_app->add_option("--log", run.log, "append all that is said to a file, with times");

  CheckCommand check;
  auto* const check_app = app.add_subcommand("check", "validate an experiment without running it");
  check_app->add_option("experiment", check.file, "experiment file (JSON)")->required();
  add_assignments(*check_app, check.assignments);

  CompareCommand compare;
  auto* const compare_app =
      app.add_subcommand("compare", "run experiments with all values of their sweeps");
  compare_app->add_option("experiments", compare.files, "experiment files (JSON)")->required();
  add_assignments(*compare_app, compare.assignments);
  compare_app->add_option("--output,-o", compare.directory,
                          "directory of the results [results/compare_NAME]");
  compare_app->add_option("--jobs,-j", compare.jobs, "cases at once [1]")
      ->check(CLI::Range(1, 4096));
  compare_app->add_option("--threads", compare.threads, "threads of a case (backend openmp)")
      ->check(CLI::Range(1, 4096));
  compare_app
      ->add_option("--limit", compare.limit, "most CPU time of a case, of all its threads [s]")
      ->check(CLI::PositiveNumber);
  compare_app
      ->add_option("--on", compare.on, "where cases run: " + comma_separated(launcher_names()))
      ->capture_default_str();
  compare_app->add_option("--partition", compare.partition, "the scheduler's partition");
  compare_app->add_option("--time", compare.time,
                          "longest time of a task, as the scheduler has it");
  compare_app->add_option("--array-size", compare.array_size, "tasks at most [100]")
      ->check(CLI::Range(1, 100000));
  compare_app
      ->add_option("--pass", compare.pass, "an option of the scheduler's own, such as mem=4G")
      ->take_all()
      ->allow_extra_args(false);
  compare_app->add_flag("--resume", compare.resume, "run what another call left to run");
  compare_app->add_flag("--quiet,-q", compare.quiet, "no progress, no table");

  WorkCommand work;
  auto* const work_app = app.add_subcommand("work", "a task of `compare --on`")->group("");
  work_app->add_option("directory", work.directory, "of the comparison")->required();
  work_app->add_option("job", work.job, "the job's name")->required();
  work_app->add_option("task", work.task, "its task, from 1")->required();
  work_app->add_option("attempt", work.attempt, "how often it was started before")->required();
  work_app->add_option("--tasks", work.tasks, "of the job")->check(CLI::Range(1, 100000));
  work_app->add_option("--jobs", work.jobs, "cases at once")->check(CLI::Range(1, 4096));
  work_app->add_option("--threads", work.threads, "of a case")->check(CLI::Range(1, 4096));
  work_app->add_option("--limit", work.limit, "CPU time of a case [s]")->check(CLI::PositiveNumber);

  FitCommand fit;
  auto* const fit_app =
      app.add_subcommand("fit", "find numbers of an experiment for which it meets its reference");
  fit_app->add_option("experiment", fit.file, "experiment file (JSON) with \"fit\"")->required();
  add_assignments(*fit_app, fit.assignments);
  fit_app->add_option("--output,-o", fit.directory, "directory of the results [results/fit_NAME]");
  fit_app->add_option("--jobs,-j", fit.jobs, "runs at once [1]")->check(CLI::Range(1, 4096));
  fit_app->add_flag("--quiet,-q", fit.quiet, "no progress, no table");

  SolveCommand solve;
  auto* const solve_app =
      app.add_subcommand("solve", "solve stored problems of frictional contact");
  solve_app->add_option("problem", solve.problems, "files: text or FCLIB")->required();
  solve_app->add_option("--kind", solve.kind, "contact, or lcp or mixed_lcp (without friction)")
      ->check(CLI::IsMember(problem_kinds()));
  solve_app->add_option("--config", solve.config, "the solver (JSON) [{\"type\": \"hybrid\"}]");
  add_assignments(*solve_app, solve.assignments);
  solve_app->add_flag("--json", solve.as_json, "one JSON object a problem, each on a line");

  ReplayCommand replay;
  auto* const replay_app = app.add_subcommand("replay", "a page that plays a run");
  replay_app->add_option("directory", replay.directory, "directory of a run's results")->required();
  replay_app->add_option("--output,-o", replay.output, "the page's file [DIRECTORY/replay.html]");
  replay_app
      ->add_option("--serve", replay.port, "serve it to this machine instead, on a port [8000]")
      ->expected(0, 1)
      ->default_str("8000")
      ->check(CLI::Range(0, 65535));
  auto& pictures = replay.pictures;
  auto* const made = replay_app->add_option_group("pictures", "by chromium, and films by ffmpeg");
  auto* const png = made->add_option("--png", pictures.png, "a picture instead of a page");
  made->add_option("--gif", pictures.gif, "a film of the run");
  made->add_option("--mp4", pictures.mp4, "a film of the run");
  made->require_option(0, 1);
  replay_app->add_option("--at", pictures.at, "[s] time of the picture [the end]")->needs(png);
  replay_app->add_option("--speed", pictures.speed,
                         "seconds of the run in one of the film [1; less of short runs]");
  replay_app->add_option("--size", pictures.size, "WIDTHxHEIGHT in pixels [1280x720]");

  ViewCommand view;
  auto* const view_app = app.add_subcommand("view", "a page that shows a simulation as it runs");
  view_app->add_option("experiment", view.file, "experiment file (JSON)")->required();
  add_assignments(*view_app, view.assignments);
  view_app->add_option("--port", view.port, "of 127.0.0.1; 0 takes a free one")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  view_app->add_option("--threads", run.threads, "threads of the openmp backend")
      ->check(CLI::Range(1, 4096));

  ReportCommand report;
  auto* const report_app =
      app.add_subcommand("report", "a page of figures of a comparison, or of one run");
  report_app->add_option("directory", report.directory, "what compare or run has written")
      ->required();

  DiffCommand diff;
  auto* const diff_app = app.add_subcommand("diff", "where two runs differ; status 1 if they do");
  diff_app->add_option("first", diff.a, "the directory of a run's results")->required();
  diff_app->add_option("second", diff.b, "the directory of another run's results")->required();

  FigureCommand figure;
  auto* const figure_app =
      app.add_subcommand("figure", "a figure for a paper, of runs and comparisons");
  figure_app->add_option("directories", figure.directories, "what compare or run has written")
      ->required();
  figure_app->add_option("--output,-o", figure.output, "FILE.pdf, .svg, .png or .gp (the script)")
      ->required();
  figure_app->add_option("--width", figure.width, "column (88 mm), page (180 mm), or millimetres")
      ->capture_default_str();
  figure_app->add_option("--height", figure.height, "[mm]; by default that of the panels")
      ->check(CLI::Range(20, 1000));
  figure_app->add_option("--panels", figure.panels, "a swept path: a panel for each value");
  figure_app->add_option("--columns", figure.columns, "panels beside each other [as fit]")
      ->check(CLI::Range(1, 6));
  add_names(
      *figure_app, "--plot", figure.plots,
      "search, residual, energy, accuracy, work, time, metric, map or profile [what decides]");
  add_names(*figure_app, "--metric", figure.metrics, "a number of cases.csv, or a ratio: a/b");
  add_names(*figure_app, "--against", figure.against, "a swept path; two give a map");
  add_names(*figure_app, "--label", figure.labels,
            "OLD=NEW: a legend, panel or axis by another name");
  add_names(*figure_app, "--where", figure.where, "only the cases with path=value");
  figure_app->add_option("--work", figure.work,
                         "time, processor_time, linear_systems, linear_iterations, … "
                         "[linear_systems]");
  figure_app
      ->add_option("--reference", figure.reference,
                   "errors are distances from this case, or from the finest")
      ->capture_default_str();

  ImportCommand import;
  auto* const import_app =
      app.add_subcommand("import", "write a model of a robot as a plain experiment");
  import_app->add_option("model", import.file, "a model in URDF, MJCF or SDF")->required();
  import_app->add_option("--output,-o", import.output, "the experiment [MODEL.json]");
  import_app->add_option("--type", import.type, "of the model [by its first element]")
      ->check(CLI::IsMember({"urdf", "mjcf", "sdf"}));
  add_assignments(*import_app, import.assignments);

  NewCommand begin;
  auto* const new_app =
      app.add_subcommand("new", "write a plug-in to begin from, with a program and a test");
  new_app->add_option("kind", begin.kind, comma_separated(kinds_of_new()))
      ->required()
      ->check(CLI::IsMember(kinds_of_new()));
  new_app->add_option("name", begin.name, "of the plug-in: small letters, digits and _")
      ->required();
  new_app->add_option("--output,-o", begin.directory, "the folder [NAME]");

  auto list_form = ListForm::text;
  auto* const list_app = app.add_subcommand("list", "list the plug-ins by kind");
  auto const list_as = [&](ListForm form) { return [&, form](std::int64_t) { list_form = form; }; };
  list_app->add_flag("--json", list_as(ListForm::json), "as JSON");
  list_app->add_flag("--markdown", list_as(ListForm::page), "as a page: docs/plugins.md")
      ->excludes("--json");
  list_app
      ->add_flag("--default-solver", list_as(ListForm::default_solver),
                 "the solvers that the default solver asks in turn, as a table")
      ->excludes("--json")
      ->excludes("--markdown");

  auto schema_form = SchemaForm::schema;
  auto* const schema_app =
      app.add_subcommand("schema", "the JSON Schema of experiment files, for editors");
  auto const in_form = [&](SchemaForm form) {
    return [&, form](std::int64_t) { schema_form = form; };
  };
  schema_app->add_flag("--reference", in_form(SchemaForm::reference),
                       "the same as tables in Markdown");
  schema_app
      ->add_flag("--metrics", in_form(SchemaForm::metrics),
                 "the metrics and the columns of steps.csv, as tables")
      ->excludes("--reference");

  std::string shell;
  auto* const completion_app =
      app.add_subcommand("completion", "what a shell completes of these commands");
  completion_app->add_option("shell", shell, "bash or zsh")->required();

  add_examples(app);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    std::ostringstream help, wrong;
    if (app.exit(error, help, wrong) == 0) {
      print("{}", help.str());
      return 0;
    }
    refuse_words(app, error, {argv + std::min(argc, 1), argv + argc});
  }
  if (*completion_app) {
    print("{}", completion_script(app, shell));
    return 0;
  }
  if (*compare_app) {
    compare.words.assign(argv, argv + argc);
    return compare_command(compare);  // its cases initialise Kokkos, each for itself
  }
  if (*work_app) return work_command(work);
  if (*fit_app) return fit_command(fit);
  if (*diff_app) return diff_command(diff);
  if (*figure_app) return figure_command(figure);
  KokkosSession const kokkos(run.threads);
  if (*run_app) return run_command(run);
  if (*check_app) return check_command(check);
  if (*solve_app) return solve_command(solve, stored_problem_solvers());
  if (*schema_app) return schema_command(schema_form);
  if (*replay_app) return replay_command(replay);
  if (*view_app) return view_command(view);
  if (*report_app) return report_command(report);
  if (*import_app) return import_command(import);
  if (*new_app) return new_command(begin);
  return list_command(list_form);
}

}  // namespace

int program(int argc, char** argv) {
  keep_streams();
  int const status = with_output_written(reporting([&] { return commands(argc, argv); }));
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return status;  // they report at their end
#else
  std::fflush(nullptr);
  // Without enough memory a BLAS library may wait at exit for threads that were never started.
  std::_Exit(status);
#endif
}

}  // namespace orthant
