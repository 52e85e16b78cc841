// The distance of a step from the minimum of Gauss's principle.
#pragma once
#include <optional>
#include <string>

namespace orthant {

struct WorldRows;

struct GaussGap {
  std::optional<double> gap;  // [-]
  std::string why_not = {};   // the reason if there is none
};

/// (Z(u+) - min Z) / min Z with the function of Gauss's principle
///   Z(u) = 1/2 |u - u_free|^2_M + 1/2 lambda^T Sigma lambda
/// over all u that satisfy the rows, linearised at the end of the step,
///   a(u+) + J (u - u+) + Sigma lambda = 0    or >= 0 if the impulse is one-sided.
/// It is computed by dense methods that no step uses: the saddle point system of the whole world by
/// a complete orthogonal decomposition if all rows are equations, else a quadratic programme in the
/// impulses. Friction has no minimum principle, so that there is no gap with friction.
GaussGap gauss_gap(WorldRows const& rows);

}  // namespace orthant
