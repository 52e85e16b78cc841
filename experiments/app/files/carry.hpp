// Lists, maps and optional values in an archive, beside what Carried has.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orthant/core/config/carried.hpp"

namespace orthant {

/// A list of any length, whose items `each` carries.
template <class List, class F>
void carry_items(Carried& c, List& x, F const& each) {
  auto count = static_cast<std::uint64_t>(x.size());
  c.values(count);
  if (c.reads()) x.clear();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (c.reads()) x.emplace_back();  // one by one: a wrong count ends with the bytes
    each(x[nth(i)]);
  }
}

/// A value, or none.
template <class T>
void carry_optional(Carried& c, std::optional<T>& x) {
  bool there = x.has_value();
  T value = x.value_or(T{});
  c.values(there, value);
  if (c.reads()) x = there ? std::optional<T>(value) : std::nullopt;
}

/// Values by names.
template <class T>
void carry_named(Carried& c, std::map<std::string, T>& x) {
  std::vector<std::pair<std::string, T>> all(x.begin(), x.end());
  carry_items(c, all, [&](auto& each) {
    c.list(each.first);
    c.values(each.second);
  });
  x = {all.begin(), all.end()};
}

}  // namespace orthant
