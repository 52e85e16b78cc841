// Starts cases, and records how they ended.
#include "experiments/app/comparison/case_runner.hpp"

#include <sys/wait.h>

#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/progress.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {
namespace {

// Status of a process: this build lacks what the case takes; the machine did not give it.
constexpr int not_built = 4, not_given = 5;

/// Whether the same case may do another time. Without memory, Linux kills a process.
bool may_do_again(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) == not_given : WTERMSIG(status) == SIGKILL;
}

/// Why a process left no result: a refusal as it stands, else how it ended and its last word.
std::string reason(int status, bool too_long, fs::path const& log) {
  if (too_long) return "time limit";
  std::string const said = last_line(log), mark = "error: ";
  if (WIFEXITED(status) && said.starts_with(mark)) return said.substr(mark.size());
  return how_ended(status) + (said.empty() ? why_silent(log) : ": " + said);
}

/// Whether a comparison that was killed has left the case here.
bool is_begun(fs::path const& directory) { return fs::exists(directory / "case.json"); }

/// Goes on with a case that is begun. One that cannot go on, as on another device, begins anew.
bool went_on(Runnable& runnable, RunOptions options) {
  auto const directory = options.directory;
  auto const say = [](std::string const& line) { print("{}\n", line); };
  options.say = say;
  options.resume = true;
  try {
    runnable.run(options);
    return true;
  } catch (Error const& error) {
    say(std::string("begins anew: ") + error.what());
  }
  std::vector<fs::path> old;
  for (auto const& entry : fs::directory_iterator(directory)) old.push_back(entry.path());
  for (auto const& each : old)
    if (each.filename() != "case.json" && each.filename() != "log.txt") fs::remove_all(each);
  return false;
}

}  // namespace

CaseRunner::CaseRunner(Plan const& plan, CaseQueue& queue, CaseOptions options)
    : plan_(plan), queue_(queue), options_(options) {}

CaseRunner::~CaseRunner() {
  for (auto const& each : running_) end_child(each.pid);
}

int CaseRunner::run() {
  Signals const signals;
  int const total = left();
  ProgressBar bar(total, options_.progress);
  for (start_some(); !running_.empty(); start_some()) {
    int signal = signals.wait(std::chrono::milliseconds(100));
    if (signal == 0) signal = collect(signals);
    if (signal != 0) {
      bar.clear();
      return signal;
    }
    enforce_limit();
    if (int const done = total - left(); done > 0) bar.at(done);
  }
  bar.clear();
  return 0;
}

void CaseRunner::start_some() {
  while (static_cast<int>(running_.size()) < options_.jobs) {
    auto const* const each = queue_.next();
    if (each == nullptr) return;
    start(*each);
  }
}

void CaseRunner::start(PlannedCase const& each) {
  auto const directory = queue_.part(each);
  fs::remove(directory / "log.txt");
  auto const work = [&] {
    // This process ends the case; a signal to both is handled by this process.
    if (options_.ends_with_all) signal(SIGTERM, SIG_IGN);
    auto const run = [&] {
      Json const input = plan_.input(each);
      bool const begun = is_begun(directory);
      write_whole(directory / "case.json", input);
      KokkosSession const kokkos(options_.threads);
      auto const built = [&] { return build_runnable(input, plan_.experiment_of(each).file); };
      std::unique_ptr<Runnable> runnable;
      try {
        runnable = built();
      } catch (NotBuilt const& error) {
        say_error(error.what());
        return not_built;
      }
      RunOptions const options{.directory = directory,
                               .keeps_starts = plan_.keeps_starts,
                               .starts = plan_.experiment_of(each).motion};
      if (begun && went_on(*runnable, options)) return 0;
      if (begun) runnable = built();  // its state may be another's by now
      runnable->run(options);
      return 0;
    };
    return reporting(run, not_given);
  };
  running_.push_back({&each, start_child(directory / "log.txt", work), Clock::now()});
}

void CaseRunner::finish(Running const& ended, int status) {
  auto const& each = *ended.planned;
  auto const directory = queue_.part(each), result = directory / "result.json";
  // A limit that was exceeded during the clean-up has lost nothing.
  bool const whole = has_case_result(directory) && (status == 0 || ended.too_long);
  if (!whole) {
    auto const& experiment = plan_.experiment_of(each);
    bool const lacks = WIFEXITED(status) && WEXITSTATUS(status) == not_built;
    Json failed = {{"status", lacks ? "not built" : "failed"},
                   {"error", reason(status, ended.too_long, directory / "log.txt")},
                   {"experiment", experiment.name},
                   {"file", experiment.file},
                   {"settings", each.chosen.settings},
                   {"versions", versions()}};
    if (!ended.too_long && may_do_again(status)) failed["again"] = true;
    write_whole(result, failed);
  }
  if (auto const log = directory / "log.txt"; fs::exists(log) && fs::is_empty(log)) fs::remove(log);
  queue_.publish(each);
}

/// Returns a signal that came meanwhile, or 0.
int CaseRunner::collect(Signals const& signals) {
  for (std::size_t i = 0; i < running_.size();) {
    int status = 0;
    if (!has_ended(running_[i].pid, status)) {
      ++i;
      continue;
    }
    Running const ended = running_[i];
    running_.erase(running_.begin() + static_cast<long>(i));
    // When a node is cleared, the case may be killed a moment before this process. That is not the
    // end of the case.
    if (options_.ends_with_all && !ended.too_long && WIFSIGNALED(status) &&
        WTERMSIG(status) == SIGKILL)
      for (auto const end = Clock::now() + std::chrono::seconds(2); Clock::now() < end;)
        if (int const signal = signals.wait(std::chrono::milliseconds(100))) return signal;
    finish(ended, status);
  }
  return 0;
}

void CaseRunner::enforce_limit() {
  if (options_.limit <= 0) return;
  for (auto& each : running_) {
    if (each.too_long) continue;
    double const cpu = cpu_seconds(each.pid);
    auto const now = Clock::now();
    if (cpu - each.cpu >= 0.01 * options_.limit) {
      each.cpu = cpu;
      each.worked = now;
    }
    // A case that waits without end uses no CPU time. On a busy machine it is given little of it.
    double const waits = std::chrono::duration<double>(now - each.worked).count();
    if (cpu <= options_.limit && waits <= 10 * options_.limit) continue;
    each.too_long = true;
    kill(each.pid, SIGKILL);
  }
}

}  // namespace orthant
