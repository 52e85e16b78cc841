// Quotes cells, and reads them back.
#include "experiments/app/files/table.hpp"

#include <algorithm>
#include <utility>

#include "core/config/error.hpp"
#include "core/config/input_file.hpp"
#include "experiments/app/files/csv.hpp"

namespace orthant {
namespace {

constexpr std::uintmax_t most_table = std::uintmax_t{4} << 30;

std::string line(std::vector<std::string> const& cells) {
  std::string out;
  for (auto const& cell : cells) {
    append_cell(out, cell);
    out += ',';
  }
  if (!out.empty()) out.back() = '\n';
  return out;
}

/// Reads a text cell by cell.
class CsvReader {
 public:
  CsvReader(std::string const& text, std::string const& path) : text_(text), path_(path) {}

  bool done() const { return at_ >= text_.size(); }

  std::vector<std::string> row() {
    ++row_;
    std::vector<std::string> out;
    do out.push_back(cell());
    while (takes(','));
    takes('\r');
    if (!takes('\n') && !done()) wrong("text behind a quote", "a comma or the end of the line");
    return out;
  }

  [[noreturn]] void wrong(std::string const& found, std::string const& allowed) const {
    refuse(path_ + ", row " + std::to_string(row_), found, allowed);
  }

 private:
  bool takes(char c) {
    bool const there = !done() && text_[at_] == c;
    at_ += there ? 1 : 0;
    return there;
  }

  std::string cell() {
    if (takes('"')) return quoted();
    auto const end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    auto const begin = std::exchange(at_, end);
    return std::string(from_text(std::string_view(text_).substr(begin, end - begin)));
  }

  std::string quoted() {
    std::string out;
    for (;;) {
      auto const quote = text_.find('"', at_);
      if (quote == std::string::npos) wrong("a quote that is not closed", "pairs of quotes");
      out += text_.substr(at_, quote - at_);
      at_ = quote + 1;
      if (!takes('"')) return std::string(from_text(out));
      out += '"';
    }
  }

  std::string const& text_;
  std::string path_;
  std::size_t at_ = 0;
  int row_ = 0;
};

}  // namespace

std::string to_csv(Table const& table) {
  std::string out = line(table.columns);
  for (auto const& row : table.rows) out += line(row);
  return out;
}

Table from_csv(std::string const& text, std::string const& path) {
  CsvReader reader(text, path);
  Table out;
  out.columns = reader.row();
  while (!reader.done()) {
    out.rows.push_back(reader.row());
    if (out.rows.back().size() != out.columns.size())
      reader.wrong(std::to_string(out.rows.back().size()) + " cells",
                   std::to_string(out.columns.size()));
  }
  return out;
}

Table read_csv(std::filesystem::path const& path) {
  return from_csv(read_input(path, "a table", most_table), path.string());
}

CsvRows::CsvRows(std::filesystem::path const& path)
    : path_(path.string()), file_(open_input(path, "a table", most_table)) {}

bool CsvRows::next(std::vector<std::string>& row) {
  std::string text, line;
  // A quoted cell may contain line ends.
  do {
    if (!next_line(file_, line, path_)) break;
    text += line + '\n';
  } while (std::count(text.begin(), text.end(), '"') % 2 != 0);
  if (text.empty()) return false;
  row = CsvReader(text, path_).row();
  return true;
}

}  // namespace orthant
