// How far an iterate is from a solution of its step: speeds, the same whatever method found it.
#pragma once
#include <limits>

#include "core/math/cone.hpp"
#include "core/step/delassus.hpp"
#include "core/step/step_problem.hpp"

namespace orthant {

/// What is 0 where the laws of a block hold, in m/s or rad/s, row by row; what round-off leaves of
/// it whatever a solver does; and what a turning row is multiplied with to be a speed.
struct BlockMeasure {
  Real error[max_block_rows] = {}, round_off[max_block_rows] = {}, length[max_block_rows] = {};
};

/// Neither the function nor the form of friction nor the scaling that a method works with has a
/// part in it. Impulses become speeds by r, the velocity that a row gives itself: A_nn, and the
/// mean of A_tt. Then
///   bilateral           |a + Sigma lambda|
///   unilateral, normal  |min(a + Sigma lambda, r lambda)|
///   friction            |r lambda_f - P_k(r lambda_f - v_f)|,  k = r mu lambda_n
///   associated          |r lambda - P_K(r lambda - u)|
/// No coefficient divides or multiplies a speed: of a contact that sticks the error is v_f itself.
/// Turning rows count at the radius of gyration of what they turn.
template <class Space>
struct StepMeasure {
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real*> response;  // (rows) r
  Span<Space, Twist*> terms;    // (W nb) |u| + |u~| + |K^-1| |J^T| |lambda|
  PositionScale<Space> positions;
  bool associated = false;

  /// Round-off of a sum in units of that of its largest term: chosen, for a dozen terms.
  static constexpr Real roundings = 8;
  static constexpr Real epsilon = 2.220446049250313e-16;

  KOKKOS_FUNCTION BlockMeasure block(int k) const {
    BlockMeasure out;
    int const begin = rows.block_row(k), n = rows.size(k);
    switch (rows.law(k)) {
      case Law::free:
        for (int i = 0; i < n; ++i) out.error[i] = fabs(yielded(k, begin + i));
        break;
      case Law::nonnegative:
        out.error[0] = complementary(k, begin);
        break;
      case Law::coulomb:
        associated ? convex(k, out) : coulomb(k, out);
        break;
      case Law::disc: {
        DiscRadius const radius = rows.disc(k);
        Real const carried =
            radius.normal < 0 ? 0 : larger(0.0, rows.impulse(rows.block_row(radius.normal)));
        slides(begin, n, radius.bound + rows.friction(k) * carried, out.error);
        break;
      }
    }
    for (int i = 0; i < n; ++i) {
      out.round_off[i] = round_off(k, begin + i);
      out.length[i] = rows.angular(begin + i) ? gyration(k, begin + i) : 1;
    }
    return out;
  }

  /// Radius of gyration of a body [m].
  KOKKOS_FUNCTION Real gyration(int body) const {
    auto const& K = inverse_mass(body);
    Real const turning = (K.inertia[0][0] + K.inertia[1][1] + K.inertia[2][2]) / 3;
    return turning > 0 ? sqrt(K.mass / turning) : 1;
  }

 private:
  /// a + Sigma lambda
  KOKKOS_FUNCTION Real yielded(int k, int row) const {
    return rows.value(row) + rows.yielding(k, row);
  }
  KOKKOS_FUNCTION Real complementary(int k, int row) const {
    return fabs(smaller(yielded(k, row), response(row) * rows.impulse(row)));
  }

  KOKKOS_FUNCTION void coulomb(int k, BlockMeasure& out) const {
    int const n = rows.block_row(k);
    out.error[0] = complementary(k, n);
    slides(n + 1, 2, rows.friction(k) * larger(0.0, rows.impulse(n)), out.error + 1);
  }

