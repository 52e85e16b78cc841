// Splits rows into cells.
#include "experiments/app/files/table_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "experiments/app/files/csv.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"

namespace orthant {
namespace {

Table all_of(TableReader rows) {
  Table out{rows.head(), {}};
  while (rows.next()) out.rows.push_back(rows.row());
  return out;
}

}  // namespace

TableReader::TableReader(std::filesystem::path const& file, BrokenRows broken, std::uintmax_t most)
    : path_(file.string()),
      broken_(broken),
      in_(std::make_unique<std::ifstream>(open_input(file, "a table", most))) {
  read_head();
}
TableReader::TableReader(std::string const& text, std::string const& path)
    : path_(path), in_(std::make_unique<std::istringstream>(text)) {
  read_head();
}

void TableReader::read_head() {
  if (!read_row()) {
    if (broken_ == BrokenRows::skip) return;
    refuse(path_, "an empty file", "a table with a head");
  }
  if (fault_.found) refuse(here(), fault_.found, fault_.allowed);
  head_ = row();
}

int TableReader::find(std::string const& name) const {
  auto const at = std::ranges::find(head_, name);
  return at == head_.end() ? -1 : static_cast<int>(at - head_.begin());
}

bool TableReader::next() {
  bool broken = true;
  do {
    if (!read_row()) return false;
    broken = fault_.found || cells_.size() != head_.size();
  } while (broken && broken_ == BrokenRows::skip);
  if (fault_.found) refuse(here(), fault_.found, fault_.allowed);
  if (broken)
    refuse(here(), std::to_string(cells_.size()) + " cells",
           std::to_string(head_.size()) + ", as in the head");
  return true;
}

/// Takes further lines as long as a quote is open.
bool TableReader::read_row() {
  if (!next_line(*in_, row_, path_)) return false;
  ++line_;
  auto const quotes = [](std::string const& line) { return std::ranges::count(line, '"'); };
  auto open = quotes(row_) % 2;
  for (std::string more; open != 0 && next_line(*in_, more, path_); ++line_) {
    open = (open + quotes(more)) % 2;
    row_ += '\n' + more;
  }
  if (broken_ != BrokenRows::refuse && in_->eof()) return false;
  fault_ = split();
  return true;
}

/// Quoted cells are copied to `unquoted_`, which never exceeds the row.
TableReader::Fault TableReader::split() {
  if (!row_.empty() && row_.back() == '\r') row_.pop_back();
  cells_.clear();
  unquoted_.clear();
  unquoted_.reserve(row_.size());
  std::string_view const row = row_;
  for (std::size_t at = 0;; ++at) {
    if (at < row.size() && row[at] == '"') {
      std::size_t const start = unquoted_.size();
      for (++at;; ++at) {
        if (at == row.size()) return {"a quote that is not closed", "pairs of quotes"};
        if (row[at] == '"' && (++at == row.size() || row[at] != '"')) break;
        unquoted_ += row[at];
      }
      cells_.push_back(from_text(std::string_view(unquoted_).substr(start)));
      if (at < row.size() && row[at] != ',')
        return {"text behind a quote", "a comma or the end of the line"};
    } else {
      std::size_t const end = std::min(row.find(',', at), row.size());
      cells_.push_back(from_text(row.substr(at, end - at)));
      at = end;
    }
    if (at == row.size()) return {};
  }
}

std::optional<double> TableReader::parsed(int column) const {
  auto const cell = text(column);
  double out = 0;
  auto const [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out);
  if (error != std::errc() || end != cell.data() + cell.size()) return {};
  return out;
}
double TableReader::number(int column) const {
  if (auto const found = parsed(column)) return *found;
  refuse(here() + ", " + name(column), "\"" + std::string(text(column)) + "\"", "a number");
}
double TableReader::number_or_nan(int column) const { return parsed(column).value_or(NAN); }

Table from_csv(std::string const& text, std::string const& path) {
  return all_of(TableReader(text, path));
}
Table read_csv(std::filesystem::path const& path) {
  constexpr auto most = std::uintmax_t{4} << 30;  // all of it is in memory
  return all_of(TableReader(path, BrokenRows::refuse, most));
}

}  // namespace orthant
