// Feature numbers stay the same as long as the same features touch.
#include <gtest/gtest.h>

#include <map>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::feature_ids {
namespace {

struct Resting {
  char const* name;
  Placed a, b;
};

Placed const cube = box(0.5, 0.5, 0.5), rod = capsule(0.1, 0.4),
             drum = placed(kind_of<shapes::Cylinder>, {{0.1, 0.4, 0}});
Quat<> const on_edge_x = rotation(x_axis, quarter / 2), on_edge_y = rotation(y_axis, quarter / 2);
Quat<> const lying = rotation(x_axis, quarter);

Resting const resting[] = {
    {"stacked_cubes", cube, cube.at(0, 0, 1)},
    {"cubes_flush_on_one_side", cube, cube.at(0.3, 0, 1)},
    {"cubes_offset", cube, cube.at(0.3, -0.2, 1)},
    {"cubes_turned", cube, cube.at(0, 0, 1, rotation(z_axis, quarter / 2))},
    {"small_on_large", box(2, 2, 0.5), cube.at(0.1, 0.2, 1)},
    {"large_on_small", cube, box(2, 2, 0.5).at(0.1, 0.2, 1)},
    {"brick_flush_at_the_end", cube, box(1, 0.5, 0.2).at(0.5, 0, 0.7)},
    {"plate_on_plate", box(1, 1, 0.01), box(1, 1, 0.01).at(0, 0, 0.02)},
    {"cube_on_its_edge", box(2, 2, 0.5), cube.at(0, 0, 0.5 + std::sqrt(0.5), on_edge_x)},
    {"edges_across", cube.at(0, 0, 0, on_edge_x), cube.at(0.2, 0.1, std::sqrt(2.), on_edge_y)},
    {"rod_on_cube", cube, rod.at(0.05, 0.1, 0.6, lying)},
    {"rod_over_cubes_sides", cube, capsule(0.1, 2).at(0.1, 0.2, 0.6, lying)},
    {"rod_as_long_as_the_cube", cube, capsule(0.1, 0.5).at(0.1, 0, 0.6, lying)},
    {"rod_along_edge", cube, rod.at(0.56, 0, 0.58, lying)},
    {"rod_upright_on_cube", cube, rod.at(0.1, 0.2, 1)},
    {"rods_of_equal_length", rod, rod.at(0, 0.2, 0)},
    {"rods_staggered", rod, rod.at(0, 0.2, 0.3)},
    {"rods_across", rod, rod.at(0.2, 0, 0, lying)},
    {"rods_end_to_end", rod, rod.at(0, 0, 1)},
    {"ball_on_cube", cube, sphere(0.2).at(0.1, 0.2, 0.7)},
    {"ball_at_edge", cube, sphere(0.2).at(0.1, 0.62, 0.66)},
    {"ball_on_rod", rod, sphere(0.2).at(0, 0.3, 0.1)},
    {"cube_on_ground", half_space(), cube.at(0, 0, 0.5)},
    {"rod_on_ground", half_space(), rod.at(0, 0, 0.1, lying)},
    {"drum_on_ground", half_space(), drum.at(0, 0, 0.1, lying)},
    {"drum_on_cube", cube, drum.at(0.05, 0.05, 0.6, lying)},
    {"drums_of_equal_length", drum, drum.at(0, 0.2, 0)},
    {"drums_lying", drum.at(0, 0, 0, lying), drum.at(0.1, 0, 0.1 * std::sqrt(3.), lying)},
    {"drums_staggered", drum, drum.at(0, 0.2, 0.3)},
    {"drums_across", drum, drum.at(0.2, 0, 0, lying)},
    {"drum_and_rod", drum, rod.at(0, 0.2, 0.1)},
};

std::map<int, Vec3> places(Manifold const& m) {
  std::map<int, Vec3> out;
  for (int i = 0; i < m.count; ++i)
    out[m.points[i].feature] = narrow::middle_of_surfaces(m.points[i]);
  return out;
}

class RestingIds : public ::testing::TestWithParam<Resting> {};

TEST_P(RestingIds, StayTheSameInSmallMotions) {
  Dice dice(43);
  Placed const &a = GetParam().a, &b = GetParam().b;
  Manifold const at_rest = collide(a, b, 0.01);
  std::set<int> const ids = features(at_rest);
  std::map<int, Vec3> const where = places(at_rest);
  ASSERT_FALSE(ids.empty());
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    Real const step = pow(10., dice.between(-15, -5.5));
    // About the body's own centre, as a solver's noise does.
    Placed moved = b.moved(step * dice.direction());
    moved.X_WS.q_WB = rotation(dice.direction(), step) * moved.X_WS.q_WB;
    Manifold const now = collide(a, moved, 0.01);
    ASSERT_EQ(features(now), ids);
    for (auto const& [id, x] : places(now)) EXPECT_LT(norm(x - where.at(id)), 1e-3) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, RestingIds, ::testing::ValuesIn(resting),
                         [](auto const& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace orthant::test::feature_ids
