// The passes of one Newton iteration over bodies, rows and worlds.
//
// The iterate is (u, lambda). With the momentum defect  d = u - u~ - K^-1 J^T (lambda + step),
// where `step` moves the eliminated rows to their roots, eliminating du = K^-1 J^T s z - d leaves
//   (L J K^-1 J^T S + C) z = target + L J d,     d lambda = S z + step.
#pragma once
#include "core/delassus.hpp"
#include "core/formulation.hpp"
#include "solvers/nonlinear/regularisation.hpp"

namespace orthant::newton {

/// Everything that the kernels share; spans only.
template <class Space>
struct View {
  Rows<Space> rows;
  Linearisation<Space> at;
  Span<Space, Real* [2][6]> SJ;  // (rows) S J
  Span<Space, Real* [2][6]> LJ;  // (rows) L J; empty where L is S
  Span<Space, Mat3*> LAS;        // blocks of L A S where A is given
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> free_twist, u, defect, du;
  Span<Space, Real*> b, z, weight;
  Span<Space, Twist*> base_u, best_u;  // start of the line search; best iterate
  Span<Space, Real*> base_impulse, best_impulse;
  Span<Space, int*> running;
  Span<Space, WorldProgress*> world;
  Span<Space, SpeedScale*> scale;  // (W)
  Span<Space, InverseMass*> K;     // inverse of Newton's mass matrix: `inverse_mass`, or stiffened
  Span<Space, Twist*> pushed;      // K^-1 M~ d: `defect`, or stiffened
  bool exact = false;              // the linear solver has the stiffness, d, and du

  KOKKOS_FUNCTION int world_of(int body) const { return body / rows.bodies; }
};

/// What is added to bilateral rows that depend on others, relative to A_ii. Its inverse swells
/// round-off, 1e-16 of b, into impulses that bodies do not feel: 1e-10 of those that they do. And
/// where a direction's part of A is s A_ii, errors fall by 2e-6 / s in an iteration. Impulses are
/// those of least  sum A_ii lambda_i^2  [J], in which metres and radians weigh as bodies feel them.
inline constexpr Real joint_regularisation = 1e-6;

/// rho of the regularisation E = rho r of a block's C.
template <class Space>
KOKKOS_FUNCTION Real regularisation_of(View<Space> const& v, int block) {
  if (v.rows.cone(block) == Cone::free) return v.rows.redundant ? joint_regularisation : 0;
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

template <class Space>
struct Reset {
  static constexpr char const* label = "orthant::newton::reset";
  View<Space> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real speed = lane.largest(v.rows.bodies, [&](int k) {
      int const b = w * v.rows.bodies + k;
      return v.inverse_mass(b).mass > 0 ? norm(linear(v.free_twist(b))) : 0.0;
    });
    if (auto const& q = v.rows.delassus.q; v.rows.delassus.given()) {
      int const o = v.rows.world_row(w);
      speed = lane.largest(v.rows.world_row(w + 1) - o, [&](int k) { return fabs(q(o + k)); });
    }
    lane.once([&] {
      v.running(w) = 1;
      v.world(w) = {};
      v.world(w).best = HUGE_VAL;
      v.scale(w) = {speed, speed};
    });
  }
};

template <class Space>
struct Defect {
  static constexpr char const* label = "orthant::newton::defect";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.running(v.world_of(b))) return;
    auto const& v_ = v;
    Vec6 const impulse =
        v.rows.push(b, [&](int row) { return v_.rows.impulse(row) + v_.at.step(row); });
    v.defect(b) = v.inverse_mass(b).mass > 0
                      ? v.u(b) - v.free_twist(b) - v.inverse_mass(b) * impulse
                      : Vec6{};
  }
};

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
    if (!v.running(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    bool const regularised = v.rows.cone(block) != Cone::free || v.rows.redundant;
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
    if (!v.running(rows.block_world(block))) return;
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
    bool const joint = v.rows.cone(block) == Cone::free;
    if (!v.running(w) || (joint ? !v.rows.redundant : !contacts)) return;
    auto const& world = v.world(w);
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    Real const all = regularisation_of(v, block), rho = all < near ? all : 0;
    bool const contact = v.rows.cone(block) == Cone::coulomb;
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
    if (!v.running(w)) return;
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
    if (v.rows.cone(k) == Cone::free) return 0;
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
    if (!v.running(w)) return;
    Real const rho = v.rows.cone(block) == Cone::free ? 0 : v.world(w).regularisation;
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
    if (v.running(w)) v.world(w).inner = v.world(w).worst;
  }
};

/// M x for a body, from its M^-1: linear [N s], angular [N m s] by Cramer's rule.
KOKKOS_INLINE_FUNCTION Vec6 momentum_of(InverseMass const& K, Vec6 const& u) {
  Mat3 const& A = K.inertia;
  Vec3 const c0 = column(A, 0), c1 = column(A, 1), c2 = column(A, 2), w = angular(u);
  Real const det = dot(c0, cross(c1, c2));
  return stacked(
      (1 / K.mass) * linear(u),
      (1 / det) * Vec3{{dot(w, cross(c1, c2)), dot(c0, cross(w, c2)), dot(c0, cross(c1, w))}});
}

