// Makes motions, and refuses what changes them.
#include "experiments/app/comparison/same_steps.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/step_starts.hpp"

namespace orthant {
namespace {

bool is_of_solver(std::string const& path) {
  return path == "solver" || path == "islands" || path.starts_with("solver.");
}

/// Where a path, or a parameter that it names, changes more than the solver; "" if nowhere.
std::string place_of_motion(std::string const& path, Json const& input) {
  auto const name = parameter_of(path);
  if (name.empty()) return is_of_solver(path) ? "" : path;
  auto const places = places_of(input, name);
  auto const found = std::ranges::find_if_not(places, is_of_solver);
  return found == places.end() ? "" : *found;
}

/// The experiment by the solver of its motion. What it expects is expected of the cases.
Json motion_of(PlannedExperiment const& experiment) {
  Json out = experiment.input;
  auto const& solver = *experiment.sweep.same_steps;
  change_at(out, {"solver"}, [&] {
    solver.is_null() ? static_cast<void>(out.erase("solver")) : void(out["solver"] = solver);
  });
  out.erase("expect");
  return out;
}

/// A refusal of the motion's solver stands where that was given.
std::string as_told(std::string said, Plan const& motions) {
  for (auto const& each : motions.experiments) {
    auto const solver = each.file + "/solver";
    if (said.starts_with(solver))
      return each.file + "/sweep/same_steps" + said.substr(solver.size());
  }
  return said;
}

}  // namespace

bool changes_solver_alone(std::string const& path, Json const& input) {
  return place_of_motion(path, input).empty();
}

void require_same_steps(PlannedExperiment const& experiment) {
  auto const& [name, file, input, sweep, motion] = experiment;
  if (!sweep.same_steps) return;
  auto const where = file + "/sweep/same_steps";
  if (is_of_problems(input))
    refuse(where, "stored problems", "a scene: every method solves the same problems anyway");
  if (input.contains("search") && !input["search"].is_null())
    refuse(where, "a search, whose runs have other motions", "an experiment without \"search\"");
  if (sweep.finest)
    refuse(file + "/sweep/reference", "\"finest\" beside \"same_steps\"",
           "one of the two: from equal steps no motions follow that could be compared");
  if (input.contains("step") && input["step"].is_object())
    refuse(file + "/step", "an accuracy beside \"same_steps\"", "a number [s]");
  Json resolved;
  Config config(input, resolved, file);
  Unsolved unsolved = Unsolved::warn;
  unsolved_field(config, unsolved);
  if (unsolved == Unsolved::stop)
    refuse(file + "/unsolved", "\"stop\" beside \"same_steps\"",
           "\"warn\" or \"ignore\": no step follows from one that is not solved");
  auto const require = [&](SweepAxis const& axis) {
    auto const place = place_of_motion(axis.key, input);
    if (place.empty()) return;
    refuse(axis.where, "\"" + place + "\", which changes the motion",
           "with \"same_steps\": \"solver\", paths in it, \"islands\", and parameters that stand "
           "there alone; other motions are other files");
  };
  for (auto const& axis : sweep.axes) require(axis);
  if (sweep.seeds) require(*sweep.seeds);
}

Motions::Motions(Plan const& plan, fs::path const& directory, Json const& command, Entry entry) {
  for (std::size_t i = 0; i < plan.experiments.size(); ++i) {
    auto const& each = plan.experiments[i];
    if (!each.sweep.same_steps) continue;
    of_.push_back(i);
    plan_.experiments.push_back({.name = each.name, .file = each.file, .input = motion_of(each)});
  }
  if (of_.empty()) return;
  plan_.keeps_starts = true;
  plan_.count_out();
  auto const path = directory / "motions";
  bool const begun = fs::exists(path / "comparison.json");
  try {
    directory_.emplace(path, plan_, command, begun ? entry : Entry::begins);
  } catch (Error const& error) {
    throw Error(as_told(error.what(), plan_));
  }
}

int Motions::run(CaseOptions options) {
  if (!directory_) return 0;
  options.limit = 0;
  CaseQueue queue(plan_, {}, directory_->path());
  if (int const signal = CaseRunner(plan_, queue, options).run()) return signal;
  for (auto const& each : plan_.cases) {
    Json const result = directory_->result(each);
    if (result["status"] != "finished" && result["status"] != "stopped")
      throw Error((directory_->cases() / each.id).string() + ": the motion of \"" +
                  plan_.experiment_of(each).name +
                  "\" was not made: " + result["error"].get<std::string>());
  }
  return 0;
}

void Motions::give(Plan& plan) const {
  for (std::size_t k = 0; k < of_.size(); ++k)
    plan.experiments[of_[k]].motion = directory_->cases() / plan_.cases[k].id;
}

std::vector<std::string> Motions::about() const {
  std::vector<std::string> out;
  for (auto const& each : plan_.cases) {
    auto const about = StepStarts(directory_->cases() / each.id).about();
    long const steps = about["steps"], solved = about["steps_converged"];
    out.push_back(fmt::format(
        "{}: every case makes the {} steps of one motion, by {}{}", plan_.experiment_of(each).name,
        steps, about["solver"].get<std::string>(),
        solved == steps
            ? ", which solves all"
            : fmt::format(", which solves {}; the others begin where it left the bodies", solved)));
  }
  return out;
}

}  // namespace orthant
