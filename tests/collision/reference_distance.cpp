// Tests the reference distance against closed forms and its own bounds.
#include "tests/collision/reference_distance.hpp"

#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

void expect_distance(Real expected, Placed const& a, Placed const& b) {
  Bounds const bounds = reference_distance(a, b);
  EXPECT_NEAR(bounds.low, expected, 1e-12);
  EXPECT_NEAR(bounds.high, expected, 1e-12);
}

TEST(ReferenceDistance, ClosedForms) {
  Placed const cube = box(0.5, 0.5, 0.5);
  expect_distance(0.25, cube, cube.at(0.1, 0.2, 1.25));
  expect_distance(std::sqrt(3.) * 0.1, cube, cube.at(1.1, 1.1, -1.1));
  expect_distance(std::sqrt(2.) * 0.1, cube, cube.at(1.1, 0, 1.1));
  expect_distance(-0.3, cube, cube.at(0.1, 0.7, 0.2));
  expect_distance(0.4 - 0.25, sphere(0.1), capsule(0.15, 2).at(0, 0.4, 1));
  expect_distance(0.7 - std::sqrt(0.5), half_space(),
                  cube.at(0, 0, 0.7, rotation(x_axis, quarter / 2)));
}

TEST(ReferenceDistance, BoundsMeet) {
  Dice dice(1);
  for (Kinds const& kinds : all_pairs)
    for (int i = 0; i < 300; ++i) {
      Pair const pair = near_pair(dice, kinds);
      Bounds const bounds = reference_distance(pair.a, pair.b);
      EXPECT_LE(bounds.low, bounds.high + 1e-15);
      EXPECT_LT(bounds.high - bounds.low, 1e-10) << name_of_pair(kinds) << ", case " << i;
    }
}

}  // namespace
}  // namespace orthant::test
