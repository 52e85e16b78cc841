// The contacts of pairs that a search finds as the search before found them.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/collision/detail/pair_search.hpp"

namespace orthant {

/// The pairs and contacts of the search before, where bodies began as they begin now.
template <class Space>
struct KeptContacts {
  Span<Space, int*> still;        // (worlds x bodies) not 0: so this body does; empty: none
  Span<Space, ShapePair*> pair;   // of that search, by their owners ...
  Span<Space, int*> offset;       // (worlds x shapes + 1) ... from here on
  Span<Space, int*> first;        // (pairs + 1) first contact of each
  Span<Space, Contact*> contact;  // of that search, with the marks of its step
  Span<Space, int*> kept;         // (contacts), out: not 0: that contact, with the same index

  /// The pair in that search, or -1: it has to be searched.
  KOKKOS_FUNCTION int find(PairSearch<Space> const& s, ShapePair const& of) const {
    if (still.extent(0) == 0) return -1;
    int const a = of.world * s.bodies + s.owner(of).body,
              b = of.world * s.bodies + s.shape_of(of.world, of.partner).body;
    if (!still(a) || !still(b)) return -1;
    int const flat = of.world * s.shapes + of.owner;
    for (int k = offset(flat); k < offset(flat + 1); ++k)
      if (pair(k).partner == of.partner && pair(k).part == of.part) return k;
    return -1;
  }
  KOKKOS_FUNCTION int count(int k) const { return first(k + 1) - first(k); }
  /// Writes the contacts of a pair of that search to `to`, from index `begin` on.
  KOKKOS_FUNCTION void write(int k, Span<Space, Contact*> const& to, int begin) const {
    for (int i = 0; i < count(k); ++i) {
      to(begin + i) = contact(first(k) + i);
      to(begin + i).marks = {};
      kept(begin + i) = begin == first(k);
    }
  }
  /// Notes that contacts are not those of that search.
  KOKKOS_FUNCTION void drop(int begin, int end) const {
    for (int i = begin; kept.extent(0) > 0 && i < end; ++i) kept(i) = 0;
  }
};

}  // namespace orthant
