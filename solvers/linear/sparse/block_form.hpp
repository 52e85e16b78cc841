// S + E of a world in blocks: of its rows, or of its bodies.
#pragma once
#include <algorithm>
#include <vector>

#include "orthant/solvers/linear/sparse/block_order.hpp"
#include "orthant/solvers/linear/sparse/detail/body_form.hpp"

namespace orthant {

/// The matrix of the rows is dense in the contacts of one body; that of the bodies is the one of
/// BodyForm.
template <class Space>
class BlockForm {
 public:
  /// Unless it is filled whole, no block below the diagonal is.
  explicit BlockForm(bool whole) : whole_(whole) {}

  BodyForm<Space>& bodies() { return bodies_; }
  factors::BlockPattern const& pattern() const { return pattern_; }
  /// Of `pattern`.
  std::vector<double> const& values() const { return values_; }

  /// `graph` is that of the bodies, or that of S.
  void lay_out(Rows<Space> const& rows, int w, bool of_bodies, BlockGraph const& graph,
               BlockOrder order) {
    of_bodies_ = of_bodies;
    order_ = std::move(order);
    pattern_ = pattern_of(graph, order_);
    values_.assign(pattern_.values, 0);
    x_.resize(pattern_.unknowns());
    if (of_bodies) find_places(rows, w);
  }

  void fill(SchurSystem<Space> const& system, int w, Real rho_reg) {
    of_bodies_ ? fill_bodies(system, w, rho_reg) : fill_rows(system, w, rho_reg);
  }

  /// Overwrites x, which begins with the first row of the world, with (S + E)^-1 x. `substitute`
  /// does so with the matrix.
  template <class Substitute>
  void solve(SchurSystem<Space> const& system, int w, Real* x, Substitute const& substitute) {
    if (of_bodies_) {
      bodies_.solve(
          system, w, x, [&](int node) { return pattern_.first[order_.position[node]]; },
          substitute);
      return;
    }
    auto const& rows = system.rows;
    auto const of = [&](int p) {
      return x + rows.block_row(rows.world_block(w) + order_.node[p]) - rows.world_row(w);
    };
    auto const in_order = [&](int p) { return x_.data() + pattern_.first[p]; };
    for (int p = 0; p < pattern_.nodes(); ++p) std::copy_n(of(p), pattern_.width(p), in_order(p));
    substitute(x_.data());
    for (int p = 0; p < pattern_.nodes(); ++p) std::copy_n(in_order(p), pattern_.width(p), of(p));
  }

 private:
  int position(int body) const { return order_.position[bodies_.node(body)]; }

  /// Finds the values of each body, and of its coupling to the other by each block on it.
  void find_places(Rows<Space> const& rows, int w) {
    own_.clear();
    for (int p = 0; p < pattern_.nodes(); ++p) own_.push_back(pattern_.value[pattern_.block(p, p)]);
    place_.clear();
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block)
      for (int side = 0; side < 2; ++side) {
        int const b = rows.body(block, side), other = rows.body(block, 1 - side);
        place_.push_back(b < 0 || other < 0 ? -1 : place(position(other), position(b)));
      }
  }
  /// The first value of a block; -1: it is not in the matrix, or not filled.
  int place(int i, int j) const {
    if (!whole_ && i > j) return -1;
    int const k = pattern_.block(i, j);
    return k < pattern_.start[j + 1] && pattern_.row[k] == i ? pattern_.value[k] : -1;
  }

  void fill_rows(SchurSystem<Space> const& system, int w, Real rho_reg) {
    int const first = system.rows.world_block(w);
    for (int j = 0; j < pattern_.nodes(); ++j) {
      BlockResponse<Space> const response(system, first + order_.node[j]);
      for (int b = pattern_.start[j]; b < pattern_.start[j + 1]; ++b) {
        int const i = pattern_.row[b];
        if (!whole_ && i > j) break;
        Mat3 S = response.on(first + order_.node[i]);
        if (i == j)
          for (int k = 0; k < pattern_.width(j); ++k) S[k][k] += proximal_weight(rho_reg, S[k][k]);
        Real* to = values_.data() + pattern_.value[b];
        for (int c = 0; c < pattern_.width(j); ++c)
          for (int r = 0; r < pattern_.width(i); ++r) *to++ = S[r][c];
      }
    }
  }

  /// K of every body, and J^T D^-1 L of every block on it.
  void fill_bodies(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    int const first = rows.world_block(w);
    std::fill(values_.begin(), values_.end(), 0);
    for (int p = 0; p < pattern_.nodes(); ++p) {
      auto const& K_inverse = system.inverse_mass(bodies_.body(order_.node[p]));
      Mat3 const inertia = inverse_spd(K_inverse.inertia);
      Real* const K = values_.data() + own_[p];
      for (int c = 0; c < 3; ++c) {
        K[c * 7] += 1 / K_inverse.mass;
        for (int r = 0; r < 3; ++r) K[(3 + c) * 6 + 3 + r] += inertia[r][c];
      }
    }
    bodies_.weigh(system, w, rho_reg);
    for (int block = first; block < rows.world_block(w + 1); ++block)
      for (int side = 0; side < 2; ++side) {
        if (rows.body(block, side) < 0) continue;
        Real G[max_block_rows][6];
        bodies_.weighted(system, block - first, block, side, G);
        int const own = own_[position(rows.body(block, side))];
        whole_ ? add<false>(rows, block, side, G, own) : add<true>(rows, block, side, G, own);
        if (int const to = place_[2 * (block - first) + side]; to >= 0)
          add<false>(rows, block, 1 - side, G, to);
      }
  }
  /// Adds J^T G, of J of one side, or its upper triangle.
  template <bool upper>
  void add(Rows<Space> const& rows, int block, int side, Real const (&G)[max_block_rows][6],
           int to) {
    Real* const A = values_.data() + to;
    for (int i = 0; i < rows.size(block); ++i) {
      Vec6 const J = rows.jacobian(rows.block_row(block) + i, side);
      for (int c = 0; c < 6; ++c)
        for (int r = 0; r < (upper ? c + 1 : 6); ++r) A[c * 6 + r] += J[r] * G[i][c];
    }
  }

  bool whole_, of_bodies_ = false;
  BodyForm<Space> bodies_;
  BlockOrder order_;
  factors::BlockPattern pattern_;
  std::vector<int> own_;    // (positions) first value of the bodies' own blocks
  std::vector<int> place_;  // (blocks of the world, sides) see `place`
  std::vector<double> values_, x_;
};

}  // namespace orthant
