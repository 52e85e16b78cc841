// Surfaces of triangles for tests.
#pragma once

#include "orthant/core/collision/detail/surface_search.hpp"
#include "orthant/core/mesh/surface.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {

struct Triangles {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> corners;

  std::shared_ptr<Geometry const> geometry() const { return surface_of(points, corners, "test"); }
  Triangles moved(Pose<> const& X) const {
    Triangles out = *this;
    for (auto& p : out.points) p = at(X, p);
    return out;
  }
};

/// Heights z(x, y) over a grid about the origin, with points moved in the plane by up to a part
/// `noise` of a cell and diagonals at random.
template <class Height>
Triangles terrain(int cells, Real cell, Real noise, Dice& dice, Height const& z) {
  Triangles out;
  for (int r = 0; r <= cells; ++r)
    for (int c = 0; c <= cells; ++c) {
      Real const x = (c - 0.5 * cells + noise * dice.between(-1, 1)) * cell;
      Real const y = (r - 0.5 * cells + noise * dice.between(-1, 1)) * cell;
      out.points.push_back({{x, y, z(x, y)}});
    }
  for (int r = 0; r < cells; ++r)
    for (int c = 0; c < cells; ++c) {
      int const p = r * (cells + 1) + c, q = p + 1, s = p + cells + 1, t = s + 1;
      if (dice.below(2) == 0) {
        out.corners.push_back({p, q, t});
        out.corners.push_back({p, t, s});
      } else {
        out.corners.push_back({p, q, s});
        out.corners.push_back({q, t, s});
      }
    }
  return out;
}

inline Triangles flat_ground(int cells, Real cell, Real noise, Dice& dice) {
  return terrain(cells, cell, noise, dice, [](Real, Real) { return 0.; });
}

/// A shape with this geometry, which has to outlive it.
inline Placed surface(Geometry const& of) {
  Placed out = placed(kind_of<shapes::Mesh>,
                      {{of.bounding_radius, static_cast<Real>(of.triangle.size()), 0}});
  out.shape.geometry = &of;
  return out;
}

/// The contacts of a shape with all triangles.
inline std::vector<ContactPoint> all_contacts(Placed const& a, Placed surface, Real margin) {
  std::vector<ContactPoint> out;
  for (int i = 0; i < surface.shape.geometry->triangle.size(); ++i) {
    surface.shape.part = i;
    Manifold const m = collide(a, surface, margin);
    out.insert(out.end(), m.points, m.points + m.count);
  }
  return out;
}

}  // namespace orthant::test
