// L U of S + E in blocks of rows, or of the matrix of the bodies.
#pragma once
#include <utility>
#include <vector>

#include "orthant/solvers/factors/detail/pattern_lu.hpp"
#include "orthant/solvers/linear/sparse/detail/body_form.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"

namespace orthant {

/// Of the matrix of the rows, or of BodyForm, whichever takes fewer operations.
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
    if (!of_bodies_) return lu_.substitute(x);
    bodies_.solve(
        system, w, x, [](int node) { return 6 * node; }, [&](double* v) { lu_.substitute(v); });
  }

 private:
  /// Takes the matrix of the bodies if that has fewer operations.
  void choose(Rows<Space> const& rows, int w) {
    bodies_.find_nodes(rows, w);
    std::vector<std::pair<int, int>> pairs;
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
      if (rows.body(k, 0) >= 0 && rows.body(k, 1) >= 0)
        pairs.emplace_back(bodies_.node(rows.body(k, 0)), bodies_.node(rows.body(k, 1)));
    factors::BlockPattern bodies(std::vector<int>(bodies_.nodes(), 6), pairs);
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
    int const first = rows.world_block(w);
    std::fill(values_.begin(), values_.end(), 0);
    auto const at = [&](int i, int j) {
      return values_.data() + pattern_.value[pattern_.block(i, j)];
    };
    for (int node = 0; node < pattern_.nodes(); ++node) {
      auto const& K_inverse = system.inverse_mass(bodies_.body(node));
      Mat3 const inertia = inverse_spd(K_inverse.inertia);
      Real* const K = at(node, node);
      for (int c = 0; c < 3; ++c) {
        K[c * 7] += 1 / K_inverse.mass;
        for (int r = 0; r < 3; ++r) K[(3 + c) * 6 + 3 + r] += inertia[r][c];
      }
    }
    bodies_.weigh(system, w, rho_reg);
    for (int block = first; block < rows.world_block(w + 1); ++block) {
      for (int side = 0; side < 2; ++side) {
        if (rows.body(block, side) < 0) continue;
        Real G[max_block_rows][6];
        bodies_.weighted(system, block - first, block, side, G);
        for (int to = 0; to < 2; ++to) {
          if (rows.body(block, to) < 0) continue;
          Real* const A =
              at(bodies_.node(rows.body(block, to)), bodies_.node(rows.body(block, side)));
          for (int c = 0; c < 6; ++c)
            for (int i = 0; i < rows.size(block); ++i)
              for (int r = 0; r < 6; ++r)
                A[c * 6 + r] += rows.J(rows.block_row(block) + i, to, r) * G[i][c];
        }
      }
    }
  }

  bool of_bodies_ = false;
  BodyForm<Space> bodies_;
  factors::BlockPattern pattern_;
  std::vector<double> values_;
  factors::PatternLu lu_;
};

}  // namespace orthant
