// Elimination along a tree of bodies.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/linear/sparse/small_lu.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"

namespace orthant {

/// Solves (L K^-1 J^T + D) z = x with the left matrix L, which may be J, and D = Q + E:
///   K v = J^T z,     L v + D z = x
///   K_p <- K_p + J_p^T T^-1 L_p,    T = D + L_b K_b^-1 J_b^T
/// from the leaves of a forest to its roots. A body is eliminated with its rows, those towards its
/// parent p last, and changes its parent alone. T and K are factorised with partial pivoting.
template <class Space>
class TreeLu {
 public:
  /// False if the blocks between bodies are no forest or some are contacts, or if a body has so
  /// many rows that their matrix is not small.
  bool plan(Rows<Space> const& rows, int w) {
    if (!find_parents(rows, w)) return false;
    list_blocks(rows, w);
    for (auto const& node : node_)
      if (node.rows > rows_of_dense) return false;
    return true;
  }

  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) {
    for (auto* each : {&L_, &Y_, &L_p_, &J_p_}) each->resize(place_.size());
    t_.resize(place_.size());
    row_pivot_.resize(place_.size());
    T_.resize(entries_);
    K_.assign(node_.size(), {});
    K_pivot_.resize(node_.size());
    v_.resize(node_.size());
    for (std::size_t i = 0; i < node_.size(); ++i) eliminate(system, w, rho_reg, i);
    return true;
  }

  void solve(SchurSystem<Space> const&, int, Real* x) {
    v_.assign(node_.size(), {});
    for (std::size_t k = 0; k < node_.size(); ++k) {
      // v: the momentum that children leave, and then what it moves
      auto const& node = node_[k];
      Real* const t = t_.data() + node.row;
      for (int i = 0; i < node.rows; ++i) t[i] = x[place_[node.row + i]];
      if (node.parents_others) {
        SmallLu<6>::substitute(K_[k].data(), K_pivot_[k].data(), v_[k].v);
        for (int i = 0; i < node.rows; ++i) t[i] -= dot(L_[node.row + i], v_[k]);
      }
      with_lu(node.rows, [&](auto const& lu) {
        lu.substitute(T_.data() + node.matrix, row_pivot_.data() + node.row, t);
      });
      if (node.parent < 0) continue;
      for (int i = node.own; i < node.rows; ++i) v_[node.parent] += t[i] * J_p_[node.row + i];
    }
    for (std::size_t k = node_.size(); k-- > 0;) {
      auto const& node = node_[k];
      Real* const t = t_.data() + node.row;
      if (node.parent >= 0)
        for (int i = 0; i < node.rows; ++i) t[i] -= dot(L_p_[node.row + i], v_[node.parent]);
      if (node.parents_others)
        for (int i = 0; i < node.rows; ++i) v_[k] += t[i] * Y_[node.row + i];
      for (int i = 0; i < node.rows; ++i) x[place_[node.row + i]] = t[i];
    }
  }

 private:
  /// A body, with its rows. A node stands after its children.
  struct Node {
    int body, parent = -1;  // in the world; index of a node
    bool parents_others = false;
    int block = 0, blocks = 0;  // in block_
    int row = 0, rows = 0;      // in place_
    int own = 0;                // rows that do not act on the parent, which are the first
    int matrix = 0;             // entries of T before it
  };
  struct OwnBlock {
    int block, side;  // in the world; of the body
  };

