// Kernels over bodies that the integrators share.
#pragma once
#include "orthant/core/step/detail/body_impulse.hpp"
#include "orthant/core/step/stiffness.hpp"
#include "orthant/integrators/detail/body_motion.hpp"

namespace orthant {

/// Computes M^-1 at a pose for every body.
template <class Space>
struct ComputeInverseMass {
  static constexpr char const* label = "orthant::integrator::inverse_mass";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, InverseMass*> out;
  Span<Space, int*> active;
  int bodies;  // per world
  KOKKOS_FUNCTION void operator()(int b) const {
    if (active(b / bodies)) out(b) = inverse_mass(body(b), pose(b));
  }
};

template <class Space>
void compute_inverse_mass(Space const& space, Model<Space> const& model, Span<Space, Pose<>*> pose,
                          Span<Space, int*> active, Span<Space, InverseMass*> out) {
  each(space, model.all_bodies(),
       ComputeInverseMass<Space>{model.body, pose, out, active, model.bodies});
}

/// Gravity and given forces on a body, about its centre, in world axes. The gyroscopic torque is
/// not included, because spatial momentum does not change by it.
template <class Space>
struct Applied {
  Span<Space, Body*> body;
  Span<Space, Vec6*> wrench;  // of this step
  KOKKOS_FUNCTION Vec6 operator()(int b) const {
    return wrench(b) + body(b).wrench_W + stacked(body(b).mass * body(b).gravity, {});
  }
};

/// The derivative of w x I w by w.
KOKKOS_INLINE_FUNCTION Mat3 gyroscopic_slope(Mat3 const& I, Vec3 const& w) {
  return cross_matrix(w) * I - cross_matrix(I * w);
}

/// w+ of I (w+ - w) + h w+ x I w+ = h tau in body axes: implicit Euler for Euler's equations.
/// Without a torque the product with w+ gives w+.I w+ <= w.I w for any h. Without a root: w+
/// without the gyroscopic torque, as no solution has more energy.
KOKKOS_INLINE_FUNCTION Root spun_once(Mat3 const& I, Mat3 const& inverse, Vec3 const& w,
                                      Vec3 const& tau, Real h) {
  Vec3 const p = I * w + h * tau, start = w + h * (inverse * (tau - cross(w, I * w)));
  Root const next = newton_root(start, [&](Vec3 const& x, Mat3* slope) {
    if (slope) *slope = I + h * gyroscopic_slope(I, x);
    Vec3 const L = I * x;
    return L - p + h * cross(x, L);
  });
  Vec3 const unspun = inverse * p;
  bool const spins = next.settled && dot(next.x, I * next.x) <= dot(unspun, p) * (1 + 1e-9);
  return {spins ? next.x : unspun, spins};
}

/// The parts of a step in which a rotation is made, so that each is at most a quarter of a radian.
KOKKOS_INLINE_FUNCTION int parts_of_spin(Vec3 const& w, Real h) {
  return parts_of_turn(h * norm(w), 0.25, 256);
}

/// spun_once in parts.
KOKKOS_INLINE_FUNCTION Root spun(Mat3 const& I, Mat3 const& inverse, Vec3 w, Vec3 const& tau,
                                 Real h) {
  if (dot(w, w) == 0 && dot(tau, tau) == 0) return {{}, true};
  int const parts = parts_of_spin(w, h);
  bool settled = true;
  for (int k = 0; k < parts; ++k) {
    Root const next = spun_once(I, inverse, w, tau, h / parts);
    w = next.x;
    settled = settled && next.settled;
  }
  return {w, settled};
}

/// The mean of two angular velocities, near enough to the first one that the other may be an
/// iterate. Twice the reach: thin rods take a third more systems; half of it: eggs at 18 rad/s in
/// steps of 10 ms, which do not turn slowly then, gain a third of their energy in 10 s.
struct MeanSpin {
  static constexpr Real reach = 0.25;  // [rad] a step
  Vec3 w;                              // [rad/s]
  Real h;                              // [s]

  KOKKOS_FUNCTION bool slow() const { return h * h * dot(w, w) <= reach * reach; }
  KOKKOS_FUNCTION Vec3 with(Vec3 const& other) const {
    Vec3 const half = 0.5 * (other - w);
    return w + shrink(half) * half;
  }
  /// Its derivative by the other one.
  KOKKOS_FUNCTION Mat3 slope(Vec3 const& other) const {
    Vec3 const half = 0.5 * (other - w);
    Real const s = shrink(half), along = s < 1 ? s / dot(half, half) : 0;
    Mat3 out;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) out[i][j] = 0.5 * (s * (i == j) - along * half[i] * half[j]);
    return out;
  }

