// Elimination along a tree of bodies, from its leaves to its roots: no fill.
#pragma once
#include <array>
#include <vector>

#include "orthant/solvers/linear/sparse/tree_plan.hpp"

namespace orthant {

/// (J K^-1 J^T + D) z = x with the block diagonal D = Q + E is
///   K v = J^T z,     J v + D z = x
/// for the velocities v. A body is eliminated with its rows, and changes its parent alone:
///   K_p <- K_p + J_p^T T^-1 J_p,    T = D + J_b K_b^-1 J_b^T
/// This is the recursion of articulated-body inertias [Featherstone 1983] with rows of any law in
/// place of joint coordinates. In the primal form D^-1 of rigid joints is 1e12 times K and takes
/// digits; here D is added to T.
template <class Space>
class TreeElimination final : public TreePlan<Space> {
  using Base = TreePlan<Space>;
  using Base::node_, Base::block_, Base::place_;
  using typename Base::Node;

 public:
  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) override {
    int const o = w * system.rows.bodies;
    for (auto* each : {&J_, &Y_, &V_}) each->resize(place_.size());
    t_.resize(place_.size());
    T_.resize(Base::entries_);
    K_.assign(node_.size(), {});
    v_.resize(node_.size());
    for (std::size_t i = 0; i < node_.size(); ++i) {
      if (node_[i].parents_others) {
        add_mass(system.inverse_mass(o + node_[i].body), K_[i]);
        if (!cholesky(K_[i])) return false;
      }
      if (!eliminate(system, w, rho_reg, i)) return false;
    }
    return true;
  }

  void solve(SchurSystem<Space> const&, int, Real* x) override {
    v_.assign(node_.size(), {});
    for (std::size_t k = 0; k < node_.size(); ++k) {
      // v: the momentum that children leave, and then what it moves
      auto const& node = node_[k];
      Real* const t = t_.data() + node.row;
      for (int i = 0; i < node.rows; ++i) t[i] = x[place_[node.row + i]];
      if (node.parents_others) {
        substitute(K_[k], v_[k]);
        for (int i = 0; i < node.rows; ++i) t[i] -= dot(J_[node.row + i], v_[k]);
      }
      Real const* L = T_.data() + node.matrix;
      for (int i = 0; i < node.rows; L += ++i) {
        Real s = t[i];
        for (int j = 0; j < i; ++j) s -= L[j] * t[j];
        t[i] = s * L[i];
      }
      if (node.parent < 0) continue;
      auto& to = v_[node.parent];
      for (int i = node.own; i < node.rows; ++i) add(t[i], V_[node.row + i], to);
    }
    for (std::size_t k = node_.size(); k-- > 0;) {
      auto const& node = node_[k];
      Real* const t = t_.data() + node.row;
      if (node.parent >= 0)
        for (int i = node.own; i < node.rows; ++i) t[i] -= dot(V_[node.row + i], v_[node.parent]);
      for (int i = node.rows - 1; i >= 0; --i) {
        Real const* const L = T_.data() + node.matrix + i * (i + 1) / 2;
        t[i] *= L[i];
        for (int j = 0; j < i; ++j) t[j] -= L[j] * t[i];
      }
      if (node.parents_others)
        for (int i = 0; i < node.rows; ++i) add(t[i], Y_[node.row + i], v_[k]);
      for (int i = 0; i < node.rows; ++i) x[place_[node.row + i]] = t[i];
    }
  }

 private:
  using Row6 = std::array<Real, 6>;
  using Lower6 = std::array<Real, 21>;  // by rows; of a factor, inverses on the diagonal

  bool eliminate(SchurSystem<Space> const& system, int w, Real rho_reg, std::size_t at) {
    auto const& node = node_[at];
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
          substitute(K_[at], Y[i]);
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
      Real* K = K_[node.parent].data();
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

  std::vector<Lower6> K_;        // (bodies) of a factor, inverses on the diagonal
  std::vector<Row6> v_;          // (bodies)
  std::vector<Row6> J_, Y_, V_;  // (rows) J_b, K_b^-1 J_b^T, L^-1 J_p
  std::vector<Real> T_, t_;      // lower triangles by rows, with inverses on the diagonal
};

}  // namespace orthant
