// Coulomb friction by one projection on the cone, with De Saxce's shift.
#pragma once
#include "orthant/constraints/friction/cone_projection.hpp"

namespace orthant {

/// The natural map of the second-order cone complementarity problem that Coulomb's law becomes when
/// u_n is shifted by mu |v_f| [de Saxce, Feng 1991].
struct DeSaxce : ConeProjection<true> {
  static constexpr char const* name = "de_saxce";
  static constexpr char const* about =
      "projection on the cone with De Saxce's shift, without NCP; exact, not symmetric";
};

}  // namespace orthant
