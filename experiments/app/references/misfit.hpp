// What a fit makes small: a run minus the data.
#pragma once
#include <string>
#include <vector>

namespace orthant {

/// One observation: simulated minus given, each part in a unit that makes parts comparable, such as
/// the width of the body for a distance. It counts `weight` times.
struct Misfit {
  int group = 0;  // of observations that depend on each other, such as those of one recording
  double weight = 1;
  std::vector<double> parts;
};

}  // namespace orthant
