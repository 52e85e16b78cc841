// Starting cases, and recording how they ended.
#include "experiments/app/comparison/case_runner.hpp"

#include <sys/wait.h>

#include <fstream>

#include "core/config/error.hpp"
#include "core/execution/kokkos.hpp"
#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/child.hpp"
#include "experiments/app/process/progress.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/run/run.hpp"
#include "experiments/app/run/version.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

std::string last_line(fs::path const& file) {
  std::string out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) out = std::move(line);
  return out;
}

/// Why a process left no result: a refusal as it stands, else how it ended and its last word.
std::string reason(int status, bool too_long, fs::path const& log) {
  if (too_long) return "time limit";
  std::string const said = last_line(log), mark = "error: ";
  if (WIFEXITED(status) && said.starts_with(mark)) return said.substr(mark.size());
  return how_ended(status) + (said.empty() ? "" : ": " + said);
}

}  // namespace

CaseRunner::CaseRunner(Plan const& plan, CaseOptions options)
    : plan_(plan), options_(std::move(options)) {
  for (auto const& each : plan.cases)
    if (!has_case_result(place(each))) waiting_.push_back(&each);
}

CaseRunner::~CaseRunner() {
  for (auto const& each : running_) end_child(each.pid);
}

fs::path CaseRunner::part(PlannedCase const& each) const {
  return options_.directory / (each.id + ".part");
}

int CaseRunner::run() {
  Signals const signals;
  int const total = left();
  ProgressBar bar(total, options_.progress);
  while (left() > 0) {
    while (!waiting_.empty() && static_cast<int>(running_.size()) < options_.jobs) {
      start(*waiting_.front());
      waiting_.pop_front();
    }
    if (int const signal = signals.wait(std::chrono::milliseconds(100))) {
      bar.clear();
      return signal;
    }
    collect();
    enforce_limit();
    if (int const done = total - left(); done > 0) bar.at(done);
  }
  bar.clear();
  return 0;
}

void CaseRunner::start(PlannedCase const& each) {
  auto const directory = part(each);
  fs::remove_all(directory);  // of a comparison that was killed
  fs::remove_all(place(each));
  fs::create_directories(directory);
  auto const work = [&] {
    return reporting([&] {
      Json const input = plan_.input(each);
      write_whole(directory / "case.json", input);
      KokkosSession const kokkos(options_.threads);
      Experiment experiment = build_experiment(input, plan_.experiment_of(each).file);
      run_experiment(experiment, {directory, {}});
      return 0;
    });
  };
  running_.push_back({&each, start_child(directory / "log.txt", work), Clock::now()});
}

void CaseRunner::finish(Running const& ended, int status) {
  auto const& each = *ended.planned;
  auto const directory = part(each), result = directory / "result.json";
  // A limit that came while the process tidied up took nothing away.
  bool const whole = fs::exists(result) && (status == 0 || ended.too_long);
  if (!whole) {
    auto const& experiment = plan_.experiment_of(each);
    Json const failed = {{"status", "failed"},
                         {"error", reason(status, ended.too_long, directory / "log.txt")},
                         {"experiment", experiment.name},
                         {"file", experiment.file},
                         {"settings", each.chosen.settings},
                         {"versions", versions()}};
    write_whole(result, failed);
  }
  if (auto const log = directory / "log.txt"; fs::exists(log) && fs::is_empty(log)) fs::remove(log);
  fs::rename(directory, place(each));
}

void CaseRunner::collect() {
  for (std::size_t i = 0; i < running_.size();) {
    int status = 0;
    if (!has_ended(running_[i].pid, status)) {
      ++i;
      continue;
    }
    Running const ended = running_[i];
    running_.erase(running_.begin() + static_cast<long>(i));
    finish(ended, status);
  }
}

void CaseRunner::enforce_limit() {
  if (options_.limit <= 0) return;
  for (auto& each : running_)
    if (!each.too_long &&
        std::chrono::duration<double>(Clock::now() - each.start).count() > options_.limit) {
      each.too_long = true;
      kill(each.pid, SIGKILL);
    }
}

}  // namespace orthant
