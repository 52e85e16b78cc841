// A sum over bytes that differs where they do, but for chance.
#pragma once
#include <cstdint>
#include <string_view>

namespace orthant {

/// FNV-1a [Fowler, Noll, Vo 1991].
constexpr std::uint64_t check_sum(std::string_view bytes) {
  std::uint64_t sum = 14695981039346656037u;
  for (unsigned char const c : bytes) sum = (sum ^ c) * 1099511628211u;
  return sum;
}

}  // namespace orthant
