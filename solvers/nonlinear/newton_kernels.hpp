// The passes of one Newton iteration over bodies, rows and worlds.
//
// Eliminating du = K^-1 J^T s z - d from the momentum balance leaves
//   (L J K^-1 J^T S + C) z = target + L J d,     d lambda = S z + step.
#pragma once
#include "solvers/nonlinear/newton_iterate.hpp"

namespace orthant::newton {

/// What is added to bilateral rows that depend on others, relative to A_ii. Its inverse swells
/// round-off, 1e-16 of b, into impulses that bodies do not feel: 1e-10 of those that they do. And
/// where a direction's part of A is s A_ii, errors fall by 2e-6 / s in an iteration. Impulses are
/// those of least  sum A_ii lambda_i^2  [J], in which metres and radians weigh as bodies feel them.
inline constexpr Real joint_regularisation = 1e-6;

/// rho of the regularisation E = rho r of a block's C.
template <class Space>
KOKKOS_FUNCTION Real regularisation_of(View<Space> const& v, int block) {
  if (v.rows.law(block) == Law::free) return v.rows.redundant ? joint_regularisation : 0;
  return v.world(v.rows.block_world(block)).regularisation;
}

/// The rows with S J in place of J.
template <class Space>
KOKKOS_FUNCTION Rows<Space> scaled(View<Space> const& v) {
  Rows<Space> rows = v.rows;
  rows.J = v.SJ;
  rows.delassus.A = v.LAS;
  return rows;
}

/// S J and L J, b = target + L J d, and the regularisation E of the contacts' C. Symmetric laws
/// have E = rho r: along an eliminated direction z is zero whatever C is. Others have the step of a
/// proximal point, a + rho r dlambda in place of a: E = rho L r, so that the matrix is one that
/// the law itself may have, with A + rho r for A. A multiple of the identity would not be: rows of
/// P and C may have any signs. The pull, -pull r lambda on what stands for a in the friction rows,
/// is what would make rho r a Tikhonov term; it is of second order in the residual.
template <class Space>
struct RightHandSide {
  static constexpr char const* label = "orthant::newton::right_hand_side";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    bool const regularised = v.rows.law(block) != Law::free || v.rows.redundant;
    Real const rho = regularisation_of(v, block);
    for (int row = begin; row < begin + n; ++row) {
      Real b = v.at.target(row);
      for (int side = 0; side < 2; ++side) {
        int const body = v.rows.body(block, side);
        Vec6 left = times_jacobian(v.at.S, begin, n, row, side, v.SJ);
        if (v.LJ.extent(0) > 0) left = times_jacobian(v.at.L, begin, n, row, side, v.LJ);
        if (body >= 0 && !v.exact) b += dot(left, v.pushed(body));
      }
      if (regularised) regularise(row, begin, n, rho);
      v.b(row) = b;
    }
  }

 private:
  KOKKOS_FUNCTION void regularise(int row, int begin, int n, Real rho) const {
    if (v.LJ.extent(0) == 0) {
      v.at.C(row, row - begin) += rho * v.weight(row);
    } else {
      for (int k = 0; k < n; ++k) v.at.C(row, k) += rho * v.at.L(row, k) * v.weight(begin + k);
    }
  }

  /// One row of X J, with X block diagonal; also written to XJ.
  KOKKOS_FUNCTION Vec6 times_jacobian(Span<Space, Real* [max_block_rows]> const& X, int begin,
                                      int n, int row, int side,
                                      Span<Space, Real* [2][6]> const& XJ) const {
    Vec6 out;
    for (int k = 0; k < n; ++k)
      if (Real const x = X(row, k); x != 0) out += x * v.rows.jacobian(begin + k, side);
    for (int i = 0; i < 6; ++i) XJ(row, side, i) = out[i];
    return out;
  }
};

/// Where A is given: the blocks of L A S, and b = target - L A step.
template <class Space>
struct ScaleDelassus {
  static constexpr char const* label = "orthant::newton::scale_delassus";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = v.rows;
    if (!v.active(rows.block_world(block))) return;
    auto const& L = v.at.L.extent(0) > 0 ? v.at.L : v.at.S;
    for (int k = rows.delassus.first(block); k < rows.delassus.first(block + 1); ++k)
      v.LAS(k) = part(L, block) * rows.delassus.A(k) * part(v.at.S, rows.delassus.block(k));
    Vec3 const moved =
        part(L, block) * given_product(rows, block, [&](int row) { return v.at.step(row); });
    for (int i = 0; i < rows.size(block); ++i) v.b(rows.block_row(block) + i) -= moved[i];
  }

 private:
  KOKKOS_FUNCTION Mat3 part(Span<Space, Real* [max_block_rows]> const& of, int block) const {
    Mat3 out;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) out[i][k] = of(begin + i, k);
    return out;
  }
};

