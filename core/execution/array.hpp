// Arrays in the memory of a space.
//
// The arrays of a batch are flat: world w has the bodies [w nb, (w+1) nb) and a contiguous range of
// rows. So the work is proportional to the actual number of rows, not to worlds times a capacity,
// and a single world is no special case.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "orthant/core/execution/detail/items.hpp"

namespace orthant {

/// A new array of n items. In debug builds real numbers start as NaN, so that a read before the
/// first write shows.
template <class Space, class Data>
Array<Space, Data> make_array(std::string const& label, int n) {
  using View = Array<Space, Data>;
  View out(Kokkos::view_alloc(label), n);
  if constexpr (debug_build && std::is_same_v<typename View::non_const_value_type, Real>)
    fill_all(Space(), out, std::numeric_limits<Real>::quiet_NaN());
  return out;
}

/// An array of n items that are written before they are read. On a host it takes only the memory
/// that has been written, because pages come with their first use; so an array for the largest
/// number of contacts costs only the actual ones. In debug builds like make_array.
template <class Space, class Data>
Array<Space, Data> make_room(std::string const& label, std::size_t n) {
  using View = Array<Space, Data>;
  View out(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), n);
  if constexpr (debug_build && std::is_same_v<typename View::non_const_value_type, Real>)
    fill_all(Space(), out, std::numeric_limits<Real>::quiet_NaN());
  return out;
}

/// Copies a host vector to the memory of the space.
template <class Space, class T>
Array<Space, T*> to_device(std::string const& label, std::vector<T> const& from) {
  Array<Space, T*> out(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), from.size());
  auto const host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < from.size(); ++i) host(i) = from[i];
  Kokkos::deep_copy(out, host);
  return out;
}

/// A few numbers that a kernel writes and the host reads.
template <class Space, class T>
class ReadBack {
 public:
  /// `label`: the name of its array in tools of Kokkos.
  explicit ReadBack(std::string const& label)
      : device_(label), host_(Kokkos::create_mirror_view(device_)) {}
  /// What a kernel writes, in the memory of the space: one T.
  Span<Space, T> device() const { return device_; }
  /// Writes the value, by a kernel.
  void set(T const& value) { fill_all(Space(), device_, value); }
  /// Waits for the kernels of the space and returns what they wrote. Later kernels and calls may
  /// change what the reference refers to.
  T const& get(Space const& space) {
    if constexpr (!on_host<Space>) Kokkos::deep_copy(kokkos_space(space), host_, device_);
    wait_for(space);
    return host_();
  }

 private:
  Array<Space, T> device_;
  typename Array<Space, T>::HostMirror host_;
};

/// The kernel of SumOf, for a single world.
template <class Space>
struct AddUp {
  static constexpr char const* label = "orthant::items::add_up";  // its name in tools of Kokkos
  Span<Space, int*> x;                                            // (n) or longer
  Span<Space, int> out;                                           // the sum
  int n;                                                          // how many it adds
  /// Adds up, by the team of the world.
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const sum = lane.sum(n, [&](int i) { return static_cast<Real>(x(i)); });
    lane.once([&] { out() = static_cast<int>(sum); });
  }
};

/// The sum of the first n integers of an array.
template <class Space>
class SumOf {
 public:
  /// Waits for the kernels of the space and returns x(0) + ... + x(n - 1).
  int get(Space const& space, Span<Space, int*> x, int n) {
    each_world(space, 1, AddUp<Space>{x, sum_.device(), n});
    return sum_.get(space);
  }

 private:
  ReadBack<Space, int> sum_{"orthant::items::sum"};
};

/// Copies one item of an array to the host.
template <class Space, class T>
class OneOf {
 public:
  /// `label`: the name of its copy in tools of Kokkos.
  explicit OneOf(std::string const& label) : host_(label) {}
  /// Waits for the kernels of the space and returns array(i).
  T get(Space const& space, Span<Space, T*> array, int i) {
    if constexpr (on_host<Space>) {
      wait_for(space);
      return array(i);
    } else {
      Kokkos::deep_copy(kokkos_space(space), host_, Kokkos::subview(array.view(), i));
      wait_for(space);
      return host_();
    }
  }

 private:
  Kokkos::View<T, Kokkos::HostSpace> host_;
};

}  // namespace orthant
