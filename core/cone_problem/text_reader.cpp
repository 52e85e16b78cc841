// Splits a text file into words.
#include "orthant/core/cone_problem/text_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/core/config/config.hpp"
#include "orthant/core/config/input_file.hpp"

namespace orthant {
namespace {

bool blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == ',' || c == ':'; }

/// For a message: short, and on a single line.
std::string quoted(std::string_view word) {
  if (word.empty()) return "the end of the file";
  return shown(Json(std::string(word.substr(0, 40))));
}

bool parse(std::string_view word, int& value) {
  char const* const end = word.data() + word.size();
  auto const [stop, error] = std::from_chars(word.data(), end, value);
  return error == std::errc() && stop == end;
}

bool parse(std::string_view word, double& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  char const* const end = word.data() + word.size();
  auto const [stop, error] = std::from_chars(word.data(), end, value);
  if (stop != end || word.empty()) return false;
  if (error == std::errc::result_out_of_range)  // a number too small for a double is zero; one too
                                                // large is not
    value = std::strtod(std::string(word).c_str(), nullptr);
  else if (error != std::errc())
    return false;
  return std::isfinite(value);
}

}  // namespace

TextReader::TextReader(std::string const& path)
    : path_(path), text_(read_input(path, "a file of numbers", most_problem)) {}

void TextReader::skip_blanks() {
  for (; at_ < text_.size() && blank(text_[at_]); ++at_) line_ += text_[at_] == '\n';
}

std::string_view TextReader::next() {
  skip_blanks();
  std::size_t const start = at_;
  while (at_ < text_.size() && !blank(text_[at_])) ++at_;
  return std::string_view(text_).substr(start, at_ - start);
}

void TextReader::refuse_here(std::string const& found, std::string const& allowed) const {
  refuse(path_ + ":" + std::to_string(line_), found, allowed);
}

std::string_view TextReader::word(char const* allowed) {
  auto const word = next();
  if (word.empty()) refuse_here(quoted(word), allowed);
  return word;
}

void TextReader::literal(std::string_view expected) {
  if (auto const word = next(); word != expected) refuse_here(quoted(word), quoted(expected));
}

int TextReader::integer(char const* what, int low, int high) {
  int value = 0;
  auto const word = next();
  if (!parse(word, value) || value < low || value > high)
    refuse_here(quoted(word), std::string(what) + ", an integer from " + std::to_string(low) +
                                  " to " + std::to_string(high));
  return value;
}

int TextReader::count(char const* what) {
  constexpr std::size_t most = 1 << 30;
  return integer(what, 0, static_cast<int>(std::min(bytes_left(), most)));
}

double TextReader::real(char const* what) {
  double value = 0;
  auto const word = next();
  if (!parse(word, value)) refuse_here(quoted(word), std::string(what) + ", a finite number");
  return value;
}

Vector TextReader::reals(int count, char const* what) {
  if (nth(count) > bytes_left())
    refuse_here("the end of the file", std::to_string(count) + " numbers, " + what);
  Vector out(count);
  for (auto& x : out) x = real(what);
  return out;
}

std::size_t TextReader::words_left(std::size_t limit) const {
  std::size_t words = 0;
  bool inside = false;
  for (std::size_t i = at_; i < text_.size() && words < limit; ++i) {
    words += !blank(text_[i]) && !inside;
    inside = !blank(text_[i]);
  }
  return words;
}

bool TextReader::next_are(std::initializer_list<int> numbers) const {
  std::size_t at = at_;
  for (int const number : numbers) {
    while (at < text_.size() && blank(text_[at])) ++at;
    std::size_t const start = at;
    while (at < text_.size() && !blank(text_[at])) ++at;
    int value = 0;
    if (!parse(std::string_view(text_).substr(start, at - start), value) || value != number)
      return false;
  }
  return true;
}

}  // namespace orthant
