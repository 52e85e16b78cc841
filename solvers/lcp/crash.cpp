// A few Newton steps on the normal map, and the problem in the basis that they find.
#include "solvers/lcp/crash.hpp"

#include <Eigen/LU>
#include <optional>
#include <vector>

namespace orthant {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A basis: the indices of the positive unknowns, and the others.
struct Basis {
  explicit Basis(VectorXd const& x) {
    for (Index i = 0; i < x.size(); ++i) (x[i] > 0 ? A : N).push_back(i);
  }
  std::vector<Index> A, N;
};

/// M_AA^-1, or nothing if M_AA is singular up to round-off.
std::optional<MatrixXd> inverse(MatrixXd const& M, Basis const& basis) {
  if (basis.A.empty()) return MatrixXd(0, 0);
  Eigen::PartialPivLU<MatrixXd> const lu(M(basis.A, basis.A).eval());
  if (!(lu.rcond() > 1e-9)) return {};
  return lu.inverse().eval();
}

VectorXd normal_map(MatrixXd const& M, VectorXd const& q, VectorXd const& x) {
  VectorXd const z = x.cwiseMax(0);
  return M * z + q + x - z;
}

/// Takes Newton steps as long as |F| falls.
VectorXd guessed(MatrixXd const& M, VectorXd const& q, VectorXd x) {
  constexpr int steps = 10;
  double least = normal_map(M, q, x).norm();
  for (int k = 0; k < steps && least > 0; ++k) {
    Basis const basis(x);
    auto const inverse_AA = inverse(M, basis);
    if (!inverse_AA) break;
    VectorXd next = VectorXd::Zero(x.size());
    next(basis.A) = -*inverse_AA * q(basis.A);
    next(basis.N) = -q(basis.N) - M(basis.N, basis.A) * next(basis.A);
    double const now = normal_map(M, q, next).norm();
    if (!(now < least)) break;
    least = now;
    x = next;
  }
  return x;
}

}  // namespace

LcpSolution lemke_with_crash(MatrixXd const& M, VectorXd const& q, VectorXd const& start,
                             int max_pivots, std::function<bool()> const& stop) {
  Index const n = q.size();
  VectorXd const z = start.size() == n ? start.cwiseMax(0).eval() : VectorXd::Zero(n).eval();
  Basis const basis(guessed(M, q, z - (M * z + q)));
  auto const inverse_AA = inverse(M, basis);
  if (!inverse_AA || basis.A.empty()) return lemke(M, q, max_pivots, stop);
  auto const& [A, N] = basis;
  MatrixXd const by_N = *inverse_AA * M(A, N), from_A = M(N, A) * *inverse_AA;
  MatrixXd turned(n, n);
  turned(A, A) = *inverse_AA;
  turned(A, N) = -by_N;
  turned(N, A) = from_A;
  turned(N, N) = M(N, N) - M(N, A) * by_N;
  VectorXd q_turned(n);
  q_turned(A) = -*inverse_AA * q(A);
  q_turned(N) = q(N) + M(N, A) * q_turned(A);
  LcpSolution out = lemke(turned, q_turned, max_pivots, stop);
  if (out.reason == StopReason::stalled) {
    int const pivots = out.pivots;
    out = lemke(M, q, max_pivots, stop);
    out.pivots += pivots;
    return out;
  }
  if (out.reason != StopReason::converged) return out;
  VectorXd const w = turned * out.z + q_turned;
  out.z(A) = w(A).cwiseMax(0);
  return out;
}

}  // namespace orthant
