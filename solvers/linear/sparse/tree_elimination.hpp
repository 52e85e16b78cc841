// Elimination along a tree of bodies, from its leaves to its roots: no fill.
#pragma once
#include <algorithm>
#include <array>
#include <vector>

#include "orthant/solvers/linear/sparse/elimination.hpp"

namespace orthant {

/// (J K^-1 J^T + D) z = x with the block diagonal D = Q + E is
///   K v = J^T z,     J v + D z = x
/// for the velocities v. If the blocks between two bodies make a forest, a body is eliminated with
/// its rows, those towards its parent p last, and changes its parent alone:
///   K_p <- K_p + J_p^T T^-1 J_p,    T = D + J_b K_b^-1 J_b^T
/// This is the recursion of articulated-body inertias [Featherstone 1983] with rows of any law in
/// place of joint coordinates. In the primal form D^-1 of rigid joints is 1e12 times K and takes
/// digits; here D is added to T.
template <class Space>
class TreeElimination final : public Elimination<Space> {
 public:
  /// False if there is no joint between two bodies, if the blocks between bodies are no forest or
  /// some are contacts, or if a body has so many rows that T is not small.
  bool plan(Rows<Space> const& rows, int w) {
    if (!find_parents(rows, w)) return false;
    list_blocks(rows, w);
    for (auto const& node : node_)
      if (node.rows > most_rows) return false;
    for (auto* each : {&J_, &Y_, &V_}) each->resize(place_.size());
    t_.resize(place_.size());
    return true;
  }

  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) override {
    int const o = w * system.rows.bodies;
    for (auto& node : node_) node.K = {};
    for (auto& node : node_) {
      if (node.parents_others) {
        add_mass(system.inverse_mass(o + node.body), node.K);
        if (!cholesky(node.K)) return false;
      }
      if (!eliminate(system, w, rho_reg, node)) return false;
    }
    return true;
  }

  void solve(SchurSystem<Space> const&, int, Real* x) override {
    for (auto& node : node_) node.v = {};
    for (auto& node : node_) {  // v: the momentum that children leave, and then what it moves
      Real* const t = t_.data() + node.row;
      for (int i = 0; i < node.rows; ++i) t[i] = x[place_[node.row + i]];
      if (node.parents_others) {
        substitute(node.K, node.v);
        for (int i = 0; i < node.rows; ++i) t[i] -= dot(J_[node.row + i], node.v);
      }
      Real const* L = T_.data() + node.matrix;
      for (int i = 0; i < node.rows; L += ++i) {
        Real s = t[i];
        for (int j = 0; j < i; ++j) s -= L[j] * t[j];
        t[i] = s * L[i];
      }
      if (node.parent < 0) continue;
      auto& to = node_[node.parent].v;
      for (int i = node.own; i < node.rows; ++i) add(t[i], V_[node.row + i], to);
    }
    for (auto node = node_.rbegin(); node != node_.rend(); ++node) {
      Real* const t = t_.data() + node->row;
      if (node->parent >= 0)
        for (int i = node->own; i < node->rows; ++i)
          t[i] -= dot(V_[node->row + i], node_[node->parent].v);
      for (int i = node->rows - 1; i >= 0; --i) {
        Real const* const L = T_.data() + node->matrix + i * (i + 1) / 2;
        t[i] *= L[i];
        for (int j = 0; j < i; ++j) t[j] -= L[j] * t[i];
      }
      if (node->parents_others)
        for (int i = 0; i < node->rows; ++i) add(t[i], Y_[node->row + i], node->v);
      for (int i = 0; i < node->rows; ++i) x[place_[node->row + i]] = t[i];
    }
  }

 private:
  static constexpr int most_rows = 36;  // as dense_rows of by_size

  using Row6 = std::array<Real, 6>;
  using Lower6 = std::array<Real, 21>;  // by rows; of a factor, inverses on the diagonal

  /// A body, with its rows. A node stands after its children.
  struct Node {
    int body, parent = -1;  // in the world; index of a node
    bool parents_others = false;
    int block = 0, blocks = 0;  // in block_
    int row = 0, rows = 0;      // in J_, ...
    int own = 0;                // rows that do not act on the parent, which are the first
    int matrix = 0;             // begin of T in T_
    Lower6 K{};
    Row6 v{};
  };
  struct OwnBlock {
    int block, side;  // in the world; of the body
  };

  /// Orders the bodies by a search from each root, and looks for a loop.
  bool find_parents(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies;
    node_.clear();
    std::vector<int> at(rows.bodies, -1);
    bool joined = false;
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
          joined = true;
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
    return joined;
  }

  void list_blocks(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies, first = rows.world_block(w);
    block_.clear();
    place_.clear();
    std::size_t entries = 0;
    for (auto& node : node_) {
      int const b = o + node.body, parent = node.parent < 0 ? -1 : o + node_[node.parent].body;
      node.block = static_cast<int>(block_.size());
      node.row = static_cast<int>(place_.size());
      node.matrix = static_cast<int>(entries);
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
      entries += static_cast<std::size_t>(node.rows) * (node.rows + 1) / 2;
    }
    T_.resize(entries);
  }

