// Every model of URDF in $ORTHANT_DATA hangs or falls for a second with every step solved, or lacks
// what Orthant says.
#include <cstdlib>

#include "experiments/app/run/experiment.hpp"
#include "tests/robots/models.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> models_in_data() {
  std::vector<std::string> out;
  char const* const data = std::getenv("ORTHANT_DATA");
  for (char const* folder : {"robots", "urdf"}) {
    auto const root = fs::path(data ? data : "data") / folder;
    if (!fs::is_directory(root)) continue;
    for (auto const& each : fs::recursive_directory_iterator(root))
      if (each.path().extension() == ".urdf") out.push_back(each.path().string());
  }
  std::ranges::sort(out);
  return out;
}

Json falling(std::string const& file, char const* base) {
  bool const fixed = std::string(base) == "fixed";
  return {{"scene",
           {{"assemblies",
             {{{"type", "floor"}, {"name", "floor"}, {"height", fixed ? -5 : 0}},
              {{"type", "urdf"},
               {"name", "r"},
               {"file", file},
               {"base", base},
               {"lenient", true},
               // hulls of Bolt's trunk and thighs meet within the range of its hips: steps there
               // are not all solved
               {"self_collision", file.find("bolt") == file.npos},
               {"position", {0, 0, 0.6}}}}}}},
          {"step", 0.001},
          {"duration", 1}};
}

TEST(DataModels, HangOrFallWithEveryStepSolved) {
  auto const files = models_in_data();
  if (files.empty() || !has_urdf()) GTEST_SKIP() << "no models in $ORTHANT_DATA";
  int ran = 0;
  for (auto const& file : files)
    for (char const* base : {"fixed", "floating"}) {
      std::string said;
      try {
        auto const experiment = build_experiment(falling(file, base), "test.json");
        for (int k = 0; k < experiment.steps; ++k)
          ASSERT_TRUE(experiment.simulation->step().solve.converged()) << file << " " << base << k;
        ++ran;
      } catch (Error const& e) {
        said = e.what();
      }
      if (said.empty()) continue;
      // parts that overlap where the model has them, and a frame that would fall without a mass
      bool const stated = said.find("overlapping by") != said.npos ||
                          said.find("no mass, of a link that moves") != said.npos;
      EXPECT_TRUE(stated) << file << " " << base << ": " << said;
    }
  EXPECT_GT(ran, static_cast<int>(files.size()));
}

TEST(DataModels, MassesAreThoseOfTheLinks) {
  auto const files = models_in_data();
  if (files.empty() || !has_urdf()) GTEST_SKIP() << "no models in $ORTHANT_DATA";
  for (auto const& file : files) {
    Real links = 0, bodies = 0;
    for (auto const& link : read_urdf(file, {}).links) links += link.mass;
    std::string said = refusal([&] {
      Scene const scene = scene_with({{"type", "urdf"}, {"file", file}, {"lenient", true}});
      for (auto const& body : scene.bodies) bodies += body.mass;
    });
    if (!said.empty()) continue;
    EXPECT_NEAR(bodies, links, 1e-12 * links) << file;
  }
}

}  // namespace
}  // namespace orthant::test
