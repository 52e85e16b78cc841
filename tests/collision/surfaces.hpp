// Surfaces of triangles for tests.
#pragma once
#include <map>

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

/// A cube of 0.2 m whose faces are cut in n x n squares.
inline Triangles cut_cube(int n) {
  Triangles out;
  std::map<std::array<int, 3>, int> number;
  for (int axis = 0; axis < 3; ++axis)
    for (int const end : {0, n}) {
      auto const at = [&](int i, int j) {
        std::array<int, 3> p{};
        p[axis] = end, p[(axis + 1) % 3] = i, p[(axis + 2) % 3] = j;
        auto const [found, is_new] = number.emplace(p, static_cast<int>(number.size()));
        if (is_new)
          out.points.push_back(
              {{0.2 * p[0] / n - 0.1, 0.2 * p[1] / n - 0.1, 0.2 * p[2] / n - 0.1}});
        return found->second;
      };
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          int const a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
          out.corners.push_back(end > 0 ? std::array{a, b, c} : std::array{a, c, b});
          out.corners.push_back(end > 0 ? std::array{a, c, d} : std::array{a, d, c});
        }
    }
  return out;
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
