// Writes columns as data sets.
#include "experiments/app/comparison/hdf5_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "experiments/app/files/table_reader.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// The cells as numbers, with `none` for empty ones; empty if a cell is no such number.
template <class T>
std::optional<std::vector<T>> numbers(std::vector<std::string> const& cells,
                                      std::optional<T> none) {
  std::vector<T> out;
  for (auto const& cell : cells) {
    T value{};
    auto const end = cell.data() + cell.size();
    if (cell.empty() && none)
      value = *none;
    else if (std::from_chars(cell.data(), end, value).ptr != end || cell.empty())
      return {};
    out.push_back(value);
  }
  return out;
}

/// Names are always text, even if they look like numbers.
bool is_text(std::string const& column, std::vector<std::string> const& cells) {
  for (char const* name : {"case", "experiment", "status", "error", "exit_reason", "reason"})
    if (column == name) return true;
  return std::all_of(cells.begin(), cells.end(), [](auto const& each) { return each.empty(); });
}

/// Omits the line that a killed case was writing; empty if there is no header.
std::optional<Table> whole_rows(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  auto const end = text.str().rfind('\n');
  if (end == std::string::npos) return {};
  return from_csv(text.str().substr(0, end + 1), path.string());
}

void write_column(Hdf5Writer& to, std::string const& path, std::string const& name,
                  std::vector<std::string> const& cells) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  if (!is_text(name, cells)) {
    if (auto const found = numbers<std::int64_t>(cells, {})) return to.integers(path, *found);
    if (auto const found = numbers<double>(cells, nan)) return to.reals(path, *found);
  }
  to.texts(path, cells);
}

std::string name_in_group(std::string column) {
  std::replace(column.begin(), column.end(), '/', '.');  // a slash would begin another group
  return column;
}

void write_table(Hdf5Writer& to, std::string const& group, Table const& table) {
  to.group(group);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<std::string> cells;
    for (auto const& row : table.rows) cells.push_back(row[c]);
    std::string const name = name_in_group(table.columns[c]);
    write_column(to, group + "/" + name, name, cells);
  }
}

/// Writes some columns at a time, so that memory does not grow with the table.
void write_long_table(Hdf5Writer& to, std::string const& group, fs::path const& file) {
  constexpr std::size_t cells_at_a_time = 200000;
  to.group(group);
  TableReader counted(file);
  auto const& columns = counted.head();
  std::size_t rows = 1;
  while (counted.next()) ++rows;
  auto const some = std::max<std::size_t>(1, cells_at_a_time / rows);
  for (std::size_t c = 0; c < columns.size(); c += some) {
    std::vector<std::vector<std::string>> cells(std::min(some, columns.size() - c));
    for (TableReader row(file); row.next();)
      for (std::size_t k = 0; k < cells.size(); ++k)
        cells[k].emplace_back(row.text(static_cast<int>(c + k)));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      std::string const name = name_in_group(columns[c + k]);
      write_column(to, group + "/" + name, name, cells[k]);
    }
  }
}

}  // namespace

void write_hdf5(fs::path const& directory) {
  auto const file = directory / "cases.h5", part = directory / "cases.h5.part";
  Hdf5Writer writer(part.string());
  write_long_table(writer, "cases", directory / "cases.csv");
  for (TableReader row(directory / "cases.csv"); row.next();) {
    std::string const id(row.text(0));
    for (char const* history : {"steps", "newton"}) {
      auto const path = directory / "cases" / id / (std::string(history) + ".csv");
      if (auto const rows = whole_rows(path))
        write_table(writer, "history/" + id + "/" + history, *rows);
    }
  }
  writer.close();
  fs::rename(part, file);
}

}  // namespace orthant
