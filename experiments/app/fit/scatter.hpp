// How well the data determine parameters: standard errors and correlations.
#pragma once
#include <Eigen/Core>

#include "experiments/app/fit/least_squares.hpp"

namespace orthant {

struct Scatter {
  Eigen::MatrixXd covariance;  // in units of x; NaN if unknown
  bool by_group = false;       // groups were taken as independent, otherwise observations
  std::vector<int> unknown;    // parameters that the data do not determine
};

/// The scatter at a minimum of half the sum of w rho(|r|^2), linearised. With A = sum w rho' J^T J,
/// and for each group g of observations its slope s_g = sum w rho' J^T r, which vanishes for exact
/// data,
///   covariance = A^-1 (sum_g s_g s_g^T) A^-1 n / (n - p)
/// over the n groups. Errors within a group may be correlated [Huber 1967; White 1980]. If there
/// are at most twice as many groups as parameters, each observation is a group. `free` are the
/// parameters that are not at a bound.
///
/// In directions where A, scaled to unit diagonal, vanishes up to `round_off`, nothing is known:
/// misfits do not depend on a common change of these parameters. A parameter that does not affect
/// the misfits is a special case. Such parameters have no covariance; the others have that of the
/// complement.
Scatter scatter_of(FitSettings const& set, Seen const& seen, std::vector<bool> const& free,
                   double round_off);

}  // namespace orthant
