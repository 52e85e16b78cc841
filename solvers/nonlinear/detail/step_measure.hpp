// The error of an iterate of a step, in speeds that do not depend on the method.
#pragma once
#include <limits>

#include "orthant/core/math/detail/cone.hpp"
#include "orthant/core/math/detail/polygon.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/detail/friction_law.hpp"
#include "orthant/core/step/step_problem.hpp"

namespace orthant {

/// The error of the law in each row of a block [m/s or rad/s], and the length [m] that turns an
/// angular speed into a speed; 1 for other rows.
struct BlockMeasure {
  Real error[max_block_rows] = {}, length[max_block_rows] = {};
};

/// Radius of gyration of a body, 1 for one that does not turn [m].
KOKKOS_INLINE_FUNCTION Real gyration(InverseMass const& M_inverse) {
  Real const radius = radius_of_gyration(M_inverse);
  return radius > 0 ? radius : 1;
}

/// The measure does not depend on the complementarity function, the form of friction or the scaling
/// of a method (theory.md, When a step is solved). Impulses become speeds by r [1/kg]: W_nn of the
/// row, and for friction the mean of the diagonal of W_ff. The errors are
///   bilateral           |a + Sigma lambda|
///   unilateral, normal  |min(a + Sigma lambda, r lambda)|
///   friction            |r lambda_f - P_k(r lambda_f - v_f)|,  k = r mu lambda_n
///   associated          |r lambda - P_K(r lambda - u)|
///   polyhedral          that of friction, on a polygon
/// with v_f = U_f + Sigma_f lambda_f, and k the radius of the disc. mu multiplies no speed: the
/// error of a sticking contact is its sliding velocity. Angular rows count at the radius of
/// gyration of the bodies that they turn.
template <class Space>
struct StepMeasure {
  Rows<Space> const& rows;
  Span<Space, InverseMass*> const& inverse_mass;
  Span<Space, Real*> const& response;  // (rows) r
  Span<Space, Twist*> const& terms;    // (worlds x bodies) |u| + |u_free| + |M^-1| |J^T| |lambda|
  PositionScale<Space> const& positions;
  FrictionLaw law = {};

  /// The round-off of a sum, relative to machine_epsilon times its largest term; chosen for a dozen
  /// terms.
  static constexpr Real roundings = 8;
  static constexpr Real machine_epsilon = 2.220446049250313e-16;

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
        law.kind == FrictionLaw::Kind::associated ? convex(k, out) : coulomb(k, out);
        break;
      case Law::disc:
        slides(k, begin, n, rows.radius(k), out.error);
        break;
    }
    for (int i = 0; i < n; ++i) out.length[i] = length(k, begin + i);
    return out;
  }

  /// The length of BlockMeasure.
  KOKKOS_FUNCTION Real length(int k, int row) const {
    return rows.angular(row) ? gyration(k, row) : 1;
  }

  /// The part of a row's error that round-off explains: that of J u, with that of M^-1 J^T lambda
  /// in u, of c(q+)/(sigma h) and of Sigma lambda.
  KOKKOS_FUNCTION Real round_off(int k, int row) const {
    if (rows.delassus.given()) return 0;
    bool const slides =
        rows.law(k) == Law::disc || (rows.law(k) == Law::coulomb && row > rows.block_row(k));
    bool const moves = positions.pose.extent(0) > 0;
    Real s = 0, c = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(k, side);
      if (b >= 0) {
        Vec6 const& size = terms(b);
        for (int i = 0; i < 6; ++i) s += fabs(rows.J(row, side, i)) * size[i];
        for (int i = 0; moves && i < 3; ++i)
          c += fabs(rows.J(row, side, i)) * fabs(positions.pose(b).p_WB[i]);
      }
      for (int i = 3; i < 6; ++i) c += fabs(rows.J(row, side, i));
    }
    if (!slides) s += positions.per_length * c;
    int const begin = rows.block_row(k);
    for (int i = 0; i < rows.size(k); ++i)
      s += fabs(rows.compliance(row, i) * rows.impulse(begin + i));
    return roundings * machine_epsilon * s;
  }

  /// Radius of gyration of a body [m].
  KOKKOS_FUNCTION Real gyration(int body) const { return orthant::gyration(inverse_mass(body)); }

 private:
  /// a + Sigma lambda, of tied rows that of their law
  KOKKOS_FUNCTION Real yielded(int k, int row) const {
    return rows.tied(k).count * (rows.value(row) + rows.yielding(k, row));
  }
  KOKKOS_FUNCTION Real complementary(int k, int row) const {
    return fabs(smaller(yielded(k, row), response(row) * rows.impulse(row)));
  }

  KOKKOS_FUNCTION void coulomb(int k, BlockMeasure& out) const {
    int const n = rows.block_row(k);
    out.error[0] = complementary(k, n);
    slides(k, n + 1, 2, rows.friction(k) * larger(0.0, rows.impulse(n)), out.error + 1);
  }

  /// The friction error on the disc of radius `most` [N s]. Inside the disc it is v_f itself, free
  /// of cancellation.
  KOKKOS_FUNCTION void slides(int block, int first, int n, Real most, Real* error) const {
    Real const r = response(first), k = r * most;
    Real v[2] = {}, z[2] = {};
    for (int i = 0; i < n; ++i) {
      v[i] = yielded(block, first + i);
      z[i] = r * rows.impulse(first + i) - v[i];
    }
    if (n == 2 && law.kind == FrictionLaw::Kind::polyhedral) {
      auto const P = RegularPolygon{law.facets}.project({{z[0], z[1]}}, k);
      for (int i = 0; i < n; ++i)
        error[i] = fabs(P.over > 0 ? r * rows.impulse(first + i) - P.point[i] : v[i]);
      return;
    }
    Real const length = length_of(z[0], z[1]);
    for (int i = 0; i < n; ++i)
      error[i] = fabs(length <= k ? v[i] : r * rows.impulse(first + i) - k * (z[i] / length));
  }

  KOKKOS_FUNCTION void convex(int k, BlockMeasure& out) const {
    int const n = rows.block_row(k);
    Real const r = (response(n) + 2 * response(n + 1)) / 3;
    Vec3 z, u;
    for (int i = 0; i < 3; ++i) {
      u[i] = yielded(k, n + i);
      z[i] = r * rows.impulse(n + i) - u[i];
    }
    Vec3 const inside = projected_on_cone(z, rows.friction(k));
    for (int i = 0; i < 3; ++i)
      out.error[i] = fabs(inside[i] == z[i] ? u[i] : r * rows.impulse(n + i) - inside[i]);
  }

  KOKKOS_FUNCTION Real gyration(int k, int row) const {
    Real mobility = 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(k, side); b >= 0) mobility += inverse_mass(b).mass;
    return mobility > 0 ? sqrt(mobility / response(row)) : 1;
  }
};

