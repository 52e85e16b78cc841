// The multifrontal LU: assembly of a front, its elimination, and substitution.
#include "solvers/cone/linear/front_lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

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

/// Column k of A (m, n) <- column row[k].
void permute_columns(double* A, int m, int n, int const* row, std::vector<double>& copy) {
  bool same = true;
  for (int k = 0; k < n; ++k) same = same && row[k] == k;
  if (same) return;
  copy.assign(A, A + area(m, n));
  for (int k = 0; k < n; ++k)
    if (row[k] != k) std::copy_n(copy.data() + area(m, row[k]), m, A + area(m, k));
}

}  // namespace

void FrontLu::analyse(BlockPattern const& pattern, EliminationTree const& tree) {
  make_fronts(pattern, tree);
  in_parent_.resize(rows_.size());
  runs_.clear();
  for (std::size_t s = 0; s < fronts_.size(); ++s) place_rows(s);
  place_entries(pattern, tree);
  share_storage();
}

void FrontLu::make_fronts(BlockPattern const& pattern, EliminationTree const& tree) {
  int const nodes = pattern.nodes();
  std::vector<int> at(nodes + 1, 0);  // (position of a node) that of its first unknown
  order_.clear();
  for (int k = 0; k < nodes; ++k) {
    int const node = tree.order[k];
    for (int i = pattern.first[node]; i < pattern.first[node + 1]; ++i) order_.push_back(i);
    at[k + 1] = static_cast<int>(order_.size());
  }
  row_.resize(order_.size());
  front_of_.resize(order_.size());
  fronts_.clear();
  rows_.clear();
  std::ptrdiff_t factors = 0;
  for (auto const& s : tree.supernodes())
    for (int k = 0; k < s.count;) {
      Front f;
      f.first = at[s.first + k];
      do f.pivots = at[s.first + ++k] - f.first;
      while (k < s.count && at[s.first + k + 1] - f.first <= most_pivots);
      f.rows = rows_.size();
      for (auto row = s.rows.begin() + k; row != s.rows.end(); ++row)
        for (int i = at[*row]; i < at[*row + 1]; ++i) rows_.push_back(i);
      f.others = static_cast<int>(rows_.size() - f.rows);
      f.factors = factors;
      factors += area(f.pivots, f.pivots) + 2 * area(f.pivots, f.others);
      std::fill_n(front_of_.begin() + f.first, f.pivots, static_cast<int>(fronts_.size()));
      fronts_.push_back(f);
    }
  factors_.resize(static_cast<std::size_t>(factors));
}

/// Links a front to its parent, and finds its rows there.
void FrontLu::place_rows(std::size_t s) {
  Front& f = fronts_[s];
  if (f.others > 0) {
    int const* const rows = rows_.data() + f.rows;
    f.parent = front_of_[rows[0]];
    Front& up = fronts_[f.parent];
    f.sibling = up.child;
    up.child = static_cast<int>(s);
    int const* in_up = rows_.data() + up.rows;
    for (int k = 0; k < f.others; ++k) {
      int const pivot = rows[k] - up.first;
      if (pivot >= up.pivots)
        while (*in_up != rows[k]) ++in_up;
      in_parent_[f.rows + k] = pivot < up.pivots
                                   ? pivot
                                   : up.pivots + static_cast<int>(in_up - (rows_.data() + up.rows));
    }
    int const* const to = in_parent_.data() + f.rows;
    int k = 0;
    auto const add_runs = [&](int last, int first_row) {
      for (int from = k; k < f.others && to[k] < last; from = k) {
        while (++k < f.others && to[k] < last && to[k] == to[k - 1] + 1) {
        }
        runs_.push_back({from, to[from] - first_row, k - from});
      }
    };
    add_runs(up.pivots, 0);
    f.to_pivots = runs_.size();
    add_runs(up.pivots + up.others, up.pivots);
  } else {
    f.to_pivots = runs_.size();
  }
  f.to_others = runs_.size();
}

/// A block belongs to the front that eliminates the first of its row and its column.
void FrontLu::place_entries(BlockPattern const& pattern, EliminationTree const& tree) {
  int const nodes = pattern.nodes();
  std::vector<int> mirrored(pattern.row.size());  // (block (i, j)) the block (j, i)
  std::vector<int> next(pattern.start.begin(), pattern.start.end() - 1);
  for (int j = 0; j < nodes; ++j)
    for (int b = pattern.start[j]; b < pattern.start[j + 1]; ++b)
      mirrored[b] = next[pattern.row[b]]++;
  std::vector<int> at(nodes);  // (node) position of its first unknown
  for (int k = 0, position = 0; k < nodes; ++k) {
    at[tree.order[k]] = position;
    position += pattern.width(tree.order[k]);
  }
  std::vector<int> in_front(order_.size());  // (position) row among the others of a front
  entries_.clear();
  int k = 0;  // position of a node
  for (Front& f : fronts_) {
    int const p = f.pivots, o = f.others, end = f.first + p;
    for (int i = 0; i < o; ++i) in_front[rows_[f.rows + i]] = i;
    for (; k < nodes && at[tree.order[k]] < end; ++k) {
      int const j = tree.order[k], column = at[j] - f.first, width = pattern.width(j);
      for (int b = pattern.start[j]; b < pattern.start[j + 1]; ++b) {
        int const i = pattern.row[b], height = pattern.width(i);
        if (at[i] < f.first) continue;
        if (at[i] < end) {
          entries_.push_back(
              {pattern.value[b], at[i] - f.first + p * column, height, width, p, false});
          continue;
        }
        int const to = p * p + in_front[at[i]] + o * column;
        entries_.push_back({pattern.value[b], to, height, width, o, false});
        entries_.push_back({pattern.value[mirrored[b]], to + o * p, width, height, o, true});
      }
    }
    f.entries = entries_.size();
  }
}

