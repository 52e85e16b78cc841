// Gauss-Seidel sweeps over the blocks of a world: they update impulses and body velocities
// together.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/nonlinear/detail/newton_view.hpp"

namespace orthant::impulses {

/// What a sweep reads and writes. During a sweep the rows are linear: a = J u + offset + Sigma
/// lambda, and u = u_free + M^-1 J^T lambda.
template <class Space>
struct View : newton::View<Space> {
  Span<Space, Real*> offset;       // (rows) [m/s] or [rad/s]
  Span<Space, Mat3*> own;          // (blocks) W_kk
  Span<Space, Mat3*> own_inverse;  // (blocks) (W_kk + Sigma_k)^-1; of a contact:
                                   // of normal and friction apart

  Span<Space, Real*> change, turn;             // (rows) dlambda of the last sweep; d
  Span<Space, Twist*> before, turn_of_bodies;  // (worlds x bodies) u before a sweep; M^-1 J^T d
  Span<Space, int*> sweeps;                    // (worlds)
};

/// W_kk; of tied rows that of their law, the sum over all of its rows.
template <class Space>
KOKKOS_FUNCTION Mat3 block_of_law(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block) {
  auto const [first, count] = rows.tied(block);
  if (count == 1) return own_block(rows, inverse_mass, block);
  Mat3 out;
  for (int i = first; i < first + count; ++i) {
    RowResponse<Space> const of(rows, inverse_mass, i, rows.block_row(i));
    for (int k = first; k < first + count; ++k) out[0][0] += of.on(rows, k, rows.block_row(k));
  }
  return out;
}

/// Computes W_kk and r of each block with the present J.
template <class Space>
struct OwnBlocks {
  static constexpr char const* label = "orthant::impulses::own_blocks";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int k) const {
    v.own(k) = block_of_law(v.rows, v.inverse_mass, k);
    respond(v.rows, k, v.own(k), v.response);
  }
};

/// Computes the offset of each row at u, and the inverse of each diagonal block.
template <class Space>
struct Linearise {
  static constexpr char const* label = "orthant::impulses::linearise";
  Held<Space, View<Space>> v;
  bool J_moved;  // J has changed since OwnBlocks
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& rows = v.rows;
    if (!v.active(rows.block_world(k))) return;
    int const begin = rows.block_row(k), n = rows.size(k);
    for (int i = 0; i < n; ++i)
      v.offset(begin + i) = rows.value(begin + i) - rows.apply(k, begin + i, v.u);
    if (J_moved) v.own(k) = block_of_law(rows, v.inverse_mass, k);
    Mat3 A = v.own(k);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) A[i][j] += rows.tied(k).count * rows.compliance(begin + i, j);
    if (rows.law(k) == Law::coulomb)  // the normal is solved first, then friction
      for (int i = 1; i < n; ++i) A[0][i] = A[i][0] = 0;
    v.own_inverse(k) = inverse_spd(A, n);
  }
};

template <class Space>
struct Begin {
  static constexpr char const* label = "orthant::impulses::begin";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int w) const { v.sweeps(w) = 0; }
};

/// Stops the worlds that have reached the limit of sweeps.
template <class Space>
struct GiveUp {
  static constexpr char const* label = "orthant::impulses::give_up";
  Held<Space, View<Space>> v;
  int most;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!v.active(w) || v.sweeps(w) < most) return;
    v.active(w) = 0;
    v.world(w).reason = StopReason::iteration_limit;
  }
};

