// The command from its files to the final table.
#include "experiments/app/comparison/compare_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "experiments/app/comparison/case_result.hpp"
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/comparison/comparison_directory.hpp"
#include "experiments/app/comparison/comparison_summary.hpp"
#include "experiments/app/comparison/same_steps.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/told_place.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

struct ShardArray {
  std::filesystem::path directory;  // of the comparison
  /// The program and its arguments, but for the shard's.
  std::vector<std::string> words;
  std::vector<int> shards;  // numbers of those to run
  int count = 1;            // of all shards
  int cores = 1;            // of each
  /// Options of sbatch: "mem=4G" or "--mem=4G".
  std::vector<std::string> options;
};

std::string first_line(std::string const& text) { return text.substr(0, text.find('\n')); }

/// sbatch reads no name of a folder but that of the script, since it has signs of its own for them.
std::string script_of(ShardArray const& array, fs::path const& folder) {
  std::string command;
  for (auto const& word : array.words) command += ' ' + shell_word(word);
  return "#!/bin/sh\n"
         "# The shards of a comparison, written by `orthant compare --slurm`.\n"
         "exec >>" +
         shell_word((folder / "").string()) +
         "\"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID.txt\" 2>&1\n"
         "cd " +
         shell_word(fs::current_path().string()) + " || exit\nexec" + command +
         " --shard \"$SLURM_ARRAY_TASK_ID/" + std::to_string(array.count) + "\"\n";
}

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

std::vector<std::string> call_of(ShardArray const& array) {
  std::string numbers;
  for (int const each : array.shards)
    numbers += (numbers.empty() ? "" : ",") + std::to_string(each);
  std::vector<std::string> out = {"sbatch",
                                  "--parsable",
                                  "--job-name=orthant",
                                  "--output=/dev/null",
                                  "--array=" + numbers,
                                  "--cpus-per-task=" + std::to_string(array.cores)};
  for (auto const& each : array.options) out.push_back(option_of(each));
  return out;
}

/// Writes shards/array.sh in the directory, and submits it. Returns the number of the job. Throws
/// Error if there is no sbatch, or if it refuses.
std::string submit(ShardArray const& array) {
  auto words = call_of(array);
  auto const folder = fs::absolute(array.directory / "shards"), script = folder / "array.sh";
  fs::create_directories(folder);
  write_whole(script, script_of(array, folder));
  words.push_back(script.string());
  auto const answer = ask_external(words);
  if (!answer)
    refuse("--slurm", "no sbatch on this machine", "a login node of a cluster with Slurm");
  if (answer->status != 0) throw Error("--slurm: " + first_line(answer->err));
  std::string const line = first_line(answer->out), job = line.substr(0, line.find(';'));
  if (job.empty() || !std::ranges::all_of(job, [](char c) { return c >= '0' && c <= '9'; }))
    refuse("--slurm", '"' + line + "\" from sbatch", "the number of a job");
  return job;
}

std::string default_directory(Plan const& plan) {
  std::string out = "results/compare_" + plan.experiments.front().name;
  if (auto const others = plan.experiments.size() - 1; others > 0)
    out += "_and_" + std::to_string(others) + "_more";
  return out;
}

/// The parts of the plan that this call runs. Refuses words that do not fit together.
Shard shard_of(CompareCommand const& command) {
  if (!command.shard.empty() && command.slurm > 0)
    refuse("--shard", "--slurm too", "one of the two: --slurm N runs all N shards");
  if (!command.pass.empty() && command.slurm == 0)
    refuse("--pass", "no --slurm", "an option of sbatch beside --slurm N");
  return command.shard.empty() ? Shard{} : read_shard(command.shard);
}

CaseOptions case_options(CompareCommand const& command) {
  CaseOptions out;
  out.jobs = command.jobs;
  out.threads = command.threads;
  if (out.threads == 0 && out.jobs > 1)
    out.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / out.jobs);
  out.limit = command.limit;
  out.progress = !command.quiet && isatty(STDERR_FILENO) != 0;
  out.ends_with_all = !command.shard.empty();
  return out;
}

/// The command line of this call, to go on: without `--shard`, as that of the whole table.
std::string call_again(CompareCommand const& command) {
  std::string out;
  bool is_shard = false;
  for (auto const& word : command.words) {
    bool const leave_out = is_shard || word == "--shard" || word.starts_with("--shard=");
    is_shard = word == "--shard";
    if (!leave_out) out += (out.empty() ? "" : " ") + shell_word(word);
  }
  return command.resume ? out : out + " --resume";
}

/// The command by which a cluster calls the program: its file, or the script of a container.
std::string this_program() {
  char const* const given = std::getenv("ORTHANT_PROGRAM");
  if (given != nullptr && *given != '\0') return given;
  return std::filesystem::read_symlink("/proc/self/exe").string();
}

