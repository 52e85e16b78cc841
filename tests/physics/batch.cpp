// The same bits in every world of a batch, in every run, on any number of threads.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "orthant/backends/simulation/backend.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::batch {
namespace {

constexpr Real h = 0.01;

/// Contacts that open and close, joints, friction.
char const* const scene = R"({
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "box", "mass": 1, "position": [0, 0, 0.6], "velocity": [1, 0.2, 0],
     "angular_velocity": [0.1, 0.5, 0], "shapes": [{"type": "box", "size": [1, 1, 1]}]},
    {"name": "ball", "mass": 2, "position": [0, 0, 1.5], "shapes": [{"type": "sphere", "radius": 0.3}]},
    {"name": "bob", "mass": 1, "position": [2, 0, 1], "shapes": [{"type": "sphere", "radius": 0.2}]}],
  "joints": [{"type": "ball", "b": "bob", "point": [2.5, 0, 1]}]})";

/// Whether world `w` of one snapshot has the same bits as world `v` of another.
testing::AssertionResult same_bits(Snapshot const& a, int w, Snapshot const& b, int v, int bodies) {
  auto const equal = [&](auto const& x, auto const& y) {
    return std::memcmp(&x[w * bodies], &y[v * bodies], sizeof x[0] * bodies) == 0;
  };
  if (!equal(a.pose, b.pose)) return testing::AssertionFailure() << "poses differ";
  if (!equal(a.twist, b.twist)) return testing::AssertionFailure() << "twists differ";
  return testing::AssertionSuccess();
}

class Batch : public testing::TestWithParam<std::string> {
 protected:
  static Settings settings(int worlds) {
    Settings settings;
    settings.linear = GetParam();
    settings.worlds = worlds;
    settings.islands = false;
    return settings;
  }
};

/// Worlds that differ, and so have different numbers of contacts and iterations, are independent.
TEST_P(Batch, OfDifferentWorldsHoldsTheBitsOfEachAlone) {
  int const worlds = 3;
  Trial many(scene, h, settings(worlds));
  int const bodies = many.simulation().bodies();
  auto start = many.simulation().snapshot();
  for (int w = 0; w < worlds; ++w) {
    start.pose[w * bodies + 1].p_WB[2] += 0.3 * w;
    start.twist[w * bodies + 2][0] = w;
  }
  many.simulation().set_state(start);
  std::vector<std::unique_ptr<Trial>> alone;
  for (int w = 0; w < worlds; ++w) {
    alone.push_back(std::make_unique<Trial>(scene, h, settings(1)));
    auto const o = w * bodies;
    alone[w]->simulation().set_state({{start.pose.begin() + o, start.pose.begin() + o + bodies},
                                      {start.twist.begin() + o, start.twist.begin() + o + bodies}});
  }
  for (int k = 0; k < 60; ++k) {
    many.step();
    auto const b = many.simulation().snapshot();
    for (int w = 0; w < worlds; ++w) {
      alone[w]->step();
      auto const a = alone[w]->simulation().snapshot();
      ASSERT_TRUE(same_bits(b, w, a, 0, bodies)) << "step " << k << ", world " << w;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryLinearSolver, Batch, testing::ValuesIn(plug_ins("linear solver")),
                         [](auto const& test) { return test.param; });

/// Sums may have another order, so that only converged digits agree. Steps need not converge, but
/// must end in the same way.
TEST(Backends, Agree) {
  auto const names = space_names();
  if (names.size() < 2) GTEST_SKIP() << "this build has one backend, " << names.front();
  Settings settings;
  settings.linear = "pcr";  // on every space
  for (auto const& name : names) {
    Trial reference(scene, h, settings);
    settings.backend = name;
    Trial trial(scene, h, settings);
    settings.backend = "serial";
    for (int k = 0; k < 40; ++k)
      EXPECT_EQ(trial.step().solve.reason, reference.step().solve.reason) << name << ", " << k;
    for (char const* body : {"box", "ball", "bob"}) {
      expect_near(trial.position(body), reference.position(body), 1e-7);
      expect_near(trial.velocity(body), reference.velocity(body), 1e-6);
    }
  }
}

std::string contents(std::filesystem::path const& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

/// Threads are set for the process: the program runs the same experiment on one and on two.
TEST(Threads, DoNotChangeABit) {
  auto const names = space_names();
  if (std::find(names.begin(), names.end(), "openmp") == names.end())
    GTEST_SKIP() << "the Kokkos of this build has no OpenMP";
  auto const folder = std::filesystem::path(testing::TempDir()) / "orthant_threads";
  for (char const* threads : {"1", "2"}) {
    std::string const command =
        std::string(ORTHANT_PROGRAM) + " run " + ORTHANT_SOURCE +
        "/experiments/brick_wall/scene.json --quiet --set backend=openmp --set duration=0.2 --set "
        "worlds=2 --set expect={} --set output.trajectory_worlds=2 --set "
        "output.trajectory_every=1 --threads " +
        threads + " --output " + (folder / threads).string();
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  auto const one = contents(folder / "1" / "trajectory.csv");
  EXPECT_GT(one.size(), 1000u);
  EXPECT_EQ(one, contents(folder / "2" / "trajectory.csv"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace orthant::test::batch