/// Block Gauss-Seidel. Each block in turn gets the impulse that satisfies its own law at the
/// current velocities:
///   free         lambda -= (W_kk + Sigma)^-1 a
///   nonnegative  lambda = max(0, lambda - a / (W_kk + Sigma))
///   disc         lambda - W_kk^-1 a if that lies in the disc of radius k,
///                else P_k(lambda - a / r)
///   coulomb      the normal as nonnegative, then friction as a disc of radius mu lambda_n
///
/// The velocities follow at once, u += M^-1 J^T dlambda [Moreau 1999; Catto 2005]. A fixed point of
/// a sweep solves the linear rows.
///
/// Between sweeps lambda takes an extra step along a direction of nonlinear conjugate gradients, in
/// which the change of a sweep stands for the negative gradient:
///   lambda += beta d,   d = beta d + dlambda,   beta = |dlambda|^2 / |dlambda before|^2  <= 1,
/// with |dlambda|^2 = sum r dlambda^2 [J]. If beta > 1, d = 0 [Silcowitz, Niebe, Erleben 2010].
template <class Space>
struct Sweeps {
  static constexpr char const* label = "orthant::impulses::sweeps";
  Held<Space, View<Space>> v;
  Real tolerance;  // [m/s]; infinity: not set
  Real part;       // a world ends if no row had a larger error than this part of the tolerance when
                   // visited
  int least;       // sweeps at least in this linearisation
  int most;        // sweeps at most in all linearisations together

  KOKKOS_FUNCTION void operator()(int w) const {
    if (!v.active(w)) return;
    int const first = v.rows.world_block(w), end = v.rows.world_block(w + 1);
    Real const enough = part * tolerance_of(tolerance, v.scale(w).speed);
    Real size = 0;
    for (int s = 0; v.sweeps(w) < most; ++s) {
      keep_bodies(w);
      Sum sum;
      for (int k = first; k < end; ++k) visit(k, sum);
      ++v.sweeps(w);
      if (s + 1 >= least && sum.error <= enough) return;
      if (v.sweeps(w) < most) go_on(w, s == 0, sum.energy, size);
      size = sum.energy;
    }
  }

 private:
  struct Sum {
    Real error = 0;   // largest |r dlambda| [m/s]
    Real energy = 0;  // sum r dlambda^2 [J]
  };

  KOKKOS_FUNCTION void keep_bodies(int w) const {
    for (int b = w * v.rows.bodies; b < (w + 1) * v.rows.bodies; ++b) v.before(b) = v.u(b);
  }

  KOKKOS_FUNCTION void go_on(int w, bool begins, Real now, Real last) const {
    Real const ratio = begins || !(last > 0) ? 0 : now / last, beta = ratio <= 1 ? ratio : 0;
    for (int row = v.rows.world_row(w); row < v.rows.world_row(w + 1); ++row) {
      Real const d = beta > 0 ? beta * v.turn(row) : 0;
      v.rows.impulse(row) += d;
      v.turn(row) = d + v.change(row);
    }
    for (int b = w * v.rows.bodies; b < (w + 1) * v.rows.bodies; ++b) {
      Twist const swept = v.u(b) - v.before(b);
      Twist const d = beta > 0 ? Twist(beta * v.turn_of_bodies(b)) : Twist{};
      v.u(b) += d;
      v.turn_of_bodies(b) = d + swept;
    }
  }

  KOKKOS_FUNCTION void visit(int k, Sum& sum) const {
    if (v.rows.tied(k).count > 1) return visit_tied(k, sum);
    switch (v.rows.size(k)) {
      case 1:
        return visit<1>(k, sum);
      case 2:
        return visit<2>(k, sum);
      default:
        return visit<3>(k, sum);
    }
  }

  /// Updates a block of n rows.
  template <int n>
  KOKKOS_FUNCTION void visit(int k, Sum& sum) const {
    auto const& rows = v.rows;
    int const begin = rows.block_row(k);
    Vec3 before, now;
    for (int i = 0; i < n; ++i) before[i] = now[i] = rows.impulse(begin + i);
    obey<n>(k, begin, values<n>(k, begin, before), before, now);
    Vec3 const change = now - before;
    bool changes = false;
    for (int i = 0; i < n; ++i) {
      Real const r = v.response(begin + i);
      rows.impulse(begin + i) = now[i];
      v.change(begin + i) = change[i];
      sum.error = larger(sum.error, fabs(r * change[i]));
      sum.energy += r * change[i] * change[i];
      changes = changes || change[i] != 0;
    }
    if (changes) move<n>(k, begin, change);
  }

