// The velocities of the bodies as unknowns in place of the rows.
#pragma once
#include <algorithm>
#include <vector>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// (L K^-1 J^T + D) z = x  with the block diagonal D = Q + E, which E makes invertible, is
///   (K + J^T D^-1 L) v = J^T D^-1 x,     z = D^-1 (x - L v)        [Woodbury 1950]
/// with L = J in symmetric systems. If bodies have many contacts each, as in piles, this matrix is
/// much smaller than S. Its nodes are the bodies on which blocks act.
template <class Space>
class BodyForm {
 public:
  /// The graph of the bodies of a world, which the blocks couple for which couples(block) holds.
  template <class Couples>
  BlockGraph graph(Rows<Space> const& rows, int w, Couples const& couples) {
    find_nodes(rows, w);
    BlockGraph out;
    out.width.assign(nodes(), 6);
    out.first.push_back(0);
    std::vector<int> seen(nodes(), -1);
    for (int node = 0; node < nodes(); ++node) {
      int const b = body(node);
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const block = rows.incidence(t) / 2,
                  other = rows.body(block, 1 - rows.incidence(t) % 2);
        if (other < 0 || seen[this->node(other)] == node || !couples(block)) continue;
        seen[this->node(other)] = node;
        out.neighbour.push_back(this->node(other));
      }
      out.first.push_back(static_cast<int>(out.neighbour.size()));
    }
    return out;
  }
  int nodes() const { return static_cast<int>(body_.size()); }
  int body(int node) const { return body_[node]; }
  int node(int body) const { return node_[body - first_]; }

  /// D^-1 of every block.
  void weigh(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    int const first = rows.world_block(w);
    weight_.resize(rows.world_block(w + 1) - first);
    for (std::size_t k = 0; k < weight_.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block);
      Mat3 const S = diagonal_block(system, block);
      Mat3 D;
      for (int i = 0; i < rows.size(block); ++i) {
        for (int j = 0; j < rows.size(block); ++j) D[i][j] = system.Q(begin + i, j);
        D[i][i] += proximal_weight(rho_reg, S[i][i]);
      }
      weight_[k] = system.symmetric() ? inverse_spd(D, rows.size(block))
                                      : inverse_general(D, rows.size(block), 0);
    }
  }
  /// By block of the world.
  std::vector<Mat3> const& weight() const { return weight_; }

  /// Writes one side of a block's D^-1 L.
  void weighted(SchurSystem<Space> const& system, int k, int block, int side,
                Real (&G)[max_block_rows][6]) const {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    int const begin = rows.block_row(block), n = rows.size(block);
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < 6; ++c) G[i][c] = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int c = 0; c < 6; ++c) G[i][c] += weight_[k][i][j] * left(begin + j, side, c);
  }

  /// Overwrites x, which begins with the first row of the world, with z. The unknowns of a node
  /// begin with start(node); `substitute` overwrites a right-hand side with v.
  template <class Start, class Substitute>
  void solve(SchurSystem<Space> const& system, int w, Real* x, Start const& start,
             Substitute const& substitute) {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    int const first = rows.world_block(w), o = rows.world_row(w);
    for (std::size_t k = 0; k < weight_.size(); ++k) {
      int const block = first + static_cast<int>(k), n = rows.size(block);
      Real* const own = x + rows.block_row(block) - o;
      Real y[max_block_rows] = {};
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) y[i] += weight_[k][i][j] * own[j];
      std::copy_n(y, n, own);
    }
    v_.resize(6 * body_.size());
    for (int node = 0; node < nodes(); ++node) {
      Vec6 const f = rows.apply_transpose(body(node), [&](int row) { return x[row - o]; });
      for (int i = 0; i < 6; ++i) v_[start(node) + i] = f[i];
    }
    substitute(v_.data());
    for (std::size_t k = 0; k < weight_.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block),
                n = rows.size(block);
      Real a[max_block_rows] = {};
      for (int side = 0; side < 2; ++side) {
        int const b = rows.body(block, side);
        if (b < 0) continue;
        Real const* const v = v_.data() + start(node(b));
        for (int i = 0; i < n; ++i)
          for (int c = 0; c < 6; ++c) a[i] += left(begin + i, side, c) * v[c];
      }
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) x[begin + i - o] -= weight_[k][i][j] * a[j];
    }
  }

 private:
  void find_nodes(Rows<Space> const& rows, int w) {
    first_ = w * rows.bodies;
    body_.clear();
    node_.assign(rows.bodies, -1);
    for (int k = 0; k < rows.bodies; ++k)
      if (rows.incidence_begin(first_ + k + 1) > rows.incidence_begin(first_ + k)) {
        node_[k] = nodes();
        body_.push_back(first_ + k);
      }
  }

  int first_ = 0;                 // body of the world
  std::vector<int> body_, node_;  // (nodes) body; (bodies of the world) node, or -1
  std::vector<Mat3> weight_;      // (blocks of the world) D^-1
  std::vector<double> v_;
};

}  // namespace orthant
