// Every convex shape of the list.
#include "orthant/tests/conformance/shape.hpp"

namespace orthant::test {
namespace {

template <class... S>
auto convex(ShapeList<S...>) {
  return std::tuple_cat(std::conditional_t<S::convex, std::tuple<S>, std::tuple<>>{}...);
}
template <class... S>
auto as_types(std::tuple<S...>) -> testing::Types<S...>;
using Convex = decltype(as_types(convex(Shapes{})));

struct ByShape {
  template <class S>
  static std::string GetName(int) {
    return S::name;
  }
};
INSTANTIATE_TYPED_TEST_SUITE_P(All, ShapeConformance, Convex, ByShape);

}  // namespace
}  // namespace orthant::test
