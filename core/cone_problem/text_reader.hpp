// Reads words and numbers of a text file; errors name the file and the line.
#pragma once
#include <string>
#include <string_view>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Words are separated by blanks, line ends, commas and colons. Throws Error at any other input
/// than the caller asked for.
class TextReader {
 public:
  explicit TextReader(std::string const& path);

  std::string_view word(char const* allowed);
  void literal(std::string_view expected);
  int integer(char const* what, int low, int high);
  /// Reads a number of items that follow. An item takes at least one byte, so that a wrong number
  /// allocates no more than the size of the file.
  int count(char const* what);
  double real(char const* what);
  Vector reals(int count, char const* what);

  /// The number of remaining words, at most `limit`, without consuming them.
  std::size_t words_left(std::size_t limit) const;
  /// Whether the next words are these integers.
  bool next_are(std::initializer_list<int> numbers) const;
  std::size_t bytes_left() const { return text_.size() - at_; }
  [[noreturn]] void refuse_here(std::string const& found, std::string const& allowed) const;

 private:
  void skip_blanks();
  std::string_view next();  // empty at the end

  std::string path_, text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace orthant
