// Finds live tasks and missing cases, and polls at growing intervals.
#include "experiments/app/comparison/scheduled_run.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/config/error.hpp"
#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/comparison/claims.hpp"
#include "experiments/app/process/progress.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// The command by which tasks call the program: its file, or the script of a container.
std::string this_program() {
  char const* const given = std::getenv("ORTHANT_PROGRAM");
  if (given != nullptr && *given != '\0') return given;
  return fs::read_symlink("/proc/self/exe").string();
}

JobRecord record_of(fs::path const& directory) { return JobRecord(directory / "jobs.json"); }

/// The recorded jobs, and those whose tasks have begun cases. A call that was killed while
/// submitting could not record its job.
std::vector<SubmittedJob> known_jobs(JobRecord const& record, std::string const& launcher,
                                     fs::path const& cases) {
  auto out = record.jobs();
  for (auto const& id : look_at(cases).begun)
    for (auto const& each : writers(cases, id))
      if (std::ranges::find(out, each.job, &SubmittedJob::job) == out.end())
        out.push_back({launcher, each.job, 0});
  return out;
}

bool is_among(std::vector<LiveTask> const& live, TaskName const& name) {
  return std::ranges::any_of(
      live, [&](LiveTask const& each) { return each.job == name.job && each.task == name.task; });
}

/// Removes cases without a result, and those that are worth running again.
void remove_to_run(fs::path const& cases) {
  for (auto const& id : look_at(cases).complete)
    if (!has_lasting_result(cases / id)) fs::remove_all(cases / id);
}

/// Releases cases whose writers have all ended, and removes incomplete results.
void tidy(fs::path const& cases, std::vector<LiveTask> const& live) {
  auto const folders = look_at(cases);
  for (auto const& id : folders.begun) {
    auto const all = writers(cases, id);
    // A folder without a writer may belong to a task that is just taking it.
    if (all.empty() && !live.empty()) continue;
    if (std::ranges::none_of(all, [&](auto const& each) { return is_among(live, each); }))
      release(cases, id);
  }
  for (auto const& id : folders.complete)
    if (!has_case_result(cases / id)) fs::remove_all(cases / id);
}

std::string submit(ScheduledRun const& run, int tasks) {
  JobArray jobs;
  jobs.directory = fs::absolute(run.directory / "jobs");
  jobs.words = {this_program(), "work", fs::absolute(run.directory).string(),
                "--tasks=" + std::to_string(tasks)};
  auto const& cases = run.cases;
  jobs.words.push_back("--jobs=" + std::to_string(cases.jobs));
  jobs.words.push_back("--threads=" + std::to_string(cases.threads));
  if (cases.limit > 0) jobs.words.push_back("--limit=" + text(cases.limit));
  jobs.tasks = tasks;
  jobs.cores = cases.jobs * cases.threads;
  jobs.name = "orthant";
  jobs.partition = run.partition;
  jobs.time = run.time;
  jobs.options = run.options;
  return run.launcher.submit(jobs);
}

/// "4 run, 8 wait (Resources)"
std::string text_of(std::vector<LiveTask> const& live) {
  auto const runs = std::ranges::count_if(live, &LiveTask::runs);
  auto const waits = static_cast<long>(live.size()) - runs;
  std::string out = fmt::format("{} tasks run", runs);
  if (waits == 0) return out;
  auto const& why = std::ranges::find(live, false, &LiveTask::runs)->waits_for;
  return out + fmt::format(", {} wait{}", waits, why.empty() ? "" : " (" + why + ")");
}

/// Finds the live tasks, releases the cases of all others, and records the live jobs.
std::vector<LiveTask> attach(JobRecord& record, ScheduledRun const& run) {
  auto const cases = run.directory / "cases";
  auto jobs = known_jobs(record, run.launcher.name, cases);
  auto live = live_tasks(jobs);
  tidy(cases, live);
  std::erase_if(jobs, [&](SubmittedJob const& job) {
    return std::ranges::find(live, job.job, &LiveTask::job) == live.end();
  });
  record.set(std::move(jobs));
  return live;
}