 private:
  KOKKOS_FUNCTION Real shrink(Vec3 const& half) const {
    Real const size = h * norm(half);
    return size <= reach ? 1 : reach / size;
  }
};

/// u_free = u- + h M^-1 f, with f = (m g + F, tau - w x I w). The gyroscopic torque has the sign of
/// an applied torque. Its w is that of u_free, or the mean with u- of a body that turns slowly, if
/// `mean`: then it does no work. A body that does not react keeps its twist.
template <class Space>
struct FreeMotion {
  static constexpr char const* label = "orthant::integrator::free_motion";
  Applied<Space> applied;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist, out;
  Span<Space, Real*> unturned;  // see RowIntegrator
  Real h;
  bool mean;
  KOKKOS_FUNCTION void operator()(int b) const {
    Twist const u = twist(b);
    out(b) = u;
    unturned(b) = 0;
    if (!body(b).dynamic()) return;
    Quat<> const& q = pose(b).q_WB;
    Vec6 const f = applied(b);
    Mat3 const& I = body(b).inertia_B;
    Vec3 const w = rotate_back(q, angular(u)), tau = rotate_back(q, angular(f));
    Root const spin = mean && MeanSpin{w, h}.slow()
                          ? spun_slowly(I, body(b).inverse_inertia_B, w, tau)
                          : spun(I, body(b).inverse_inertia_B, w, tau, h);
    out(b) = stacked(linear(u) + (h / body(b).mass) * linear(f), rotate(q, spin.x));
    if (!spin.settled) unturned(b) = h * norm(cross(spin.x, I * spin.x));
  }

 private:
  /// Where w + h I^-1 (tau - m x I m) of the mean m with w+ is w+. Each iterate has a quarter of
  /// the error of the one before, down to round-off.
  KOKKOS_FUNCTION Root spun_slowly(Mat3 const& I, Mat3 const& inverse, Vec3 const& w,
                                   Vec3 const& tau) const {
    MeanSpin const mean_of{w, h};
    Vec3 x = w;
    Real last = 0;
    for (int k = 0;; ++k) {
      Vec3 const m = mean_of.with(x), next = w + h * (inverse * (tau - cross(m, I * m)));
      Real const change = norm(next - x);
      x = next;
      if (!(change > 0) || (k > 0 && !(change < last))) return {x, true};
      last = change;
    }
  }
};

/// The free angular velocity w- + h I^-1 (tau - m x I m), m the mean of w- and w; world axes.
KOKKOS_INLINE_FUNCTION Vec3 free_of_spin(Body const& body, Quat<> const& q, Vec3 const& before,
                                         Vec3 const& w, Vec3 const& tau, Real h) {
  Vec3 const m = rotate_back(q, MeanSpin{before, h}.with(w));
  Vec3 const torque = rotate_back(q, tau) - cross(m, body.inertia_B * m);
  return before + rotate(q, h * (body.inverse_inertia_B * torque));
}

/// u_free with the gyroscopic torque of the mean of u- and an iterate u, of bodies that turn
/// slowly. Its error is a quarter of that of u at most; where h |w| is small, h |w|/2 times it.
template <class Space>
struct FreeOfSpin {
  static constexpr char const* label = "orthant::integrator::free_of_spin";
  Applied<Space> applied;
  Span<Space, Pose<>*> pose;  // q-
  Span<Space, Twist*> before, u, out;
  Span<Space, int*> active, moving;
  int bodies;  // per world
  Real h;
  KOKKOS_FUNCTION void operator()(int b) const {
    auto const& body = applied.body(b);
    if (!active(b / bodies) || !body.dynamic() || turns_alike(body.inertia_B) ||
        !some_move<Space>(moving, b, b))
      return;
    Vec3 const w = angular(before(b));
    if (!MeanSpin{w, h}.slow()) return;
    Vec3 const tau = angular(applied(b));
    out(b) = stacked(linear(out(b)), free_of_spin(body, pose(b).q_WB, w, angular(u(b)), tau, h));
  }

 private:
  /// Whether moments are equal about all axes.
  KOKKOS_FUNCTION static bool turns_alike(Mat3 const& I) {
    return I[0][0] == I[1][1] && I[1][1] == I[2][2] && I[0][1] == 0 && I[0][2] == 0 && I[1][2] == 0;
  }
};

