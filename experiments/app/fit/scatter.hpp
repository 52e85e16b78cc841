// How well the data determines parameters: standard errors and correlations.
#pragma once
#include <Eigen/Core>

#include "experiments/app/fit/least_squares.hpp"

namespace orthant {

struct Scatter {
  Eigen::MatrixXd covariance;  // in units of x; not a number where nothing is known
  bool by_group = false;       // groups were taken as independent, else observations
  std::vector<int> unknown;    // parameters that the data do not determine
};

/// Of a minimum of half the sum of w rho(|r|^2), linearised. With A = sum w rho' J^T J and of each
/// group of observations g its slope s_g = sum w rho' J^T r, which would vanish for exact data,
///   covariance = A^-1 (sum_g s_g s_g^T) A^-1 n / (n - p)
/// over the n groups: errors within a group may depend on each other [Huber 1967; White 1980].
/// Where groups are not more than twice the parameters each observation is one. `free` are the
/// parameters that are not at a bound.
///
/// Along the directions in which A, scaled to a diagonal of ones, vanishes to `round_off`, nothing
/// is known: parameters change there together and the misfits stay. A parameter on which misfits
/// do not depend, beside the others, is one. These have no covariance; that of the others is of
/// the complement.
Scatter scatter_of(FitSettings const& set, Seen const& seen, std::vector<bool> const& free,
                   double round_off);

}  // namespace orthant