  /// Updates tied rows with their first.
  KOKKOS_FUNCTION void visit_tied(int k, Sum& sum) const {
    auto const& rows = v.rows;
    auto const [first, count] = rows.tied(k);
    if (k != first) return;
    int const begin = rows.block_row(k);
    Vec3 const before{{rows.impulse(begin), 0, 0}};
    Vec3 now = before, a;
    for (int i = 0; i < count; ++i) a[0] += values<1>(k + i, begin + i, before)[0];
    obey<1>(k, begin, a, before, now);
    Vec3 const change = now - before;
    Real const r = v.response(begin);
    sum.error = larger(sum.error, fabs(r * change[0]));
    for (int i = 0; i < count; ++i) {
      rows.impulse(begin + i) = now[0];
      v.change(begin + i) = change[0];
      sum.energy += r * change[0] * change[0];
      if (change[0] != 0) move<1>(k + i, begin + i, change);
    }
  }

  /// a = J u + offset + Sigma lambda.
  template <int n>
  KOKKOS_FUNCTION Vec3 values(int k, int begin, Vec3 const& lambda) const {
    auto const& rows = v.rows;
    Vec3 a;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(k, side);
      if (b < 0) continue;
      Twist const u = v.u(b);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < 6; ++j) a[i] += rows.J(begin + i, side, j) * u[j];
    }
    bool const diagonal = rows.law(k) == Law::coulomb;
    for (int i = 0; i < n; ++i) {
      Real yielding = 0;
      for (int j = diagonal ? i : 0; j < (diagonal ? i + 1 : n); ++j)
        yielding += rows.compliance(begin + i, j) * lambda[j];
      a[i] = v.offset(begin + i) + a[i] + yielding;
    }
    return a;
  }

  /// The impulse that satisfies the law of the block.
  template <int n>
  KOKKOS_FUNCTION void obey(int k, int begin, Vec3 a, Vec3 const& before, Vec3& now) const {
    auto const& rows = v.rows;
    Mat3 const &own = v.own(k), &inverse = v.own_inverse(k);
    switch (rows.law(k)) {
      case Law::free:
        now -= inverse * a;
        break;
      case Law::nonnegative:
        now[0] = larger(0.0, before[0] - inverse[0][0] * a[0]);
        break;
      case Law::coulomb:
        now[0] = larger(0.0, before[0] - inverse[0][0] * a[0]);
        for (int i = 1; i < n; ++i) a[i] += own[i][0] * (now[0] - before[0]);
        slide<1, n>(begin, rows.friction(k) * now[0], inverse, a, now);
        break;
      case Law::disc:
        slide<0, n>(begin, rows.radius(k), inverse, a, now);
        break;
    }
  }

  /// u += M^-1 J^T dlambda
  template <int n>
  KOKKOS_FUNCTION void move(int k, int begin, Vec3 const& change) const {
    auto const& rows = v.rows;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(k, side);
      if (b < 0) continue;
      Vec6 p;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < 6; ++j) p[j] += rows.J(begin + i, side, j) * change[i];
      v.u(b) += v.inverse_mass(b) * p;
    }
  }

  /// Friction in the rows [from, n) of a block: sticking if the impulse for zero sliding lies in
  /// the disc of radius k, else a point on the circle.
  template <int from, int n>
  KOKKOS_FUNCTION void slide(int begin, Real k, Mat3 const& inverse, Vec3 const& a,
                             Vec3& lambda) const {
    Vec3 sticking;
    Real inside = 0;
    for (int i = from; i < n; ++i) {
      Real stops = 0;
      for (int j = from; j < n; ++j) stops += inverse[i][j] * a[j];
      sticking[i] = lambda[i] - stops;
      inside += sticking[i] * sticking[i];
    }
    if (inside <= k * k) {
      for (int i = from; i < n; ++i) lambda[i] = sticking[i];
      return;
    }
    Real length = 0;
    for (int i = from; i < n; ++i) {
      lambda[i] -= a[i] / (v.response(begin + from) + v.rows.compliance(begin + i, i));
      length += lambda[i] * lambda[i];
    }
    Real const onto = length > k * k ? k / sqrt(length) : 1;
    for (int i = from; i < n; ++i) lambda[i] = onto * lambda[i];
  }
};

}  // namespace orthant::impulses
