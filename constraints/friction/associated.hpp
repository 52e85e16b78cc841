// The convex relaxation of Coulomb's law: an associated flow rule.
#pragma once
#include "orthant/constraints/friction/cone_projection.hpp"

namespace orthant {

/// u in K* complementary to lambda in K, without De Saxce's shift: a cone quadratic programme
/// [Anitescu 2006]. A contact that slides at a speed v also separates at the speed mu v.
struct Associated : ConeProjection<false> {
  static constexpr char const* name = "associated";
  static constexpr char const* about =
      "projection on the cone without the shift: a convex relaxation; not symmetric";
};

}  // namespace orthant
