// Equality of values to the bit.
#pragma once
#include <cstring>
#include <type_traits>

namespace orthant {

/// Whether two values are the same to the bit: signs of zeros and padding count too. On hosts.
template <class T>
bool same_bits(T const& a, T const& b) {
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace orthant