/// The words of a shard, which `--shard` follows.
std::vector<std::string> words_of_shard(CompareCommand const& command, std::string const& path) {
  std::vector<std::string> out = {this_program(), "compare"};
  out.insert(out.end(), command.files.begin(), command.files.end());
  for (auto const& each : command.assignments) out.insert(out.end(), {"--set", each});
  out.insert(out.end(), {"--output=" + path, "--jobs", std::to_string(command.jobs)});
  // Slurm gives a shard the cores that it asks for; this machine gives all.
  out.insert(out.end(), {"--threads", std::to_string(std::max(1, command.threads))});
  if (command.limit > 0) out.insert(out.end(), {"--limit", text(command.limit)});
  if (command.quiet) out.emplace_back("--quiet");
  return out;
}

/// Submits the shards that have cases left. Returns false if none has.
bool submitted(Plan const& plan, CompareCommand const& command,
               ComparisonDirectory const& directory) {
  ShardArray array;
  std::set<int> shards;
  int left = 0;
  for (std::size_t i = 0; i < plan.cases.size(); ++i) {
    if (has_lasting_result(directory.cases() / plan.cases[i].id)) continue;
    ++left;
    shards.insert(shard_with(i, command.slurm));
  }
  if (left == 0) return false;
  array.directory = directory.path();
  array.words = words_of_shard(command, directory.path().string());
  array.shards.assign(shards.begin(), shards.end());
  array.count = command.slurm;
  array.cores = command.jobs * std::max(1, command.threads);
  array.options = command.pass;
  std::string job;
  try {
    job = submit(array);
  } catch (Error const&) {
    directory.forget();
    throw;
  }
  print(
      stderr,
      "job {}: {} shards for {} cases\nwhen it has ended, for what is left and the table:\n  {}\n",
      job, shards.size(), left, call_again(command));
  return true;
}

/// Runs what is left of the shard. Returns 0, or the signal that came.
int run_here(Plan const& plan, CompareCommand const& command, Shard const& shard,
             ComparisonDirectory const& directory) {
  CaseQueue queue(plan, shard, directory.path());
  CaseRunner runner(plan, queue, case_options(command));
  int const signal = runner.run();
  if (signal != 0)
    print(stderr, "stopped: {} of {} cases are left; --resume goes on with them\n", runner.left(),
          shard.size(plan.cases.size()));
  return signal;
}

int end_of_shard(Plan const& plan, CompareCommand const& command, Shard const& shard,
                 ComparisonDirectory const& directory) {
  ComparisonSummary summary(plan, command.quiet);
  for (std::size_t i = 0; i < plan.cases.size(); ++i)
    if (shard.has(i)) summary.add(plan.cases[i], directory.result(plan.cases[i]));
  int const status = summary.end(directory.path());
  if (!command.quiet)
    print("shard {} has ended; after all of them, for the table:\n  {}\n", command.shard,
          call_again(command));
  return status;
}

void require_own_motions(Plan const& plan) {
  for (auto const& each : plan.experiments)
    if (each.sweep.same_steps)
      refuse(each.file + "/sweep/same_steps", "a comparison in shards",
             "one in a single call: all its cases wait for one motion");
}

Motions motions_of(Plan const& plan, CompareCommand const& command,
                   ComparisonDirectory const& directory, Entry entry) {
  try {
    return {plan, directory.path(), command.words, entry};
  } catch (Error const&) {
    directory.forget();
    throw;
  }
}

int compare(CompareCommand const& command) {
  Shard const shard = shard_of(command);
  Plan plan = make_plan(command.files, command.assignments, command.same_steps);
  std::string const path = command.directory.empty() ? default_directory(plan) : command.directory;
  Entry const entry = !command.shard.empty() ? Entry::shares
                      : command.resume       ? Entry::resumes
                                             : Entry::begins;
  if (!command.shard.empty() || command.slurm > 0) require_own_motions(plan);
  ComparisonDirectory const directory(path, plan, command.words, entry);
  Motions motions = motions_of(plan, command, directory, entry);
  if (int const signal = motions.run(case_options(command))) {
    print(stderr, "stopped: a motion is not made yet; --resume goes on with it\n");
    return 128 + signal;
  }
  motions.give(plan);
  if (!command.quiet)
    for (auto const& each : motions.about()) print(stderr, "note: {}\n", each);
  if (command.slurm > 0) {
    if (submitted(plan, command, directory)) return 0;
  } else if (int const signal = run_here(plan, command, shard, directory)) {
    return 128 + signal;
  }
  if (!command.shard.empty()) return end_of_shard(plan, command, shard, directory);
  ComparisonSummary summary(plan, command.quiet);
  directory.write_table(
      plan, [&](PlannedCase const& each, Json const& result) { summary.add(each, result); });
  int const status = summary.end(path);
  if (!command.quiet && !have_hdf5())
    print("no cases.h5: this build has no HDF5 (CMake option ORTHANT_HDF5)\n");
  return status;
}

}  // namespace

int compare_command(CompareCommand const& command) {
  return reporting([&] {
    try {
      return compare(command);
    } catch (Error& error) {
      for (auto const& file : command.files) tell_place(error, file, command.assignments);
      throw;
    }
  });
}

}  // namespace orthant
