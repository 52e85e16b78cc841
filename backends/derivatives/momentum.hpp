// The momentum balance of a stage as speeds or as impulses.
#pragma once
#include <Eigen/LU>

#include "backends/derivatives/given_step.hpp"

namespace orthant {

/// Multiplies the balance of the bodies of a stage by M, where it begins at `first` in F.
inline void times_mass(WorldStage const& stage, long first, Eigen::VectorXd& F) {
  for (std::size_t b = 0; b < stage.inverse_mass.size(); ++b) {
    auto const& [mass, inertia] = stage.inverse_mass[b];
    if (!(mass > 0)) continue;
    auto const at = first + 6 * static_cast<long>(b);
    Eigen::Matrix3d inverse;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inverse(i, j) = inertia[i][j];
    F.segment<3>(at) /= mass;
    F.segment<3>(at + 3) = (inverse.inverse() * F.segment<3>(at + 3)).eval();
  }
}

}  // namespace orthant
