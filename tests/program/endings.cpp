// Limits of distances, speeds and spins.
#include <gtest/gtest.h>

#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

/// In any units the motion of a scene is far from its limits.
TEST(Endings, LimitsGrowWithTheScene) {
  for (double const time : {1e-6, 1e6})
    for (double const length : {1e-6, 1e6}) {
      Json input = base_of("apple");
      input["scene"]["gravity"] = {0, 0, -9.81 * length / (time * time)};
      input["scene"]["bodies"][1]["angular_velocity"] = {0, 2 / time, 0};
      input["step"] = 0.01 * time;
      input["duration"] = time;
      Folder const folder;
      auto const ended = folder.run({"run", folder.write("a.json", input.dump()), "-o", "out"});
      EXPECT_EQ(ended.status, 0) << ended.err;
      Json const result = Json::parse(contents(folder / "out/result.json"));
      auto const& metrics = result["metrics"];
      auto const& limits = result["configuration"]["limits"];
      EXPECT_GE(limits["speed"], 999 * metrics["speed_max_m_s"].get<double>());
      EXPECT_GE(limits["distance"], 999 * metrics["drift_max_m"].get<double>());
      EXPECT_GE(limits["spin"], 999 * metrics["spin_max_rad_s"].get<double>());
    }
}

}  // namespace
}  // namespace orthant::test
