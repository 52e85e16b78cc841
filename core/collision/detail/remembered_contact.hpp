// Finds contacts by their keys, as in what the last step has stored of them.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/execution/array.hpp"

namespace orthant {

/// The first entry of a pair, or of the next one, among those stored, which ascend by pair.
template <class Kept>
KOKKOS_FUNCTION int first_of_pair(Kept const& memory, int low, int end, std::uint64_t pair) {
  int high = end;
  while (low < high) {
    int const middle = (low + high) / 2;
    if (pair_of(memory(middle).key) < pair)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// The index of a contact among those stored in the last step; -1: not stored. `offset`: (worlds +
/// 1) the first of each world. A point that has moved on to another triangle of a surface, and that
/// this triangle did not have before, is that of the other triangle. `likely`: where it may be,
/// counted from the first of its world.
template <class Kept, class Offset>
KOKKOS_FUNCTION int remembered_contact(Kept const& memory, Offset const& offset, Contact const& c,
                                       int likely = 0) {
  int const end = offset(c.world + 1);
  if (int const k = offset(c.world) + likely; k < end && memory(k).key == c.key) return k;
  std::uint64_t const pair = pair_of(c.key);
  int k = first_of_pair(memory, offset(c.world), end, pair);
  for (; k < end && pair_of(memory(k).key) == pair; ++k)
    if (memory(k).key == c.key) return k;
  if (c.parts == 0 || features_of(c.key) >> part_name_bits > 0) return -1;
  std::uint64_t const first = pair - static_cast<unsigned>(c.part);
  k = first_of_pair(memory, offset(c.world), end, first);
  for (; k < end && pair_of(memory(k).key) < first + static_cast<unsigned>(c.parts); ++k)
    if (features_of(memory(k).key) == features_of(c.key)) return k;
  return -1;
}

}  // namespace orthant
