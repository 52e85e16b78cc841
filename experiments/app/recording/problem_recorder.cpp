// Reads "record_problems", and writes the problems.
#include "experiments/app/recording/problem_recorder.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/app/process/terminal.hpp"
#include "experiments/app/recording/system_recorder.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

void every_field(Fields& f, RecordSettings& set) {
  f.integer("every", set.every, not_negative(),
            "steps from one that is recorded to the next; 0: only those that fail");
}

void other_fields(Fields& f, RecordSettings& set) {
  f.text("directory", set.directory, "of the files; absent: \"problems\" beside the results");
  f.flag("failures", set.failures, "record every step that did not converge");
  f.integer("at_most", set.at_most, at_least(1), "files");
}

}  // namespace

bool RecordSettings::wants(int step, bool converged) const {
  if (!converged && failures) return true;
  return every > 0 ? step % every == 0 : std::binary_search(steps.begin(), steps.end(), step);
}

RecordSettings read_record_settings(Config config) {
  RecordSettings set;
  if (config.has("every") && config.has("steps"))
    refuse(config.path(), "\"every\" beside \"steps\"", "one of the two");
  if (config.has("steps"))
    set.steps = read_integers(config, "steps", 1, 1000000000);
  else
    every_field(config, set);
  other_fields(config, set);
  config.done();
  return set;
}

void describe_record_settings(Fields& f) {
  RecordSettings set;
  f.described("steps", R"({"type": "array", "minItems": 1, "description": "those that are recorded",
    "items": {"type": "integer", "minimum": 1, "maximum": 1000000000}})");
  every_field(f, set);
  f.one_of({"every", "steps"}, false);
  other_fields(f, set);
}

ProblemRecorder::ProblemRecorder(RecordSettings settings, std::filesystem::path const& results,
                                 std::string name)
    : set_(std::move(settings)),
      directory_(set_.directory.empty() ? results / "problems"
                                        : std::filesystem::path(set_.directory)),
      name_(std::move(name)) {
  make_directory(directory_);
}

void ProblemRecorder::record(int step, StepRecord const& made, int worlds) {
  bool const converged = made.solve.converged();
  if (!set_.wants(step, converged)) return;
  for (int w = 0; w < worlds && files_ < set_.at_most; ++w) {
    ConeProblem problem;
    try {
      problem = made.problem(w);
    } catch (Error const& error) {  // a problem that is too large does not end the run
      log_line(Said::warning,
               fmt::format("warning: step {} is not recorded: {}", step, error.what()));
    }
    if (problem.contacts() == 0) continue;
    auto const file = fmt::format("{}-step{:06}-world{}{}.dat", name_, step, w,
                                  converged ? "" : "-not-converged");
    write_cone_problem(problem, (directory_ / file).string());
    ++files_;
  }
}

}  // namespace orthant