/// r of the rows of a block, from the diagonal of W; 1 if no body reacts.
template <class Space>
KOKKOS_FUNCTION void respond(Rows<Space> const& rows, int k, Vec3 r,
                             Span<Space, Real*> const& response) {
  int const begin = rows.block_row(k), n = rows.size(k);
  Law const cone = rows.law(k);
  if (cone == Law::coulomb) r[1] = r[2] = 0.5 * (r[1] + r[2]);
  if (cone == Law::disc && n == 2) r[0] = r[1] = 0.5 * (r[0] + r[1]);
  for (int i = 0; i < n; ++i) response(begin + i) = r[i] > 0 ? r[i] : 1;
}
template <class Space>
KOKKOS_FUNCTION void respond(Rows<Space> const& rows, int k, Mat3 const& W,
                             Span<Space, Real*> const& response) {
  respond(rows, k, Vec3{{W[0][0], W[1][1], W[2][2]}}, response);
}
template <class Space>
struct OwnResponse {
  static constexpr char const* label = "orthant::measure::response";
  Held<Space, Rows<Space>> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real*> response;
  Span<Space, int*> moving{};  // see StepProblem
  KOKKOS_FUNCTION void operator()(int k) const {
    if (some_move<Space>(moving, rows.body(k, 0), rows.body(k, 1)))
      respond(rows, k, own_diagonal(rows, inverse_mass, k), response);
  }
};

/// Infinity stands for a tolerance that is not set; it then follows from the largest free speed.
inline constexpr double tolerance_by_speed = std::numeric_limits<double>::infinity();
inline constexpr char const* tolerance_about =
    "[m/s] on every row and on the momentum defect as a velocity, turning counted at the radius of "
    "gyration, or what round-off leaves if that is more; absent: 1e-10, but no more than 1e-8 of "
    "the largest speed, free or of a drive, or than 1e-20 where that is more, and no less than "
    "1e-12 of that speed";
KOKKOS_INLINE_FUNCTION Real tolerance_of(Real given, Real speed) {
  if (isfinite(given)) return given;
  constexpr Real none = 1e-20;  // a smaller speed is no motion [m/s]
  return speed > 0 ? clamped(1e-10, 1e-12 * speed, larger(1e-8 * speed, none)) : 1e-10;
}

}  // namespace orthant
