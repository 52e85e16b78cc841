// A contact problem in the standard second-order cone: the scales D, and the start of a path.
#pragma once
#include "orthant/solvers/cone/linear/detail/block_diagonal.hpp"

namespace orthant::cone {

/// D = diag(1 / mu, 1, 1) of each contact maps the friction cone to the standard one: x = D^-1 r
/// and D u. Without friction D = diag(1, 0, 0), and the cone is a half-line.
inline Vector standard_scales(Vector const& mu) {
  Vector D(3 * mu.size());
  for (int c = 0; c < mu.size(); ++c)
    D.segment<3>(3 * c) = mu[c] > 0 ? Vector3(1 / mu[c], 1, 1) : Vector3(1, 0, 0);
  return D;
}

/// D^-1, where a zero of D has the inverse 1.
template <class Scales>
Scales standard_inverse(Scales const& D) {
  return D.unaryExpr([](double d) { return d > 0 ? 1 / d : 1.0; });
}

/// The sizes of x [N s] and y [m/s] for a start. y is the root mean square of D q, and x is y over
/// the mean of the diagonal of D W D. So the start does not depend on units.
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
