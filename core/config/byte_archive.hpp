// Values as bytes, to pass them from one process to another of the same program.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "orthant/core/config/error.hpp"

namespace orthant {

/// An archive that is written, or read. The same calls do both, so that they agree.
class ByteArchive {
 public:
  /// An archive to be written.
  ByteArchive() = default;
  /// An archive to be read; `bytes` must outlive it.
  explicit ByteArchive(std::string_view bytes) : reads_(true), left_(bytes) {}

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
    std::uint64_t count = x.size();
    values(count);
    if (reads_ && count > left_.size() / sizeof(Item)) throw Error("an archive that ends early");
    x.resize(static_cast<std::size_t>(count));
    raw(x.data(), x.size() * sizeof(Item));
  }

  /// What was written.
  std::string bytes() && { return std::move(written_); }

 private:
  void raw(void* x, std::size_t bytes) {
    if (bytes == 0) return;
    if (!reads_) {
      written_.append(static_cast<char const*>(x), bytes);
      return;
    }
    if (bytes > left_.size()) throw Error("an archive that ends early");
    std::memcpy(x, left_.data(), bytes);
    left_.remove_prefix(bytes);
  }

  bool reads_ = false;
  std::string written_;
  std::string_view left_;
};

}  // namespace orthant
