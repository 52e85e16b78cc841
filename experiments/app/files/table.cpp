// Quotes cells, and reads them back.
#include "experiments/app/files/table.hpp"

#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/table_reader.hpp"

namespace orthant {
namespace {

std::string line(std::vector<std::string> const& cells) {
  std::string out;
  for (auto const& cell : cells) {
    append_cell(out, cell);
    out += ',';
  }
  if (!out.empty()) out.back() = '\n';
  return out;
}

Table all_of(TableReader rows) {
  Table out{rows.head(), {}};
  while (rows.next()) out.rows.push_back(rows.row());
  return out;
}

}  // namespace

std::string to_csv(Table const& table) {
  std::string out = line(table.columns);
  for (auto const& row : table.rows) out += line(row);
  return out;
}

Table from_csv(std::string const& text, std::string const& path) {
  return all_of(TableReader(text, path));
}
Table read_csv(std::filesystem::path const& path) {
  constexpr auto most = std::uintmax_t{4} << 30;  // all of it is in memory
  return all_of(TableReader(path, BrokenRows::refuse, most));
}

}  // namespace orthant
