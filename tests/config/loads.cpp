// Loads that are constant, tables or files.
#include "tests/config/scene_json.hpp"

namespace orthant::test::loads {
namespace {

Scene with(Json const& load, Json* resolved = nullptr, std::filesystem::path const& folder = {}) {
  return scene_of(changed(good_scene(), {{"/loads", {load}}}), resolved, folder);
}

TEST(Loads, AreConstantOrTables) {
  auto const constant = with({{"body", "ball"}, {"force", {1, 2, 3}}}).loads.at(0);
  EXPECT_EQ(constant.body, 1);
  EXPECT_FALSE(constant.in_body_axes);
  ASSERT_EQ(constant.force.size(), 1u);
  EXPECT_EQ(constant.force[0].x[2], 3);
  EXPECT_TRUE(constant.torque.empty());
  auto const table =
      with({{"body", "ball"}, {"torque", {{0, 1, 2, 3}, {2, 4, 5, 6}}}, {"frame", "body"}})
          .loads[0];
  EXPECT_TRUE(table.in_body_axes);
  ASSERT_EQ(table.torque.size(), 2u);
  EXPECT_EQ(table.torque[1].t, 2);
  EXPECT_EQ(table.torque[1].x[0], 4);
}

TEST(Loads, OfAFileAreItsLines) {
  SceneFiles const folder;
  folder.write(
      "l.csv",
      "t, fx, fy, fz, tx, ty, tz\n# a remark\n0,1,2,3,4,5,6\r\n\n 1.5, +1e1 ,0,0,0,0,-2\n");
  Json resolved;
  auto const read = with({{"body", "ball"}, {"file", "l.csv"}}, &resolved, folder.path).loads[0];
  ASSERT_EQ(read.force.size(), 2u);
  EXPECT_EQ(read.force[1].t, 1.5);
  EXPECT_EQ(read.force[1].x[0], 10);
  EXPECT_EQ(read.torque[1].x[2], -2);
  Json twice;
  EXPECT_EQ(scene_of(resolved, &twice).loads[0].force[1].t, 1.5);
  EXPECT_EQ(resolved, twice) << "what was resolved names the file wherever it is read";
  auto const forces = folder.write("f.csv", "0,1,2,3\n");
  EXPECT_TRUE(with({{"body", "ball"}, {"file", forces}}).loads[0].torque.empty());
}

}  // namespace
}  // namespace orthant::test::loads
