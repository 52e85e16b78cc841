// Turns the lists of types into lists of typed tests.
#pragma once
#include <gtest/gtest.h>

#include <tuple>

namespace orthant::test {

template <class Tuple>
struct TypesOf;
template <class... T>
struct TypesOf<std::tuple<T...>> {
  using type = ::testing::Types<T...>;
};
template <class Tuple>
using AsTypes = typename TypesOf<Tuple>::type;

/// Names a test by the name of its type.
struct ByName {
  template <class T>
  static std::string GetName(int) {
    return T::name;
  }
};
}  // namespace orthant::test
