// Sweeps over the blocks of a world that change impulses and the velocities of bodies at once.
#pragma once
#include "core/math/small_inverse.hpp"
#include "core/step/delassus.hpp"
#include "core/step/formulation.hpp"
#include "solvers/nonlinear/step_measure.hpp"
#include "solvers/nonlinear/world_progress.hpp"

namespace orthant::impulses {

/// What a sweep reads and writes. The rows are linear within it:  a = J u + offset + Sigma lambda.
template <class Space>
struct View {
  Rows<Space> rows;  // impulse: lambda
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> free_twist, u;  // (worlds x bodies) u = u_free + M^-1 J^T lambda
  Span<Space, Real*> offset;          // (rows) [m/s] or [rad/s]
  Span<Space, Real*> response;        // (rows) r of StepMeasure [1/kg]
  Span<Space, Mat3*> own;             // (blocks) W_kk
  Span<Space, Mat3*> own_inverse;     // (blocks) of W_kk + Sigma_k; of a contact's normal, friction

  Span<Space, Real*> change, direction;  // (rows) of lambda: in the last sweep; d
  Span<Space, Twist*> before,
      direction_of_bodies;           // (worlds x bodies) u before a sweep; M^-1 J^T d
  Span<Space, int*> active, sweeps;  // (worlds)
  Span<Space, SpeedScale*> scale;    // (worlds)

  KOKKOS_FUNCTION int world_of(int body) const { return body / rows.bodies; }
};

/// W_kk and r of each block, where J is.
template <class Space>
struct OwnBlocks {
  static constexpr char const* label = "orthant::impulses::own_blocks";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int k) const {
    v.own(k) = own_block(v.rows, v.inverse_mass, k);
    respond(v.rows, k, v.own(k), v.response);
  }
};

/// The offset of each row from its value at u, and the inverse of each diagonal block.
template <class Space>
struct Linearise {
  static constexpr char const* label = "orthant::impulses::linearise";
  View<Space> v;
  bool J_moved;  // since OwnBlocks
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& rows = v.rows;
    if (!v.active(rows.block_world(k))) return;
    int const begin = rows.block_row(k), n = rows.size(k);
    for (int i = 0; i < n; ++i)
      v.offset(begin + i) = rows.value(begin + i) - rows.apply(k, begin + i, v.u);
    if (J_moved) v.own(k) = own_block(rows, v.inverse_mass, k);
    Mat3 A = v.own(k);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) A[i][j] += rows.compliance(begin + i, j);
    if (rows.law(k) == Law::coulomb)  // the normal goes first, then friction
      for (int i = 1; i < n; ++i) A[0][i] = A[i][0] = 0;
    v.own_inverse(k) = inverse_spd(A, n);
  }
};

/// u = u_free + M^-1 J^T lambda, in the active worlds.
template <class Space>
struct Follow {
  static constexpr char const* label = "orthant::impulses::follow";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    v.u(b) = v.free_twist(b) + v.inverse_mass(b) * v.rows.apply_transpose(b, [&](int row) {
      return v.rows.impulse(row);
    });
  }
};

template <class Space>
struct Begin {
  static constexpr char const* label = "orthant::impulses::begin";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int w) const { v.sweeps(w) = 0; }
};

template <class Space>
struct CountIteration {
  static constexpr char const* label = "orthant::impulses::count_iteration";
  View<Space> v;
  Span<Space, WorldProgress*> world;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (v.active(w)) ++world(w).iterations;
  }
};

/// The sum of the sweeps over worlds.
template <class Space>
struct CountSweeps {
  static constexpr char const* label = "orthant::impulses::count_sweeps";
  Span<Space, int*> sweeps;
  Span<Space, int> out;
  int worlds;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const sum = lane.sum(worlds, [&](int w) { return Real(sweeps(w)); });
    lane.once([&] { out() = static_cast<int>(sum); });
  }
};

/// Ends the worlds that have had all their sweeps.
template <class Space>
struct GiveUp {
  static constexpr char const* label = "orthant::impulses::give_up";
  View<Space> v;
  Span<Space, WorldProgress*> world;
  int most;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (!v.active(w) || v.sweeps(w) < most) return;
    v.active(w) = 0;
    world(w).reason = StopReason::iteration_limit;
  }
};

/// Block Gauss-Seidel: each block in turn takes the impulse that its law wants at the velocities of
/// the moment,
///   free         lambda -= (W_kk + Sigma)^-1 a
///   nonnegative  lambda = max(0, lambda - a / (W_kk + Sigma))
///   disc         lambda - W_kk^-1 a where that is in the disc of radius k,
///                else P_k(lambda - a / r)
///   coulomb      its normal as nonnegative, then its friction as a disc of radius mu lambda_n
///
/// and u += M^-1 J^T dlambda at once [Moreau 1999; Catto 2005]. A point that a sweep leaves as it
/// is solves the linear rows.
///
/// Between sweeps lambda goes on along a direction of the conjugate gradients that the changes by
/// sweeps stand for,
///   lambda += beta d,   d = beta d + dlambda,   beta = |dlambda|^2 / |dlambda before|^2  <= 1,
/// with |dlambda|^2 = sum r dlambda^2 [J], and d = 0 where beta > 1 [Silcowitz, Niebe, Erleben
/// 2010].
template <class Space>
struct Sweeps {
  static constexpr char const* label = "orthant::impulses::sweeps";
  View<Space> v;
  Real tolerance;  // [m/s]; absent: infinity
  Real part;       // of it: ends where no row was further off when its block was visited
  int least;       // sweeps now
  int most;        // in all linearisations

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
    Real error = 0;   // [m/s] the largest |r dlambda|
    Real energy = 0;  // [J] sum r dlambda^2
  };

  KOKKOS_FUNCTION void keep_bodies(int w) const {
    for (int b = w * v.rows.bodies; b < (w + 1) * v.rows.bodies; ++b) v.before(b) = v.u(b);
  }

  KOKKOS_FUNCTION void go_on(int w, bool begins, Real now, Real last) const {
    Real const ratio = begins || !(last > 0) ? 0 : now / last, beta = ratio <= 1 ? ratio : 0;
    for (int row = v.rows.world_row(w); row < v.rows.world_row(w + 1); ++row) {
      Real const d = beta > 0 ? beta * v.direction(row) : 0;
      v.rows.impulse(row) += d;
      v.direction(row) = d + v.change(row);
    }
    for (int b = w * v.rows.bodies; b < (w + 1) * v.rows.bodies; ++b) {
      Twist const swept = v.u(b) - v.before(b);
      Twist const d = beta > 0 ? Twist(beta * v.direction_of_bodies(b)) : Twist{};
      v.u(b) += d;
      v.direction_of_bodies(b) = d + swept;
    }
  }

  KOKKOS_FUNCTION void visit(int k, Sum& sum) const {
    switch (v.rows.size(k)) {
      case 1:
        return visit<1>(k, sum);
      case 2:
        return visit<2>(k, sum);
      default:
        return visit<3>(k, sum);
    }
  }

  /// Of a block of n rows.
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

  /// The impulse that the law wants.
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
      case Law::disc: {
        DiscRadius const radius = rows.disc(k);
        Real const carried =
            radius.normal < 0 ? 0 : larger(0.0, rows.impulse(rows.block_row(radius.normal)));
        slide<0, n>(begin, radius.bound + rows.friction(k) * carried, inverse, a, now);
        break;
      }
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

  /// Friction in the rows [from, n) of a block: no sliding where the impulse that this takes is in
  /// the disc of radius k, or else a point of its edge.
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
