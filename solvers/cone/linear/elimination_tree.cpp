// The elimination tree of a symmetric pattern [Liu 1990], and its supernodes.
#include "solvers/cone/linear/elimination_tree.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <numeric>

namespace orthant::cone {
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

}  // namespace

EliminationTree::EliminationTree(Sparse const& pattern)
    : order(pattern.cols()), pattern_(pattern), place_(pattern.cols()) {
  int const n = static_cast<int>(pattern.cols());
  if (n == 0) return;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> amd;
  Eigen::AMDOrdering<int>{}(pattern, amd);
  for (int k = 0; k < n; ++k) order[k] = amd.indices()[k];
  auto const climb = [&] {
    std::vector<int> seen(n, -1);
    parent.assign(n, -1);
    count.assign(n, 1);
    for (int k = 0; k < n; ++k) place_[order[k]] = k;
    for (int k = 0; k < n; ++k) {
      seen[k] = k;
      for (Sparse::InnerIterator it(pattern, order[k]); it; ++it)
        for (int i = place_[it.row()]; i < k && seen[i] != k; i = parent[i]) {
          if (parent[i] < 0) parent[i] = k;
          ++count[i];  // row k of the factor has an entry in column i
          seen[i] = k;
        }
    }
  };
  climb();
  std::vector<int> sorted;
  for (int k : postorder(parent)) sorted.push_back(order[k]);
  order = std::move(sorted);
  climb();
}

std::vector<EliminationTree::Supernode> EliminationTree::supernodes() const {
  int const n = static_cast<int>(order.size());
  std::vector<Supernode> out;
  std::vector<std::vector<int>> children(n);  // supernodes, by the parent of their last column
  for (int first = 0; first < n;) {
    Supernode s{first, 1, {}};
    while (first + s.count < n && parent[first + s.count - 1] == first + s.count &&
           count[first + s.count] == count[first + s.count - 1] - 1)
      ++s.count;
    int const last = first + s.count - 1;
    std::vector<int>& rows = s.rows;
    for (int k = first; k <= last; ++k) {
      rows.push_back(k);
      for (Sparse::InnerIterator it(pattern_, order[k]); it; ++it)
        if (place_[it.row()] > last) rows.push_back(place_[it.row()]);
      for (int c : children[k])
        for (int row : out[c].rows)
          if (row > last) rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (parent[last] >= 0) children[parent[last]].push_back(static_cast<int>(out.size()));
    out.push_back(std::move(s));
    first = last + 1;
  }
  // A supernode is merged into its parent, the next in the order, if this adds few zeros.
  constexpr double few = 0.1;
  auto const entries = [](double columns, double rows) { return columns * (2 * rows - columns); };
  std::vector<Supernode> joined;
  std::vector<double> needed;  // entries of the factors that are not explicit zeros
  for (Supernode& s : out) {
    double own = entries(s.count, static_cast<double>(s.rows.size()));
    while (!joined.empty()) {
      Supernode const& before = joined.back();
      bool const follows =
          std::ssize(before.rows) > before.count && before.rows[before.count] < s.first + s.count;
      double const together = own + needed.back();
      if (!follows || entries(before.count + s.count, static_cast<double>(s.rows.size()) +
                                                          before.count) > (1 + few) * together)
        break;
      std::vector<int> rows(before.count);
      std::iota(rows.begin(), rows.end(), before.first);
      s.rows.insert(s.rows.begin(), rows.begin(), rows.end());
      s.first = before.first;
      s.count += before.count;
      own = together;
      joined.pop_back();
      needed.pop_back();
    }
    needed.push_back(own);
    joined.push_back(std::move(s));
  }
  return joined;
}

}  // namespace orthant::cone
