// Kernels over bodies for the integrators in momentum form.
#pragma once
#include "orthant/integrators/detail/body_motion.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant {

/// u_free for which u_free + M^-1 J^T lambda is the twist of the momentum p_free + J^T lambda.
template <class Space, class Motion>
struct FreeOfMomentum {
  static constexpr char const* label = "orthant::integrator::free_of_momentum";
  Motion motion;
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Vec6*> momentum;
  Span<Space, Twist*> out;
  Span<Space, Real*> unturned;  // see RowIntegrator
  Span<Space, int*> active;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!active(b / rows.bodies) || !motion.body(b).dynamic()) return;
    Vec6 const body_impulse = impulse_on<Space>(rows, b);
    auto const of = motion.twist(b, momentum(b) + body_impulse);
    out(b) = of.u - inverse_mass(b) * body_impulse;
    unturned(b) = of.left;
  }
};

/// q+ from u, in the worlds of `running`.
template <class Space, class Motion>
struct Follow {
  static constexpr char const* label = "orthant::integrator::follow";
  Motion motion;
  Span<Space, Pose<>*> to;
  Span<Space, Twist*> u;
  Span<Space, int*> active;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (active(b / bodies)) to(b) = motion.pose(b, u(b));
  }
};

/// The derivative of the momentum p(u) = M(q+(u)) u of a body, and the tangents by which its
/// velocity turns it to the end and to the middle.
template <class Space>
struct MomentumStiffness {
  static constexpr char const* label = "orthant::integrator::turning_momentum";
  MotionToEnd<Space> motion;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> u;
  Span<Space, int*> active;
  Stiffness<Space> out;                // T_J too if J is in the middle
  Span<Space, Mat3*> to_middle, part;  // (worlds x bodies) of rows with J in the middle, their T_J,
                                       // and `part` of Stiffness; empty: none
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!active(b / bodies)) return;
    bool const halves = to_middle.extent(0) > 0;
    out.inertia(b) = out.T(b) = diagonal({{1, 1, 1}});
    if (halves) to_middle(b) = out.T(b);
    if (part.extent(0) > 0) part(b) = out.T(b);
    if (!motion.body(b).dynamic()) return;
    Vec6 const moved_by = motion.increment(b, u(b));
    Mat3 const T = motion.rotation_tangent(b, moved_by, u(b));
    Mat3 const I = in_world(pose(b).q_WB, motion.body(b).inertia_B);
    out.T(b) = T;
    out.inertia(b) = inertia_derivative(I, angular(u(b)), T, out.reach);
    if (!halves) return;
    Mat3 const half = tangent_to_middle(angular(moved_by));
    to_middle(b) = half * T;
    if (part.extent(0) > 0) part(b) = half;
  }
};

/// p- + t f
template <class Space>
struct Kick {
  static constexpr char const* label = "orthant::integrator::kick";
  Applied<Space> applied;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> momentum;
  Real time;  // t [s]
  KOKKOS_FUNCTION void operator()(int b) const {
    if (body(b).dynamic())
      momentum(b) = orthant::momentum(body(b), pose(b), twist(b)) + time * applied(b);
  }
};

/// u_free = u - M^-1 J^T lambda, if the reported impulses are not those of the equations.
template <class Space>
struct FreeOfAll {
  static constexpr char const* label = "orthant::integrator::free_of_all";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> u, out;
  KOKKOS_FUNCTION void operator()(int b) const {
    out(b) = u(b) - inverse_mass(b) * impulse_on<Space>(rows, b);
  }
};

}  // namespace orthant
