// The loop over the steps.
#include "experiments/app/run/run.hpp"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/run/resumption.hpp"
#include "experiments/app/run/run_files.hpp"
#include "experiments/app/run/run_result.hpp"
#include "experiments/app/run/step_starts.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/execution/cpu_clock.hpp"
#include "orthant/core/metrics/measures.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {
namespace {

/// A sentence every n steps, and when the steps begin or cease to be solved.
class Messages {
 public:
  /// `solves` is false for a simulator whose steps are neither solved nor unsolved.
  Messages(int every, int steps, double h, bool solves = true)
      : every_(every), steps_(steps), h_(h), solves_(solves) {}

  /// "" if there is no message. `start` and `now` are over the worlds.
  std::string after(int step, StepReport const& report, Measures const& start, Measures const& now);
  void carry(Carried& c) { c.values(unsolved_, solved_); }

 private:
  int every_, steps_;
  double h_;
  bool solves_;
  int unsolved_ = 0;
  bool solved_ = true;  // of the last step
};

std::string counted(int n, char const* one, char const* many) {
  return n == 0 ? fmt::format("no {}", many) : fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string Messages::after(int step, StepReport const& report, Measures const& start,
                            Measures const& now) {
  bool const solved = !solves_ || report.solved(), changed = solved != solved_;
  solved_ = solved;
  unsolved_ += solved ? 0 : 1;
  if (every_ == 0 || (step % every_ != 0 && !changed)) return "";
  std::string out = fmt::format("step {} of {}, {:.6g} s: ", step, steps_, step * h_);
  if (!solved)
    out += fmt::format("not solved, {}; ", report.why_unsolved());
  else if (changed)
    out += "solved again; ";
  if (solves_)
    out += fmt::format("{} so far {} not solved; ", unsolved_, unsolved_ == 1 ? "was" : "were");
  out += counted(report.contacts, "contact", "contacts");
  out += solves_ ? ", " + counted(report.solve.iterations, "iteration", "iterations") + "; " : "; ";
  out += fmt::format("fastest body {:.3g} m/s, fastest spin {:.3g} rad/s; ", now.speed, now.spin);
  if (now.penetration > 0) out += fmt::format("overlap {:.2g} m; ", now.penetration);
  if (now.joint_error > 0) out += fmt::format("joints open by {:.2g} m; ", now.joint_error);
  return out + fmt::format("energy {:.6g} J, {:+.3g} J since the start", now.energy(),
                           now.energy() - start.energy());
}

using Clock = std::chrono::steady_clock;

constexpr char const* snapshot_file = "snapshot.bin";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A run in its directory, or in memory alone.
class Run {
 public:
  Run(Experiment& e, RunOptions const& options)
      : e_(e),
        options_(options),
        directory_(options.directory),
        summary_(e.setup.scene, e.setup.h, known_of_steps(*e.simulation)),
        own_(e),
        messages_(e.output.messages_every, e.steps, e.setup.h, e.simulation->solves()),
        redundant_(e.simulation->redundant_rows()),
        origin_(e.simulation->snapshot()),
        at_start_(over_worlds(e.simulation->measure())) {}

  Json all() {
    if (writes()) lock_.emplace(directory_);
    if (!options_.starts.empty()) starts_.emplace(options_.starts);
    if (Json ended = begin(); !ended.is_null()) return ended;
    while (totals_.exit_reason == not_ended) {
      std::string const why = options_.stop && left() ? options_.stop() : "";
      if (!why.empty())
        totals_.exit_reason =
            interrupted + (" by " + why) + " after step " + std::to_string(made());
      else if (left())
        make(made() + 1);
      else
        totals_.exit_reason =
            made() < e_.steps
                ? "the motion whose steps these are ends after step " + std::to_string(made())
                : end_of_experiment;
    }
    return end();
  }

 private:
  bool writes() const { return !directory_.empty(); }
  int made() const { return totals_.steps; }
  bool left() const { return made() < (starts_ ? std::min(e_.steps, starts_->count()) : e_.steps); }

  void say(std::string const& what) const {
    if (options_.say) options_.say(what);
  }

  /// Begins a run, or goes on with one; the result of one that has ended.
  Json begin() {
    bool const keeps = writes() && why_not_resumed(e_).empty();
    if (keeps) identity_ = identity_of(e_, origin_, e_.simulation->measure());
    if (options_.resume)
      if (Json ended = ended_run(directory_, identity_); !ended.is_null()) {
        say("the run has ended: " + ended["exit_reason"].get<std::string>());
        return ended;
      }
    if (options_.resume && fs::exists(directory_ / snapshot_file)) {
      go_on();
      say("goes on after step " + std::to_string(made()) + " of " + std::to_string(e_.steps));
    } else {
      if (options_.resume) say("no snapshot in " + directory_.string() + ": the run begins anew");
      if (writes()) {
        remove_results(directory_);
        open(Writing::anew);
      }
      summary_.add(e_.simulation->measure());
      observe(0);
    }
    if (writes()) tell();
    return nullptr;
  }

  void go_on() {
    remove_unfinished(directory_);
    auto const file = directory_ / snapshot_file;
    auto const bytes = read_input(file, "a snapshot of a run", UINTMAX_MAX);
    try {
      Carried from(bytes);
      carry(from);
      from.done();
    } catch (Error const& error) {
      throw Error(file.string() + ": " + error.what() +
                  "; the run begins anew without --resume, or without this file");
    }
  }

  void open(Writing how) {
    files_.emplace(directory_, e_, own_.names(), how);
    if (e_.systems || e_.output.looks_at_iterates()) iterates_.emplace(directory_, e_, how);
    if (e_.record) recorder_.emplace(*e_.record, directory_, e_.name);
    if (options_.keeps_starts) keeper_.emplace(directory_ / starts_file, how);
  }

  /// Everything that the next steps, their tables and the result depend on.
  void carry(Carried& c) {
    c.part("run");
    std::string identity = c.reads() ? "" : identity_.dump();
    c.list(identity);
    if (c.reads()) require_same_run(Json::parse(identity), identity_, directory_.string());
    std::string state = c.reads() ? "" : e_.simulation->save();
    c.list(state);
    if (c.reads()) e_.simulation->restore(state);
    totals_.carry(c);
    summary_.carry(c);
    own_.carry(c);
    messages_.carry(c);
    if (e_.reference) e_.reference->carry(c);
    auto growing = growing_files(directory_, e_);
    if (options_.keeps_starts) growing.push_back(directory_ / starts_file);
    carry_lengths(c, growing);
    if (c.reads()) open(Writing::at_end);
    files_->carry(c);
    if (recorder_) recorder_->carry(c);
    if (iterates_) iterates_->carry(c);
  }

  void observe(int step) {
    if (files_) files_->state(step, step * e_.setup.h, e_);
    if (e_.reference && e_.reference->wants(step)) e_.reference->observe(step, *e_.simulation);
  }

  void make(int step) {
    auto& simulation = *e_.simulation;
    double const time = step * e_.setup.h;
    if (starts_) simulation.restore_start(starts_->of(step));
    std::string const begin = keeper_ ? simulation.save_start() : "";
    if (iterates_) iterates_->look_at(step, simulation);
    auto const start = Clock::now();
    auto const cpu_start = CpuClock::now();
    StepRecord const& report = simulation.step();
    double const cpu = CpuClock::seconds_since(cpu_start), wall = seconds_since(start);
    if (report.missing_contacts > 0) {
      totals_.exit_reason = why_no_room(step, report.missing_contacts);
      return;
    }
    if (keeper_) keeper_->add(begin);
    if (recorder_) recorder_->record(step, report, simulation.worlds());
    if (e_.output.gauss_gap) totals_.gauss.add(report, simulation.worlds());
    auto const& measures = simulation.measure();
    totals_.add(report, simulation, e_);
    totals_.wall += wall;
    totals_.cpu += cpu;
    Measures const& worst = summary_.add(measures);
    StepRow const row{.step = step,
                      .time = time,
                      .report = report,
                      .solved_by = "",
                      .measures = worst,
                      .wall = wall,
                      .cpu = cpu};
    summary_.add(row);
    own_.after(row, measures);
    if (files_) files_->step(row, own_.values());
    if (auto const said = messages_.after(step, report, at_start_, worst); !said.empty()) {
      if (files_) files_->message(said);
      if (options_.say) options_.say(said);
    }
    observe(step);
    if (files_) keep_in_time();
    if (options_.progress) {
      RunProgress now{.done = step, .time = time, .solved = totals_.converged};
      if (!simulation.solves()) now.solved.reset();
      options_.progress(now);
    }
    if (starts_) return;
    if (auto const why = why_to_stop(e_, step, report, worst, origin_); !why.empty())
      totals_.exit_reason = why;
  }

  /// Leaves on disk what a killed run must not lose. The result is written for a fiftieth of the
  /// time at most: configurations may be large.
  void keep_in_time() {
    bool const flushed = files_->flush_in_time();
    double const every = e_.output.snapshot_every;
    if (every > 0 && seconds_since(kept_) >= every) {
      keep();
      tell();
    } else if (flushed && seconds_since(told_) >= 50 * telling_) {
      tell();
    }
  }

  void keep() {
    files_->flush();
    if (iterates_) iterates_->flush();
    auto const bytes = saved([&](Carried& c) { carry(c); });
    write_whole(directory_ / snapshot_file, bytes);
    kept_ = Clock::now();
    if (options_.detail)
      options_.detail("snapshot after step " + std::to_string(made()) + ", " +
                      std::to_string(bytes.size()) + " bytes");
  }

  /// Writes the result so far.
  void tell() {
    auto const start = Clock::now();
    files_->flush();
    write_whole(directory_ / "result.json", result());
    told_ = Clock::now();
    telling_ = seconds_since(start);
  }

  Json result() const {
    Json out = run_result(e_, totals_, summary_, own_, redundant_);
    if (starts_) out["same_steps"] = starts_->about();
    if (recorder_) out["recorded_problems"] = recorder_->files();
    if (iterates_)
      if (auto const count = iterates_->systems()) out["recorded_systems"] = *count;
    return out;
  }

  Json end() {
    bool const goes_on = totals_.exit_reason.starts_with(interrupted);
    if (files_ && goes_on && why_not_resumed(e_).empty()) keep();
    Json const out = result();
    if (iterates_) {
      e_.simulation->show_iterates(nullptr);
      iterates_->close();
    }
    if (!files_) return out;
    files_->close();
    if (!e_.world_values.empty()) write_worlds(directory_ / "worlds.csv", e_, summary_, own_);
    if (e_.reference) e_.reference->write(directory_);
    write_whole(directory_ / "result.json", out);
    std::error_code none;
    if (!goes_on) fs::remove(directory_ / snapshot_file, none);
    return out;
  }

  Experiment& e_;
  RunOptions const& options_;
  fs::path directory_;
  std::optional<DirectoryLock> lock_;
  std::optional<RunFiles> files_;
  std::optional<ProblemRecorder> recorder_;
  std::optional<IterateFiles> iterates_;
  std::optional<StartsWriter> keeper_;
  std::optional<StepStarts> starts_;
  RunTotals totals_;
  RunSummary summary_;
  OwnMetrics own_;
  Messages messages_;
  std::optional<int> redundant_;
  Snapshot origin_;
  Measures at_start_;
  Json identity_;
  Clock::time_point kept_ = Clock::now(), told_ = kept_;
  double telling_ = 0;  // time of the last writing of the result [s]
};

}  // namespace

Json run_experiment(Experiment& e, RunOptions const& options) {
  if (auto const why = why_not_resumed(e); options.resume && !why.empty())
    refuse(e.path, "--resume of a run with " + why, "a new run of it, without --resume");
  return Run(e, options).all();
}

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

}  // namespace orthant
