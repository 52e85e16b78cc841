// The work of a case step by step, and that of cases on the steps that all of them solve.
#pragma once
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

/// Of each step, by steps.csv: whether it is solved, and numbers by the names of their columns.
struct StepWork {
  std::vector<bool> solved;
  std::map<std::string, std::vector<double>> of;  // newton_iterations, linear_solves,
                                                  // linear_iterations, step_wall_s, step_cpu_s
};
StepWork step_work(std::filesystem::path const& directory);

/// The same as JSON, of `most` steps at most, evenly spread.
nlohmann::json step_work_json(std::filesystem::path const& directory, int most);

/// Of each case of comparison.json that makes the same steps as others, by its name: how many steps
/// every case of its experiment solves, "steps", and its work on these. `cases` has their folders.
/// Cases without a result do not count.
std::map<std::string, nlohmann::json> common_work(nlohmann::json const& comparison,
                                                  std::filesystem::path const& cases);

}  // namespace orthant
