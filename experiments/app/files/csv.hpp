// Rows of numbers as text, with the shortest digits that read back as the same number.
#pragma once
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "experiments/app/files/whole_file.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

/// Whether a text begins with "=", "+", "-", "@" or a tab after any apostrophes.
inline bool begins_as_formula(std::string_view cell) {
  auto const first = cell.find_first_not_of('\'');
  return first != cell.npos && std::string_view("=+-@\t").find(cell[first]) != cell.npos;
}

/// Whether it has to be kept as text. A number does not, as -0.5.
inline bool would_be_formula(std::string_view cell) {
  if (!begins_as_formula(cell)) return false;
  double number = 0;
  auto const end = cell.data() + cell.size();
  return std::from_chars(cell.data(), end, number).ptr != end;
}

/// The cell without the apostrophe that `append_cell` of csv.hpp puts before it.
inline std::string_view from_text(std::string_view cell) {
  if (cell.starts_with('\'') && begins_as_formula(cell)) cell.remove_prefix(1);
  return cell;
}

/// Appends a cell to a line, quoted if necessary (RFC 4180), and never as a formula.
inline void append_cell(std::string& line, std::string_view cell) {
  bool const quoted = cell.find_first_of(",\"\r\n") != cell.npos;
  if (quoted) line += '"';
  if (would_be_formula(cell)) line += '\'';
  if (!quoted) {
    line += cell;
    return;
  }
  for (char const c : cell) line.append(c == '"' ? 2 : 1, c);
  line += '"';
}

/// Whether a table is a new one, or rows are added to its end.
enum class Writing : int { anew, at_end };

class CsvFile {
 public:
  CsvFile(std::filesystem::path const& path, std::string const& header, Writing how = Writing::anew)
      : path_(path.string()),
        file_(path, std::ios::binary | (how == Writing::anew ? std::ios::trunc : std::ios::app)) {
    if (!file_) throw Lack(path_ + ": cannot be written");
    if (how == Writing::anew) file_ << header << '\n';
  }

  template <class... T>
  void row(T const&... values) {
    (append(values), ...);
    end_row();
  }

  /// Writes cells, and then the end of the row.
  template <class T>
  void cell(T const& value) {
    append(value);
  }
  void end_row() {
    line_.back() = '\n';
    errno = 0;
    file_ << line_;
    line_.clear();
    column_ = 0;
    if (!file_) throw Lack(path_ + ": could not be written" + why_not_written());
  }

  /// Passes the rows to the operating system, so that a killed run loses none of them.
  void flush() {
    errno = 0;
    file_.flush();
    if (!file_) throw Lack(path_ + ": could not be written" + why_not_written());
  }

  /// Throws Error if the disk did not take all of it.
  void close() {
    errno = 0;
    file_.close();
    if (!file_) throw Lack(path_ + ": could not be written completely" + why_not_written());
  }

 private:
  template <class T>
  void append(T const& value) {
    if constexpr (std::is_same_v<T, double>) {
      if (column_ == written_.size()) written_.emplace_back();
      auto& last = written_[column_++];
      if (auto const bits = std::bit_cast<std::uint64_t>(value);
          last.length == 0 || last.bits != bits) {
        last.bits = bits;
        char* const end = std::to_chars(last.text, last.text + sizeof last.text - 1, value).ptr;
        *end = ',';
        last.length = static_cast<std::size_t>(end + 1 - last.text);
      }
      line_.append(last.text, last.length);
    } else if constexpr (std::is_arithmetic_v<T>) {
      char buffer[40];
      char* const end = std::to_chars(buffer, buffer + sizeof buffer - 1, value).ptr;
      *end = ',';
      line_.append(buffer, static_cast<std::size_t>(end + 1 - buffer));
    } else {
      append_cell(line_, value);
      line_ += ',';
    }
  }

  /// A number and its cell: what did not change since the row before is not converted again.
  struct Written {
    std::uint64_t bits = 0;
    std::size_t length = 0;  // 0: nothing yet
    char text[32];
  };

  std::string path_, line_;
  std::ofstream file_;
  std::vector<Written> written_;  // of each column with such numbers
  std::size_t column_ = 0;        // of these
};

}  // namespace orthant
