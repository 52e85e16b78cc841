// The multifrontal LU: assembly of a front, its elimination, and substitution.
#include "orthant/solvers/factors/detail/front_lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "orthant/solvers/factors/detail/front_kernels.hpp"

namespace orthant::factors {
namespace {

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
  tree_ = FrontTree(pattern, tree, 2);
  row_.resize(tree_.order.size());
  factors_.resize(static_cast<std::size_t>(tree_.factors));
  left_.resize(static_cast<std::size_t>(tree_.left));
  place_entries(pattern, tree);
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
  for (int k = 0; k < nodes; ++k) at[tree.order[k]] = tree_.at[k];
  std::vector<int> in_front(tree_.order.size());  // (position) row among the others of a front
  entries_.clear();
  int k = 0;  // position of a node
  for (Front& f : tree_.fronts) {
    int const p = f.pivots, o = f.others, end = f.first + p;
    for (int i = 0; i < o; ++i) in_front[tree_.rows[f.rows + i]] = i;
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

void FrontLu::add_child(Front const& f, Front const& child) {
  int const p = f.pivots, o = f.others;
  double *const A11 = factors_.data() + f.factors, *const A21 = A11 + area(p, p),
                *const A12 = A21 + area(o, p), *const A22 = left_.data() + f.left;
  using Run = FrontTree::Run;
  Run const *const first = tree_.runs.data() + child.runs,
                   *const middle = tree_.runs.data() + child.to_pivots,
                   *const last = tree_.runs.data() + child.to_others;
  double const* column = left_.data() + child.left;
  auto const add = [&](Run const* run, Run const* end, double* to) {
    for (; run != end; ++run) {
      double* const target = to + run->to;
      double const* const source = column + run->from;
      for (int k = 0; k < run->count; ++k) target[k] += source[k];
    }
  };
  for (int j = 0; j < child.others; ++j, column += child.others) {
    int const to = tree_.in_parent[child.rows + j];
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
  std::size_t const first = &f == tree_.fronts.data() ? 0 : (&f)[-1].entries;
  for (std::size_t e = first; e < f.entries; ++e) {
    Entry const& entry = entries_[e];
    double const* from = values + entry.from;
    double* to = A + entry.to;
    if (entry.transposed) {
      for (int j = 0; j < entry.columns; ++j, ++to)
        for (int i = 0; i < entry.rows; ++i) to[entry.step * i] = *from++;
    } else {
      for (int j = 0; j < entry.columns; ++j, to += entry.step, from += entry.rows)
        for (int i = 0; i < entry.rows; ++i) to[i] = from[i];
    }
  }
  for (int c = f.child; c >= 0; c = tree_.fronts[c].sibling) add_child(f, tree_.fronts[c]);
}

bool FrontLu::factorise(std::vector<double> const& values) {
  sign_ = 1;
  std::vector<double> copy;
  for (Front const& f : tree_.fronts) {
    gather(f, values.data());
    int const p = f.pivots, o = f.others;
    double *const LU = factors_.data() + f.factors, *const below = LU + area(p, p),
                  *const right = below + area(o, p);
    int* const row = row_.data() + f.first;
    int const sign = factors::factorise(LU, p, row);
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

void FrontLu::Scratch::fit(FrontTree const& tree) {
  int most = 0;
  for (Front const& f : tree.fronts) most = std::max({most, f.pivots, f.others});
  x.resize(std::ssize(tree.order));
  own.resize(most);
  part.resize(most);
}

Vector FrontLu::solve(Vector const& b) const {
  Scratch scratch;
  scratch.fit(tree_);
  Vector out = b;
  substitute(out.data(), scratch);
  return out;
}

void FrontLu::substitute(double* b) {
  scratch_.fit(tree_);
  substitute(b, scratch_);
}

void FrontLu::substitute(double* b, Scratch& scratch) const {
  Vector& x = scratch.x;
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = b[tree_.order[k]];
  auto const block = [&](Front const& f, std::ptrdiff_t from, int rows) {
    return Eigen::Map<Dense const>(factors_.data() + f.factors + from, rows, f.pivots);
  };
  for (Front const& f : tree_.fronts) {
    int const p = f.pivots, o = f.others;
    auto own = scratch.own.head(p), part = scratch.part.head(o);
    for (int k = 0; k < p; ++k) own[k] = x[f.first + row_[f.first + k]];
    auto const LU = block(f, 0, p);
    for (int k = 0; k < p; ++k)
      subtract(own[k], LU.col(k).data() + k + 1, own.data() + k + 1, p - k - 1);
    x.segment(f.first, p) = own;
    part.noalias() = block(f, area(p, p), o) * own;
    int const* const rows = tree_.rows.data() + f.rows;
    for (int i = 0; i < o; ++i) x[rows[i]] -= part[i];
  }
  for (std::size_t s = tree_.fronts.size(); s-- > 0;) {
    Front const& f = tree_.fronts[s];
    int const p = f.pivots, o = f.others;
    auto part = scratch.part.head(o);
    int const* const rows = tree_.rows.data() + f.rows;
    for (int i = 0; i < o; ++i) part[i] = x[rows[i]];
    auto own_part = x.segment(f.first, p);
    own_part.noalias() -= block(f, area(p, p) + area(o, p), o).transpose() * part;
    auto const LU = block(f, 0, p);
    for (int k = p; k-- > 0;) {
      own_part[k] /= LU(k, k);
      subtract(own_part[k], LU.col(k).data(), own_part.data(), k);
    }
  }
  for (Eigen::Index k = 0; k < x.size(); ++k) b[tree_.order[k]] = x[k];
}

}  // namespace orthant::factors