  /// On the disc of the radius `most` [N s]: inside, the difference is v without cancellation.
  KOKKOS_FUNCTION void slides(int first, int n, Real most, Real* error) const {
    Real const r = response(first);
    Real z[2] = {};
    for (int i = 0; i < n; ++i) z[i] = r * rows.impulse(first + i) - rows.value(first + i);
    Real const length = length_of(z[0], z[1]), k = r * most;
    for (int i = 0; i < n; ++i)
      error[i] = fabs(length <= k ? rows.value(first + i)
                                  : r * rows.impulse(first + i) - k * (z[i] / length));
  }

  KOKKOS_FUNCTION void convex(int k, BlockMeasure& out) const {
    int const n = rows.block_row(k);
    Real const r = (response(n) + 2 * response(n + 1)) / 3;
    Vec3 z, u;
    for (int i = 0; i < 3; ++i) {
      u[i] = i == 0 ? yielded(k, n) : rows.value(n + i);
      z[i] = r * rows.impulse(n + i) - u[i];
    }
    Vec3 const inside = projected_on_cone(z, rows.friction(k));
    for (int i = 0; i < 3; ++i)
      out.error[i] = fabs(inside[i] == z[i] ? u[i] : r * rows.impulse(n + i) - inside[i]);
  }

  /// Of J u, where the impulses' own round-off is in u, of c(q+)/(sigma h) and of Sigma lambda.
  KOKKOS_FUNCTION Real round_off(int k, int row) const {
    if (rows.delassus.given()) return 0;
    bool const slides =
        rows.law(k) == Law::disc || (rows.law(k) == Law::coulomb && row > rows.block_row(k));
    Real s = 0, c = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(k, side);
      for (int i = 0; i < 6; ++i) {
        Real const J = fabs(rows.J(row, side, i));
        if (b >= 0) s += J * terms(b)[i];
        if (i >= 3) c += J;
        if (i < 3 && b >= 0 && positions.pose.extent(0) > 0)
          c += J * fabs(positions.pose(b).p_WB[i]);
      }
    }
    if (!slides) s += positions.per_length * c;
    int const begin = rows.block_row(k);
    for (int i = 0; i < rows.size(k); ++i)
      s += fabs(rows.compliance(row, i) * rows.impulse(begin + i));
    return roundings * epsilon * s;
  }

  KOKKOS_FUNCTION Real gyration(int k, int row) const {
    Real mobility = 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(k, side); b >= 0) mobility += inverse_mass(b).mass;
    return mobility > 0 ? sqrt(mobility / response(row)) : 1;
  }
};

/// r of the rows of a block; 1 where nothing responds.
template <class Space>
struct OwnResponse {
  static constexpr char const* label = "orthant::measure::response";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real*> response;
  KOKKOS_FUNCTION void operator()(int k) const {
    int const begin = rows.block_row(k), n = rows.size(k);
    Mat3 const A = own_block(rows, inverse_mass, k);
    Real r[max_block_rows] = {};
    for (int i = 0; i < n; ++i) r[i] = A[i][i];
    Law const cone = rows.law(k);
    if (cone == Law::coulomb) r[1] = r[2] = 0.5 * (r[1] + r[2]);
    if (cone == Law::disc && n == 2) r[0] = r[1] = 0.5 * (r[0] + r[1]);
    for (int i = 0; i < n; ++i) response(begin + i) = r[i] > 0 ? r[i] : 1;
  }
};

/// The tolerance of a setting: what stands for none, and what is asked then of a world whose
/// largest free speed is given.
inline constexpr double tolerance_by_speed = std::numeric_limits<double>::infinity();
inline constexpr char const* tolerance_about =
    "[m/s] on every row and on the momentum defect as a velocity, turning counted at the radius of "
    "gyration, or what round-off leaves if that is more; absent: 1e-10, but no more than 1e-8 of "
    "the largest "
    "free speed and no less than 1e-12 of it";
KOKKOS_INLINE_FUNCTION Real tolerance_of(Real given, Real speed) {
  if (isfinite(given)) return given;
  return speed > 0 ? clamped(1e-10, 1e-12 * speed, 1e-8 * speed) : 1e-10;
}

}  // namespace orthant
