// Reads all rows.
#include "experiments/app/files/table.hpp"

#include "experiments/app/files/table_reader.hpp"

namespace orthant {
namespace {

Table all_of(TableReader rows) {
  Table out{rows.head(), {}};
  while (rows.next()) out.rows.push_back(rows.row());
  return out;
}

}  // namespace

Table from_csv(std::string const& text, std::string const& path) {
  return all_of(TableReader(text, path));
}
Table read_csv(std::filesystem::path const& path) {
  constexpr auto most = std::uintmax_t{4} << 30;  // all of it is in memory
  return all_of(TableReader(path, BrokenRows::refuse, most));
}

}  // namespace orthant
