// Commands of results: replay, report, diff and figure.
#include <memory>

#include "experiments/app/cli/command_words.hpp"
#include "experiments/app/cli/report_command.hpp"
#include "experiments/app/diff/diff_command.hpp"
#include "experiments/app/figure/figure_command.hpp"
#include "experiments/app/replay/command.hpp"

namespace orthant {
namespace {

void add_solve_choice(CLI::App& app, SolveChoice& solve) {
  app.add_option("--step", solve.step, "residuals of this step, from 1 [the worst]")
      ->check(CLI::Range(1, 1000000000));
  auto* const number =
      app.add_option("--solve", solve.number, "residuals of this solve of a step, from 1")
          ->check(CLI::Range(1, 1000000));
  app.add_option("--stage", solve.stage, "residuals of the last solve of this stage of a step")
      ->excludes(number);
}

}  // namespace

Command add_replay(CLI::App& program) {
  auto& app =
      add_command(program, "replay", "a page that plays a run", "orthant replay results/NAME");
  auto const replay = std::make_shared<ReplayCommand>();
  app.add_option("directory", replay->directory, "directory of a run's results")->required();
  app.add_option("--output,-o", replay->output, "the page's file [DIRECTORY/replay.html]");
  app.add_option("--serve", replay->port, "serve it to this machine instead, on a port [8000]")
      ->expected(0, 1)
      ->default_str("8000")
      ->check(CLI::Range(0, 65535));
  auto& pictures = replay->pictures;
  auto* const made = app.add_option_group("pictures", "by chromium, and films by ffmpeg");
  auto* const png = made->add_option("--png", pictures.png, "a picture instead of a page");
  made->add_option("--gif", pictures.gif, "a film of the run");
  made->add_option("--mp4", pictures.mp4, "a film of the run");
  made->require_option(0, 1);
  app.add_option("--at", pictures.at, "[s] time of the picture [the end]")->needs(png);
  app.add_option("--speed", pictures.speed,
                 "seconds of the run in one of the film [1; less of short runs]");
  app.add_option("--size", pictures.size, "WIDTHxHEIGHT in pixels [1280x720]");
  return with_kokkos(app, [replay] { return replay_command(*replay); });
}

Command add_report(CLI::App& program) {
  auto& app = add_command(program, "report", "a page of figures of a comparison, or of one run",
                          "orthant report results/NAME");
  auto const report = std::make_shared<ReportCommand>();
  app.add_option("directory", report->directory, "what compare or run has written")->required();
  add_solve_choice(app, report->solve);
  return with_kokkos(app, [report] { return report_command(*report); });
}

Command add_diff(CLI::App& program) {
  auto& app = add_command(program, "diff", "where two runs differ; status 1 if they do",
                          "orthant diff results/A results/B");
  auto const diff = std::make_shared<DiffCommand>();
  app.add_option("first", diff->a, "the directory of a run's results")->required();
  app.add_option("second", diff->b, "the directory of another run's results")->required();
  return {&app, [diff](auto const&) { return diff_command(*diff); }};
}

Command add_figure(CLI::App& program) {
  auto& app = add_command(program, "figure", "a figure for a paper, of runs and comparisons",
                          "orthant figure results/NAME -o figure.pdf");
  auto const figure = std::make_shared<FigureCommand>();
  app.add_option("directories", figure->directories, "what compare or run has written")->required();
  app.add_option("--output,-o", figure->output, "FILE.pdf, .svg, .png or .py (the script)")
      ->required();
  app.add_option("--width", figure->width, "column (88 mm), page (180 mm), or millimetres")
      ->capture_default_str();
  app.add_option("--height", figure->height, "[mm]; by default that of the panels")
      ->check(CLI::Range(20, 1000));
  app.add_option("--panels", figure->panels, "a swept path: a panel for each value");
  app.add_option("--columns", figure->columns, "panels beside each other [as fit]")
      ->check(CLI::Range(1, 6));
  add_names(app, "--plot", figure->plots,
            "search, residual, energy, curve, compared, accuracy, work, time, metric, map or "
            "profile [what decides]");
  add_names(app, "--of", figure->of, "a quantity over time, as box.z or kinetic_J");
  add_names(app, "--metric", figure->metrics, "a number of cases.csv, or a ratio: a/b");
  add_names(app, "--against", figure->against, "a swept path; two give a map");
  add_names(app, "--label", figure->labels, "OLD=NEW: a legend, panel or axis by another name");
  add_names(app, "--where", figure->where, "only the cases with path=value");
  app.add_option("--work", figure->work,
                 "time, processor_time, linear_systems, linear_iterations, … [linear_systems]");
  app.add_option("--reference", figure->reference,
                 "errors are distances from this case, or from the finest")
      ->capture_default_str();
  add_solve_choice(app, figure->solve);
  return {&app, [figure](auto const&) { return figure_command(*figure); }};
}

}  // namespace orthant
