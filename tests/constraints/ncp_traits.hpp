// Properties in which complementarity functions differ, at default settings.
#pragma once
#include "orthant/constraints/ncp/list.hpp"

namespace orthant::test {

/// Near an axis phi is `inside` or `outside` times the vanishing argument. It contains a part
/// `product` a b where both are positive.
struct NcpTraits {
  Real inside = 1, outside = 1, product = 0;
  Real slope(Real argument) const { return argument < 0 ? outside : inside; }
};

template <class NcpType>
NcpTraits traits_of(NcpType const&) {
  return {};
}
inline NcpTraits traits_of(Chks const&) { return {2, 2, 0}; }
inline NcpTraits traits_of(KanzowKleinmichel const&) { return {1.5, 1.5, 0}; }  // 2 - kappa/2
inline NcpTraits traits_of(PenalisedFischerBurmeister const&) { return {1, 0.95, 0.05}; }

}  // namespace orthant::test
