// The execution spaces of this build as types of tests.
#pragma once
#include <gtest/gtest.h>

#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant::test {

template <class... Entry>
auto on_host_only(std::tuple<Entry...> const&) {
  return std::tuple_cat(
      std::conditional_t<on_host<typename Entry::Space>, std::tuple<Entry>, std::tuple<>>()...);
}
template <class... Entry>
auto types_of(std::tuple<Entry...> const&) -> ::testing::Types<typename Entry::Space...>;

/// The spaces with host memory.
using HostSpaces = decltype(types_of(on_host_only(spaces)));

}  // namespace orthant::test
