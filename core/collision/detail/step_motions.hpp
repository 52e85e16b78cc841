// The motions of bodies in a step, along which contacts are searched.
#pragma once
#include "orthant/core/math/detail/straight_motion.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {

/// The free motions without contacts and joints. In worlds in which contacts were missed, also the
/// motions of that attempt.
template <class Space>
struct StepMotions {
  Span<Space, Pose<>*> pose;          // at the start
  Span<Space, Twist*> twist;          // of the free motion
  Real h;                             // [s]
  Span<Space, Pose<>*> made;          // (worlds x bodies) end of that attempt
  Span<Space, int*> missed;           // (worlds) whether there was one; empty: nowhere
  Span<Space, StraightMotion*> free;  // free motions, once they are known

  KOKKOS_FUNCTION bool again(int world) const { return missed.extent(0) > 0 && missed(world) > 0; }
  KOKKOS_FUNCTION StraightMotion operator()(int b, bool as_made) const {
    if (!as_made && free.extent(0) > 0) return free(b);
    return motion_between(pose(b), as_made ? made(b) : advance(pose(b), twist(b), h));
  }
};

/// Motions are computed once for each body, because a body belongs to many pairs.
template <class Space>
struct FreeMotions {
  static constexpr char const* label = "orthant::collision::free_motions";
  StepMotions<Space> motions;
  Span<Space, StraightMotion*> out;
  Span<Space, int*> still;  // not 0: that of the search before
  KOKKOS_FUNCTION void operator()(int b) const {
    if (still.extent(0) == 0 || !still(b)) out(b) = motions(b, false);
  }
};

/// Twists with the larger speed of both motions, without a direction.
template <class Space>
struct FastestMotion {
  static constexpr char const* label = "orthant::collision::fastest_motion";
  StepMotions<Space> motions;
  Span<Space, Twist*> out;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    Twist const& u = motions.twist(b);
    out(b) = u;
    if (!motions.again(b / bodies)) return;
    StraightMotion const made = motions(b, true);
    Real const v = larger(norm(linear(u)), norm(made.displacement) / motions.h);
    Real const w = larger(norm(angular(u)), made.angle / motions.h);
    out(b) = {{v, 0, 0, w, 0, 0}};
  }
};

}  // namespace orthant
