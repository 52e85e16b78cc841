// The multifrontal LU: assembly of a front, its elimination, and substitution.
#include "solvers/cone/linear/front_lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "solvers/cone/linear/elimination_tree.hpp"

namespace orthant::cone {
namespace {

// These functions are compiled for several instruction sets; the program selects at its start.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__CUDACC__) && !defined(__SANITIZE_ADDRESS__)
#define ORTHANT_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ORTHANT_FOR_EACH_PROCESSOR
#endif

constexpr int most_pivots = 32;  // largest number of pivots in a front; larger supernodes are split

std::ptrdiff_t area(int rows, int columns) { return std::ptrdiff_t(rows) * columns; }

/// to -= factor from
[[gnu::always_inline]] inline void subtract(double factor, double const* __restrict from,
                                            double* __restrict to, int n) {
  for (int i = 0; i < n; ++i) to[i] -= factor * from[i];
}

/// Subtracts from column k of B (m, .) the columns j < k times factor[j step], in `count` rows from
/// `first` on.
[[gnu::always_inline]] inline void subtract_before(int k, double const* factor, int step, double* B,
                                                   int m, int first, int count) {
  double* __restrict const to = B + first + area(m, k);
  int j = 0;
  for (; j + 4 <= k; j += 4) {  // four columns at a time, to load and store `to` less often
    double const *const a = B + first + area(m, j), *const b = a + m, *const c = b + m,
                        *const d = c + m;
    double const f = factor[area(step, j)], g = factor[area(step, j + 1)],
                 h = factor[area(step, j + 2)], l = factor[area(step, j + 3)];
    for (int i = 0; i < count; ++i) to[i] -= (f * a[i] + g * b[i]) + (h * c[i] + l * d[i]);
  }
  for (; j < k; ++j) subtract(factor[area(step, j)], B + first + area(m, j), to, count);
}

/// Overwrites A (n, n) with L and U of P A = L U, where row k of P A is row[k] of A. Returns the
/// sign of the determinant, or 0 if a pivot is zero.
ORTHANT_FOR_EACH_PROCESSOR int factorise(double* A, int n, int* row) {
  int sign = 1;
  std::iota(row, row + n, 0);
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
    for (int i = k + 1; i < n; ++i) pivots[i] /= pivots[k];
    for (int j = k + 1; j < n; ++j) {
      double* const column = A + area(n, j) + k;
      subtract(column[0], pivots + k + 1, column + 1, n - k - 1);
    }
  }
  return sign;
}

constexpr int some_rows = 64;  // rows of a block that fits into the first-level cache

/// B (m, n) <- B U^-1, with U the upper triangle of LU (n, n).
ORTHANT_FOR_EACH_PROCESSOR void divide_by_upper(double const* LU, int n, double* B, int m) {
  for (int first = 0; first < m; first += some_rows) {
    int const count = std::min(some_rows, m - first);
    for (int k = 0; k < n; ++k) {
      double const* const column = LU + area(n, k);
      subtract_before(k, column, 1, B, m, first, count);
      for (int i = first; i < first + count; ++i) B[i + area(m, k)] /= column[k];
    }
  }
}

/// B (m, n) <- B L^-T, with L the lower triangle of LU with a unit diagonal.
ORTHANT_FOR_EACH_PROCESSOR void divide_by_lower(double const* LU, int n, double* B, int m) {
  for (int first = 0; first < m; first += some_rows)
    for (int k = 1; k < n; ++k)
      subtract_before(k, LU + k, n, B, m, first, std::min(some_rows, m - first));
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
      std::ptrdiff_t const needs = area(f.pivots, f.pivots) + 2 * area(f.pivots, f.others);
      factors += needs;
      work = std::max(work, needs);
      for (int k = 0; k < f.pivots; ++k) front_of[f.first + k] = static_cast<int>(fronts_.size());
      fronts_.push_back(std::move(f));
    }
  factors_.resize(static_cast<std::size_t>(factors));
  work_.resize(static_cast<std::size_t>(work));
  row_.resize(order_.size());
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    if (f.others == 0) continue;
    Front& up = fronts_[front_of[f.rows[f.pivots]]];
    up.children.push_back(static_cast<int>(s));
    place_runs(f, up);
  }
  // An entry belongs to the front that eliminates the first of its row and its column.
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
      append(f.entries, v, static_cast<int>(to));
    }
  share_storage();
}