/// Whether tasks of other jobs began a case and did not complete it. This happens if the scheduler
/// learned late of a dead task. A case that a task of this call could not complete is not tried
/// again, because the case may have ended the task.
bool others_began(fs::path const& cases, std::set<std::string> const& jobs) {
  auto const folders = look_at(cases);
  return std::ranges::any_of(folders.begun, [&](std::string const& id) {
    return !folders.complete.contains(id) &&
           std::ranges::none_of(writers(cases, id),
                                [&](TaskName const& each) { return jobs.contains(each.job); });
  });
}

/// Polls the folder of cases often and the scheduler seldom, both at growing intervals.
class Watch {
 public:
  Watch(Plan const& plan, ScheduledRun const& run, JobRecord const& record)
      : plan_(plan), run_(run), record_(record), cases_(run.directory / "cases") {}

  int until_the_end(Signals const& signals) {
    int const total = cases_left(plan_, cases_);
    ProgressBar bar(total, run_.cases.progress);
    int signal = 0;
    for (int left = total; left > 0; left = cases_left(plan_, cases_)) {
      ask();
      bar.at(total - left, text_of(live_));
      if (Clock::now() - seen_ > patience) break;
      if (signal = signals.wait(pause_); signal != 0) break;
      pause_ = std::min(pause_ * 5 / 4, std::chrono::milliseconds(2000));
    }
    bar.clear();
    return signal;
  }

 private:
  /// A scheduler that does not answer has lost nothing.
  void ask() {
    if (Clock::now() < ask_) {
      if (!live_.empty()) seen_ = Clock::now();
      return;
    }
    try {
      live_ = live_tasks(record_.jobs());
      if (!live_.empty()) seen_ = Clock::now();
    } catch (Error const& error) {
      seen_ = Clock::now();
      if (!complained_ && !run_.quiet) print(stderr, "{}; asking again\n", error.what());
      complained_ = true;
    }
    ask_ = Clock::now() + pause_ * 5;
  }

  /// A shared file system may show the last results late.
  static constexpr std::chrono::seconds patience{5};

  Plan const& plan_;
  ScheduledRun const& run_;
  JobRecord const& record_;
  fs::path cases_;
  std::vector<LiveTask> live_;
  std::chrono::milliseconds pause_{100};
  Clock::time_point ask_, seen_ = Clock::now();
  bool complained_ = false;
};

}  // namespace

int cases_left(Plan const& plan, fs::path const& cases) {
  auto const folders = look_at(cases);
  return static_cast<int>(std::ranges::count_if(
      plan.cases, [&](PlannedCase const& each) { return !folders.complete.contains(each.id); }));
}

void require_no_tasks(fs::path const& directory) {
  auto record = record_of(directory);
  if (record.jobs().empty()) return;
  auto const where = record.file().string();
  auto const& launcher = record.jobs().front().launcher;
  std::vector<LiveTask> live;
  try {
    live = live_tasks(record.jobs());
  } catch (Error const& error) {
    throw Error(where + ": whether its jobs are still at work is not known (" + error.what() +
                "); remove this file where you know that none is");
  }
  if (!live.empty())
    refuse(where, "job " + live.front().job + " of " + launcher + " at work, " + text_of(live),
           "--on " + launcher + " to wait for it; or end it first");
  record.set({});
}

int run_scheduled(Plan const& plan, ScheduledRun const& run) {
  Signals const signals;  // Ctrl-C between a submission and its record would lose the job
  auto const cases = run.directory / "cases";
  auto record = record_of(run.directory);
  std::set<std::string> own;
  remove_to_run(cases);
  do {
    auto const live = attach(record, run);
    int const missing = cases_left(plan, cases), at_work = static_cast<int>(live.size());
    if (missing == 0) break;
    if (at_work > 0 && !run.quiet)
      print(stderr, "{} cases are missing; {}\n", missing, text_of(live));
    if (int const tasks = std::min(run.tasks, missing) - at_work; tasks > 0) {
      auto const job = submit(run, tasks);
      own.insert(job);
      record.add({run.launcher.name, job, tasks});
      if (!run.quiet) print(stderr, "job {}: {} tasks for {} cases\n", job, tasks, missing);
    }
    if (int const signal = Watch(plan, run, record).until_the_end(signals)) return signal;
  } while (cases_left(plan, cases) > 0 && others_began(cases, own));
  record.set({});
  return 0;
}

}  // namespace orthant
