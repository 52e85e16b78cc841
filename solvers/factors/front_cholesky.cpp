// Assembly of a front, its Cholesky factorisation, and substitution. Of a front, and of its
// complement, only the lower triangle is used.
#include "orthant/solvers/factors/front_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/solvers/factors/detail/dense.hpp"

namespace orthant::factors {
namespace {

/// Overwrites the lower triangle of A (n, n) with L of A = L L^T; false if a pivot is not positive.
ORTHANT_FOR_EACH_PROCESSOR bool factorise_lower(double* A, int n) {
  for (int k = 0; k < n; ++k) {
    subtract_before(k, A + k, n, A, n, k, n - k);
    double* const column = A + area(n, k);
    if (!(column[k] > 0)) return false;
    column[k] = std::sqrt(column[k]);
    double const inverse = 1 / column[k];
    for (int i = k + 1; i < n; ++i) column[i] *= inverse;
  }
  return true;
}

/// B (m, n) <- B L^-T, with the lower triangle L (n, n).
ORTHANT_FOR_EACH_PROCESSOR void divide_by_transposed(double const* L, int n, double* B, int m) {
  for (int first = 0; first < m; first += some_rows) {
    int const count = std::min(some_rows, m - first);
    for (int k = 0; k < n; ++k) {
      subtract_before(k, L + k, n, B, m, first, count);
      double const inverse = 1 / L[k + area(n, k)];
      double* const column = B + first + area(m, k);
      for (int i = 0; i < count; ++i) column[i] *= inverse;
    }
  }
}

/// The lower triangle of C (m, m) -= B B^T, of B (m, n).
ORTHANT_FOR_EACH_PROCESSOR void subtract_square(double const* B, int m, int n, double* C) {
  for (int j = 0; j < m; ++j) subtract_columns(n, B + j, m, B, m, j, m - j, C + area(m, j) + j);
}

ORTHANT_FOR_EACH_PROCESSOR void substitute_forward(double const* L, int p, int o, double* own,
                                                   double* part) {
  double const* const below = L + area(p, p);
  std::fill_n(part, o, 0.0);
  for (int k = 0; k < p; ++k) {
    own[k] /= L[k + area(p, k)];
    subtract(own[k], L + area(p, k) + k + 1, own + k + 1, p - k - 1);
    subtract(own[k], below + area(o, k), part, o);
  }
}

ORTHANT_FOR_EACH_PROCESSOR void substitute_backward(double const* L, int p, int o, double* own,
                                                    double const* part) {
  double const* const below = L + area(p, p);
  for (int k = p; k-- > 0;) {
    double sum = own[k];
    double const *const column = L + area(p, k), *const side = below + area(o, k);
    for (int i = 0; i < o; ++i) sum -= side[i] * part[i];
    for (int i = k + 1; i < p; ++i) sum -= column[i] * own[i];
    own[k] = sum / column[k];
  }
}

}  // namespace

void FrontCholesky::analyse(BlockPattern const& pattern) {
  tree_ = FrontTree(pattern, EliminationTree::in_given_order(pattern), 1);
  factors_.resize(static_cast<std::size_t>(tree_.factors));
  left_.resize(static_cast<std::size_t>(tree_.left));
  int most = 0;
  for (Front const& f : tree_.fronts) most = std::max(most, f.others);
  part_.resize(static_cast<std::size_t>(most));
  place_entries(pattern);
}

/// An entry belongs to the front that eliminates its row in the upper triangle.
void FrontCholesky::place_entries(BlockPattern const& pattern) {
  std::vector<int> in_front(tree_.order.size());  // (position) row among the others of a front
  entries_.clear();
  int node = 0;
  for (Front& f : tree_.fronts) {
    int const p = f.pivots, o = f.others, end = f.first + p;
    for (int i = 0; i < o; ++i) in_front[tree_.rows[f.rows + i]] = i;
    for (; node < pattern.nodes() && pattern.first[node] < end; ++node) {
      int const row = pattern.first[node] - f.first, width = pattern.width(node);
      for (int b = pattern.start[node]; b < pattern.start[node + 1]; ++b) {
        int const other = pattern.row[b];
        if (other < node) continue;
        int at = pattern.value[pattern.block(node, other)];
        for (int c = pattern.first[other]; c < pattern.first[other + 1]; ++c, at += width) {
          int const count = other == node ? c - pattern.first[node] + 1 : width;
          bool const inside = c < end;
          int const to = inside ? c - f.first + p * row : p * p + in_front[c] + o * row;
          entries_.push_back({at, to, count, inside ? p : o});
        }
      }
    }
    f.entries = entries_.size();
  }
}

void FrontCholesky::gather(Front const& f, double const* values) {
  int const p = f.pivots, o = f.others;
  double* const A = factors_.data() + f.factors;
  std::fill_n(A, area(p, p) + area(p, o), 0.0);
  std::fill_n(left_.data() + f.left, area(o, o), 0.0);
  std::size_t const first = &f == tree_.fronts.data() ? 0 : (&f)[-1].entries;
  for (std::size_t e = first; e < f.entries; ++e) {
    Entry const& entry = entries_[e];
    double* to = A + entry.to;
    for (int i = 0; i < entry.count; ++i, to += entry.step) *to = values[entry.from + i];
  }
  for (int c = f.child; c >= 0; c = tree_.fronts[c].sibling) add_child(f, tree_.fronts[c]);
}

void FrontCholesky::add_child(Front const& f, Front const& child) {
  using Run = FrontTree::Run;
  int const p = f.pivots, o = f.others;
  double *const A11 = factors_.data() + f.factors, *const A21 = A11 + area(p, p),
                *const A22 = left_.data() + f.left;
  Run const* run = tree_.runs.data() + child.runs;
  Run const *const middle = tree_.runs.data() + child.to_pivots, *const last = tree_.runs.data() +
                                                                               child.to_others;
  double const* column = left_.data() + child.left;
  /// Adds the rows from j on.
  auto const add = [&](Run const* from, Run const* end, int j, double* to) {
    for (; from != end; ++from) {
      int const skipped = std::max(0, j - from->from);
      double* const target = to + from->to;
      double const* const source = column + from->from;
      for (int k = skipped; k < from->count; ++k) target[k] += source[k];
    }
  };
  for (int j = 0; j < child.others; ++j, column += child.others) {
    while (run->from + run->count <= j) ++run;  // the run of row j
    int const to = tree_.in_parent[child.rows + j];
    if (to < p) {
      add(run, middle, j, A11 + area(p, to));
      add(middle, last, j, A21 + area(o, to));
    } else {
      add(run, last, j, A22 + area(o, to - p));
    }
  }
}

bool FrontCholesky::factorise(double const* values) {
  constexpr int least_rows_for_blas = 64;  // rows below which a product is not worth a call to BLAS
  for (Front const& f : tree_.fronts) {
    gather(f, values);
    int const p = f.pivots, o = f.others;
    double *const L = factors_.data() + f.factors, *const below = L + area(p, p);
    if (!factorise_lower(L, p)) return false;
    if (o == 0) continue;
    divide_by_transposed(L, p, below, o);
    if (o < least_rows_for_blas)
      subtract_square(below, o, p, left_.data() + f.left);
    else
      add_product(-1, below, o, below, o, p, left_.data() + f.left);
  }
  return true;
}

void FrontCholesky::solve(double* x) {
  for (Front const& f : tree_.fronts) {
    substitute_forward(factors_.data() + f.factors, f.pivots, f.others, x + f.first, part_.data());
    int const* const rows = tree_.rows.data() + f.rows;
    for (int i = 0; i < f.others; ++i) x[rows[i]] += part_[i];
  }
  for (std::size_t s = tree_.fronts.size(); s-- > 0;) {
    Front const& f = tree_.fronts[s];
    int const* const rows = tree_.rows.data() + f.rows;
    for (int i = 0; i < f.others; ++i) part_[i] = x[rows[i]];
    substitute_backward(factors_.data() + f.factors, f.pivots, f.others, x + f.first, part_.data());
  }
}

}  // namespace orthant::factors
