// One Gauss-Seidel sweep over the contacts, with the velocities updated at each contact.
#include "orthant/solvers/cone/sweep.hpp"

#include "orthant/solvers/cone/single_contact.hpp"

namespace orthant::cone {
namespace {

Matrix3 own_block(Sparse const& W, int c) {
  Matrix3 W_cc = Matrix3::Zero();
  for (int j = 0; j < 3; ++j)
    for (Sparse::InnerIterator it(W, 3 * c + j); it && it.row() < 3 * c + 3; ++it)
      if (it.row() >= 3 * c) W_cc(it.row() - 3 * c, j) = it.value();
  return W_cc;
}

}  // namespace

Sweep::Sweep(ConeProblem const& problem) : problem_(problem) {
  for (int c = 0; c < problem.contacts(); ++c) own_.push_back(own_block(problem.W, c));
}

void Sweep::operator()(Vector& r, Vector& u) const {
  Sparse const& W = problem_.W;
  for (int c = 0; c < problem_.contacts(); ++c) {
    Matrix3 const& W_cc = own_[nth(c)];
    Vector3 const old = r.segment<3>(3 * c);
    Vector3 const q = u.segment<3>(3 * c) - W_cc * old;
    Vector3 const change = solve_single_contact(W_cc, q, problem_.mu[c]) - old;
    if (change.isZero(0)) continue;
    r.segment<3>(3 * c) += change;
    for (int j = 0; j < 3; ++j)  // by columns, as W is stored
      for (Sparse::InnerIterator it(W, 3 * c + j); it; ++it) u[it.row()] += it.value() * change[j];
  }
}

}  // namespace orthant::cone
