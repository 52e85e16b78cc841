// Filling and copying of arrays, each by one kernel.
#pragma once
#include "orthant/core/execution/kernels.hpp"

namespace orthant {

namespace item_kernels {

template <class Item>
struct Fill {
  static constexpr char const* label = "orthant::items::fill";
  Item* to;
  Item value;
  KOKKOS_FUNCTION void operator()(int i) const { to[i] = value; }
};
template <class Item>
struct Copy {
  static constexpr char const* label = "orthant::items::copy";
  Item const* from;
  Item* to;
  KOKKOS_FUNCTION void operator()(int i) const { to[i] = from[i]; }
};
template <class Item>
struct Gather {
  static constexpr char const* label = "orthant::items::gather";
  int const* list;
  Item const* from;
  Item* to;
  KOKKOS_FUNCTION void operator()(int i) const { to[i] = from[list[i]]; }
};
template <class Item>
struct Scatter {
  static constexpr char const* label = "orthant::items::scatter";
  int const* list;
  Item const* from;
  Item* to;
  KOKKOS_FUNCTION void operator()(int i) const { to[list[i]] = from[i]; }
};

}  // namespace item_kernels

// The arrays are Arrays or Spans of one index, of which the first n items count.

/// to(i) <- value
template <class Space, class To>
void fill(Space const& space, int n, To const& to, typename To::value_type const& value) {
  each(space, n, item_kernels::Fill<typename To::value_type>{to.data(), value});
}
/// to <- value in all items of an array of any rank.
template <class Space, class To>
void fill_all(Space const& space, To const& to, typename To::value_type const& value) {
  fill(space, static_cast<int>(to.size()), to, value);
}
/// to(i) <- from(i)
template <class Space, class From, class To>
void copy(Space const& space, int n, From const& from, To const& to) {
  each(space, n, item_kernels::Copy<typename To::value_type>{from.data(), to.data()});
}
/// to(i) <- from(list(i))
template <class Space, class List, class From, class To>
void gather(Space const& space, int n, List const& list, From const& from, To const& to) {
  each(space, n,
       item_kernels::Gather<typename To::value_type>{list.data(), from.data(), to.data()});
}
/// to(list(i)) <- from(i)
template <class Space, class List, class From, class To>
void scatter(Space const& space, int n, List const& list, From const& from, To const& to) {
  each(space, n,
       item_kernels::Scatter<typename To::value_type>{list.data(), from.data(), to.data()});
}

}  // namespace orthant
