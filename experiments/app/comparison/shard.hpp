// A share of the cases of a comparison, for a process of its own.
#pragma once
#include <cstddef>
#include <string>

namespace orthant {

/// The shard, from 1, that has the case of number i, from 0: every count-th case, so that
/// neighbours, which may be alike and take long, belong to different ones.
constexpr int shard_with(std::size_t i, int count) {
  return static_cast<int>(i % static_cast<std::size_t>(count)) + 1;
}

struct Shard {
  int number = 1, count = 1;

  bool has(std::size_t i) const { return shard_with(i, count) == number; }
  /// How many of so many cases it has.
  std::size_t size(std::size_t cases) const {
    return (cases + static_cast<std::size_t>(count - number)) / static_cast<std::size_t>(count);
  }
};

/// "2/4". Throws Error for anything else than two numbers with 1 <= number <= count.
Shard read_shard(std::string const& text);

}  // namespace orthant
