// Builds the patterns of triangular preconditioners.
#include "solvers/preconditioner/block_pattern.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace orthant {
namespace {

template <class Keep>
BlockPattern in_own_order(BlockGraph const& graph, Keep const& keep) {
  int const n = graph.nodes();
  BlockPattern out{std::vector<int>(n), std::vector<std::vector<int>>(n)};
  std::iota(out.node.begin(), out.node.end(), 0);
  for (int i = 0; i < n; ++i) {
    for (int k = graph.first[i]; k < graph.first[i + 1]; ++k)
      if (int const j = graph.neighbour[k]; j < i && keep(i, j)) out.earlier[i].push_back(j);
    std::sort(out.earlier[i].begin(), out.earlier[i].end());
  }
  return out;
}

}  // namespace

BlockPattern all_couplings(BlockGraph const& graph) {
  return in_own_order(graph, [](int, int) { return true; });
}

BlockPattern same_class(BlockGraph const& graph, std::vector<int> const& node_class) {
  return in_own_order(graph, [&](int i, int j) { return node_class[i] == node_class[j]; });
}

BlockPattern with_fill(BlockGraph const& graph, std::vector<bool> const& take) {
  int const n = graph.nodes();
  std::vector<std::set<int>> left(n);          // neighbours not eliminated yet
  std::vector<std::vector<int>> to(n);         // neighbours at the time of elimination of a node
  std::set<std::pair<std::size_t, int>> next;  // (degree, node)
  for (int i = 0; i < n; ++i) {
    if (!take[i]) continue;
    for (int k = graph.first[i]; k < graph.first[i + 1]; ++k)
      if (take[graph.neighbour[k]]) left[i].insert(graph.neighbour[k]);
    next.emplace(left[i].size(), i);
  }
  BlockPattern out;
  while (!next.empty()) {
    int const i = next.begin()->second;
    next.erase(next.begin());
    out.node.push_back(i);
    to[i].assign(left[i].begin(), left[i].end());
    for (int j : to[i]) {
      next.erase({left[j].size(), j});
      left[j].erase(i);
      for (int k : to[i])
        if (k != j) left[j].insert(k);
      next.emplace(left[j].size(), j);
    }
  }
  for (int i = 0; i < n; ++i)
    if (!take[i]) out.node.push_back(i);
  std::vector<int> position(n);
  for (int p = 0; p < n; ++p) position[out.node[p]] = p;
  out.earlier.resize(n);
  for (int p = 0; p < n; ++p)
    for (int j : to[out.node[p]]) out.earlier[position[j]].push_back(out.node[p]);
  return out;
}

}  // namespace orthant
