// The quantity that a fit minimises: a run minus the data.
#pragma once
#include <vector>

#include "orthant/core/config/carried.hpp"

namespace orthant {

/// One observation: simulated minus given value, with each part in a unit that makes parts
/// comparable, such as the width of the body for a distance. It has the weight `weight`.
struct Misfit {
  int group = 0;  // of correlated observations, such as those of one recording
  double weight = 1;
  std::vector<double> parts;

  void carry(Carried& c) {
    c.values(group, weight);
    c.list(parts);
  }
};

}  // namespace orthant
