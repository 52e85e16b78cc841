// Growing columns, and reading parts of them.
#include "experiments/app/files/column_table.hpp"

#include <algorithm>
#include <sstream>

#include "core/config/error.hpp"

namespace orthant {
namespace {

std::vector<std::string> split(std::string const& header) {
  std::vector<std::string> out;
  std::istringstream stream(header);
  for (std::string name; std::getline(stream, name, ',');) out.push_back(name);
  return out;
}

}  // namespace

ColumnWriter::ColumnWriter(std::filesystem::path const& path, std::string const& header)
    : file_(path.string()),
      columns_(split(header)),
      integers_(columns_.size()),
      reals_(columns_.size()) {
  file_.append(file_.add_texts("columns"), columns_);
  texts_ = file_.add_texts("text_columns");
  names_ = file_.add_texts("names");
}

void ColumnWriter::begin(std::vector<Kind> kinds) {
  kinds_ = std::move(kinds);
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (kinds_.at(k) == Kind::text) texts.push_back(columns_[k]);
    arrays_.push_back(kinds_[k] == Kind::real ? file_.add_reals(columns_[k])
                                              : file_.add_integers(columns_[k]));
  }
  file_.append(texts_, texts);
}

void ColumnWriter::add(std::size_t k, std::string const& value) {
  auto const [at, is_new] = place_.try_emplace(value, static_cast<int>(place_.size()));
  if (is_new) new_names_.push_back(value);
  integers_[k].push_back(at->second);
}

void ColumnWriter::write() {
  if (rows_ == 0) return;
  file_.append(names_, new_names_);
  new_names_.clear();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (kinds_[k] == Kind::real)
      file_.append(arrays_[k], reals_[k]);
    else
      file_.append(arrays_[k], integers_[k]);
    reals_[k].clear();
    integers_[k].clear();
  }
  rows_ = 0;
}

void ColumnWriter::flush() {
  write();
  file_.flush();
}

/// Without any row the columns have no numbers.
void ColumnWriter::close() {
  if (kinds_.empty()) begin(std::vector<Kind>(columns_.size(), Kind::real));
  write();
  file_.close();
}

ColumnReader::ColumnReader(std::filesystem::path const& path)
    : path_(path.string()), file_(path.string()), columns_(file_.texts("columns")) {
  names_ = file_.texts("names");
  auto const texts = file_.texts("text_columns");
  for (auto const& each : columns_) {
    texts_.push_back(std::ranges::find(texts, each) != texts.end());
    // A run that was killed before its first row has no columns.
    std::size_t const size = file_.has(each) ? file_.size(each) : 0;
    if (&each == &columns_.front()) size_ = size;
    if (size != size_)
      refuse(file_.where(each), std::to_string(size) + " numbers",
             std::to_string(size_) + ", as in " + columns_.front());
  }
  parts_.resize(columns_.size());
}

int ColumnReader::find(std::string const& name) const {
  auto const at = std::ranges::find(columns_, name);
  return at == columns_.end() ? -1 : static_cast<int>(at - columns_.begin());
}

bool ColumnReader::next() {
  if (row_ >= size_) return false;
  ++row_;
  return true;
}

double ColumnReader::number(int column) const {
  auto& part = parts_[static_cast<std::size_t>(column)];
  std::size_t const at = row_ - 1;
  if (at < part.first || at >= part.first + part.count) {
    part.first = at;
    part.count = std::min(at_once, size_ - at);
    part.values.resize(part.count);
    file_.read(columns_[static_cast<std::size_t>(column)], at, part.count, part.values.data());
  }
  return part.values[at - part.first];
}

std::string_view ColumnReader::text(int column) const {
  if (!is_text(column)) refuse(here() + ", " + name(column), "a number", "the place of a name");
  int const place = count(column);
  if (static_cast<std::size_t>(place) >= names_.size())
    refuse(here() + ", " + name(column), "place " + std::to_string(place),
           "one of " + std::to_string(names_.size()) + " names");
  return names_[static_cast<std::size_t>(place)];
}

}  // namespace orthant
