// The elimination tree of a symmetric pattern of blocks [Liu 1990], and its supernodes.
#include "orthant/solvers/factors/detail/elimination_tree.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace orthant::factors {
namespace {

/// The nodes in postorder: children before parents, and each subtree contiguous.
std::vector<int> postorder(std::vector<int> const& parent) {
  int const n = static_cast<int>(parent.size());
  std::vector<int> child(n, -1), next(n, -1), out, stack;
  for (int k = n - 1; k >= 0; --k)
    if (parent[k] >= 0) {
      next[k] = child[parent[k]];
      child[parent[k]] = k;
    }
  for (int root = 0; root < n; ++root) {
    if (parent[root] >= 0) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      int const k = stack.back();
      if (child[k] >= 0) {
        stack.push_back(child[k]);
        child[k] = next[child[k]];
      } else {
        out.push_back(k);
        stack.pop_back();
      }
    }
  }
  return out;
}

/// Approximate minimum degree, each node as one unknown.
std::vector<int> minimum_degree(BlockPattern const& pattern) {
  int const n = pattern.nodes();
  if (n == 0) return {};
  std::vector<double> const values(pattern.row.size(), 1);
  Eigen::SparseMatrix<double> const nodes = Eigen::Map<Eigen::SparseMatrix<double> const>(
      n, n, pattern.blocks(), pattern.start.data(), pattern.row.data(), values.data());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> amd;
  Eigen::AMDOrdering<int>{}(nodes.selfadjointView<Eigen::Upper>(), amd);
  return {amd.indices().begin(), amd.indices().end()};
}

}  // namespace

EliminationTree::EliminationTree(BlockPattern const& pattern)
    : EliminationTree(pattern, minimum_degree(pattern)) {
  std::vector<int> sorted;
  sorted.reserve(order.size());
  for (int k : postorder(parent)) sorted.push_back(order[k]);
  order = std::move(sorted);
  climb();
}

EliminationTree EliminationTree::in_given_order(BlockPattern const& pattern) {
  std::vector<int> order(pattern.nodes());
  std::iota(order.begin(), order.end(), 0);
  return {pattern, std::move(order)};
}

EliminationTree::EliminationTree(BlockPattern const& pattern, std::vector<int> given)
    : order(std::move(given)), place(order.size()), pattern_(pattern) {
  climb();
}

void EliminationTree::climb() {
  int const n = pattern_.nodes();
  std::vector<int> seen(n, -1);
  parent.assign(n, -1);
  count.resize(n);
  for (int k = 0; k < n; ++k) {
    place[order[k]] = k;
    count[k] = width(k);
  }
  for (int k = 0; k < n; ++k) {
    seen[k] = k;
    for (int b = pattern_.start[order[k]]; b < pattern_.start[order[k] + 1]; ++b)
      for (int i = place[pattern_.row[b]]; i < k && seen[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        count[i] += width(k);  // row k of the factor has an entry in column i
        seen[i] = k;
      }
  }
}

double EliminationTree::flops() const {
  double sum = 0;
  for (int k = 0; k < pattern_.nodes(); ++k)
    for (int i = 0; i < width(k); ++i) {
      double const rows = count[k] - i;
      sum += 2 * rows * rows;
    }
  return sum;
}

std::vector<EliminationTree::Supernode> EliminationTree::supernodes() const {
  int const n = pattern_.nodes();
  std::vector<Supernode> out;
  std::vector<int> seen(n, -1);
  // supernodes, linked by the parent of their last node
  std::vector<int> child(n, -1), sibling;
  for (int first = 0; first < n;) {
    Supernode s{first, 1, {}};
    while (first + s.count < n && parent[first + s.count - 1] == first + s.count &&
           count[first + s.count] == count[first + s.count - 1] - width(first + s.count - 1))
      ++s.count;
    int const last = first + s.count - 1;
    std::vector<int>& rows = s.rows;
    auto const add = [&](int row) {
      if (row <= last || seen[row] == first) return;
      seen[row] = first;
      rows.push_back(row);
    };
    for (int k = first; k <= last; ++k) rows.push_back(k);
    for (int k = first; k <= last; ++k) {
      for (int b = pattern_.start[order[k]]; b < pattern_.start[order[k] + 1]; ++b)
        add(place[pattern_.row[b]]);
      for (int c = child[k]; c >= 0; c = sibling[c])
        for (int row : out[c].rows) add(row);
    }
    std::sort(rows.begin() + s.count, rows.end());
    sibling.push_back(-1);
    if (int const up = parent[last]; up >= 0) {
      sibling.back() = child[up];
      child[up] = static_cast<int>(out.size());
    }
    out.push_back(std::move(s));
    first = last + 1;
  }
  return joined(std::move(out));
}

/// A supernode is merged into its parent, the next in the order, if this adds few zeros.
std::vector<EliminationTree::Supernode> EliminationTree::joined(std::vector<Supernode> all) const {
  constexpr double zeros_allowed = 0.1;
  auto const entries = [](double columns, double rows) { return columns * (2 * rows - columns); };
  struct Size {
    int columns, rows;  // unknowns
    double needed;      // entries of the factors that are not explicit zeros
  };
  std::vector<Supernode> out;
  std::vector<Size> sizes;
  for (Supernode& s : all) {
    Size own{0, 0, 0};
    for (int k = 0; k < s.count; ++k) own.columns += width(s.first + k);
    for (int row : s.rows) own.rows += width(row);
    own.needed = entries(own.columns, own.rows);
    while (!out.empty()) {
      Supernode const& before = out.back();
      bool const follows =
          std::ssize(before.rows) > before.count && before.rows[before.count] < s.first + s.count;
      Size const together{own.columns + sizes.back().columns, own.rows + sizes.back().columns,
                          own.needed + sizes.back().needed};
      if (!follows ||
          entries(together.columns, together.rows) > (1 + zeros_allowed) * together.needed)
        break;
      std::vector<int> rows(before.count);
      std::iota(rows.begin(), rows.end(), before.first);
      s.rows.insert(s.rows.begin(), rows.begin(), rows.end());
      s.first = before.first;
      s.count += before.count;
      own = together;
      out.pop_back();
      sizes.pop_back();
    }
    sizes.push_back(own);
    out.push_back(std::move(s));
  }
  return out;
}

}  // namespace orthant::factors