  /// Orders the bodies by a search from each root, and looks for a loop.
  bool find_parents(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies;
    node_.clear();
    std::vector<int> at(rows.bodies, -1);
    for (int root = 0; root < rows.bodies; ++root) {
      if (at[root] >= 0 || rows.incidence_begin(o + root + 1) == rows.incidence_begin(o + root))
        continue;
      auto next = node_.size();
      at[root] = static_cast<int>(next);
      node_.push_back({.body = root});
      for (; next < node_.size(); ++next) {
        int const b = o + node_[next].body, parent = node_[next].parent;
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
          int const block = rows.incidence(t) / 2,
                    other = rows.body(block, 1 - rows.incidence(t) % 2);
          if (other < 0) continue;
          if (rows.law(block) == Law::coulomb) return false;
          int& place = at[other - o];
          if (place >= 0 && place == parent) continue;
          if (place >= 0 && node_[place].parent != static_cast<int>(next)) return false;
          if (place >= 0) continue;
          place = static_cast<int>(node_.size());
          node_.push_back({.body = other - o, .parent = static_cast<int>(next)});
        }
      }
    }
    std::reverse(node_.begin(), node_.end());
    int const last = static_cast<int>(node_.size()) - 1;
    for (auto& node : node_)
      if (node.parent >= 0) {
        node.parent = last - node.parent;
        node_[node.parent].parents_others = true;
      }
    return true;
  }

  void list_blocks(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies, first = rows.world_block(w);
    block_.clear();
    place_.clear();
    entries_ = 0;
    for (auto& node : node_) {
      int const b = o + node.body, parent = node.parent < 0 ? -1 : o + node_[node.parent].body;
      node.block = static_cast<int>(block_.size());
      node.row = static_cast<int>(place_.size());
      node.matrix = static_cast<int>(entries_);
      for (bool const towards_parent : {false, true}) {
        if (towards_parent) node.own = node.rows;
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
          int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2,
                    other = rows.body(block, 1 - side);
          if (towards_parent ? other < 0 || other != parent : other >= 0) continue;
          block_.push_back({block - first, side});
          node.rows += rows.size(block);
          for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
            place_.push_back(row - rows.world_row(w));
        }
      }
      node.blocks = static_cast<int>(block_.size()) - node.block;
      entries_ += nth(node.rows) * node.rows;
    }
  }

  void eliminate(SchurSystem<Space> const& system, int w, Real rho_reg, std::size_t at) {
    auto const& rows = system.rows;
    auto const& node = node_[at];
    auto const& K_inverse = system.inverse_mass(w * rows.bodies + node.body);
    auto const left = system.left_rows();
    Vec6 *const L = L_.data() + node.row, *const Y = Y_.data() + node.row,
                *const L_p = L_p_.data() + node.row, *const J_p = J_p_.data() + node.row;
    Real *const T = T_.data() + node.matrix, *const shift = t_.data() + node.row;
    if (node.parents_others) {
      add_mass(K_inverse, K_[at]);
      SmallLu<6>::factor(K_[at].data(), K_pivot_[at].data());
    }
    auto const read = [](auto const& from, int row, int side) {
      Vec6 out;
      for (int d = 0; d < 6; ++d) out[d] = from(row, side, d);
      return out;
    };
    for (int k = node.block, i = 0; k < node.block + node.blocks; ++k) {
      int const block = rows.world_block(w) + block_[k].block, side = block_[k].side,
                begin = rows.block_row(block), other = rows.body(block, 1 - side);
      for (int c = 0; c < rows.size(block); ++c, ++i) {
        L[i] = read(left, begin + c, side);
        Vec6 const J = read(rows.J, begin + c, side);
        Y[i] = K_inverse * J;
        Real S = dot(L[i], Y[i]) + system.Q(begin + c, c);
        L_p[i] = J_p[i] = {};
        if (other >= 0) {
          L_p[i] = read(left, begin + c, 1 - side);
          J_p[i] = read(rows.J, begin + c, 1 - side);
          S += dot(L_p[i], system.inverse_mass(other) * J_p[i]);
        }
        shift[i] = proximal_weight(rho_reg, S);
        if (!node.parents_others) continue;
        Y[i] = J;
        SmallLu<6>::substitute(K_[at].data(), K_pivot_[at].data(), Y[i].v);
      }
    }
    for (int i = 0; i < node.rows; ++i) {
      for (int j = 0; j < node.rows; ++j) T[i * node.rows + j] = dot(L[i], Y[j]);
      T[i * node.rows + i] += shift[i];
    }
    for (int k = node.block, i = 0; k < node.block + node.blocks; ++k) {
      int const block = rows.world_block(w) + block_[k].block, n = rows.size(block), first = i;
      for (int c = 0; c < n; ++c, ++i)
        for (int j = 0; j < n; ++j)
          T[i * node.rows + first + j] += system.Q(rows.block_row(block) + c, j);
    }
    with_lu(node.rows, [&](auto const& lu) {
      int* const pivot = row_pivot_.data() + node.row;
      lu.factor(T, pivot);
      if (node.parent >= 0) lu.substitute(T, pivot, L_p);  // L_p <- T^-1 L_p
    });
    if (node.parent < 0) return;
    Real* const K = K_[node.parent].data();
    for (int r = 0; r < 6; ++r) {
      Vec6 sum;
      for (int i = node.own; i < node.rows; ++i) sum += J_p[i][r] * L_p[i];
      for (int c = 0; c < 6; ++c) K[r * 6 + c] += sum[c];
    }
  }

  static void add_mass(InverseMass const& M_inverse, std::array<Real, 36>& K) {
    Mat3 const inertia = inverse_spd(M_inverse.inertia);
    for (int r = 0; r < 3; ++r) {
      K[r * 7] += 1 / M_inverse.mass;
      for (int c = 0; c < 3; ++c) K[(3 + r) * 6 + 3 + c] += inertia[r][c];
    }
  }

  std::vector<Node> node_;
  std::vector<OwnBlock> block_;
  std::vector<int> place_;                   // (rows) in the world
  std::size_t entries_ = 0;                  // of the squares of all bodies' rows
  std::vector<Vec6> L_, Y_;                  // (rows) of the body: L, K_b^-1 J_b^T
  std::vector<Vec6> L_p_, J_p_;              // (rows) T^-1 L_p, J_p
  std::vector<std::array<Real, 36>> K_;      // (bodies) L U by rows
  std::vector<std::array<int, 6>> K_pivot_;  // (bodies)
  std::vector<Vec6> v_;                      // (bodies)
  std::vector<Real> T_, t_;                  // L U by rows
  std::vector<int> row_pivot_;               // (rows)
};

}  // namespace orthant
