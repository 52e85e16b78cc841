// Newton's method with geometric stiffness: the same steps in fewer iterations if J turns with the
// unknown.
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test {
namespace {

/// Ten rods of 0.1 kg that carry a thousand times their mass, released at 45 degrees.
char const* const loaded =
    R"({"assemblies": [{"type": "chain", "links": 10, "tip_mass": 100, "angle": 45}]})";

Settings with(std::string const& stiffness, std::string const& matrices = "iterate") {
  Settings out;
  out.matrices = matrices;
  out.tolerance = 1e-9;
  out.max_iterations = 60;
  out.geometric_stiffness = stiffness;
  return out;
}

struct Course {
  int converged = 0, iterations = 0;
  std::vector<Vec3> tip;
};
Course course(std::string const& stiffness, Real h, int steps, char const* scene = loaded) {
  Trial trial(scene, h, with(stiffness));
  Course out;
  for (int k = 0; k < steps; ++k) {
    auto const report = trial.step();
    out.converged += report.solve.converged();
    out.iterations += report.solve.iterations;
    out.tip.push_back(trial.simulation().snapshot().pose.back().p_WB);
  }
  return out;
}

TEST(GeometricStiffness, MakesStepsOf10MillisecondsConverge) {
  int const steps = 50;
  auto const off = course("off", 0.01, steps), lumped = course("lumped", 0.01, steps),
             exact = course("exact", 0.01, steps);
  EXPECT_LT(off.converged, steps / 2);
  EXPECT_EQ(exact.converged, steps);
  EXPECT_LE(exact.iterations, 8 * steps);
  EXPECT_GT(lumped.converged, off.converged);
}

/// The solution is the same: rows are accurate to 1e-9 m/s in each of 20 steps of 1 ms.
TEST(GeometricStiffness, LeavesTheSolutionAsItIs) {
  char const* const chain = R"({"assemblies": [{"type": "chain", "links": 5, "angle": 45}]})";
  auto const off = course("off", 0.001, 20, chain);
  ASSERT_EQ(off.converged, 20);
  for (char const* how : {"lumped", "exact"}) {
    auto const with_it = course(how, 0.001, 20, chain);
    EXPECT_EQ(with_it.converged, 20) << how;
    for (std::size_t k = 0; k < off.tip.size(); ++k)
      expect_near(with_it.tip[k], off.tip[k], 1e-9 * 0.001 * 20 * 20);
  }
}

TEST(GeometricStiffness, NamesTheSolversThatTakeAllOfIt) {
  auto settings = with("exact");
  settings.linear = "pcr";
  try {
    Trial trial(loaded, 0.01, settings);
    FAIL() << "pcr took it";
  } catch (Error const& error) {
    EXPECT_NE(std::string(error.what()).find("saddle_point"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("lumped"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace orthant::test
