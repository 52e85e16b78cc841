// Splits rows into cells.
#include "experiments/app/files/table_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "core/config/error.hpp"
#include "core/config/input_file.hpp"
#include "experiments/app/files/formula.hpp"

namespace orthant {

TableReader::TableReader(std::filesystem::path const& file, BrokenRows broken)
    : path_(file.string()), broken_(broken), file_(open_input(file, "a table", UINTMAX_MAX)) {
  line_ = 1;
  if (!next_line(file_, row_, path_)) refuse(path_, "an empty file", "a table with a head");
  split();
  head_.assign(cells_.begin(), cells_.end());
}

int TableReader::find(std::string const& name) const {
  auto const at = std::ranges::find(head_, name);
  return at == head_.end() ? -1 : static_cast<int>(at - head_.begin());
}

bool TableReader::next() {
  do {
    if (!next_line(file_, row_, path_)) return false;
    ++line_;
    split();
  } while (broken_ == BrokenRows::skip && cells_.size() != head_.size());
  if (cells_.size() != head_.size())
    refuse(here(), std::to_string(cells_.size()) + " cells",
           std::to_string(head_.size()) + ", as in the head");
  return true;
}

/// Quoted cells are copied to `unquoted_`, which never exceeds the row.
void TableReader::split() {
  if (!row_.empty() && row_.back() == '\r') row_.pop_back();
  cells_.clear();
  unquoted_.clear();
  unquoted_.reserve(row_.size());
  std::string_view const row = row_;
  for (std::size_t at = 0;; ++at) {
    if (at < row.size() && row[at] == '"') {
      std::size_t const start = unquoted_.size();
      for (++at; at < row.size(); ++at) {
        if (row[at] == '"' && (at + 1 == row.size() || row[++at] != '"')) break;
        unquoted_ += row[at];
      }
      cells_.push_back(from_text(std::string_view(unquoted_).substr(start)));
      at = std::min(row.find(',', at), row.size());
    } else {
      std::size_t const end = std::min(row.find(',', at), row.size());
      cells_.push_back(from_text(row.substr(at, end - at)));
      at = end;
    }
    if (at == row.size()) return;
  }
}

double TableReader::number(int column) const {
  auto const cell = text(column);
  double out = NAN;
  auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (error != std::errc() || end != cell.data() + cell.size())
    refuse(here() + ", " + name(column), "\"" + std::string(cell) + "\"", "a number");
  return out;
}

}  // namespace orthant
