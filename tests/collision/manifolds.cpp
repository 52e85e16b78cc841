// Contacts of two shapes by closed forms: how many there are, of which features, where, how deep.
#include <gtest/gtest.h>

#include <optional>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::manifolds {
namespace {

constexpr auto plane = ContactKind::plane_point, mean = ContactKind::mean_plane,
               line = ContactKind::line_point, crossing = ContactKind::line_line,
               points = ContactKind::point_point;
constexpr int some = -1;
constexpr Real any = std::numeric_limits<Real>::quiet_NaN();
using Kind = std::optional<ContactKind>;

/// What is expected besides the number of points, their kind and their gap.
struct More {
  More normal(Vec3 const& n) const { return with(&More::a_to_b, n); }
  More at(std::vector<Vec<2>> const& xy) const { return with(&More::places, xy); }
  More along_axis(int k, Real from, Real to) const {
    return with(&More::axis, k).with(&More::low, from).with(&More::high, to);
  }
  More within(Real most) const { return with(&More::tolerance, most); }
  template <class T>
  More with(T More::*member, T const& value) const {
    More out = *this;
    out.*member = value;
    return out;
  }

  bool alike = true;  // kind, gap and normal are those of all points, not of the deepest one alone
  Vec3 a_to_b{};
  std::vector<Vec<2>> places{};  // (x, y) on the second feature
  int axis = 0;                  // along which points on the second feature span
  Real low = 0, high = 0;
  Real tolerance = 1e-12;
};
More const all{}, deep{false};

bool is_finite(Vec3 const& v) { return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]); }

void expect_finite(Manifold const& m) {
  for (int i = 0; i < m.count; ++i) {
    ContactPoint const& p = m.points[i];
    EXPECT_TRUE(isfinite(p.gap));
    for (Vec3 const& v : {p.x_first, p.x_second, p.d_first, p.d_second, p.normal})
      EXPECT_TRUE(is_finite(v));
  }
}

void expect(char const* name, Placed const& a, Placed const& b, Real margin, int count,
            Kind const& kind, Real gap, More const& more = all) {
  SCOPED_TRACE(testing::Message() << name << " " << gap);
  Manifold const m = collide(a, b, margin);
  expect_finite(m);
  ASSERT_TRUE(count == some ? m.count > 0 : m.count == count) << m.count;
  if (m.count == 0) return;
  int const lowest = deepest(m).feature;
  Real low = HUGE_VAL, high = -HUGE_VAL;
  for (auto const& p : std::vector<ContactPoint>(m.points, m.points + m.count)) {
    low = smaller(low, p.x_second[more.axis]);
    high = larger(high, p.x_second[more.axis]);
    if (!more.alike && p.feature != lowest) continue;
    EXPECT_EQ(p.kind, kind.value_or(p.kind));
    EXPECT_NEAR(p.gap, std::isnan(gap) ? p.gap : gap, more.tolerance);
    Vec3 const normal = p.first_is_b ? -p.normal : p.normal;
    EXPECT_TRUE(norm(more.a_to_b) == 0 || fabs(dot(normal, more.a_to_b) - 1) <= more.tolerance);
  }
  for (auto const& at : more.places)
    EXPECT_TRUE(std::any_of(m.points, m.points + m.count,
                            [&](ContactPoint const& p) {
                              return fabs(p.x_second[0] - at[0]) < 1e-9 &&
                                     fabs(p.x_second[1] - at[1]) < 1e-9;
                            }))
        << at[0] << " " << at[1];
  if (!(more.low < more.high)) return;
  EXPECT_NEAR(low, more.low, more.tolerance);
  EXPECT_NEAR(high, more.high, more.tolerance);
}

std::vector<Vec<2>> rectangle(Real x0, Real x1, Real y0, Real y1) {
  return {{{x0, y0}}, {{x0, y1}}, {{x1, y0}}, {{x1, y1}}};
}

Placed const cube = box(0.5, 0.5, 0.5), rod = capsule(0.1, 0.5), ground = half_space();
Quat<> const along_x = rotation(y_axis, quarter), along_y = rotation(x_axis, quarter),
             on_edge = rotation(x_axis, quarter / 2), on_edge_y = rotation(y_axis, quarter / 2),
             by_half_a_quarter = rotation(z_axis, quarter / 2);
Real const root = std::sqrt(2.), half_root = std::sqrt(0.5);
More const up = all.normal(z_axis), down = all.normal(-z_axis);

/// A cube whose lower side touches a plane at height zero, tilted about `axis`.
Placed tilted(Real angle, Vec3 const& axis) {
  return cube.at(0, 0, 0.5 * (cos(angle) + sin(angle)), rotation(axis, angle));
}

