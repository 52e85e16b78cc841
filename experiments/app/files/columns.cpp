// Reads column by column: files may be long, and the last row of a killed run may be broken.
#include "experiments/app/files/columns.hpp"

#include "experiments/app/files/table_reader.hpp"

namespace orthant {
Columns read_columns(std::filesystem::path const& file, std::vector<std::string> const& wanted,
                     Words* words) {
  Columns out;
  for (auto const& name : wanted) out[name];
  std::error_code none;
  if (std::filesystem::file_size(file, none) == 0 || none) return out;
  TableReader table(file, BrokenRows::skip);
  std::vector<std::pair<int, std::vector<double>*>> found;
  for (auto& [name, column] : out)
    if (int const at = table.find(name); at >= 0) found.emplace_back(at, &column);
  std::vector<std::pair<int, std::vector<std::string>*>> texts;
  if (words != nullptr)
    for (auto& [name, column] : *words)
      if (int const at = table.find(name); at >= 0) texts.emplace_back(at, &column);
  std::size_t rows = 0;
  for (; table.next(); ++rows) {
    for (auto const& [at, column] : found) column->push_back(table.number_or_nan(at));
    for (auto const& [at, column] : texts) column->emplace_back(table.text(at));
  }
  for (auto& [name, column] : out) column.resize(rows);
  if (words != nullptr)
    for (auto& [name, column] : *words) column.resize(rows);
  return out;
}

}  // namespace orthant
