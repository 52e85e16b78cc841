// How far a step is from the minimum that Gauss's principle says it is.
#pragma once
#include <optional>
#include <string>

#include "core/cone_problem/world_rows.hpp"

namespace orthant {

struct GaussGap {
  std::optional<double> gap;  // [-]
  std::string why_not = {};   // where there is none
};

/// (Z(u+) - min Z) / min Z with Gauss's constraint function
///   Z(u) = 1/2 |u - u_free|^2_M~ + 1/2 lambda^T Sigma lambda
/// over the u that satisfy the rows as they are linearised at the end of the step,
///   a(u+) + J (u - u+) + Sigma lambda = 0    or >= 0 where the impulse is one-sided.
/// Solved anew by dense methods that no step uses: the saddle point system of the whole world by a
/// complete orthogonal decomposition where all rows are equations, else a quadratic programme in
/// the impulses. Friction follows no minimum principle: there is no gap then.
GaussGap gauss_gap(WorldRows const& rows);

}  // namespace orthant