TEST(Manifolds, OfBoxesOnFaces) {
  for (Real gap : {0.005, 0., -0.005})
    expect("aligned", cube, cube.at(0, 0, 1 + gap), 0.01, 4, plane, gap,
           up.at(rectangle(-0.5, 0.5, -0.5, 0.5)));
  expect("offset", cube, cube.at(0.3, -0.2, 1), 0.01, 4, plane, 0,
         up.at(rectangle(-0.2, 0.5, -0.5, 0.3)));
  Real const near = half_root - 0.5;
  auto octagon = rectangle(-0.5, 0.5, -near, near);
  for (auto const& each : rectangle(-near, near, -0.5, 0.5)) octagon.push_back(each);
  expect("octagon", cube, cube.at(0, 0, 0.999, by_half_a_quarter), 0.01, 8, plane, -0.001,
         up.at(octagon));
  Placed const brick = box(1, 0.4, 0.2).at(0, 0, 0.7), floor = box(2, 2, 0.5).at(0, 0, -0.5);
  expect("brick, left", cube.at(-0.6, 0, 0), brick, 0.01, 4, plane, 0,
         up.at(rectangle(-1, -0.1, -0.4, 0.4)));
  expect("brick, right", cube.at(0.6, 0, 0), brick, 0.01, 4, plane, 0,
         up.at(rectangle(0.1, 1, -0.4, 0.4)));
  Placed const small = box(0.1, 0.2, 0.1).at(0.05, 0.1, 0.6, rotation(z_axis, 0.4));
  expect("small on large", cube, small, 0.01, 4, plane, 0, up);
  expect("large under small", small, cube, 0.01, 4, plane, 0, down);
  expect("on an edge", floor, cube.at(0, 0, half_root, on_edge), 0.1, 2, plane, 0, up);
  Quat<> const diagonal = rotation(Vec3{{1, -1, 0}}, std::acos(std::sqrt(1. / 3)));
  expect("on a vertex", floor, cube.at(0, 0, std::sqrt(0.75), diagonal), 0.1, 1, plane, 0, up);
  expect("tilted", floor, tilted(0.1, y_axis), 0.05, 2, plane, 0, up);
  expect("tilted, wide", floor, tilted(0.1, y_axis), 0.2, 4, {}, any);
  expect("beside, edges", cube, cube.at(1.03, 0.2, 1.04), 0.1, some, {}, 0.05,
         deep.normal({{0.6, 0, 0.8}}));
  expect("beside, vertices", cube, cube.at(1.02, 1.06, 1.09), 0.2, 1, mean, 0.11);
  // The reference face is the flat one on which the other box tilts, in any order of the boxes.
  for (Real tilt : {0.04, 1e-3, 1e-4}) {
    Placed const block = tilted(tilt, y_axis);
    expect("rocking", floor, block, 0.01, some, {}, any, deep.normal(z_axis));
    expect("rocking", block, floor, 0.01, some, {}, any, deep.normal(-z_axis));
    EXPECT_GE(std::min(collide(floor, block, 0.01).count, collide(block, floor, 0.01).count), 2);
  }
}

TEST(Manifolds, OfBoxesOnEdges) {
  for (Real gap : {0.01, 0., -0.01})
    expect("across", cube.at(0, 0, 0, on_edge), cube.at(0.2, 0.1, root + gap, on_edge_y), 0.02, 1,
           crossing, gap, up.at({{{0.2, 0}}}));
  // Rotated about the vertical and tilted a little: the deepest point is a crossing of edges, and
  // the other points of the octagon stay.
  for (Real tilt : {1e-6, 1e-4, 1e-3, 1e-2}) {
    Placed const upper = cube.at(0, 0, 1, rotation(Vec3{{1, 0.3, 0}}, tilt) * by_half_a_quarter);
    expect("nearly parallel faces", cube, upper, 0.05, 8, crossing, any, deep);
    EXPECT_EQ(count_of(collide(cube, upper, 0.05), crossing), 1);
  }
  // Parallel edges have no unique common normal; planes across their distance replace it.
  for (Real apart : {0.03, 0., -0.03}) {
    Placed const other = cube.at(1 + apart, 0, 1 + apart);
    expect("parallel", cube, other, 0.1, some, apart > 0 ? mean : plane, any);
    expect("parallel", cube, other, 0.1, some, {}, apart > 0 ? root * apart : apart, deep);
  }
}

