// Line by line, cell by cell: the files may be long.
#include "experiments/app/report/columns.hpp"

#include <charconv>
#include <cmath>
#include <fstream>

namespace orthant {
namespace {

void split(std::string const& line, std::vector<std::string_view>& cells) {
  cells.clear();
  std::string_view rest = line;
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  for (;;) {
    auto const comma = rest.find(',');
    cells.push_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

double number(std::string_view cell) {
  double x = 0;
  auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  return error == std::errc() && end == cell.data() + cell.size() ? x : std::nan("");
}

}  // namespace

Columns read_columns(std::filesystem::path const& file, std::vector<std::string> const& wanted) {
  Columns out;
  for (auto const& name : wanted) out[name];
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) return out;
  std::vector<std::string_view> cells;
  split(line, cells);
  std::vector<std::vector<double>*> columns(cells.size(), nullptr);
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (auto const found = out.find(std::string(cells[i])); found != out.end())
      columns[i] = &found->second;
  std::size_t rows = 0;
  while (std::getline(in, line)) {
    split(line, cells);
    if (cells.size() < columns.size()) continue;
    ++rows;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] != nullptr) columns[i]->push_back(number(cells[i]));
  }
  for (auto& [name, column] : out) column.resize(rows);
  return out;
}

}  // namespace orthant
