// Growing columns, and reading parts of them.
#include "experiments/app/files/column_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <sstream>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

std::vector<std::string> split(std::string const& header) {
  std::vector<std::string> out;
  std::istringstream stream(header);
  for (std::string name; std::getline(stream, name, ',');) out.push_back(name);
  return out;
}

/// Adds a number, or a text, to a check sum: FNV-1a by words.
void add_to(std::uint64_t& sum, double x) {
  sum = (sum ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3u;
}
void add_to(std::uint64_t& sum, std::string const& text) {
  for (char const c : text) add_to(sum, static_cast<double>(c));
  add_to(sum, HUGE_VAL);
}

}  // namespace

ColumnWriter::ColumnWriter(fs::path const& path, std::string const& header, Writing how)
    : path_(path.string()),
      columns_(split(header)),
      integers_(columns_.size()),
      reals_(columns_.size()),
      sums_(columns_.size()) {
  if (how == Writing::anew) create();
}

void ColumnWriter::create() {
  file_.emplace(path_);
  file_->append(file_->add_texts("columns"), columns_);
  texts_ = file_->add_texts("text_columns");
  names_ = file_->add_texts("names");
}

void ColumnWriter::begin(std::vector<Kind> kinds) {
  kinds_ = std::move(kinds);
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (kinds_.at(k) == Kind::text) texts.push_back(columns_[k]);
    arrays_.push_back(kinds_[k] == Kind::real ? file_->add_reals(columns_[k])
                                              : file_->add_integers(columns_[k]));
  }
  file_->append(texts_, texts);
}

void ColumnWriter::add(std::size_t k, std::string const& value) {
  auto const [at, is_new] = place_.try_emplace(value, static_cast<int>(place_.size()));
  if (is_new) new_names_.push_back(value);
  integers_[k].push_back(at->second);
}

void ColumnWriter::write() {
  if (rows_ == 0) return;
  file_->append(names_, new_names_);
  for (auto const& each : new_names_) add_to(sum_of_names_, each);
  new_names_.clear();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    if (kinds_[k] == Kind::real)
      file_->append(arrays_[k], reals_[k]);
    else
      file_->append(arrays_[k], integers_[k]);
    for (double const x : reals_[k]) add_to(sums_[k], x);
    for (double const x : integers_[k]) add_to(sums_[k], x);
    reals_[k].clear();
    integers_[k].clear();
  }
  written_ += rows_;
  rows_ = 0;
}

void ColumnWriter::flush() {
  write();
  file_->flush();
}

/// Without any row the columns have no numbers.
void ColumnWriter::close() {
  if (kinds_.empty()) begin(std::vector<Kind>(columns_.size(), Kind::real));
  write();
  file_->close();
}

void ColumnWriter::carry(Carried& c) {
  std::size_t names = place_.size();
  c.list(kinds_);
  c.values(written_, names, sum_of_names_);
  c.list(sums_);
  if (!c.reads()) return;
  if (kinds_.empty()) return create();
  require_rows(names);
  go_on(names);
}

void ColumnWriter::require_rows(std::size_t names) {
  auto const require = [&](bool holds) {
    if (!holds)
      refuse(path_, "other rows than at the snapshot",
             "these, which a process that is killed while it writes may damage: then a new run, "
             "without --resume");
  };
  Hdf5File const there(path_);
  auto const texts = there.texts("names");
  require(texts.size() >= names);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < names; ++i) {
    add_to(sum, texts[i]);
    place_.emplace(texts[i], static_cast<int>(i));
  }
  require(sum == sum_of_names_);
  std::vector<double> part(at_once);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    require(there.size(columns_[k]) >= written_);
    sum = 0;
    for (std::size_t first = 0; first < written_; first += at_once) {
      auto const count = std::min<std::size_t>(at_once, written_ - first);
      there.read(columns_[k], first, count, part.data());
      for (std::size_t i = 0; i < count; ++i) add_to(sum, part[i]);
    }
    require(sum == sums_[k]);
  }
}

void ColumnWriter::go_on(std::size_t names) {
  file_.emplace(path_, false);
  names_ = file_->open("names", names);
  for (auto const& each : columns_) arrays_.push_back(file_->open(each, written_));
}

ColumnReader::ColumnReader(fs::path const& path)
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
  auto& part = parts_[nth(column)];
  std::size_t const at = row_ - 1;
  if (at < part.first || at >= part.first + part.count) {
    part.first = at;
    part.count = std::min(at_once, size_ - at);
    part.values.resize(part.count);
    file_.read(columns_[nth(column)], at, part.count, part.values.data());
  }
  return part.values[at - part.first];
}

std::string_view ColumnReader::text(int column) const {
  if (!is_text(column)) refuse(here() + ", " + name(column), "a number", "the place of a name");
  int const place = count(column);
  if (nth(place) >= names_.size())
    refuse(here() + ", " + name(column), "place " + std::to_string(place),
           "one of " + std::to_string(names_.size()) + " names");
  return names_[nth(place)];
}

}  // namespace orthant
