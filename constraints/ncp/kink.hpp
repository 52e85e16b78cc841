// The element of the generalised gradient that a complementarity function takes at a kink.
#pragma once
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/fields.hpp"

namespace orthant {

/// If phi = min(most_a a, most_b b), the generalised gradient is the segment between the two
/// gradients (most_a, 0) and (0, most_b).
inline void kink_of_minimum(Fields& f, Vec<2>& kink, double most_a, double most_b) {
  auto const between = [&](double da, double db) {
    return da >= 0 && db >= 0 && std::abs(da / most_a + db / most_b - 1) < 1e-12;
  };
  std::string const a = text(most_a), b = text(most_b);
  f.pair("kink", kink, between, ("(da, db) between (" + a + ", 0) and (0, " + b + ")").c_str());
}

}  // namespace orthant
