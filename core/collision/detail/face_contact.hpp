// The part of one support face above another one, which is flat or a segment: the contact points.
#pragma once
#include "orthant/core/collision/detail/convex.hpp"

namespace orthant::narrow {

/// A polygon, or a segment, above a flat face.
struct Outline {
  static constexpr int capacity = 2 * SupportFace::capacity;
  struct Corner {
    Vec3 x;
    int name;  // of an own corner, or of the crossing of an own line with a side
    int line;  // name of the line to the next corner
  };
  Corner corners[capacity];
  int count = 0;
  bool closed = true;  // a polygon, else a segment

  KOKKOS_FUNCTION void add(Corner const& corner) {
    if (count < capacity) corners[count++] = corner;
  }
};

/// A side of the flat face: points x with out . x <= limit lie within it.
struct FlatSide {
  Vec3 out;
  Real limit;
  int number;

  KOKKOS_FUNCTION Real beyond(Vec3 const& x) const { return dot(out, x) - limit; }
  /// Name of the crossing of a line with this side, or of a corner of the flat face where two sides
  /// meet.
  KOKKOS_FUNCTION int crossed_by(int line) const {
    return SupportFace::names * (line + 1) + number;
  }
};

/// Names of lines: below SupportFace::names those of the outline itself, then those along sides.
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Outline clipped(Outline const& outline,
                                                      FlatSide const& side) {
  Outline inside;
  inside.closed = outline.closed;
  int const lines = outline.closed ? outline.count : outline.count - 1;
  for (int i = 0; i < lines; ++i) {
    auto const& p = outline.corners[i];
    auto const& q = outline.corners[i + 1 < outline.count ? i + 1 : 0];
    Real const p_beyond = side.beyond(p.x), q_beyond = side.beyond(q.x);
    if (p_beyond <= 0) inside.add(p);
    bool const leaves = q_beyond > 0;
    if ((p_beyond > 0) == leaves) continue;
    Real const part = p_beyond / (p_beyond - q_beyond);
    inside.add({p.x + part * (q.x - p.x), side.crossed_by(p.line),
                leaves && outline.closed ? SupportFace::names + side.number : p.line});
  }
  if (!outline.closed && outline.count > 0)
    if (auto const& end = outline.corners[outline.count - 1]; side.beyond(end.x) <= 0)
      inside.add(end);
  return inside;
}

KOKKOS_INLINE_FUNCTION Vec3 middle_of(SupportFace const& face) {
  Vec3 sum;
  for (int i = 0; i < face.count; ++i) sum += face.corner[i];
  return (1. / face.count) * sum;
}

/// The part of `other` that lies above the flat face along its normal, with tolerance `slack` [m].
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Outline above(SupportFace const& flat,
                                                    SupportFace const& other, Real slack) {
  Outline outline;
  outline.closed = other.count > 2;
  for (int i = 0; i < other.count; ++i)
    outline.add({other.corner[i], other.name[i], other.name[i]});
  Vec3 const middle = middle_of(flat);
  for (int i = 0; i < flat.count; ++i) {
    Vec3 const &p = flat.corner[i], &q = flat.corner[i + 1 < flat.count ? i + 1 : 0];
    Vec3 out = cross(q - p, flat.normal);
    Real const length = norm(out);
    if (!(length > 0)) continue;
    out = ((dot(out, p - middle) < 0 ? -1 : 1) / length) * out;
    outline = clipped(outline, {out, dot(out, p) + slack, flat.name[i]});
  }
  return outline;
}

}  // namespace orthant::narrow
