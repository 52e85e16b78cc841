// The numbers by which the narrow phase decides that two things are the same.
#pragma once
#include "core/execution/kokkos.hpp"

namespace orthant::narrow {

/// Lengths below this fraction of the shapes' size count as zero, and two gaps closer than that as
/// equal: far above rounding (1e-16), far below every length that matters.
inline constexpr Real negligible = 1e-10;

/// Of two faces that are equally good as the reference, up to this fraction of the boxes' size, the
/// one of the first box is taken, so that noise in a resting stack does not swap them.
inline constexpr Real equally_good = 1e-5;

/// Points of a face contact closer to a corner than this fraction of the faces' smallest half
/// extent are that corner: equal boxes may slide on each other by noise and keep their points.
inline constexpr Real at_corner = 1e-3;

/// Sine of the angle below which two directions are near enough to parallel to touch along a line
/// or a face: the shapes then get the points at both ends besides the deepest one, and lines no
/// line_line, whose normal would turn fast. It never decides on the smallest gap.
inline constexpr Real nearly_parallel = 0.05;

/// Square of the sine below which a cross product of unit vectors is mostly rounding. Any unit
/// vector gives a valid bound on the distance, so that this only keeps us from dividing by zero.
inline constexpr Real no_cross_product = 1e-20;

}  // namespace orthant::narrow
