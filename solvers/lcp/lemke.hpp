// Lemke's method for linear complementarity problems.
#pragma once
#include <Eigen/Core>
#include <functional>

#include "orthant/core/step/report.hpp"

namespace orthant {

struct LcpSolution {
  Eigen::VectorXd z;  // (n); zero if not converged
  StopReason reason = StopReason::converged;
  int pivots = 0;
};

/// Finds z (n) with
///   w = M z + q,     0 <= w  _|_  z >= 0
/// by complementary pivots on w = M z + q + e z_0 [Lemke 1965; Cottle, Pang, Stone 1992, 4.4]. The
/// lexicographic order of the rows breaks ties, so that no basis is repeated. A ray is reported as
/// `stalled`; for copositive-plus matrices it proves that there is no solution. `stop` is called
/// between pivots. Memory: 16 n^2 bytes. Each pivot takes 4 n^2 operations.
LcpSolution lemke(Eigen::MatrixXd const& M, Eigen::VectorXd const& q, int max_pivots,
                  std::function<bool()> const& stop);

}  // namespace orthant
