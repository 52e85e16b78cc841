// The motions of bodies in a step, along which contacts are looked for.
#pragma once
#include "core/math/straight_motion.hpp"
#include "core/model/model.hpp"

namespace orthant {

/// What they would be without contacts and joints and, where the step is taken anew, what they
/// were.
template <class Space>
struct StepMotions {
  Span<Space, Pose<>*> pose;  // at the start
  Span<Space, Twist*> twist;  // of the free motion
  Real h;                     // [s]
  Span<Space, Pose<>*> made;  // where the step has led; empty: it is taken for the first time
  Span<Space, StraightMotion*> free;  // without contacts and joints, once they are known

  KOKKOS_FUNCTION bool again() const { return made.extent(0) > 0; }
  KOKKOS_FUNCTION StraightMotion operator()(int b, bool as_made) const {
    if (!as_made && free.extent(0) > 0) return free(b);
    return motion_between(pose(b), as_made ? made(b) : advance(pose(b), twist(b), h));
  }
};

/// Each body has many pairs.
template <class Space>
struct FreeMotions {
  static constexpr char const* label = "orthant::collision::free_motions";
  StepMotions<Space> motions;
  Span<Space, StraightMotion*> out;
  KOKKOS_FUNCTION void operator()(int b) const { out(b) = motions(b, false); }
};

/// Twists as fast as either motion, wherever they point.
template <class Space>
struct FastestMotion {
  static constexpr char const* label = "orthant::collision::fastest_motion";
  StepMotions<Space> motions;
  Span<Space, Twist*> out;
  KOKKOS_FUNCTION void operator()(int b) const {
    StraightMotion const made = motions(b, true);
    Twist const& u = motions.twist(b);
    Real const v = larger(norm(linear(u)), norm(made.displacement) / motions.h);
    Real const w = larger(norm(angular(u)), made.angle / motions.h);
    out(b) = {{v, 0, 0, w, 0, 0}};
  }
};

}  // namespace orthant
