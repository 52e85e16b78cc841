// A table of a run, read row by row, whatever it is stored as.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace orthant {

class TableRows {
 public:
  virtual ~TableRows() = default;

  /// The place of a column; throws Error where there is none of this name.
  int column(std::string const& name) const;
  /// The same, or -1.
  virtual int find(std::string const& name) const = 0;

  /// Goes to the next row; false at the end.
  virtual bool next() = 0;
  virtual std::string_view text(int column) const = 0;
  /// A number, NaN and infinity among them. Throws Error where there is none.
  virtual double number(int column) const = 0;
  /// A count from 0 on. Throws Error where there is none.
  int count(int column) const;

  virtual std::string path() const = 0;
  /// "FILE, line 3"
  virtual std::string here() const = 0;

 protected:
  virtual std::string name(int column) const = 0;
};

/// Whether a run has written a table, in either form.
bool has_run_table(std::filesystem::path const& directory, std::string const& name);

/// The table NAME.csv or NAME.h5 of a run. Throws Error where there is none, or both.
std::unique_ptr<TableRows> open_run_table(std::filesystem::path const& directory,
                                          std::string const& name);

}  // namespace orthant