/// q = advance(q-, u, h), in the worlds of `active`, of bodies that move (StepProblem::move_only).
template <class Space>
struct Advance {
  static constexpr char const* label = "orthant::integrator::advance";
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> u;
  Span<Space, int*> active, moving{};
  int bodies;
  Real h;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (active(b / bodies) && some_move<Space>(moving, b, b)) to(b) = advance(from(b), u(b), h);
  }
};

/// The pose half-way between two poses.
KOKKOS_INLINE_FUNCTION Pose<> half_way(Pose<> const& from, Pose<> const& to) {
  auto const &p = from.q_WB, &q = to.q_WB;
  return {0.5 * (from.p_WB + to.p_WB),
          normalised(Quat<>{p.w + q.w, p.x + q.x, p.y + q.y, p.z + q.z})};
}
template <class Space>
struct Middle {
  static constexpr char const* label = "orthant::integrator::middle";
  Span<Space, Pose<>*> from, to, out;
  Span<Space, int*> active;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (active(b / bodies)) out(b) = half_way(from(b), to(b));
  }
};

/// u = u_free + M^-1 J^T lambda: the velocity that satisfies the equations of motion. A body that
/// the solver left at rest stays there, if its balance leaves no more than errors of a solver:
/// these would add up from step to step.
template <class Space>
struct MomentumBalance {
  static constexpr char const* label = "orthant::integrator::momentum_balance";
  // Errors, relative to the free speed: the most that the default tolerance allows. From 1e-9 to
  // 1e-7 walls rest alike; with 1e-10 one takes two iterations in each step.
  static constexpr Real of_solvers = 1e-8;
  Held<Space, Rows<Space>> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> free_twist, u;
  bool solved = false;
  Span<Space, int*> moving{};  // 0: u stays
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!some_move<Space>(moving, b, b)) return;
    Twist const balanced = free_twist(b) + inverse_mass(b) * impulse_on<Space>(rows, b);
    bool const rests = solved && inverse_mass(b).mass > 0 && dot(u(b), u(b)) == 0 &&
                       speed(b, balanced) <= of_solvers * speed(b, free_twist(b));
    if (!rests) u(b) = balanced;
  }

 private:
  KOKKOS_FUNCTION Real speed(int b, Twist const& of) const {
    return norm(linear(of)) + radius_of_gyration(inverse_mass(b)) * norm(angular(of));
  }
};

/// The derivative of M(q+) (u - u_free(u)) by u, with the rotation q+ = cay(h w) q- of the body and
/// u_free of FreeOfSpin.
template <class Space>
struct MassStiffness {
  static constexpr char const* label = "orthant::integrator::turning_mass";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> start, pose;
  Span<Space, Twist*> before, free_twist, u;
  Span<Space, int*> active;
  Stiffness<Space> out;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!active(b / bodies)) return;
    out.T(b) = cayley_tangent(out.reach * angular(u(b)));
    Mat3 const I = in_world(pose(b).q_WB, body(b).inertia_B);
    out.inertia(b) = I;
    if (!body(b).dynamic()) return;
    out.inertia(b) = inertia_derivative(I, angular(u(b) - free_twist(b)), out.T(b), out.reach);
    MeanSpin const mean{angular(before(b)), out.reach};
    if (!mean.slow()) return;
    auto const& q = start(b).q_WB;
    Mat3 const by_spin =
        gyroscopic_slope(in_world(q, body(b).inertia_B), mean.with(angular(u(b)))) *
        mean.slope(angular(u(b)));
    out.inertia(b) += out.reach * (I * (in_world(q, body(b).inverse_inertia_B) * by_spin));
  }
};

/// M and J at a known pose: nothing turns with the unknown.
template <class Space>
struct StillMass {
  static constexpr char const* label = "orthant::integrator::still_mass";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, int*> active;
  Stiffness<Space> out;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!active(b / bodies)) return;
    out.T(b) = diagonal({{1, 1, 1}});
    out.inertia(b) = in_world(pose(b).q_WB, body(b).inertia_B);
  }
};
template <class Space>
struct StillRows {
  static constexpr char const* label = "orthant::integrator::still_rows";
  Rows<Space> rows;
  Span<Space, int*> active;
  Stiffness<Space> out;
  Span<Space, int*> moving{};
  KOKKOS_FUNCTION void operator()(int block) const {
    if (out.slope.extent(0) == 0 || !active(rows.block_world(block)) ||
        !some_move<Space>(moving, rows.body(block, 0), rows.body(block, 1)))
      return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) out.slope(row, side, i) = rows.J(row, side, i);
  }
};

}  // namespace orthant
