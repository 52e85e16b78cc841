// A table of a run, read row by row, in either format.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace orthant {

class TableRows {
 public:
  virtual ~TableRows() = default;

  /// The index of a column; throws Error if there is no such column.
  int column(std::string const& name) const;
  /// The same, or -1.
  virtual int find(std::string const& name) const = 0;

  /// Goes to the next row; false at the end.
  virtual bool next() = 0;
  virtual std::string_view text(int column) const = 0;
  /// A number, including NaN and infinity. Throws Error if the cell has none.
  virtual double number(int column) const = 0;
  /// A nonnegative integer. Throws Error if the cell has none.
  int count(int column) const;

  virtual std::string path() const = 0;
  /// "FILE, line 3"
  virtual std::string here() const = 0;

 protected:
  virtual std::string name(int column) const = 0;
};

/// Whether a run has written the table, in either format.
bool has_run_table(std::filesystem::path const& directory, std::string const& name);

/// The table NAME.csv or NAME.h5 of a run. Throws Error if there is none, or both.
std::unique_ptr<TableRows> open_run_table(std::filesystem::path const& directory,
                                          std::string const& name);

}  // namespace orthant
