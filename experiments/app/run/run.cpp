// The loop over the steps.
#include "experiments/app/run/run.hpp"

#include <chrono>
#include <cmath>
#include <ctime>

#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/run/iterate_files.hpp"
#include "experiments/app/run/messages.hpp"
#include "experiments/app/run/run_files.hpp"
#include "experiments/app/run/run_result.hpp"

namespace orthant {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// CPU time of this thread [s].
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Why the run must stop; "" if it may continue.
std::string why_to_stop(Experiment const& e, int step, StepReport const& report,
                        Measures const& worst, Snapshot const& start) {
  if (!std::isfinite(worst.energy())) return "state not finite after step " + std::to_string(step);
  auto far = beyond(e.limits, worst, e.setup, start, *e.simulation, step);
  if (!far.empty()) return far;
  if (e.unsolved == Unsolved::stop && e.simulation->solves() && !report.solved())
    return "step " + std::to_string(step) +
           " is not solved: " + why_unsolved(*e.simulation, report);
  return "";
}

std::string why_no_room(int step, int missing) {
  std::string out = no_room;
  out += ": room for " + std::to_string(missing) + " contacts more was needed in step ";
  return out += std::to_string(step);
}

}  // namespace

Json run_experiment(Experiment& e, RunOptions const& options) {
  bool const writes = !options.directory.empty();
  DirectoryLock lock;
  OwnMetrics own(e);
  std::optional<RunFiles> files;
  std::optional<ProblemRecorder> recorder;
  std::optional<IterateFiles> iterates;
  if (writes) {
    lock = DirectoryLock(options.directory);
    remove_results(options.directory);
    files.emplace(options.directory, e, own.names());
    if (e.systems || e.output.looks_at_iterates()) iterates.emplace(options.directory, e);
    if (e.record) recorder.emplace(*e.record, options.directory, e.name);
  }
  auto& simulation = *e.simulation;
  RunSummary summary(e.setup.scene, e.setup.h, known_of_steps(simulation));
  RunTotals totals;
  auto const observe = [&](int step) {
    if (files) files->state(step, step * e.setup.h, e);
    if (e.reference && e.reference->wants(step)) e.reference->observe(step, simulation);
  };
  auto const redundant = simulation.redundant_rows();
  Snapshot const origin = simulation.snapshot();
  summary.add(simulation.measure());
  Measures const at_start = over_worlds(simulation.measure());
  Messages messages(e.output.messages_every, e.steps, e.setup.h, simulation.solves());
  observe(0);
  for (int step = 1; step <= e.steps; ++step) {
    if (iterates) iterates->look_at(step, simulation);
    auto const start = Clock::now();
    double const cpu_start = thread_seconds();
    StepRecord const& report = simulation.step();
    double const cpu = thread_seconds() - cpu_start, wall = seconds_since(start);
    if (report.missing_contacts > 0) {
      totals.exit_reason = why_no_room(step, report.missing_contacts);
      break;
    }
    if (recorder) recorder->record(step, report, simulation.worlds());
    if (e.output.gauss_gap) totals.gauss.add(report, simulation.worlds());
    auto const& measures = simulation.measure();
    totals.add(report, simulation, solver_of(e));
    totals.wall += wall;
    totals.cpu += cpu;
    Measures const worst = over_worlds(measures);
    summary.add(measures);
    StepRow const row{.step = step,
                      .time = step * e.setup.h,
                      .report = report,
                      .solved_by = "",
                      .measures = worst,
                      .wall = wall,
                      .cpu = cpu};
    summary.add(row);
    own.after(row, measures);
    if (files) files->step(row, own.values());
    if (auto const said = messages.after(step, report, at_start, worst); !said.empty()) {
      if (files) files->message(said);
      if (options.say) options.say(said);
    }
    observe(step);
    if (files) files->flush();
    if (options.progress) options.progress(step);
    if (auto const why = why_to_stop(e, step, report, worst, origin); !why.empty()) {
      totals.exit_reason = why;
      break;
    }
  }
  Json result = run_result(e, totals, summary, own, redundant);
  if (recorder) result["recorded_problems"] = recorder->files();
  if (iterates) {
    simulation.show_iterates(nullptr);
    iterates->close();
    if (auto const count = iterates->systems()) result["recorded_systems"] = *count;
  }
  if (files) {
    files->close();
    if (!e.world_values.empty()) write_worlds(options.directory / "worlds.csv", e, summary, own);
    if (e.reference) e.reference->write(options.directory);
    write_whole(options.directory / "result.json", result);
  }
  return result;
}

}  // namespace orthant
