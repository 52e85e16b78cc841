// A contact problem in the standard second-order cone: scales, and where a path through it begins.
#pragma once
#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// x = D^-1 r and D u, D = diag(1 / mu, 1, 1). Without friction diag(1, 0, 0): a half-line.
inline Vector standard_scales(Vector const& mu) {
  Vector D(3 * mu.size());
  for (int c = 0; c < mu.size(); ++c)
    D.segment<3>(3 * c) = mu[c] > 0 ? Vector3(1 / mu[c], 1, 1) : Vector3(1, 0, 0);
  return D;
}

/// 0 has the inverse 1 here.
template <class Scales>
Scales standard_inverse(Scales const& D) {
  return D.unaryExpr([](double d) { return d > 0 ? 1 / d : 1.0; });
}

/// A start of the size of what moves the contacts: whatever the units, it is neither far nor near.
struct StandardSizes {
  StandardSizes(ConeProblem const& problem, Vector const& D) {
    int const n = problem.contacts();
    double const trace = D.cwiseAbs2().dot(problem.W.diagonal());
    y = D.cwiseProduct(problem.q).norm() / std::sqrt(n);
    x = y / (trace > 0 ? trace / (3 * n) : 1);
  }
  double x, y;
};

inline Vector3 at(Vector const& x, int c) { return x.segment<3>(3 * c); }

template <class F>
Vector for_each_contact(int contacts, F f) {
  Vector out(3 * contacts);
  for (int c = 0; c < contacts; ++c) out.segment<3>(3 * c) = f(c);
  return out;
}

inline Vector first_axis(int contacts, double length) {
  return for_each_contact(contacts, [&](int) -> Vector3 { return {length, 0, 0}; });
}

}  // namespace orthant::cone
