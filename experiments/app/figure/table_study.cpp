// Any table in place of results: what other programs write.
#include <algorithm>

#include "core/config/error.hpp"
#include "experiments/app/figure/study.hpp"
#include "experiments/app/files/table.hpp"

namespace orthant::figures {
namespace {

std::optional<double> number_in(std::string const& cell) {
  char* end = nullptr;
  double const out = std::strtod(cell.c_str(), &end);
  return !cell.empty() && *end == 0 ? std::optional(out) : std::nullopt;
}

}  // namespace

void Study::read_table(std::vector<std::string> const& keys) {
  auto const table = read_csv(directory_);
  if (table.rows.empty()) refuse(directory_.string(), "no rows", "a table");
  name_ = directory_.stem().string();
  input_ = Json::object();  // no experiment says more of a name than itself
  // In cases.csv the swept ones are "setting.scene.bodies.0.mass".
  auto const is_setting = [](auto const& column) { return column.starts_with("setting."); };
  bool const of_cases = std::any_of(table.columns.begin(), table.columns.end(), is_setting);
  auto const named = [&](std::string const& column) {
    return std::any_of(keys.begin(), keys.end(), [&](auto const& key) {
      return key == column || (is_setting(column) && column.ends_with("." + key));
    });
  };
  std::vector<bool> varied;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    bool const numbers = std::all_of(table.rows.begin(), table.rows.end(), [&](auto const& row) {
      return row[c].empty() || number_in(row[c]);
    });
    varied.push_back(!numbers || named(table.columns[c]));
    if (!varied.back() && (!of_cases || is_setting(table.columns[c])))
      numbers_.push_back(table.columns[c]);
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    StudyCase out;
    out.directory = directory_;
    out.ran = true;
    out.entry = {{"case", std::to_string(r)}, {"metrics", Json::object()}};
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      auto const& cell = table.rows[r][c];
      auto const number = number_in(cell);
      if (cell.empty()) continue;
      if (varied[c]) out.settings[table.columns[c]] = number ? Json(*number) : Json(cell);
      if (table.columns[c] == "configuration.solver.type") out.solver = cell;
      if (number) out.entry["metrics"][table.columns[c]] = *number;
    }
    cases_.push_back(std::move(out));
  }
}

}  // namespace orthant::figures
