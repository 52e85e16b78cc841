// Tables as arrays of numbers in an HDF5 file, one array for each column.
//
//   /columns       names of the columns, in their order
//   /COLUMN        numbers of a column, integers or reals; all columns have the same length
//   /text_columns  names of the columns that hold indices of /names
//   /names         texts, in the order of their first use
#pragma once
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"

namespace orthant {

/// Rows are buffered in memory. The first row decides which columns are integers, reals and texts.
class ColumnWriter {
 public:
  /// `header`: names separated by commas. To add rows to the end of a table, `carry` must read
  /// where that is before the first.
  ColumnWriter(fs::path const& path, std::string const& header, Writing how = Writing::anew);

  template <class... T>
  void row(T const&... values) {
    if (kinds_.empty()) begin({kind_of<T>()...});
    std::size_t k = 0;
    (add(k++, values), ...);
    if (++rows_ == at_once) write();
  }

  /// Passes the rows to the operating system, so that a killed run loses none of them.
  void flush();
  /// Throws Error if the disk did not take all of it.
  void close();
  /// The number of rows, after a flush, and check sums of them: a process that is killed while it
  /// writes may leave a damaged file. Reading cuts the table to these rows, or throws Error if they
  /// are not there.
  void carry(Carried& c);

 private:
  enum class Kind { integer, real, text };
  static constexpr std::size_t at_once = 1024;  // rows in the buffer

  template <class T>
  static constexpr Kind kind_of() {
    return std::is_integral_v<T>         ? Kind::integer
           : std::is_floating_point_v<T> ? Kind::real
                                         : Kind::text;
  }
  void create();
  void begin(std::vector<Kind> kinds);
  void require_rows(std::size_t names);
  void go_on(std::size_t names);
  void add(std::size_t k, int value) { integers_[k].push_back(value); }
  void add(std::size_t k, double value) { reals_[k].push_back(value); }
  void add(std::size_t k, std::string const& value);
  void write();

  std::string path_;
  std::optional<Hdf5Appender> file_;
  std::vector<std::string> columns_;
  std::size_t texts_ = 0, names_ = 0;  // indices of arrays in the file
  std::vector<std::size_t> arrays_;    // index of the array of each column
  std::vector<Kind> kinds_;
  std::vector<std::vector<int>> integers_;  // of integer columns and of text columns
  std::vector<std::vector<double>> reals_;
  std::unordered_map<std::string, int> place_;  // index of each name
  std::vector<std::string> new_names_;
  std::size_t rows_ = 0;
  std::uint64_t written_ = 0, sum_of_names_ = 0;
  std::vector<std::uint64_t> sums_;  // of each column, over the rows that are written
};

/// Reads some rows at a time, and only the requested columns. Throws Error if columns have
/// different lengths or indices without a name.
class ColumnReader final : public TableRows {
 public:
  explicit ColumnReader(fs::path const& path);

  int find(std::string const& name) const override;
  bool next() override;
  std::string_view text(int column) const override;
  double number(int column) const override;
  std::string path() const override { return path_; }
  std::string here() const override { return path_ + ", row " + std::to_string(row_); }

  std::vector<std::string> const& columns() const { return columns_; }
  bool is_text(int column) const { return texts_[nth(column)]; }
  std::size_t rows() const { return size_; }

 private:
  static constexpr std::size_t at_once = 4096;  // rows

  std::string name(int column) const override { return columns_[nth(column)]; }

  std::string path_;
  Hdf5File file_;
  std::vector<std::string> columns_, names_;
  std::vector<bool> texts_;
  std::size_t size_ = 0, row_ = 0;  // of the file; row read last, from 1 on

  struct Part {
    std::size_t first = 0, count = 0;
    std::vector<double> values;
  };
  mutable std::vector<Part> parts_;  // one for each column
};

}  // namespace orthant
