// The same bits on any number of threads.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "orthant/backends/simulation/backend.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::threads {
namespace {

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
}  // namespace orthant::test::threads
