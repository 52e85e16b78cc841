// L U of S + E in blocks of rows, or of the matrix of the bodies.
#pragma once
#include <utility>
#include <vector>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// Factorises (L K^-1 J^T + D) z = x with the left matrix L and D = Q + E as it is, or as
///   (K + J^T D^-1 L) v = J^T D^-1 x,     z = D^-1 (x - L v)        [Woodbury 1950]
/// for the velocities v, whichever takes fewer operations. See PrimalElimination.
template <class Space>
class BlockLu {
 public:
  void analyse(Rows<Space> const& rows, int w) {
    BlockGraph const graph = schur_graph(rows, w);
    std::vector<std::pair<int, int>> pairs;
    for (int j = 0; j < graph.nodes(); ++j)
      for (int k = graph.first[j]; k < graph.first[j + 1]; ++k)
        if (graph.neighbour[k] < j) pairs.emplace_back(graph.neighbour[k], j);
    pattern_ = {graph.width, pairs};
    of_bodies_ = false;
    if (!rows.delassus.given()) choose(rows, w);
    values_.resize(pattern_.values);
    lu_.analyse(pattern_);
  }

  /// False if a pivot is zero.
  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) {
    of_bodies_ ? fill_bodies(system, w, rho_reg) : fill_rows(system, w, rho_reg);
    return lu_.factorise(values_);
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) {
    if (of_bodies_) return solve_bodies(system, w, x);
    lu_.substitute(x);
  }

 private:
  /// Takes the matrix of the bodies if that has fewer operations.
  void choose(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies;
    node_.assign(rows.bodies, -1);
    body_.clear();
    for (int b = 0; b < rows.bodies; ++b)
      if (rows.incidence_begin(o + b + 1) > rows.incidence_begin(o + b)) {
        node_[b] = static_cast<int>(body_.size());
        body_.push_back(o + b);
      }
    std::vector<std::pair<int, int>> pairs;
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
      if (rows.body(k, 0) >= 0 && rows.body(k, 1) >= 0)
        pairs.emplace_back(node_[rows.body(k, 0) - o], node_[rows.body(k, 1) - o]);
    factors::BlockPattern bodies(std::vector<int>(body_.size(), 6), pairs);
    if (!(factors::lu_flops(bodies) < factors::lu_flops(pattern_))) return;
    of_bodies_ = true;
    pattern_ = std::move(bodies);
  }

  void fill_rows(SchurSystem<Space> const& system, int w, Real rho_reg) {
    int const first = system.rows.world_block(w);
    for (int j = 0; j < pattern_.nodes(); ++j) {
      BlockResponse<Space> const response(system, first + j);
      for (int b = pattern_.start[j]; b < pattern_.start[j + 1]; ++b) {
        int const i = pattern_.row[b];
        Mat3 const S = response.on(first + i);
        Real* to = values_.data() + pattern_.value[b];
        for (int c = 0; c < pattern_.width(j); ++c)
          for (int r = 0; r < pattern_.width(i); ++r)
            *to++ = S[r][c] + (i == j && r == c ? proximal_weight(rho_reg, S[c][c]) : 0);
      }
    }
  }

  void fill_bodies(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    int const o = w * rows.bodies, first = rows.world_block(w);
    std::fill(values_.begin(), values_.end(), 0);
    auto const at = [&](int i, int j) {
      return values_.data() + pattern_.value[pattern_.block(i, j)];
    };
    for (int node = 0; node < pattern_.nodes(); ++node) {
      auto const& K_inverse = system.inverse_mass(body_[node]);
      Mat3 const inertia = inverse_spd(K_inverse.inertia);
      Real* const K = at(node, node);
      for (int c = 0; c < 3; ++c) {
        K[c * 7] += 1 / K_inverse.mass;
        for (int r = 0; r < 3; ++r) K[(3 + c) * 6 + 3 + r] += inertia[r][c];
      }
    }
    D_inverse_.resize(rows.world_block(w + 1) - first);
    for (std::size_t k = 0; k < D_inverse_.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block),
                n = rows.size(block);
      Mat3 const S = diagonal_block(system, block);
      Mat3 D;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) D[i][j] = system.Q(begin + i, j);
        D[i][i] += proximal_weight(rho_reg, S[i][i]);
      }
      D_inverse_[k] = inverse_general(D, n, 0);
      for (int side = 0; side < 2; ++side) {
        if (rows.body(block, side) < 0) continue;
        Real G[max_block_rows][6] = {};  // D^-1 L of this body
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            for (int c = 0; c < 6; ++c) G[i][c] += D_inverse_[k][i][j] * left(begin + j, side, c);
        for (int to = 0; to < 2; ++to) {
          if (rows.body(block, to) < 0) continue;
          Real* const A = at(node_[rows.body(block, to) - o], node_[rows.body(block, side) - o]);
          for (int c = 0; c < 6; ++c)
            for (int i = 0; i < n; ++i)
              for (int r = 0; r < 6; ++r) A[c * 6 + r] += rows.J(begin + i, to, r) * G[i][c];
        }
      }
    }
  }

  void solve_bodies(SchurSystem<Space> const& system, int w, Real* x) {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    int const o = rows.world_row(w), first = rows.world_block(w);
    auto const weigh = [&](std::size_t k, Real const* from, Real factor, Real* to) {
      int const n = rows.size(first + static_cast<int>(k));
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) to[i] += factor * D_inverse_[k][i][j] * from[j];
    };
    for (std::size_t k = 0; k < D_inverse_.size(); ++k) {
      Real* const own = x + rows.block_row(first + static_cast<int>(k)) - o;
      Real y[max_block_rows] = {};
      weigh(k, own, 1, y);
      std::copy_n(y, rows.size(first + static_cast<int>(k)), own);
    }
    v_.resize(6 * body_.size());
    for (std::size_t node = 0; node < body_.size(); ++node) {
      Vec6 const f = rows.apply_transpose(body_[node], [&](int row) { return x[row - o]; });
      for (int i = 0; i < 6; ++i) v_[6 * node + i] = f[i];
    }
    lu_.substitute(v_.data());
    for (std::size_t k = 0; k < D_inverse_.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block);
      Real a[max_block_rows] = {};
      for (int i = 0; i < rows.size(block); ++i)
        for (int side = 0; side < 2; ++side)
          if (int const b = rows.body(block, side); b >= 0)
            for (int c = 0; c < 6; ++c)
              a[i] += left(begin + i, side, c) * v_[6 * node_[b - w * rows.bodies] + c];
      weigh(k, a, -1, x + begin - o);
    }
  }

  bool of_bodies_ = false;
  std::vector<int> body_, node_;  // (nodes) body; (bodies of the world) node
  std::vector<Mat3> D_inverse_;   // (blocks of the world)
  factors::BlockPattern pattern_;
  std::vector<double> values_, v_;
  factors::PatternLu lu_;
};

}  // namespace orthant
