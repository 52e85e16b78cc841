// Surfaces that shapes overlap: a shape in a convex surface has a contact, whichever features of
// both meet, with a normal that leads out of the surface.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/collision/surfaces.hpp"

namespace orthant::test::surface_overlaps {
namespace {

/// Corners in faces, edges across edges, and corners of the surface within the shape. By the faces
/// of shape and surface alone, the shortest way of a feature out may lead in.
TEST(SurfaceOverlaps, HaveAContact) {
  Placed const solid = box(0.1, 0.1, 0.1);
  Placed const shapes[] = {box(0.075, 0.075, 0.075), box(0.125, 0.03, 0.05),
                           placed(kind_of<shapes::Hull>, {{0.1, 0.06, 0.08}})};
  for (int const n : {1, 4}) {
    auto const mesh = cut_cube(n).geometry();
    for (std::size_t k = 0; k < std::size(shapes); ++k) {
      Dice dice(7);
      auto const any = [&] { return dice.between(-1, 1); };
      int overlaps = 0;
      for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE(std::to_string(n) + " " + std::to_string(k) + " " + std::to_string(i));
        Quat<> const q = normalised(Quat<>{any(), any(), any(), any()});
        Vec3 const way = unit(Vec3{{any(), any(), any()}});
        Real const wanted = -0.005 * std::pow(10, -3 * dice.between(0, 1));
        auto const at = [&](Real s) { return shapes[k].at(s * way[0], s * way[1], s * way[2], q); };
        Real in = 0, out = 0.5;
        while (out - in > 1e-12) {
          Real const s = 0.5 * (in + out);
          (deepest(collide(at(s), solid, 1)).gap < wanted ? in : out) = s;
        }
        Vec3 const x = at(out).X_WS.p_WB;
        if (std::max({std::fabs(x[0]), std::fabs(x[1]), std::fabs(x[2])}) < 0.1) continue;
        ++overlaps;
        Real least = 0;
        for (auto const& point : all_contacts(at(out), surface(*mesh), 0))
          least = std::min(least, point.gap);
        EXPECT_LT(least, 0.5 * wanted);
      }
      EXPECT_GT(overlaps, 250);
    }
  }
}

}  // namespace
}  // namespace orthant::test::surface_overlaps
