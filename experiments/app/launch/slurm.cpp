// Uses sbatch and squeue only; a database of ended jobs is not needed.
#include "experiments/app/launch/slurm.hpp"

#include <algorithm>
#include <sstream>

#include "core/config/error.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

Answer ask(std::vector<std::string> const& words) {
  if (auto const answer = ask_external(words)) return *answer;
  refuse("--on slurm", "no " + words.front() + " on this machine",
         "a login node of a cluster with Slurm");
}

bool is_job(std::string const& name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

std::string first_line(std::string const& text) { return text.substr(0, text.find('\n')); }

/// Quotes a word for a shell.
std::string quoted(std::string const& word) {
  std::string out = "'";
  for (char const c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// The script of a task. The job's name and the task's number are known only when it runs.
std::string script_of(JobArray const& jobs) {
  std::string out = "#!/bin/sh\nexec";
  for (auto const& word : jobs.words) out += ' ' + quoted(word);
  return out + R"( "$SLURM_ARRAY_JOB_ID" "$SLURM_ARRAY_TASK_ID" "${SLURM_RESTART_COUNT:-0}")"
               "\n";
}

/// sbatch interprets % in names of files.
std::string without_patterns(std::string const& path) {
  std::string out;
  for (char const c : path) out.append(c == '%' ? 2 : 1, c);
  return out;
}

/// "mem=4G" becomes --mem=4G; a word that begins with a dash is unchanged.
std::string option_of(std::string const& given) {
  std::string option = given.starts_with('-') ? given : "--" + given;
  std::string const name = option.substr(0, option.find('='));
  auto const ours = [&](std::string const& whole, std::string const& brief) {
    bool const abbreviated = name.size() > 2 && name.starts_with("--") && whole.starts_with(name);
    return abbreviated || (!brief.empty() && option.starts_with(brief));
  };
  std::pair<char const*, char const*> const taken[] = {
      {"--array", "-a"},   {"--chdir", "-D"},  {"--clusters", "-M"},
      {"--error", "-e"},   {"--output", "-o"}, {"--parsable", ""},
      {"--test-only", ""}, {"--wait", "-W"},   {"--wrap", ""}};
  for (auto const& [whole, brief] : taken)
    if (ours(whole, brief))
      refuse("--pass " + given, whole, "an option of sbatch that `orthant compare` does not set");
  if (name.size() < 2 || name == "--") refuse("--pass " + given, "no option", "mem=4G or --mem=4G");
  return option;
}

std::string submit(JobArray const& jobs) {
  std::vector<std::string> words = {"sbatch",
                                    "--parsable",
                                    "--job-name=" + jobs.name,
                                    "--array=1-" + std::to_string(jobs.tasks),
                                    "--cpus-per-task=" + std::to_string(jobs.cores),
                                    "--chdir=" + fs::current_path().string(),
                                    "--output=" + without_patterns(jobs.directory) + "/%A_%a.txt"};
  if (!jobs.partition.empty()) words.push_back("--partition=" + jobs.partition);
  if (!jobs.time.empty()) words.push_back("--time=" + jobs.time);
  for (auto const& each : jobs.options) words.push_back(option_of(each));
  fs::create_directories(jobs.directory);
  auto const script = jobs.directory / "task.sh";
  write_whole(script, script_of(jobs));
  words.push_back(script.string());
  auto const answer = ask(words);
  if (answer.status != 0) throw Error("--on slurm: " + first_line(answer.err));
  std::string const line = first_line(answer.out);
  std::string job = line.substr(0, line.find(';'));
  if (!is_job(job)) refuse("--on slurm", "\"" + line + "\" from sbatch", "the number of a job");
  return job;
}

std::vector<LiveTask> live_of(std::string const& answer) {
  std::vector<LiveTask> out;
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    LiveTask each;
    std::string state;
    if (!(words >> each.job >> each.task >> state)) continue;
    each.runs = state != "PENDING";
    if (!each.runs) std::getline(words >> std::ws, each.waits_for);
    if (each.waits_for == "None") each.waits_for.clear();  // not considered yet
    out.push_back(std::move(each));
  }
  return out;
}

/// squeue knows a job for some minutes after its end. What it says of one that it does not know
/// tells nothing of others, so these are then asked for one by one.
std::vector<LiveTask> ask_queue(std::vector<std::string> const& jobs) {
  // Number of the array, of the task, state, and reason for waiting: "12 3 PENDING Resources".
  std::vector<std::string> words = {"squeue", "--noheader", "--array", "--format=%F %K %T %r"};
  words.push_back("--jobs=" + comma_separated(jobs));
  std::erase(words.back(), ' ');
  auto const answer = ask(words);
  if (answer.status == 0) return live_of(answer.out);
  if (answer.err.find("Invalid job id specified") == std::string::npos)
    throw Error("--on slurm: " + first_line(answer.err));
  std::vector<LiveTask> out;
  if (jobs.size() > 1)
    for (auto const& job : jobs) {
      auto const live = ask_queue({job});
      out.insert(out.end(), live.begin(), live.end());
    }
  return out;
}

/// A folder among the cases may look like that of a task of a job without being one.
std::vector<LiveTask> status(std::vector<std::string> jobs) {
  std::erase_if(jobs, [](std::string const& job) { return !is_job(job); });
  if (!jobs.empty()) return ask_queue(jobs);
  ask({"sbatch", "--version"});
  return {};
}

}  // namespace

Launcher slurm() { return {"slurm", "an array of jobs on a cluster with Slurm", submit, status}; }

}  // namespace orthant
