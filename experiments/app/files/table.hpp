// Tables of text cells under named columns, and CSV as RFC 4180 has it.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace orthant {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells each as columns; "": no value

  bool operator==(Table const&) const = default;
};

/// A header line, then a line for each row; cells are quoted where they must be.
std::string to_csv(Table const& table);

/// Throws Error for rows of other lengths than the header, and for quotes that do not close; `path`
/// names the text in messages.
Table from_csv(std::string const& text, std::string const& path);
Table read_csv(std::filesystem::path const& path);

/// The rows of a file one after the other, its header first; only one is in memory.
class CsvRows {
 public:
  explicit CsvRows(std::filesystem::path const& path);
  /// False at the end.
  bool next(std::vector<std::string>& row);

 private:
  std::string path_;
  std::ifstream file_;
};

}  // namespace orthant
