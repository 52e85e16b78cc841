// Rims of cylinders that strike round bodies: energy never rises.
#include "tests/physics/scenes.hpp"

namespace orthant::test::rims {
namespace {

std::string can_above_ball(Real x, Real tilt) {
  return R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "ball", "motion": "fixed", "shapes": [{"type": "sphere", "radius": 0.1}]},
    {"name": "can", "mass": 1, "velocity": [0, 0, -3], "position": [)" +
         json(x) + R"(, 0, 0.25], "orientation": )" + json(rotation(y_axis, tilt)) +
         R"(, "shapes": [{"type": "cylinder", "radius": 0.08, "length": 0.2}]}]})";
}

/// A ball that comes to stand above the end of a can passes its rim, where the normal of the rim
/// flips.
TEST(Rims, OfACanThatTumblesOverABallGiveNoEnergy) {
  for (Real const h : {1e-3, 4e-3})
    for (Real const tilt : {0., 0.1, 0.2, 0.5, 1.})
      for (Real const x : {0.02, 0.1, 0.12}) {
        SCOPED_TRACE(testing::Message() << "h " << h << ", x " << x << ", tilt " << tilt);
        Settings settings;
        settings.solver = "cascade";
        Trial trial(can_above_ball(x, tilt), h, settings);
        Real energy = trial.measures().kinetic;
        for (int k = 0; k < 100; ++k) {
          trial.run(1);
          Real const now = trial.measures().kinetic;
          ASSERT_LE(now, energy + 1e-8) << k;
          energy = now;
        }
      }
}

}  // namespace
}  // namespace orthant::test::rims
