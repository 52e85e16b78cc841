// Reads a table of comma-separated values row by row.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/app/files/table_rows.hpp"

namespace orthant {

/// How a row with another number of cells than the header is treated.
enum class BrokenRows : int { refuse, skip };

/// Cells may be quoted (RFC 4180) but not span lines. Throws Error, with the line, if a row has
/// another number of cells than the header.
class TableReader final : public TableRows {
 public:
  explicit TableReader(std::filesystem::path const& file, BrokenRows broken = BrokenRows::refuse);

  int find(std::string const& name) const override;
  bool next() override;
  std::string_view text(int column) const override {
    return cells_[static_cast<std::size_t>(column)];
  }
  double number(int column) const override;
  std::string path() const override { return path_; }
  std::string here() const override { return path_ + ", line " + std::to_string(line_); }

 private:
  std::string name(int column) const override { return head_[static_cast<std::size_t>(column)]; }
  void split();

  std::string path_, row_, unquoted_;
  BrokenRows broken_;
  std::ifstream file_;
  std::vector<std::string> head_;
  std::vector<std::string_view> cells_;
  int line_ = 0;
};

}  // namespace orthant
