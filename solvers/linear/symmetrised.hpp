// Worlds whose matrix is not symmetric but becomes it by a scaling of rows and unknowns. Host only.
#pragma once
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// If each left row is s_i >= 0 times J_i and Q is diagonal where s_i is not 1, as where no contact
/// slides, then with z = T y, T = diag(sqrt s),
///   (T^2 J K^-1 J^T + Q) z = b     is     (T J K^-1 J^T T + Q) y = T^-1 b
/// Where s_i vanishes, z_i = b_i / Q_ii, and is taken from b of the other rows. So is one whose
/// coupling is below 1e-8 of Q_ii: the division by s_i would let it dominate every norm.
template <class Space>
class Symmetrised {
 public:
  explicit Symmetrised(Sizes const& n)
      : J_(make_room<Space, Real* [2][6]>("orthant::symmetrised::J", n.rows)),
        Q_(make_room<Space, Real* [max_block_rows]>("orthant::symmetrised::Q", n.rows)),
        v_("orthant::symmetrised::v", n.bodies) {
    for (auto* each : {&root_, &known_, &b_})
      *each = make_room<Space, Real*>("orthant::symmetrised::vector", n.rows);
  }

  /// Writes the matrix of a world; false if a row does not fit.
  bool write(SchurSystem<Space> const& system, int w) {
    auto const& rows = system.rows;
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block)
      if (!write_block(system, block)) return false;
    return true;
  }

  SchurSystem<Space> system(SchurSystem<Space> const& whole) const {
    auto out = whole;
    out.rows.J = J_;
    out.Q = Q_;
    out.left = {};
    return out;
  }

  /// T^-1 b, without what is known.
  Span<Space, Real*> right_side() const { return b_; }
  void set_right_side(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b) {
    auto const& rows = system.rows;
    bool some = false;
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
      for (int row = rows.block_row(k); row < rows.block_row(k + 1); ++row) {
        known_(row) = root_(row) == 0 ? b(row) / system.Q(row, row - rows.block_row(k)) : 0;
        some = some || known_(row) != 0;
      }
    for (int k = w * rows.bodies; some && k < (w + 1) * rows.bodies; ++k)
      v_(k) =
          system.inverse_mass(k) * rows.apply_transpose(k, [&](int row) { return known_(row); });
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k)
      for (int row = rows.block_row(k); row < rows.block_row(k + 1); ++row) {
        Real const rest = some ? b(row) - rows.apply_own(system.left, k, row, v_) : b(row);
        b_(row) = root_(row) == 0 ? 0 : rest / root_(row);
      }
  }

  /// z <- T z, and what is known.
  void finish(Rows<Space> const& rows, int w, Span<Space, Real*> const& z) const {
    for (int row = rows.world_row(w); row < rows.world_row(w + 1); ++row)
      z(row) = root_(row) * z(row) + known_(row);
  }

 private:
  bool write_block(SchurSystem<Space> const& system, int block) {
    constexpr Real round_off = 1e-14, negligible = 1e-8;
    auto const& rows = system.rows;
    int const begin = rows.block_row(block), n = rows.size(block);
    for (int row = begin; row < begin + n; ++row) {
      if (same_rows(system, block, row)) continue;
      Vec6 J[2], left[2];
      Real most = 0, s = 1, response = 0;
      for (int side = 0; side < 2; ++side) {
        if (rows.body(block, side) < 0) continue;
        for (int c = 0; c < 6; ++c) {
          J[side][c] = rows.J(row, side, c);
          left[side][c] = system.left(row, side, c);
          if (fabs(J[side][c]) <= most) continue;
          most = fabs(J[side][c]);
          s = left[side][c] / J[side][c];
        }
        response += dot(J[side], system.inverse_mass(rows.body(block, side)) * J[side]);
      }
      if (!(s >= 0)) return false;
      for (int side = 0; side < 2; ++side)
        for (int c = 0; c < 6; ++c)
          if (!(fabs(left[side][c] - s * J[side][c]) <= round_off * s * most)) return false;
      Real const Q = system.Q(row, row - begin);
      root_(row) = s * response <= negligible * Q ? 0 : sqrt(s);
      if (s * response == 0 && !(Q > 0)) return false;
      for (int side = 0; side < 2; ++side)
        for (int c = 0; c < 6; ++c) J_(row, side, c) = root_(row) * J[side][c];
    }
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        Real const Q = Q_(begin + i, k) = system.Q(begin + i, k);
        if (i == k || Q == 0 || rows.law(block) == Law::free)
          continue;  // symmetric but for round-off
        if (root_(begin + i) != 1 || root_(begin + k) != 1 || Q != system.Q(begin + k, i))
          return false;
      }
    return true;
  }

  /// Whether the left row is J, which is the most frequent case.
  bool same_rows(SchurSystem<Space> const& system, int block, int row) {
    auto const& rows = system.rows;
    for (int side = 0; side < 2; ++side)
      for (int c = 0; c < 6; ++c) {
        J_(row, side, c) = rows.J(row, side, c);
        if (rows.body(block, side) >= 0 && system.left(row, side, c) != rows.J(row, side, c))
          return false;
      }
    root_(row) = 1;
    return true;
  }

  Array<Space, Real* [2][6]> J_;            // T J
  Array<Space, Real* [max_block_rows]> Q_;  // (rows)
  Array<Space, Real*> root_, known_, b_;    // T, z where that is zero, T^-1 b
  Array<Space, Twist*> v_;                  // (worlds x bodies)
};

}  // namespace orthant
