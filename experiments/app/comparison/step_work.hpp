// The work of a case step by step, and that of cases on the steps that all of them solve.
#pragma once
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

/// [m/s] that of the solver in a resolved configuration, of one without a tolerance that at free
/// speeds of 1 cm/s to 100 m/s: docs/solvers.md#when-a-step-is-solved. 0: no solver.
double asked_tolerance(nlohmann::json const& configuration);

/// Of each step, by steps.csv: whether it is solved, and numbers by the names of their columns.
struct StepWork {
  std::vector<bool> solved;
  std::map<std::string, std::vector<double>> of;  // newton_iterations, linear_solves,
                                                  // linear_iterations, step_wall_s, step_cpu_s
};
StepWork step_work(std::filesystem::path const& directory);

/// Of a case that makes the same steps as others of its experiment.
struct CommonWork {
  nlohmann::json metrics;  // how many steps every case solves, "steps", and its work on these
  int hardest = 0;         // from 1, the step that fewest solve; of several, with most iterations
};
/// By the names of cases in comparison.json. `cases` has their folders. Cases without a result do
/// not count.
std::map<std::string, CommonWork> common_work(nlohmann::json const& comparison,
                                              std::filesystem::path const& cases);

}  // namespace orthant
