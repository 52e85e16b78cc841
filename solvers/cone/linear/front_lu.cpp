// Dense fronts: what they gather, eliminate and pass on.
#include "solvers/cone/linear/front_lu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "solvers/cone/linear/elimination_tree.hpp"

namespace orthant::cone {
namespace {

constexpr int most_pivots = 32;  // whose factors are inverted by hand

std::ptrdiff_t area(int rows, int columns) { return std::ptrdiff_t(rows) * columns; }

/// to -= factor from
inline void subtract(double factor, double const* __restrict from, double* __restrict to, int n) {
  for (int i = 0; i < n; ++i) to[i] -= factor * from[i];
}

/// P A = L U of A (n, n), which is overwritten: L^-1 P, U^-1 and the sign of the determinant; 0
/// where a pivot is zero.
int invert_factors(double* A, int n, double* L, double* U) {
  int sign = 1;
  std::array<int, most_pivots> row;  // of A
  std::iota(row.begin(), row.begin() + n, 0);
  for (int k = 0; k < n; ++k) {
    double* const pivots = A + area(n, k);
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(pivots[i]) > std::abs(pivots[best])) best = i;
    if (pivots[best] == 0) return 0;
    if (best != k) {
      for (int j = 0; j < n; ++j) std::swap(A[k + area(n, j)], A[best + area(n, j)]);
      std::swap(row[k], row[best]);
      sign = -sign;
    }
    if (pivots[k] < 0) sign = -sign;
    double const inverse = 1 / pivots[k];
    for (int i = k + 1; i < n; ++i) pivots[i] *= inverse;
    for (int j = k + 1; j < n; ++j) {
      double* const column = A + area(n, j) + k;
      subtract(column[0], pivots + k + 1, column + 1, n - k - 1);
    }
  }
  for (int k = 0; k < n; ++k) {  // columns of L^-1, and where P takes them
    double* const x = L + area(n, row[k]);
    std::fill(x, x + n, 0.0);
    x[k] = 1;
    for (int j = k; j < n; ++j) subtract(x[j], A + j + 1 + area(n, j), x + j + 1, n - j - 1);
  }
  for (int k = 0; k < n; ++k) {
    double* const x = U + area(n, k);
    std::fill(x, x + n, 0.0);
    x[k] = 1;
    for (int j = k; j >= 0; --j) {
      x[j] /= A[j + area(n, j)];
      subtract(x[j], A + area(n, j), x, j);
    }
  }
  return sign;
}

}  // namespace

void FrontLu::analyse(Sparse const& pattern) {
  EliminationTree const tree(pattern);
  order_ = tree.order;
  int const n = static_cast<int>(order_.size());
  std::vector<int> place(n), front_of(n), local(n);
  for (int k = 0; k < n; ++k) place[order_[k]] = k;
  fronts_.clear();
  std::ptrdiff_t factors = 0, work = 0;
  for (auto const& columns : tree.supernodes())
    for (int first = 0; first < columns.count; first += most_pivots) {
      Front f;
      f.first = columns.first + first;
      f.pivots = std::min(most_pivots, columns.count - first);
      f.rows.assign(columns.rows.begin() + first, columns.rows.end());
      f.others = static_cast<int>(f.rows.size()) - f.pivots;
      f.factors = factors;
      std::ptrdiff_t const needs = 2 * area(f.pivots, f.pivots) + 2 * area(f.pivots, f.others);
      factors += needs;
      work = std::max(work, needs);
      for (int k = 0; k < f.pivots; ++k) front_of[f.first + k] = static_cast<int>(fronts_.size());
      fronts_.push_back(std::move(f));
    }
  factors_.resize(static_cast<std::size_t>(factors));
  work_.resize(static_cast<std::size_t>(work));
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    if (f.others == 0) continue;
    Front& up = fronts_[front_of[f.rows[f.pivots]]];
    up.children.push_back(static_cast<int>(s));
    place_runs(f, up);
  }
  // An entry belongs to the front of its row or column, whichever is eliminated first.
  for (int j = 0; j < n; ++j)
    for (int v = pattern.outerIndexPtr()[j]; v < pattern.outerIndexPtr()[j + 1]; ++v) {
      int const row = place[pattern.innerIndexPtr()[v]], column = place[j];
      Front& f = fronts_[front_of[std::min(row, column)]];
      auto const in_front = [&](int k) {
        return static_cast<int>(std::lower_bound(f.rows.begin(), f.rows.end(), k) - f.rows.begin());
      };
      int const r = in_front(row), c = in_front(column), p = f.pivots;
      std::ptrdiff_t const to = c >= p   ? area(p, p) + area(f.others, p) + r + area(p, c - p)
                                : r >= p ? area(p, p) + r - p + area(f.others, c)
                                         : r + area(p, c);
      Run* const last = f.entries.empty() ? nullptr : &f.entries.back();
      if (last && last->from + last->count == v && last->to + last->count == to)
        ++last->count;
      else
        f.entries.push_back({v, static_cast<int>(to), 1});
    }
  share_storage();
}