void FrontLu::append(std::vector<Run>& runs, int from, int to) {
  if (!runs.empty() && runs.back().from + runs.back().count == from &&
      runs.back().to + runs.back().count == to)
    ++runs.back().count;
  else
    runs.push_back({from, to, 1});
}

void FrontLu::place_runs(Front& child, Front const& up) {
  for (int k = 0; k < child.others; ++k) {
    int const row = static_cast<int>(
        std::lower_bound(up.rows.begin(), up.rows.end(), child.rows[child.pivots + k]) -
        up.rows.begin());
    child.in_parent.push_back(row);
    if (row < up.pivots)
      append(child.to_pivots, k, row);
    else
      append(child.to_others, k, row - up.pivots);
  }
}

/// Assigns storage to the Schur complements A22. Each is needed until its parent has assembled it.
/// The first gap that is large enough is used.
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
    double const *const A11 = work_.data(), *const A21 = A11 + area(p, p),
                        *const A12 = A21 + area(o, p);
    double *const LU = factors_.data() + f.factors, *const below = LU + area(p, p),
                  *const right = below + area(o, p);
    int* const row = row_.data() + f.first;
    std::copy(A11, A21, LU);
    int const sign = cone::factorise(LU, p, row);
    if (sign == 0) return false;
    sign_ *= sign;
    if (o == 0) continue;
    std::copy(A21, A12, below);
    divide_by_upper(LU, p, below, o);
    for (int k = 0; k < p; ++k)
      for (int j = 0; j < o; ++j) right[j + area(o, k)] = A12[row[k] + area(p, j)];
    divide_by_lower(LU, p, right, o);
    add_product(-1, below, o, right, o, p, left_.data() + f.left);
  }
  return true;
}

Vector FrontLu::solve(Vector const& b) const {
  Vector x(b.size()), own, part;
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = b[order_[k]];
  auto const block = [&](Front const& f, std::ptrdiff_t from, int rows) {
    return Eigen::Map<Dense const>(factors_.data() + f.factors + from, rows, f.pivots);
  };
  for (Front const& f : fronts_) {
    int const p = f.pivots, o = f.others;
    own.resize(p);
    for (int k = 0; k < p; ++k) own[k] = x[f.first + row_[f.first + k]];
    auto const LU = block(f, 0, p);
    for (int k = 0; k < p; ++k)
      subtract(own[k], LU.col(k).data() + k + 1, own.data() + k + 1, p - k - 1);
    x.segment(f.first, p) = own;
    part.noalias() = block(f, area(p, p), o) * own;
    for (int i = 0; i < o; ++i) x[f.rows[p + i]] -= part[i];
  }
  for (std::size_t s = fronts_.size(); s-- > 0;) {
    Front const& f = fronts_[s];
    int const p = f.pivots, o = f.others;
    part.resize(o);
    for (int i = 0; i < o; ++i) part[i] = x[f.rows[p + i]];
    auto own_part = x.segment(f.first, p);
    own_part.noalias() -= block(f, area(p, p) + area(o, p), o).transpose() * part;
    auto const LU = block(f, 0, p);
    for (int k = p; k-- > 0;) {
      own_part[k] /= LU(k, k);
      subtract(own_part[k], LU.col(k).data(), own_part.data(), k);
    }
  }
  Vector out(b.size());
  for (Eigen::Index k = 0; k < x.size(); ++k) out[order_[k]] = x[k];
  return out;
}

}  // namespace orthant::cone
