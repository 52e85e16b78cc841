// Turns results into rows.
#include "experiments/app/comparison/case_table.hpp"

#include <map>
#include <set>

#include "experiments/app/files/csv.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

using Cells = std::map<std::string, std::string>;

/// The text of a cell: text unchanged, numbers by the shortest digits that read back the same,
/// nothing for no value, and JSON for objects and arrays.
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

/// Parts of the resolved configuration that do not describe the method.
bool is_left_out(std::string const& key) {
  return key == "scene" || key == "expect" || key == "name" || key == "description";
}

char const* const first[] = {"case", "experiment", "label", "status", "error", "repeat", "seed"};
char const* const plain_columns[] = {"bodies",
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
                                     "problem",
                                     "contacts",
                                     "problems",
                                     "problems_solved",
                                     "unsolved.problems",
                                     "unsolved.first",
                                     "unsolved.worst_error",
                                     "iterations",
                                     "cpu_time_s",
                                     "exit_reason",
                                     "complaints"};

/// Columns that exist only with stored problems.
bool is_of_stored(std::string_view column) {
  for (char const* each :
       {"problem", "contacts", "problems", "problems_solved", "unsolved.problems", "unsolved.first",
        "unsolved.worst_error", "iterations"})
    if (column == each) return true;
  return false;
}

Cells cells(CaseRow const& row) {
  auto const& [planned, result] = row;
  Cells out;
  for (char const* key : first)
    if (planned.contains(key)) out[key] = cell(planned[key]);
  for (char const* key : {"status", "error"})
    if (result.contains(key)) out[key] = cell(result[key]);
  for (auto const& [key, value] : planned["settings"].items()) out["setting." + key] = cell(value);
  if (result.contains("configuration"))
    for (auto const& [key, value] : result["configuration"].items())
      if (!is_left_out(key)) flatten(value, "configuration." + key, out);
  if (result.contains("parameters")) flatten(result["parameters"], "parameters", out);
  for (char const* key : plain_columns)
    if (result.contains(key) && !result[key].is_object()) out[key] = cell(result[key]);
  if (result.contains("problem")) out["problem"] = cell(result["problem"].value("name", Json()));
  if (result.contains("unsolved")) flatten(result["unsolved"], "unsolved", out);
  if (result.contains("expectations"))
    out["expectations_unmet"] = std::to_string(result["expectations"]["unmet"].size());
  if (result.contains("metrics")) flatten(result["metrics"], "metrics", out);
  return out;
}

/// The columns of every table in their order; the others, grouped by their first word, by name.
std::vector<std::string> columns_of(std::set<std::string> const& found) {
  std::vector<std::string> out(std::begin(first), std::end(first));
  auto const add_all = [&](std::string const& prefix) {
    for (auto const& each : found)
      if (each.starts_with(prefix)) out.push_back(each);
  };
  add_all("setting.");
  add_all("parameters.");
  add_all("configuration.");
  for (char const* column : plain_columns)
    if (!is_of_stored(column) || found.contains(column)) out.emplace_back(column);
  out.emplace_back("expectations_unmet");
  add_all("metrics.");
  return out;
}

}  // namespace

void write_case_table(fs::path const& file, std::size_t count,
                      std::function<CaseRow(std::size_t)> const& row) {
  std::set<std::string> found;
  for (std::size_t i = 0; i < count; ++i)
    for (auto const& [column, value] : cells(row(i))) found.insert(column);
  auto const columns = columns_of(found);
  std::string head;
  for (auto const& column : columns) {
    if (!head.empty()) head += ',';
    append_cell(head, column);
  }
  auto part = file;
  part += ".part";
  CsvFile table(part, head);
  for (std::size_t i = 0; i < count; ++i) {
    auto filled = cells(row(i));
    for (auto const& column : columns) table.cell(filled[column]);
    table.end_row();
  }
  table.close();
  fs::rename(part, file);
}

}  // namespace orthant
