// Results to rows.
#include "experiments/app/comparison/case_table.hpp"

#include <map>
#include <set>

#include "core/config/json_file.hpp"
#include "experiments/app/comparison/case_result.hpp"

namespace orthant {
namespace {

using Cells = std::map<std::string, std::string>;

/// As a cell holds it: text as it stands, numbers by the shortest digits that read back the same,
/// no value as nothing, and what has parts as JSON.
std::string cell(Json const& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return text(value.get<double>());
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool has_objects(Json const& array) {
  for (auto const& each : array)
    if (each.is_structured()) return true;
  return false;
}

/// The leaves of a tree by their dotted paths; a list of plain values is one leaf.
void flatten(Json const& value, std::string const& path, Cells& out) {
  if (value.is_object()) {
    for (auto const& [key, each] : value.items()) flatten(each, path + "." + key, out);
  } else if (value.is_array() && has_objects(value)) {
    for (std::size_t i = 0; i < value.size(); ++i)
      flatten(value[i], path + "." + std::to_string(i), out);
  } else {
    out[path] = cell(value);
  }
}

/// Parts of the resolved configuration that are not the method.
bool is_left_out(std::string const& key) {
  return key == "scene" || key == "expect" || key == "name" || key == "description";
}

char const* const first[] = {"case", "experiment", "status", "error", "repeat", "seed"};
char const* const numbers[] = {"bodies",
                               "worlds",
                               "steps",
                               "steps_converged",
                               "unsolved.steps",
                               "unsolved.first_step",
                               "unsolved.first_time_s",
                               "unsolved.first_reason",
                               "unsolved.worst_residual_m_s",
                               "unsolved.worst_residual_rad_s",
                               "newton_iterations",
                               "linear_solves",
                               "linear_iterations",
                               "wall_time_s",
                               "exit_reason"};

Cells cells(Json const& planned, Json const& result) {
  Cells out;
  for (char const* key : first)
    if (planned.contains(key)) out[key] = cell(planned[key]);
  for (char const* key : {"status", "error"})
    if (result.contains(key)) out[key] = cell(result[key]);
  for (auto const& [key, value] : planned["settings"].items()) out["setting." + key] = cell(value);
  if (result.contains("configuration"))
    for (auto const& [key, value] : result["configuration"].items())
      if (!is_left_out(key)) flatten(value, "configuration." + key, out);
  for (char const* key : numbers)
    if (result.contains(key)) out[key] = cell(result[key]);
  if (result.contains("unsolved")) flatten(result["unsolved"], "unsolved", out);
  if (result.contains("expectations"))
    out["expectations_unmet"] = std::to_string(result["expectations"]["unmet"].size());
  if (result.contains("metrics")) flatten(result["metrics"], "metrics", out);
  return out;
}

/// Those of every table in their places; between them all that begin with a word, by name.
std::vector<std::string> columns_of(std::set<std::string> const& found) {
  std::vector<std::string> out(std::begin(first), std::end(first));
  auto const add_all = [&](std::string const& prefix) {
    for (auto const& each : found)
      if (each.starts_with(prefix)) out.push_back(each);
  };
  add_all("setting.");
  add_all("configuration.");
  out.insert(out.end(), std::begin(numbers), std::end(numbers));
  out.emplace_back("expectations_unmet");
  add_all("metrics.");
  return out;
}

}  // namespace

Table case_table(Json const& comparison, std::vector<Json> const& results) {
  std::vector<Cells> all;
  std::set<std::string> found;
  for (std::size_t i = 0; i < results.size(); ++i) {
    all.push_back(cells(comparison["cases"][i], results[i]));
    for (auto const& [column, value] : all.back()) found.insert(column);
  }
  Table out;
  out.columns = columns_of(found);
  for (auto& each : all) {
    auto& row = out.rows.emplace_back();
    for (auto const& column : out.columns) row.push_back(each[column]);
  }
  return out;
}

std::vector<Json> case_results(Json const& comparison, std::filesystem::path const& directory) {
  std::vector<Json> out;
  for (auto const& each : comparison.at("cases")) {
    auto const file = directory / "cases" / each.at("case").get<std::string>() / "result.json";
    out.push_back(read_json_file(file.string()));
    if (!is_case_result(out.back())) refuse(file.string(), "another file", "the result of a case");
  }
  return out;
}

}  // namespace orthant