/// Assigns storage to the Schur complements A22. Each is needed until its parent has assembled it.
/// The first gap that is large enough is used.
void FrontLu::share_storage() {
  struct Taken {
    std::ptrdiff_t first, last;
    int parent;
  };
  std::vector<Taken> taken;  // in the order of storage
  std::ptrdiff_t size = 0;
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    Front& f = fronts_[s];
    std::ptrdiff_t const needs = area(f.others, f.others);
    auto before = taken.begin();
    f.left = 0;
    for (; before != taken.end() && before->first - f.left < needs; ++before) f.left = before->last;
    taken.insert(before, {f.left, f.left + needs, f.parent});
    size = std::max(size, f.left + needs);
    std::erase_if(taken, [&](Taken const& t) { return t.parent == static_cast<int>(s); });
  }
  left_.resize(static_cast<std::size_t>(size));
}

void FrontLu::add_child(Front const& f, Front const& child) {
  int const p = f.pivots, o = f.others;
  double *const A11 = factors_.data() + f.factors, *const A21 = A11 + area(p, p),
                *const A12 = A21 + area(o, p), *const A22 = left_.data() + f.left;
  Run const* const first = runs_.data() + (&child == fronts_.data() ? 0 : (&child)[-1].to_others);
  Run const *const middle = runs_.data() + child.to_pivots, *const last =
                                                                runs_.data() + child.to_others;
  double const* column = left_.data() + child.left;
  auto const add = [&](Run const* run, Run const* end, double* to) {
    for (; run != end; ++run) {
      double* const target = to + run->to;
      double const* const source = column + run->from;
      for (int k = 0; k < run->count; ++k) target[k] += source[k];
    }
  };
  for (int j = 0; j < child.others; ++j, column += child.others) {
    int const to = in_parent_[child.rows + j];
    if (to < p) {
      add(first, middle, A11 + area(p, to));
      add(middle, last, A21 + area(o, to));
    } else {
      for (Run const* run = first; run != middle; ++run)
        for (int k = 0; k < run->count; ++k)
          A12[to - p + area(o, run->to + k)] += column[run->from + k];
      add(middle, last, A22 + area(o, to - p));
    }
  }
}

void FrontLu::gather(Front const& f, double const* values) {
  int const p = f.pivots, o = f.others;
  double* const A = factors_.data() + f.factors;
  std::fill_n(A, area(p, p) + 2 * area(p, o), 0.0);
  std::fill_n(left_.data() + f.left, area(o, o), 0.0);
  std::size_t const first = &f == fronts_.data() ? 0 : (&f)[-1].entries;
  for (std::size_t e = first; e < f.entries; ++e) {
    Entry const& entry = entries_[e];
    double const* from = values + entry.from;
    double* to = A + entry.to;
    for (int j = 0; j < entry.columns; ++j)
      for (int i = 0; i < entry.rows; ++i)
        to[entry.transposed ? j + entry.step * i : i + entry.step * j] = *from++;
  }
  for (int c = f.child; c >= 0; c = fronts_[c].sibling) add_child(f, fronts_[c]);
}

bool FrontLu::factorise(std::vector<double> const& values) {
  sign_ = 1;
  std::vector<double> copy;
  for (Front const& f : fronts_) {
    gather(f, values.data());
    int const p = f.pivots, o = f.others;
    double *const LU = factors_.data() + f.factors, *const below = LU + area(p, p),
                  *const right = below + area(o, p);
    int* const row = row_.data() + f.first;
    int const sign = cone::factorise(LU, p, row);
    if (sign == 0) return false;
    sign_ *= sign;
    if (o == 0) continue;
    divide_by_upper(LU, p, below, o);
    permute_columns(right, o, p, row, copy);
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
    int const* const rows = rows_.data() + f.rows;
    for (int i = 0; i < o; ++i) x[rows[i]] -= part[i];
  }
  for (std::size_t s = fronts_.size(); s-- > 0;) {
    Front const& f = fronts_[s];
    int const p = f.pivots, o = f.others;
    part.resize(o);
    int const* const rows = rows_.data() + f.rows;
    for (int i = 0; i < o; ++i) part[i] = x[rows[i]];
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
