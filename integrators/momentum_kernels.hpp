// What the integrators that carry momentum do to bodies.
#pragma once
#include "integrators/body_motion.hpp"
#include "integrators/step_kernels.hpp"

namespace orthant {

/// u~ for which u~ + K^-1 J^T lambda is the twist that the momentum P + J^T lambda makes.
template <class Space, class Motion>
struct FreeOfMomentum {
  static constexpr char const* label = "orthant::integrator::free_of_momentum";
  Motion motion;
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Vec6*> momentum;
  Span<Space, Twist*> out;
  Span<Space, int*> running;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!running(b / rows.bodies) || !motion.body(b).dynamic()) return;
    auto const& rows_ = rows;
    Vec6 const push = rows.push(b, [&](int row) { return rows_.impulse(row); });
    out(b) = motion.twist(b, momentum(b) + push) - inverse_mass(b) * push;
  }
};

/// q+ that follows from u, in the worlds of `running`.
template <class Space, class Motion>
struct Follow {
  static constexpr char const* label = "orthant::integrator::follow";
  Motion motion;
  Span<Space, Pose<>*> to;
  Span<Space, Twist*> u;
  Span<Space, int*> running;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (running(b / bodies)) to(b) = motion.pose(b, u(b));
  }
};

/// Half-way from one pose to the other.
template <class Space>
struct Middle {
  static constexpr char const* label = "orthant::integrator::middle";
  Span<Space, Pose<>*> from, to, out;
  Span<Space, int*> running;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!running(b / bodies)) return;
    auto const &p = from(b).q_WB, &q = to(b).q_WB;
    out(b) = {0.5 * (from(b).p_WB + to(b).p_WB),
              normalised(Quat<>{p.w + q.w, p.x + q.x, p.y + q.y, p.z + q.z})};
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

}  // namespace orthant