void FrontLu::place_runs(Front& child, Front const& up) {
  auto const add = [](std::vector<Run>& runs, int from, int to) {
    if (!runs.empty() && runs.back().from + runs.back().count == from &&
        runs.back().to + runs.back().count == to)
      ++runs.back().count;
    else
      runs.push_back({from, to, 1});
  };
  for (int k = 0; k < child.others; ++k) {
    int const row = static_cast<int>(
        std::lower_bound(up.rows.begin(), up.rows.end(), child.rows[child.pivots + k]) -
        up.rows.begin());
    child.in_parent.push_back(row);
    if (row < up.pivots)
      add(child.to_pivots, k, row);
    else
      add(child.to_others, k, row - up.pivots);
  }
}

/// What is left of a front is needed until its parent has gathered it: the first gap is taken.
void FrontLu::share_storage() {
  struct Taken {
    std::ptrdiff_t first, last;
    int front;
  };
  std::vector<Taken> taken;  // in the order of storage
  std::ptrdiff_t size = 0;
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    std::ptrdiff_t const needs = area(f.others, f.others);
    auto before = taken.begin();
    f.left = 0;
    for (; before != taken.end() && before->first - f.left < needs; ++before) f.left = before->last;
    taken.insert(before, {f.left, f.left + needs, static_cast<int>(s)});
    size = std::max(size, f.left + needs);
    std::erase_if(taken, [&](Taken const& t) {
      return std::find(f.children.begin(), f.children.end(), t.front) != f.children.end();
    });
  }
  left_.resize(static_cast<std::size_t>(size));
}

void FrontLu::gather(Front const& f, double const* values) {
  int const p = f.pivots, o = f.others;
  double *const A11 = work_.data(), *const A21 = A11 + area(p, p), *const A12 = A21 + area(o, p),
                *const A22 = left_.data() + f.left;
  std::fill(A11, A12 + area(p, o), 0.0);
  std::fill(A22, A22 + area(o, o), 0.0);
  auto const add = [](double const* from, std::vector<Run> const& runs, double* to) {
    for (Run const& run : runs)
      for (int k = 0; k < run.count; ++k) to[run.to + k] += from[run.from + k];
  };
  add(values, f.entries, A11);
  for (int c : f.children) {
    Front const& child = fronts_[static_cast<std::size_t>(c)];
    double const* column = left_.data() + child.left;
    for (int j = 0; j < child.others; ++j, column += child.others) {
      int const to = child.in_parent[static_cast<std::size_t>(j)];
      add(column, child.to_pivots, to < p ? A11 + area(p, to) : A12 + area(p, to - p));
      add(column, child.to_others, to < p ? A21 + area(o, to) : A22 + area(o, to - p));
    }
  }
}

bool FrontLu::factorise(Sparse const& matrix) {
  sign_ = 1;
  for (Front const& f : fronts_) {
    gather(f, matrix.valuePtr());
    int const p = f.pivots, o = f.others;
    double *const A11 = work_.data(), *const A21 = A11 + area(p, p), *const A12 = A21 + area(o, p);
    double *const L = factors_.data() + f.factors, *const U = L + area(p, p),
                  *const below = U + area(p, p), *const right = below + area(o, p);
    int const sign = invert_factors(A11, p, L, U);
    if (sign == 0) return false;
    sign_ *= sign;
    if (o == 0) continue;
    multiply(1, A21, o, p, U, p, 0, below);
    multiply(1, L, p, p, A12, o, 0, right);
    multiply(-1, below, o, p, right, o, 1, left_.data() + f.left);
  }
  return true;
}

Vector FrontLu::solve(Vector const& b) const {
  Vector x(b.size()), own, part;
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = b[order_[k]];
  auto const block = [&](Front const& f, std::ptrdiff_t from, int rows, int columns) {
    return Eigen::Map<Dense const>(factors_.data() + f.factors + from, rows, columns);
  };
  for (Front const& f : fronts_) {
    int const p = f.pivots, o = f.others;
    own.noalias() = block(f, 0, p, p) * x.segment(f.first, p);
    x.segment(f.first, p) = own;
    part.noalias() = block(f, 2 * area(p, p), o, p) * own;
    for (int i = 0; i < o; ++i) x[f.rows[p + i]] -= part[i];
  }
  for (std::size_t s = fronts_.size(); s-- > 0;) {
    Front const& f = fronts_[s];
    int const p = f.pivots, o = f.others;
    part.resize(o);
    for (int i = 0; i < o; ++i) part[i] = x[f.rows[p + i]];
    own = x.segment(f.first, p);
    own.noalias() -= block(f, 2 * area(p, p) + area(o, p), p, o) * part;
    x.segment(f.first, p).noalias() = block(f, area(p, p), p, p) * own;
  }
  Vector out(b.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) out[order_[k]] = x[k];
  return out;
}

}  // namespace orthant::cone
