// Reads a table of comma-separated values row by row.
#pragma once
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/app/files/table_rows.hpp"

namespace orthant {

/// How a row with another number of cells than the head, or with a broken quote, is treated. A last
/// line without its end, as a killed run leaves it, is left out by `skip` and by `cut`; `cut`
/// refuses any other broken row. With `skip` a table without a whole line has neither columns nor
/// rows.
enum class BrokenRows : int { refuse, skip, cut };

/// Cells may be quoted (RFC 4180), and then span lines. Throws Error, with the line, for a broken
/// row.
class TableReader final : public TableRows {
 public:
  /// Refuses a file of more than `most` bytes.
  explicit TableReader(std::filesystem::path const& file, BrokenRows broken = BrokenRows::refuse,
                       std::uintmax_t most = UINTMAX_MAX);
  /// The table in a text; messages name `path`.
  TableReader(std::string const& text, std::string const& path);

  std::vector<std::string> const& head() const { return head_; }
  int find(std::string const& name) const override;
  bool next() override;
  std::string_view text(int column) const override {
    return cells_[static_cast<std::size_t>(column)];
  }
  /// All cells of the row.
  std::vector<std::string> row() const { return {cells_.begin(), cells_.end()}; }
  double number(int column) const override;
  /// The same; NaN if the cell has none.
  double number_or_nan(int column) const;
  std::string path() const override { return path_; }
  std::string here() const override { return path_ + ", line " + std::to_string(line_); }

 private:
  struct Fault {
    char const *found = nullptr, *allowed = nullptr;
  };
  std::string name(int column) const override { return head_[static_cast<std::size_t>(column)]; }
  std::optional<double> parsed(int column) const;
  void read_head();
  bool read_row();
  Fault split();

  std::string path_, row_, unquoted_;
  BrokenRows broken_ = BrokenRows::refuse;
  std::unique_ptr<std::istream> in_;
  std::vector<std::string> head_;
  std::vector<std::string_view> cells_;
  Fault fault_;
  int line_ = 0;
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as columns; "": no value

  bool operator==(Table const&) const = default;
};

/// All rows that TableReader reads, and its refusals; messages name `path`.
Table from_csv(std::string const& text, std::string const& path);
Table read_csv(std::filesystem::path const& path);

}  // namespace orthant
