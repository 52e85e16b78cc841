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

/// All pairs of a member of A and a member of B.
template <class A, class B>
struct PairsOf;
template <class... A, class B>
struct PairsOf<std::tuple<A...>, B> {
  template <class First, class... Second>
  static std::tuple<std::pair<First, Second>...> with(std::tuple<Second...>);
  using type = decltype(std::tuple_cat(with<A>(B{})...));
};
template <class A, class B>
using Pairs = typename PairsOf<A, B>::type;

/// Names a test by the name of its type.
struct ByName {
  template <class T>
  static std::string GetName(int) {
    return T::name;
  }
};
struct ByNames {
  template <class T>
  static std::string GetName(int) {
    return std::string(T::first_type::name) + "_" + T::second_type::name;
  }
};

}  // namespace orthant::test
