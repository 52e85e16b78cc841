// Spreads rows of planar contacts, and fills the added ones.
#include "orthant/core/cone_problem/plane_contacts.hpp"

#include <vector>

namespace orthant {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

int place(Eigen::Index row) { return static_cast<int>(row / 2 * 3 + row % 2); }

Vector spread(Vector const& x) {
  Vector out = Vector::Zero(x.size() / 2 * 3);
  for (int i = 0; i < x.size(); ++i) out[place(i)] = x[i];
  return out;
}

double scale(Sparse const& W, int contact) {
  for (int const row : {2 * contact + 1, 2 * contact})
    if (double const s = W.coeff(row, row); s > 0) return s;
  return 1;
}

Sparse from(int rows, int columns, Entries const& entries) {
  Sparse out(rows, columns);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

template <class F>
void for_each_entry(Sparse const& A, F&& f) {
  for (int j = 0; j < A.outerSize(); ++j)
    for (Sparse::InnerIterator it(A, j); it; ++it) f(static_cast<int>(it.row()), j, it.value());
}

}  // namespace

void add_second_tangents(ConeProblem& p) {
  int const n = p.contacts(), m = static_cast<int>(p.M.rows());
  p.dimension = 2;
  Vector s(n);
  for (int c = 0; c < n; ++c) s[c] = scale(p.W, c);
  Entries W;
  for_each_entry(p.W, [&](int i, int j, double x) { W.emplace_back(place(i), place(j), x); });
  for (int c = 0; c < n; ++c) W.emplace_back(3 * c + 2, 3 * c + 2, s[c]);
  p.W = from(3 * n, 3 * n, W);
  p.q = spread(p.q);
  if (!p.has_velocities()) return;
  Entries M, H;
  for_each_entry(p.M, [&](int i, int j, double x) { M.emplace_back(i, j, x); });
  for_each_entry(p.H, [&](int i, int j, double x) { H.emplace_back(i, place(j), x); });
  for (int c = 0; c < n; ++c) {
    M.emplace_back(m + c, m + c, 1 / s[c]);
    H.emplace_back(m + c, 3 * c + 2, 1);
  }
  p.M = from(m + n, m + n, M);
  p.H = from(m + n, 3 * n, H);
  p.w = spread(p.w);
  p.f.conservativeResizeLike(Vector::Zero(m + n));
}

}  // namespace orthant