/// Edges side by side touch at both ends of their common stretch, whichever box the ends belong to.
TEST(Manifolds, OfEdgesSideBySideAreAtBothEnds) {
  Placed const lower = cube.at(0, 0, 0, on_edge_y);
  for (Real const turned : {0., 1e-12, 1e-8, 5e-4})
    for (Real const shift : {0., 0.1, 0.4})
      for (auto const& upper : {box(0.2, 0.2, 0.2), cube, box(0.2, 0.7, 0.2)}) {
        SCOPED_TRACE(testing::Message() << turned << " " << shift);
        Real const half = std::min({upper.shape.size[1], 0.5});
        Real const over = upper.shape.size[0] * root + 0.5 * root;
        Quat<> const q = rotation(z_axis, turned) * on_edge_y;
        Manifold const m = collide(lower, upper.at(0, shift, over + 0.01, q), 0.05);
        ASSERT_GE(m.count, 2);
        ASSERT_LE(m.count, 3);
        Real least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < m.count; ++i) {
          auto const& p = m.points[i];
          EXPECT_NEAR(p.gap, 0.01, 1e-10 + turned * turned);
          EXPECT_GT(p.normal[2] * (p.first_is_b ? -1 : 1), 0.99);
          least = std::min(least, p.x_first[1]);
          most = std::max(most, p.x_first[1]);
        }
        EXPECT_NEAR(least, std::max(-0.5, shift - upper.shape.size[1]), 0.02 * half);
        EXPECT_NEAR(most, std::min(0.5, shift + upper.shape.size[1]), 0.02 * half);
      }
}

TEST(Manifolds, OfCapsules) {
  for (Quat<> const& q : {Quat<>{}, rotation(x_axis, 2 * quarter)})
    expect("side by side", rod, rod.at(0.19, 0, 0.3, q), 0.1, 2, line, -0.01,
           all.normal(x_axis).along_axis(2, -0.2, 0.5));
  for (Real gap : {0.02, -0.05, -0.15})
    expect("across", rod, rod.at(0.2 + gap, 0.1, 0.2, rotation(x_axis, 1)), 0.05, 1, crossing, gap,
           all.normal(x_axis));
  expect("equal", rod, rod.at(0, 0.2, 0), 0.1, 2, {}, any, all.along_axis(2, -0.5, 0.5));
  Placed const other = rod.at(0.2, 0, 0, rotation(x_axis, 0.03));
  expect("turned a little", rod, other, 0.1, 3, line, any);
  expect("turned a little", rod, other, 0.1, 3, line, 0, deep);
  expect("ends", rod, rod.at(0.03, 0, 1.24), 0.1, 1, points, std::hypot(0.03, 0.24) - 0.2);
  expect("end and side", rod, rod.at(0.72, 0, 0.1, along_x), 0.1, 1, line, 0.02);
  Placed const ball = capsule(0.2, 0);
  expect("without length", capsule(0.3, 0), ball.at(0, 0.49, 0), 0.1, 1, points, -0.01);
  expect("without length", ground, ball.at(0, 0, 0.2), 0.1, 1, plane, 0);
}

TEST(Manifolds, OfACapsuleOnABox) {
  Placed const shorter = capsule(0.1, 0.3), longer = capsule(0.1, 2);
  More const ends = all.within(1e-9);
  for (Real gap : {0.01, 0., -0.02})
    expect("flat", cube, shorter.at(0.1, 0.2, 0.6 + gap, along_x), 0.05, 2, plane, gap,
           ends.along_axis(0, -0.2, 0.4));
  for (Real gap : {0.02, -0.05, -0.15})  // at the last, the axis is inside the box
    expect("across an edge", cube.at(0, 0, 0, on_edge),
           shorter.at(0.2, 0.05, half_root + 0.1 + gap, along_y), 0.05, 1, crossing, gap, up);
  expect("over both sides", cube, longer.at(0.1, 0.2, 0.59, along_x), 0.05, 2, plane, -0.01,
         ends.along_axis(0, -0.5, 0.5));
  expect("over one side", cube, shorter.at(0.4, 0.2, 0.59, along_x), 0.05, 2, plane, -0.01,
         ends.along_axis(0, 0.1, 0.5));
  expect("upright", cube, shorter.at(0.1, 0.2, 0.9), 0.05, 1, plane, 0);
  expect("along an edge", cube, shorter.at(0.4, 0.58, 0.56, along_x), 0.05, 2, line, 0,
         ends.along_axis(0, 0.1, 0.5));
  Quat<> const outwards = rotation(x_axis, -atan2(0.6, 0.8));
  expect("end at an edge", cube, shorter.at(0.1, 0.74, 0.82, outwards), 0.05, 1, line, 0);
  expect("end at a vertex", cube, shorter.at(0.52, 0.56, 0.89), 0.05, 1, points, 0.11 - 0.1);
  Vec3 const away = cube.shape.size + 0.12 * unit(Vec3{{1, 1, 1}});
  Quat<> const across = rotation(cross(z_axis, Vec3{{1, -1, 0}}), quarter);
  expect("side at a vertex", cube, shorter.at(away[0], away[1], away[2], across), 0.05, 1, line,
         0.02);
  Real const tilt = 0.02;  // the lower end touches across the edge, and the other point stays
  expect("tilted", cube, longer.at(0, 0, 0.62, rotation(y_axis, quarter + tilt)), 0.1, 2, crossing,
         0.12 * cos(tilt) - 0.5 * sin(tilt) - 0.1, deep);
}

