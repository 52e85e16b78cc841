// Writes a script for sbatch, and calls it.
#include "experiments/app/comparison/slurm.hpp"

#include <algorithm>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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

}  // namespace orthant
