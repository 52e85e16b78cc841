// Fuzzes tables: one text for every reader of comma-separated values.
#include "experiments/app/files/columns.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/table_text.hpp"

namespace {

using namespace orthant;

/// Reads every cell as text, as a number and as a count.
void walk(std::filesystem::path const& file) {
  TableReader table(file);
  std::vector<int> columns;
  for (char const* name : {"step", "time_s", "a"})
    if (int const c = table.find(name); c >= 0) columns.push_back(c);
  fuzz::accepted([&] { table.column("step"); });
  while (table.next())
    for (int const c : columns) {
      fuzz::require(table.text(c).size() < 1 << 20, "a cell is no longer than the file");
      fuzz::accepted([&] { table.number(c); });
      fuzz::accepted([&] { table.count(c); });
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const text = fuzz::text_of(data, size);
  auto const file = fuzz::file_of("table.csv", text);
  Table table;
  if (fuzz::accepted([&] { table = from_csv(text, "table.csv"); }))
    fuzz::require(from_csv(to_csv(table), "again") == table, "a table comes back");
  fuzz::accepted([&] { walk(file); });
  Columns columns;
  fuzz::accepted([&] { columns = read_columns(file, {"step", "time_s", "a"}); });
  for (auto const& [name, column] : columns)
    fuzz::require(column.size() == columns.at("a").size(), "columns are of one length");
  return 0;
}