  bool eliminate(SchurSystem<Space> const& system, int w, Real rho_reg, Node const& node) {
    auto const& rows = system.rows;
    auto const& K_inverse = system.inverse_mass(w * rows.bodies + node.body);
    Row6 *const J = J_.data() + node.row, *const Y = Y_.data() + node.row,
                *const V = V_.data() + node.row;
    Real* const T = T_.data() + node.matrix;
    int i = 0;
    for (int k = node.block; k < node.block + node.blocks; ++k) {
      int const block = rows.world_block(w) + block_[k].block, side = block_[k].side,
                begin = rows.block_row(block), n = rows.size(block), i0 = i;
      int const other = rows.body(block, 1 - side);
      for (int c = 0; c < n; ++c, ++i) {
        for (int d = 0; d < 6; ++d) J[i][d] = rows.J(begin + c, side, d);
        Row6 const y = moved(K_inverse, J[i]);
        Real S = dot(J[i], y) + system.Q(begin + c, c);
        Y[i] = y;
        if (node.parents_others) {
          Y[i] = J[i];
          substitute(node.K, Y[i]);
        }
        if (other >= 0) {
          for (int d = 0; d < 6; ++d) V[i][d] = rows.J(begin + c, 1 - side, d);
          S += dot(V[i], moved(system.inverse_mass(other), V[i]));
        }
        Real* const row = T + i * (i + 1) / 2;
        for (int j = 0; j <= i; ++j) row[j] = dot(J[j], Y[i]);
        for (int j = i0; j <= i; ++j) row[j] += system.Q(begin + c, j - i0);
        row[i] += proximal_weight(rho_reg, S);
      }
    }
    return reduce(node, T, V);
  }

  /// T = L L^T, V <- L^-1 J_p, and the parent's K <- K + V^T V.
  bool reduce(Node const& node, Real* T, Row6* V) {
    for (int i = 0; i < node.rows; ++i) {
      Real* const row = T + i * (i + 1) / 2;
      for (int j = 0; j < i; ++j) {
        Real const* const L = T + j * (j + 1) / 2;
        Real s = row[j];
        for (int k = 0; k < j; ++k) s -= row[k] * L[k];
        row[j] = s * L[j];
      }
      Real pivot = row[i];
      for (int k = 0; k < i; ++k) pivot -= row[k] * row[k];
      if (!(pivot > 0)) return false;
      row[i] = 1 / sqrt(pivot);
      if (node.parent < 0 || i < node.own) continue;
      for (int k = node.own; k < i; ++k) add(-row[k], V[k], V[i]);
      for (auto& each : V[i]) each *= row[i];
      Real* K = node_[node.parent].K.data();
      for (int r = 0; r < 6; ++r)
        for (int c = 0; c <= r; ++c) *K++ += V[i][r] * V[i][c];
    }
    return true;
  }

  static Real dot(Row6 const& a, Row6 const& b) {
    return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
  }
  static void add(Real factor, Row6 const& from, Row6& to) {
    for (int d = 0; d < 6; ++d) to[d] += factor * from[d];
  }
  static Row6 moved(InverseMass const& M_inverse, Row6 const& p) {
    Row6 out;
    for (int r = 0; r < 3; ++r) {
      auto const& I = M_inverse.inertia[r];
      out[r] = M_inverse.mass * p[r];
      out[3 + r] = I[0] * p[3] + I[1] * p[4] + I[2] * p[5];
    }
    return out;
  }
  static void add_mass(InverseMass const& M_inverse, Lower6& K) {
    Mat3 const inertia = inverse_spd(M_inverse.inertia);
    for (int r = 0; r < 3; ++r) {
      K[r * (r + 1) / 2 + r] += 1 / M_inverse.mass;
      for (int c = 0; c <= r; ++c) K[(3 + r) * (4 + r) / 2 + 3 + c] += inertia[r][c];
    }
  }
  static bool cholesky(Lower6& K) {
    for (int i = 0; i < 6; ++i) {
      Real* const row = K.data() + i * (i + 1) / 2;
      for (int j = 0; j < i; ++j) {
        Real const* const L = K.data() + j * (j + 1) / 2;
        for (int k = 0; k < j; ++k) row[j] -= row[k] * L[k];
        row[j] *= L[j];
      }
      for (int k = 0; k < i; ++k) row[i] -= row[k] * row[k];
      if (!(row[i] > 0)) return false;
      row[i] = 1 / sqrt(row[i]);
    }
    return true;
  }
  /// x <- K^-1 x by its factor.
  static void substitute(Lower6 const& K, Row6& x) {
    for (int i = 0; i < 6; ++i) {
      Real const* const L = K.data() + i * (i + 1) / 2;
      for (int k = 0; k < i; ++k) x[i] -= L[k] * x[k];
      x[i] *= L[i];
    }
    for (int i = 5; i >= 0; --i) {
      Real const* const L = K.data() + i * (i + 1) / 2;
      x[i] *= L[i];
      for (int k = 0; k < i; ++k) x[k] -= L[k] * x[i];
    }
  }

  std::vector<Node> node_;
  std::vector<OwnBlock> block_;
  std::vector<int> place_;       // (rows) in the world
  std::vector<Row6> J_, Y_, V_;  // (rows) J_b, K_b^-1 J_b^T, L^-1 J_p
  std::vector<Real> T_, t_;      // lower triangles by rows, with inverses on the diagonal
};

}  // namespace orthant
