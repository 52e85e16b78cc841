// Reads a table of comma-separated values row by row.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

/// What becomes of a row with another number of cells than the head.
enum class BrokenRows : int { refuse, skip };

/// Cells may stand in quotes (RFC 4180), but not span lines. Throws Error, with the line, where a
/// row has another number of cells than the head.
class TableReader {
 public:
  explicit TableReader(std::filesystem::path const& file, BrokenRows broken = BrokenRows::refuse);

  /// The place of a column; throws Error where there is none of this name.
  int column(std::string const& name) const;
  /// The same, or -1.
  int find(std::string const& name) const;

  /// Goes to the next row; false at the end.
  bool next();
  std::string_view text(int column) const { return cells_[static_cast<std::size_t>(column)]; }
  /// A number, NaN and infinity among them. Throws Error where there is none.
  double number(int column) const;
  /// A count from 0 on. Throws Error where there is none.
  int count(int column) const;

  /// "FILE, line 3"
  std::string here() const { return path_ + ", line " + std::to_string(line_); }

 private:
  void split();

  std::string path_, row_, unquoted_;
  BrokenRows broken_;
  std::ifstream file_;
  std::vector<std::string> head_;
  std::vector<std::string_view> cells_;
  int line_ = 0;
};

}  // namespace orthant
