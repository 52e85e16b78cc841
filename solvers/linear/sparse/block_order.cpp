// Orders blocks instead of unknowns: the graph is about ten times smaller, and blocks stay
// contiguous.
#include "orthant/solvers/linear/sparse/block_order.hpp"

#include <amd.h>

#include <algorithm>
#include <stdexcept>

#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"

namespace orthant {
namespace {

/// `flops` is the count for nodes of one unknown each.
BlockOrder in_order(BlockGraph const& graph, std::vector<int> node, double flops) {
  int const n = graph.nodes();
  BlockOrder out;
  out.node = std::move(node);
  out.position.resize(n);
  for (int p = 0; p < n; ++p) out.position[out.node[p]] = p;
  out.start.assign(1, 0);
  for (int p = 0; p < n; ++p) out.start.push_back(out.start.back() + graph.width[out.node[p]]);
  if (n > 0) {
    double const width = static_cast<double>(out.unknowns()) / n;
    out.flops = flops * width * width * width;
  }
  return out;
}

}  // namespace

BlockOrder order_blocks(BlockGraph const& graph) {
  int const n = graph.nodes();
  std::vector<int> node(n);
  for (int p = 0; p < n; ++p) node[p] = p;
  double info[AMD_INFO] = {};
  if (!graph.neighbour.empty() &&  // AMD refuses a null pointer
      amd_order(n, graph.first.data(), graph.neighbour.data(), node.data(), nullptr, info) < AMD_OK)
    throw std::runtime_error("amd_order failed");
  return in_order(graph, std::move(node), 2 * info[AMD_NMULTSUBS_LDL] + info[AMD_NDIV] + n);
}

void shorten(BlockOrder& order, BlockGraph const& graph) {
  constexpr double worth = 1e8;  // flops
  if (order.flops < worth) return;
  auto [node, flops] = dissect(graph.first, graph.neighbour);
  if (node.empty()) return;
  if (BlockOrder found = in_order(graph, std::move(node), flops); found.flops < order.flops)
    order = std::move(found);
}

void add_pattern(BlockOrder& order, BlockGraph const& graph) {
  int const n = graph.nodes();
  order.first.assign(1, 0);
  order.earlier.clear();
  order.offset.clear();
  order.column.assign(1, 0);
  order.row.clear();
  for (int p = 0; p < n; ++p) {
    int const node = order.node[p];
    auto const begin = order.earlier.size();
    for (int k = graph.first[node]; k < graph.first[node + 1]; ++k)
      if (int const q = order.position[graph.neighbour[k]]; q < p) order.earlier.push_back(q);
    std::sort(order.earlier.begin() + static_cast<long>(begin), order.earlier.end());
    order.first.push_back(static_cast<int>(order.earlier.size()));
    int offset = 0;
    for (auto k = begin; k < order.earlier.size(); ++k) {
      order.offset.push_back(offset);
      offset += order.start[order.earlier[k] + 1] - order.start[order.earlier[k]];
    }
    for (int c = order.start[p]; c < order.start[p + 1]; ++c) {
      for (auto k = begin; k < order.earlier.size(); ++k)
        for (int r = order.start[order.earlier[k]]; r < order.start[order.earlier[k] + 1]; ++r)
          order.row.push_back(r);
      for (int r = order.start[p]; r <= c; ++r) order.row.push_back(r);
      order.column.push_back(static_cast<int>(order.row.size()));
    }
  }
}

}  // namespace orthant
