// Common functions of tables in both formats.
#include "experiments/app/files/table_rows.hpp"

#include <cmath>

#include "experiments/app/files/column_table.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

int TableRows::column(std::string const& name) const {
  int const at = find(name);
  if (at < 0) refuse(path(), "no column \"" + name + "\"", "the tables that a run writes");
  return at;
}

int TableRows::count(int column) const {
  double const value = number(column);
  if (!(value >= 0 && value < 1e9) || value != std::floor(value))
    refuse(here() + ", " + name(column), orthant::text(value), "a count");
  return static_cast<int>(value);
}

bool has_run_table(fs::path const& directory, std::string const& name) {
  return fs::exists(directory / (name + ".csv")) || fs::exists(directory / (name + ".h5"));
}

std::unique_ptr<TableRows> open_run_table(fs::path const& directory, std::string const& name) {
  auto const csv = directory / (name + ".csv"), h5 = directory / (name + ".h5");
  if (!fs::exists(h5)) return std::make_unique<TableReader>(csv, BrokenRows::cut);
  if (fs::exists(csv)) refuse(directory.string(), name + ".csv and " + name + ".h5", "one of them");
  return std::make_unique<ColumnReader>(h5);
}

}  // namespace orthant