/// b <- S z in place of (S + E) z, with E the regularisation: what round-off has put into b along
/// directions that the impulses leave open, and E would let swell by 1/E, is gone. Away from a
/// solution, where E is large and swells nothing, b stays. And the pull -pull r S lambda on
/// friction rows.
template <class Space>
struct KeepInRange {
  static constexpr char const* label = "orthant::newton::keep_in_range";
  static constexpr Real near = 1e-3;  // E / r below which E swells round-off to what matters
  View<Space> v;
  bool contacts;  // not only joints
  KOKKOS_FUNCTION void operator()(int block) const {
    int const w = v.rows.block_world(block);
    bool const joint = v.rows.law(block) == Law::free;
    if (!v.active(w) || (joint ? !v.rows.redundant : !contacts)) return;
    auto const& world = v.world(w);
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    Real const all = regularisation_of(v, block), rho = all < near ? all : 0;
    bool const contact = v.rows.law(block) == Law::coulomb;
    auto const pulled = [&](int k) {
      return contact && k > 0 ? world.pull * v.rows.impulse(begin + k) : 0;
    };
    for (int row = begin; row < begin + n; ++row) {
      Real part = 0;
      if (v.LJ.extent(0) == 0) {
        for (int k = 0; k < n; ++k) part += v.at.S(row, k) * pulled(k);
        part = v.weight(row) * (rho * v.z(row) + part);
      } else {
        for (int k = 0; k < n; ++k)
          part += v.at.L(row, k) * v.weight(begin + k) * (rho * v.z(begin + k) + pulled(k));
      }
      v.b(row) -= part;
    }
  }
};

/// What the linear model expects to be left of the merit by the regularisation: half of |E z|^2.
template <class Space>
struct Unpredicted {
  static constexpr char const* label = "orthant::newton::unpredicted";
  View<Space> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.active(w)) return;
    int const first = v.rows.world_block(w);
    Real const sum =
        lane.sum(v.rows.world_block(w + 1) - first, [&](int k) { return block(first + k); });
    lane.once([&] {
      Real const rho = v.world(w).regularisation;
      v.world(w).unpredicted = 0.5 * rho * rho * sum;
    });
  }

 private:
  KOKKOS_FUNCTION Real block(int k) const {
    if (v.rows.law(k) == Law::free) return 0;
    auto const& L = v.LJ.extent(0) > 0 ? v.at.L : v.at.S;
    int const begin = v.rows.block_row(k), n = v.rows.size(k);
    Real sum = 0;
    for (int row = begin; row < begin + n; ++row) {
      Real h = 0;
      for (int i = 0; i < n; ++i) h += L(row, i) * v.weight(begin + i) * v.z(begin + i);
      sum += h * h;
    }
    return sum;
  }
};

/// The row values of the problem about a centre, a + rho r (lambda - centre); the centre moves
/// first, where it `may_move` and the world says so.
template <class Space>
struct AboutCentre {
  static constexpr char const* label = "orthant::newton::about_centre";
  View<Space> v;
  Span<Space, Real*> centre, value;
  bool may_move;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const w = v.rows.block_world(block);
    if (!v.active(w)) return;
    Real const rho = v.rows.law(block) == Law::free ? 0 : v.world(w).regularisation;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row) {
      if (may_move && v.world(w).moves) centre(row) = v.rows.impulse(row);
      value(row) = v.rows.value(row) + rho * v.weight(row) * (v.rows.impulse(row) - centre(row));
    }
  }
};
template <class Space>
struct KeepInner {
  static constexpr char const* label = "orthant::newton::keep_inner";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (v.active(w)) v.world(w).inner = v.world(w).own;
  }
};

/// du and, in z, d lambda.
template <class Space>
struct BodyDirection {
  static constexpr char const* label = "orthant::newton::body_direction";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    v.base_u(b) = v.u(b);
    if (v.exact) return;
    auto const& z = v.z;
    Vec6 const impulse = scaled(v).apply_transpose(b, [&](int row) { return z(row); });
    v.du(b) = v.K(b) * impulse - v.pushed(b);
  }
};
template <class Space>
struct RowDirection {
  static constexpr char const* label = "orthant::newton::row_direction";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    Real z[max_block_rows];
    for (int k = 0; k < n; ++k) z[k] = v.z(begin + k);
    for (int row = begin; row < begin + n; ++row) {
      v.z(row) = v.at.step(row);
      for (int k = 0; k < n; ++k) v.z(row) += v.at.S(row, k) * z[k];
      v.base_impulse(row) = v.rows.impulse(row);
    }
  }
};

/// Opens the search for a step length.
template <class Space>
struct BeginStep {
  static constexpr char const* label = "orthant::newton::begin_step";
  View<Space> v;
  Span<Space, int*> searching;
  Real first;
  KOKKOS_FUNCTION void operator()(int w) const {
    searching(w) = v.active(w);
    if (!v.active(w)) return;
    auto& p = v.world(w);
    ++p.iterations;
    p.step = first;
    p.trials = 0;
    p.merit_before = p.merit;
  }
};

/// The iterate a step length along the direction, in the worlds of `moving`.
template <class Space>
struct MoveBodies {
  static constexpr char const* label = "orthant::newton::move_bodies";
  View<Space> v;
  Span<Space, int*> moving;
  KOKKOS_FUNCTION void operator()(int b) const {
    int const w = v.world_of(b);
    if (moving(w)) v.u(b) = v.base_u(b) + v.world(w).step * v.du(b);
  }
};
template <class Space>
struct MoveRows {
  static constexpr char const* label = "orthant::newton::move_rows";
  View<Space> v;
  Span<Space, int*> moving;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const w = v.rows.block_world(block);
    if (!moving(w)) return;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row)
      v.rows.impulse(row) = v.base_impulse(row) + v.world(w).step * v.z(row);
  }
};

}  // namespace orthant::newton
