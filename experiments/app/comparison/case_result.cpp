// Checks the keys that a table and a summary need.
#include "experiments/app/comparison/case_result.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

bool is_number(Json const& object, char const* key) {
  return object.contains(key) && object.at(key).is_number();
}
/// A number, or null for steps of another simulator.
bool is_count(Json const& object, char const* key) {
  return is_number(object, key) || (object.contains(key) && object.at(key).is_null());
}
bool is_text(Json const& object, char const* key) {
  return object.contains(key) && object.at(key).is_string();
}
bool is_object(Json const& object, char const* key) {
  return object.contains(key) && object.at(key).is_object();
}

bool are_numbers(Json const& result, std::initializer_list<char const*> keys) {
  return std::ranges::all_of(keys, [&](char const* key) { return is_number(result, key); });
}

bool are_counts(Json const& result, std::initializer_list<char const*> keys) {
  return std::ranges::all_of(keys, [&](char const* key) { return is_count(result, key); });
}

/// A result of steps, or of stored problems.
bool is_run(Json const& result) {
  bool const stored = result.contains("problems");
  bool const counted =
      stored
          ? are_numbers(result, {"problems", "problems_solved", "iterations", "linear_solves",
                                 "cpu_time_s"})
          : are_numbers(result, {"steps", "wall_time_s"}) &&
                are_counts(result, {"steps_converged", "newton_iterations", "linear_iterations"});
  if (!counted) return false;
  for (char const* key : {"configuration", "unsolved", "expectations", "metrics"})
    if (!is_object(result, key)) return false;
  auto const& unsolved = result.at("unsolved");
  auto const& expectations = result.at("expectations");
  if (!is_text(result, "exit_reason") || !is_text(result.at("configuration"), "unsolved") ||
      !is_count(unsolved, stored ? "problems" : "steps") || !expectations.contains("unmet") ||
      !expectations.at("unmet").is_array())
    return false;
  auto const& left = unsolved.at(stored ? "problems" : "steps");
  if (left.is_null() || left == 0) return true;
  if (!stored) return is_number(unsolved, "first_time_s");
  return is_text(unsolved, "first") && is_text(unsolved, "first_reason") &&
         is_number(unsolved, "worst_error");
}

/// The file as it stands; null if there is none.
Json result_of(std::filesystem::path const& directory) {
  auto const file = directory / "result.json";
  if (!std::filesystem::is_regular_file(file)) return nullptr;
  try {
    return read_json_file(file.string());
  } catch (Error const&) {
    return nullptr;
  }
}

}  // namespace

bool is_case_result(Json const& result) {
  if (!result.is_object() || !is_text(result, "status")) return false;
  auto const& status = result.at("status");
  if (status == "failed" || status == "not built") return is_text(result, "error");
  return (status == "finished" || status == "stopped") && is_run(result);
}

bool has_case_result(std::filesystem::path const& directory) {
  return is_case_result(result_of(directory));
}

bool has_lasting_result(std::filesystem::path const& directory) {
  auto const result = result_of(directory);
  if (!is_case_result(result) || result.at("status") == "not built") return false;
  return !(result.contains("again") && result.at("again") == true);
}

}  // namespace orthant
