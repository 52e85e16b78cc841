// What steps carry from one to the next, as bytes.
#pragma once
#include <string>
#include <string_view>
#include <type_traits>

#include "orthant/core/execution/array.hpp"

namespace orthant {

/// An archive that is written, or read, or compared. Whatever remembers something from step to step
/// names it in one function `carry(Carried&)`; the same calls write and read, so that both agree.
///
/// The bytes have a version and a check sum. Reading throws Error if they are damaged, or of other
/// parts or sizes. Numbers are as the machine has them.
class Carried {
 public:
  /// An archive to be written.
  Carried() = default;
  /// An archive to be read; `bytes` must outlive it.
  explicit Carried(std::string_view bytes);
  /// An archive that is written over `known`, and compared with what is there; `known` must outlive
  /// it. It allocates only where `known` grows.
  explicit Carried(std::string* known) : known_(known) {}

  /// Whether it is read, not written.
  bool reads() const { return reads_; }

  /// Begins a part; reading requires its name.
  void part(std::string_view name);

  /// A number or a few, without pointers.
  template <class... T>
  void values(T&... x) {
    static_assert((std::is_trivially_copyable_v<T> && ...));
    (raw(&x, sizeof x), ...);
  }
  /// A vector or a string of any length.
  template <class List>
  void list(List& x) {
    using Item = typename List::value_type;
    static_assert(std::is_trivially_copyable_v<Item>);
    x.resize(counted(x.size(), sizeof(Item)));
    raw(x.data(), x.size() * sizeof(Item));
  }
  /// All items of an array.
  template <class View>
  void array(View const& x) {
    using Item = typename View::value_type;
    static_assert(std::is_trivially_copyable_v<Item>);
    require_same(counted(x.span(), sizeof(Item)), x.span());
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    raw(host.data(), host.span() * sizeof(Item));
    if (reads_) Kokkos::deep_copy(x, host);
  }
  /// The first n items of an array.
  template <class Item, class Layout, class Device>
  void first(Kokkos::View<Item*, Layout, Device> const& x, int n) {
    require_room(n, x.extent(0));
    array(Kokkos::subview(x, Kokkos::make_pair(0, n)));
  }

  /// The bytes that were written.
  std::string bytes() const;
  /// Requires that all was read.
  void done() const;
  /// Of one that compares, when all is named: whether `known` had the same bytes, and no others.
  bool same();

 private:
  void raw(void* x, std::size_t bytes);
  /// Writes n; or reads it, of items for which there are bytes.
  std::size_t counted(std::size_t n, std::size_t item);
  static void require_same(std::size_t found, std::size_t allowed);
  static void require_room(int found, std::size_t most);

  bool reads_ = false, same_ = true;
  std::string written_;
  std::string_view left_;
  std::string* known_ = nullptr;
  std::size_t place_ = 0;  // in `known`
};

/// The bytes of what `carry(Carried&)` names.
template <class F>
std::string saved(F const& carry) {
  Carried to;
  carry(to);
  return to.bytes();
}
/// Writes what `carry` names over `known`; whether that changes no bit.
template <class F>
bool same_as(std::string& known, F const& carry) {
  Carried with(&known);
  carry(with);
  return with.same();
}
/// Lets `carry` read all of the bytes.
template <class F>
void read_saved(std::string_view bytes, F const& carry) {
  Carried from(bytes);
  carry(from);
  from.done();
}
/// The same; what is there stays if that throws.
template <class F>
void restore_saved(std::string_view bytes, F const& carry) {
  std::string const before = saved(carry);
  try {
    read_saved(bytes, carry);
  } catch (...) {
    read_saved(before, carry);
    throw;
  }
}

}  // namespace orthant