TEST(Manifolds, OfHalfSpaces) {
  expect("box", ground, cube.at(0, 0, 0.5), 0.01, 4, plane, 0);
  expect("box, wide", ground, cube.at(0, 0, 0.5), 1.5, 8, plane, any);
  expect("tilted", ground, tilted(0.1, x_axis), 0.01, 2, plane, 0);
  expect("tilted, wide", ground, tilted(0.1, x_axis), 0.2, 4, plane, any);
  expect("tilted, wider", ground, tilted(0.1, x_axis), 1.5, 8, plane, any);
  Placed const thick = capsule(0.2, 0.5);
  expect("flat capsule", ground, thick.at(0, 0, 0.19, along_y), 0.01, 2, plane, -0.01);
  expect("leaning", ground, thick.at(0, 0, 0.3, rotation(x_axis, quarter - 0.2)), 0.02, 1, plane,
         0.1 - 0.5 * sin(0.2));
  expect("each other", ground, ground.at(0, 0, -1, rotation(x_axis, 1)), 10, 0, {}, any);
  for (Placed const& body : {sphere(0.5), capsule(0.3, 0.2), cube, ellipsoid(0.3, 0.4, 0.5)}) {
    Manifold const below = collide(ground, body.at(0, 0, 0.45), 0.1);
    Manifold const above = collide(body.at(0, 0, 0.45), ground, 0.1);
    ASSERT_GT(below.count, 0);
    ASSERT_EQ(below.count, above.count);
    for (int i = 0; i < below.count; ++i) {  // the plane owns the first feature
      EXPECT_FALSE(below.points[i].first_is_b);
      EXPECT_TRUE(above.points[i].first_is_b);
      EXPECT_NEAR(below.points[i].normal[2], 1, 1e-15);
      EXPECT_NEAR(above.points[i].normal[2], 1, 1e-15);
    }
  }
}

TEST(Manifolds, OfSpheres) {
  More const exact = all.within(1e-15);
  Placed const ball = sphere(0.2);
  expect("face", cube, ball.at(0.1, -0.3, 0.72), 0.1, 1, plane, 0.02, exact);
  expect("edge", cube, ball.at(0.65, -0.3, 0.7), 0.1, 1, line, 0.05, exact.normal({{0.6, 0, 0.8}}));
  expect("vertex", cube, ball.at(-0.6, -0.6, -0.6), 0.1, 1, points, 0.1 * std::sqrt(3.) - 0.2,
         exact);
  expect("inside", box(0.5, 0.6, 0.7), ball.at(0.3, 0.55, 0.1), 0.1, 1, plane, -0.25,
         exact.normal(y_axis));
  expect("axis", rod, ball.at(0.3, 0, 0.4), 0.1, 1, line, 0);
  expect("end", rod, ball.at(0.3, 0, 0.9), 0.3, 1, points, 0.2, exact);
  expect("without radius", cube, sphere(0).at(0.53, 0.1, 0.54), 0.1, 1, plane, 0.05, exact);
  expect("concentric", sphere(0.3), ball, 0, 1, plane, -0.5, exact.normal(z_axis));
}

