// References to arrays, for kernels and interfaces.
#pragma once
#include "orthant/core/execution/detail/apart.hpp"

namespace orthant {

/// A Kokkos array in the memory of the space.
template <class Space, class Data, class... Traits>
using ViewOf =
    Kokkos::View<Data, typename Space::array_layout, typename Space::device_type, Traits...>;

/// Owns its memory.
template <class Space, class Data>
using Array = ViewOf<Space, Data>;

/// Refers to the items of a Kokkos array in the memory of the space: Data is T*, T*[a] or T*[a][b],
/// or T for one item. It owns nothing and is as cheap to copy as two numbers. A Kokkos view counts
/// its references, which costs too much for the thousands of copies in a step.
template <class Space, class Data>
class Span {
 public:
  using View = ViewOf<Space, Data, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Item = typename View::value_type;
  using value_type = Item;
  static constexpr int rank = static_cast<int>(std::rank_v<Data>) +
                              (std::is_pointer_v<std::remove_all_extents_t<Data>> ? 1 : 0);
  static_assert(rank <= 3);

  Span() = default;
  template <class Other, class = std::enable_if_t<Kokkos::is_view<Other>::value &&
                                                  std::is_convertible_v<Other, View>>>
  KOKKOS_FUNCTION Span(Other const& view) : data_(view.data()), items_(view.extent(0)) {}
  KOKKOS_FUNCTION Span(Item* data, std::size_t items) : data_(data), items_(items) {}

  KOKKOS_FUNCTION Item& operator()() const {
    static_assert(rank == 0);
    check_reach<Space>();
    return *data_;
  }
  template <class I>
  KOKKOS_FUNCTION Item& operator()(I i) const {
    static_assert(rank == 1);
    check_reach<Space>();
    return data_[i];
  }
  template <class I>
  KOKKOS_FUNCTION Item& operator()(I i, int j) const {
    static_assert(rank == 2);
    check_reach<Space>();
    auto const at = nth(i);
    return data_[by_rows ? at * first + j : at + items_ * j];
  }
  template <class I>
  KOKKOS_FUNCTION Item& operator()(I i, int j, int k) const {
    static_assert(rank == 3);
    check_reach<Space>();
    auto const at = nth(i);
    return data_[by_rows ? (at * first + j) * second + k : at + items_ * (j + first * k)];
  }

  KOKKOS_FUNCTION Item* data() const { return data_; }
  KOKKOS_FUNCTION std::size_t extent(int d) const {
    return d == 0 ? items_ : d == 1 ? first : second;
  }
  KOKKOS_FUNCTION int extent_int(int d) const { return static_cast<int>(extent(d)); }
  KOKKOS_FUNCTION std::size_t size() const {
    return items_ * (rank > 1 ? first : 1) * (rank > 2 ? second : 1);
  }
  View view() const { return View(data_, items_); }

 private:
  static constexpr bool by_rows = !std::is_same_v<typename Space::array_layout, Kokkos::LayoutLeft>;
  static constexpr std::size_t first = std::extent_v<Data, 0>, second = std::extent_v<Data, 1>;

  Item* data_ = nullptr;
  std::size_t items_ = 0;
};

}  // namespace orthant
