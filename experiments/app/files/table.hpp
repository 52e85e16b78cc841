// Tables of text cells with named columns, and CSV by RFC 4180.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace orthant {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as columns; "": no value

  bool operator==(Table const&) const = default;
};

/// A header line, then a line for each row; cells are quoted if necessary.
std::string to_csv(Table const& table);

/// Throws Error for rows of another length than the header, and for unclosed quotes; messages name
/// `path`.
Table from_csv(std::string const& text, std::string const& path);
Table read_csv(std::filesystem::path const& path);

/// The rows of a file one by one, header first; only one is in memory.
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
