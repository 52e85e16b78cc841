// The element of the generalised gradient that a complementarity function takes at a kink.
#pragma once
#include "core/config/config.hpp"

namespace orthant {

/// Reads (da, db) at "kink"; `contains` says whether it is in the generalised gradient.
template <class Contains>
void read_kink(Config& config, Vec<2>& kink, Contains const& contains, char const* allowed) {
  config.pair("kink", kink);
  if (!contains(kink[0], kink[1]))
    refuse(config.where("kink"), comma_separated(std::vector{text(kink[0]), text(kink[1])}),
           allowed);
}

/// Where phi = min(most_a a, most_b b) the generalised gradient is what lies between the two
/// gradients (most_a, 0) and (0, most_b).
inline void read_kink_of_minimum(Config& config, Vec<2>& kink, double most_a, double most_b) {
  auto const between = [&](double da, double db) {
    return da >= 0 && db >= 0 && std::abs(da / most_a + db / most_b - 1) < 1e-12;
  };
  std::string const a = text(most_a), b = text(most_b);
  read_kink(config, kink, between, ("(da, db) between (" + a + ", 0) and (0, " + b + ")").c_str());
}

}  // namespace orthant
