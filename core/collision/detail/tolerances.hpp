// The tolerances of the narrow phase.
#pragma once
#include "orthant/core/execution/detail/called.hpp"

namespace orthant::narrow {

/// Lengths below this fraction of the size of the shapes count as zero, and gaps that differ by
/// less count as equal. It is far above round-off (1e-16) and far below every length that matters.
inline constexpr Real negligible = 1e-10;

/// Two faces whose gaps differ by less than this fraction of the size of the boxes count as equally
/// good. Then the face of the first box is the reference, so that noise in a resting stack does not
/// swap them. Faces at less than this angle count as parallel.
inline constexpr Real equally_good = 1e-5;

/// Points of a face contact closer to a corner than this fraction of the smallest half extent of
/// the faces are taken as the corner. So equal boxes keep their points while they slide by noise.
inline constexpr Real at_corner = 1e-3;

/// Sine of the angle below which two directions are parallel enough to touch along a line or a
/// face. The shapes then get points at both ends besides the deepest one. Such lines get no
/// line_line, because its normal would turn fast. The smallest gap never depends on this.
inline constexpr Real nearly_parallel = 0.05;

/// Square of the sine below which a cross product of unit vectors is mostly round-off. Any unit
/// vector gives a valid bound on the distance, so that this only avoids a division by zero.
inline constexpr Real no_cross_product = 1e-20;

}  // namespace orthant::narrow