/// Residuals and merit of every running world.
template <class Space>
struct Norms {
  static constexpr char const* label = "orthant::newton::norms";
  View<Space> v;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.running(w)) return;
    auto const of_bodies = lane.template joined<Bodies>(
        v.rows.bodies, [&](int k, Bodies& t) { body(w * v.rows.bodies + k, t); });
    int const first = v.rows.world_block(w);
    auto const of_rows = lane.template joined<Laws>(v.rows.world_block(w + 1) - first,
                                                    [&](int k, Laws& t) { block(first + k, t); });
    lane.once([&] {
      auto& p = v.world(w);
      p.residual = {of_bodies.most[momentum],     of_bodies.most[angular_momentum],
                    of_rows.most[joint],          of_rows.most[joint_angular],
                    of_rows.most[normal],         of_rows.most[friction],
                    of_rows.most[normal_angular], of_rows.most[friction_angular]};
      p.worst = of_bodies.most[velocity];
      for (Real const x : of_rows.most) p.worst = larger(p.worst, x);
      p.merit = 0.5 * (of_bodies.sum[0] + of_rows.sum[0]);
      if (!isfinite(p.merit)) p.worst = p.merit;  // maxima pass over NaN, sums keep it
    });
  }

 private:
  enum BodyNorm { momentum, angular_momentum, velocity, body_norms };
  enum RowNorm {  // of each kind in m/s, and then in rad/s
    joint,
    joint_angular,
    normal,
    normal_angular,
    friction,
    friction_angular,
    row_norms
  };
  using Bodies = Tally<body_norms, 1>;
  using Laws = Tally<row_norms, 1>;

  KOKKOS_FUNCTION void body(int b, Bodies& t) const {
    auto const& K = v.inverse_mass(b);
    if (!(K.mass > 0)) return;
    Vec6 const d = v.defect(b), p = momentum_of(K, d);
    for (int i = 0; i < 3; ++i) t.raise(momentum, fabs(p[i]));
    for (int i = 3; i < 6; ++i) t.raise(angular_momentum, fabs(p[i]));
    for (int i = 0; i < 6; ++i) t.raise(velocity, fabs(d[i]));
    t.sum[0] += dot(d, d);
  }

  KOKKOS_FUNCTION void block(int k, Laws& t) const {
    Cone const cone = v.rows.cone(k);
    int const begin = v.rows.block_row(k), n = v.rows.size(k);
    for (int i = 0; i < n; ++i) {
      Real const x = v.at.residual(begin + i);
      bool const slides = cone == Cone::disc || (cone == Cone::coulomb && i > 0);
      int const kind = cone == Cone::free ? joint : slides ? friction : normal;
      t.raise(kind + v.rows.angular(begin + i), fabs(x));
      // the merit of exact Jacobians is that of the h they are of, so that Newton's step descends
      Real const h = v.LJ.extent(0) > 0 ? v.at.target(begin + i) : x;
      t.sum[0] += h * h;
    }
  }
};

/// Ends the iteration of a world, or keeps its iterate if it is the best so far.
template <class Space>
struct Decide {
  static constexpr char const* label = "orthant::newton::decide";
  View<Space> v;
  Real tolerance;
  int max_iterations, patience;
  bool linear_solver_usable, out_of_time;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.running(w)) return;
    auto const& rows = v.rows;
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    auto const p = v.world(w);
    bool const finite = isfinite(p.worst);
    bool const better = finite && p.worst < p.best;
    if (better) {
      lane.each(count, [&](int k) { v.best_impulse(first + k) = rows.impulse(first + k); });
      lane.each(rows.bodies,
                [&](int k) { v.best_u(w * rows.bodies + k) = v.u(w * rows.bodies + k); });
    }
    lane.once([&] {
      auto& q = v.world(w);
      Real const relative = relative_residual(p, v.scale(w));
      v.scale(w).smoothing = v.scale(w).speed * relative * relative;
      q.since_best = better ? 0 : p.since_best + 1;
      if (better) q.best = p.worst;
      v.running(w) = 0;
      if (!finite)
        q.reason = linear_solver_usable ? StopReason::not_finite : StopReason::linear_solver;
      else if (p.worst <= tolerance)
        q.reason = StopReason::converged;
      else if (p.line_search_failed)
        q.reason = StopReason::line_search;
      else if (p.iterations >= max_iterations)
        q.reason = StopReason::iteration_limit;
      else if (out_of_time)
        q.reason = StopReason::time_limit;
      else if (patience > 0 && q.since_best > patience)
        q.reason = StopReason::stalled;
      else
        v.running(w) = 1;
    });
  }
};

/// du and, in z, d lambda.
template <class Space>
struct BodyDirection {
  static constexpr char const* label = "orthant::newton::body_direction";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.running(v.world_of(b))) return;
    v.base_u(b) = v.u(b);
    if (v.exact) return;
    auto const& z = v.z;
    Vec6 const impulse = scaled(v).push(b, [&](int row) { return z(row); });
    v.du(b) = v.K(b) * impulse - v.pushed(b);
  }
};
template <class Space>
struct RowDirection {
  static constexpr char const* label = "orthant::newton::row_direction";
  View<Space> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.running(v.rows.block_world(block))) return;
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
    searching(w) = v.running(w);
    if (!v.running(w)) return;
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

/// Puts the best iterate back where a world did not converge; marks these worlds in `running`.
template <class Space>
struct Restore {
  static constexpr char const* label = "orthant::newton::restore";
  View<Space> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const& rows = v.rows;
    bool const restore = v.world(w).reason != StopReason::converged && isfinite(v.world(w).best);
    lane.once([&] { v.running(w) = restore; });
    if (!restore) return;
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    lane.each(count, [&](int k) { rows.impulse(first + k) = v.best_impulse(first + k); });
    lane.each(rows.bodies,
              [&](int k) { v.u(w * rows.bodies + k) = v.best_u(w * rows.bodies + k); });
  }
};

}  // namespace orthant::newton
