// Columns to data sets.
#include "experiments/app/comparison/hdf5_table.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "core/hdf5/hdf5_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// The cells as numbers, those without a value as `none`; nothing where one is no such number.
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

/// Names are always text, even those that look like numbers.
bool is_text(std::string const& column, std::vector<std::string> const& cells) {
  for (char const* name : {"case", "experiment", "status", "error", "exit_reason", "reason"})
    if (column == name) return true;
  return std::all_of(cells.begin(), cells.end(), [](auto const& each) { return each.empty(); });
}

/// Without the line that a case was writing when it was killed; nothing where there is no header.
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

void write_table(Hdf5Writer& to, std::string const& group, Table const& table) {
  to.group(group);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<std::string> cells;
    for (auto const& row : table.rows) cells.push_back(row[c]);
    std::string name = table.columns[c];
    std::replace(name.begin(), name.end(), '/', '.');  // it would be another group
    write_column(to, group + "/" + name, name, cells);
  }
}

}  // namespace

void write_hdf5(fs::path const& directory, Table const& table) {
  auto const file = directory / "cases.h5", part = directory / "cases.h5.part";
  Hdf5Writer writer(part.string());
  write_table(writer, "cases", table);
  for (auto const& row : table.rows)
    for (char const* history : {"steps", "newton"}) {
      auto const path = directory / "cases" / row.front() / (std::string(history) + ".csv");
      if (auto const rows = whole_rows(path))
        write_table(writer, "history/" + row.front() + "/" + history, *rows);
    }
  writer.close();
  fs::rename(part, file);
}

}  // namespace orthant
