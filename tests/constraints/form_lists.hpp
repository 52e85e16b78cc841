// Sublists of the forms of friction by their properties.
#pragma once
#include "orthant/constraints/friction/list.hpp"

namespace orthant::test {

/// The members T of a list with Which<T>::value.
template <template <class> class Which, class List>
struct Chosen;
template <template <class> class Which, class... T>
struct Chosen<Which, std::tuple<T...>> {
  using type = decltype(std::tuple_cat(
      std::conditional_t<Which<T>::value, std::tuple<T>, std::tuple<>>{}...));
};

template <class Form>
struct IsExact : std::bool_constant<!Form::symmetric && !has_polygon<Form>> {};
/// Forms whose element at the edge is a setting, and that need no sliding direction at rest.
template <class Form>
struct IsProjection
    : std::bool_constant<std::derived_from<Form, Disc> || std::is_same_v<Form, Associated>> {};

using ExactForms = Chosen<IsExact, FrictionForms>::type;
using ProjectedForms = Chosen<IsProjection, FrictionForms>::type;

}  // namespace orthant::test