TEST(Manifolds, OfCylindersAndEllipsoids) {
  auto const cylinder = [](Real radius, Real half) {
    return placed(kind_of<shapes::Cylinder>, {{radius, half, 0}});
  };
  Placed const can = cylinder(0.2, 0.3), egg = ellipsoid(0.3, 0.2, 0.1);
  expect("on each other", can, can.at(0, 0, 0.6), 0.01, 8, {}, 0, deep);
  expect("apart", can, can.at(0, 0, 0.62), 0.01, 0, {}, any);
  expect("side by side", can, can.at(0.41, 0, 0.2), 0.02, 2, {}, 0.01);
  expect("side by side", can, can.at(0.41, 0, 0.2), 0.02, 2, {}, any,
         all.along_axis(2, -0.1, 0.3).within(1e-9));
  expect("across", can, can.at(0.41, 0, 0, along_y), 0.02, 1, crossing, 0.01);
  More const exact = deep.within(1e-15);
  expect("lying", ground, egg.at(0, 0, 0.15), 1, some, {}, 0.05, exact);
  expect("on its side", ground, egg.at(0, 0, 0.15, along_y), 1, some, {}, -0.05, exact);
  expect("upright", ground, egg.at(0, 0, 0.35, along_x), 1, some, {}, 0.05, exact);
  expect("apart", ground, egg.at(0, 0, 0.15), 0.04, 0, {}, any);
  expect("on top", egg, egg.at(0, 0, 0.2), 1, some, ContactKind::ellipsoid_ellipsoid, 0,
         deep.within(1e-14));
  expect("apart", egg, egg.at(0.61, 0, 0), 1, some, {}, 0.01, deep);
  expect("across", egg, egg.at(0, 0, 0.19, rotation(z_axis, quarter)), 1, some, {}, -0.01, deep);
  expect("concentric", egg, egg, 1, some, {}, -0.2, deep);
  // At 1 : 1000: thin ones beside each other, and pairs of which one is tiny.
  Placed const needle = ellipsoid(1, 1e-3, 1e-3), disc = cylinder(1, 1e-3),
               wire = cylinder(1e-3, 1);
  expect("discs", disc.at(0, 0, 3e-3), disc, 1, some, {}, 1e-3, deep);
  expect("discs, deep", disc.at(0, 0, 1e-3), disc, 1, some, {}, -1e-3, deep);
  expect("needle on disc", needle.at(0, 0, 3e-3), disc, 1, some, {}, 1e-3, deep);
  expect("needles", needle, needle.at(0, 2.5e-3, 0), 1, some, {}, 0.5e-3, deep);
  expect("end to side", needle, needle.at(1.5, 0, 0, along_x), 1, some, {}, 0.499,
         deep.within(1e-9));
  expect("wires", wire, wire.at(0, 0.0025, 0, rotation(x_axis, 1e-9)), 1, some, {}, 0.5e-3,
         deep.within(2e-9));
  expect("wire on disc", wire, disc.at(0, 0, 1.5), 1, some, {}, 0.499, deep);
  expect("tiny on large", sphere(1e-6), ellipsoid(1, 2, 3).at(0, 0, 3 + 3e-6), 1, some, {}, 2e-6,
         deep);
}

/// Shapes exactly concentric, touching or aligned have the right depth.
TEST(Manifolds, OfDegeneratePlaces) {
  auto const expect_gap = [](Placed const& a, Placed const& b, Real gap) {
    expect("degenerate", a, b, 0.1, some, {}, gap, deep);
  };
  Placed const brick = box(0.5, 0.6, 0.7), stick = capsule(0.1, 0.4), ball = sphere(0.2);
  for (auto const& other : {stick, stick.at(0, 0, 0.5), stick.at(0, 0, 0, along_y)})
    expect_gap(stick, other, -0.2);
  for (Real const z : {0., 0.4}) expect_gap(stick, sphere(0.3).at(0, 0, z), -0.4);
  expect_gap(brick, brick, -1);
  expect_gap(brick, sphere(0.3), -0.8);
  expect_gap(brick, stick, -0.6);
  expect_gap(ground, brick, -0.7);
  Placed const thick = capsule(0.2, 0.3);
  for (auto const& other : {ball.at(0.5, 0.1, 0.2), ball.at(0.5, 0.5, 0.2), ball.at(0.5, 0.5, -0.5),
                            thick.at(0.5, 0.5, 0.1), thick.at(0.5, 0.5, 0.8)})
    expect_gap(cube, other, -0.2);
  for (int place = 0; place < 27; ++place)  // neighbours share a face, an edge or a vertex
    if (place != 13) expect_gap(cube, cube.at(place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1), 0);
}

TEST(Manifolds, StayFiniteWhereAxesAndPlacesCoincide) {
  Dice dice(59);
  for (Kinds const& kinds : all_pairs)
    for (int i = 0; i < 2000; ++i) {
      Pair const pair = aligned_pair(dice, kinds);
      Placed b = pair.b;
      if (i % 4 == 0) b.X_WS = pair.a.X_WS;
      expect_finite(collide(pair.a, b, 10));
      expect_finite(collide(b, pair.a, 10));
    }
}

}  // namespace
}  // namespace orthant::test::manifolds
