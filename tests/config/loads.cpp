// Loads: their result, and the messages for wrong loads and files.
#include <filesystem>
#include <fstream>

#include "tests/config/scene_json.hpp"

namespace orthant::test::loads {
namespace {

namespace fs = std::filesystem;

/// A file that is removed at the end.
struct File {
  fs::path path;
  explicit File(std::string const& text)
      : path(fs::temp_directory_path() /
             ("orthant_load_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
              "_" + ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".csv")) {
    std::ofstream(path) << text;
  }
  ~File() { fs::remove(path); }
};

Scene with(Json const& load, Json* resolved = nullptr, fs::path const& folder = {}) {
  Json scene = good_scene(), scratch;
  scene["bodies"].push_back({{"name", "floor"}, {"motion", "fixed"}});
  scene["loads"] = Json::array({load});
  return read_scene({scene, resolved ? *resolved : scratch, "scene"}, joint_types, folder);
}
std::string refusal_of(Json const& load) {
  return refusal([&] { with(load); });
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
  File const file(
      "t, fx, fy, fz, tx, ty, tz\n# a remark\n0,1,2,3,4,5,6\r\n\n 1.5, +1e1 ,0,0,0,0,-2\n");
  Json resolved;
  Json const load = {{"body", "ball"}, {"file", file.path.filename().string()}};
  auto const read = with(load, &resolved, file.path.parent_path()).loads[0];
  ASSERT_EQ(read.force.size(), 2u);
  EXPECT_EQ(read.force[1].t, 1.5);
  EXPECT_EQ(read.force[1].x[0], 10);
  EXPECT_EQ(read.torque[1].x[2], -2);
  Json twice;
  EXPECT_EQ(read_scene({resolved, twice, "scene"}, joint_types).loads[0].force[1].t, 1.5);
  EXPECT_EQ(resolved, twice) << "what was resolved names the file wherever it is read";
  File const forces("0,1,2,3\n");
  EXPECT_TRUE(with({{"body", "ball"}, {"file", forces.path.string()}}).loads[0].torque.empty());
}

TEST(Loads, WrongOnesAreRefused) {
  auto const force = [](Json const& x) { return refusal_of({{"body", "ball"}, {"force", x}}); };
  EXPECT_THAT(refusal_of({{"force", {0, 0, 1}}}), HasSubstr("scene/loads/0/body"));
  EXPECT_THAT(refusal_of({{"body", "bal"}, {"force", {0, 0, 1}}}),
              HasSubstr("loads/0/body: found \"bal\", allowed: the name of a body"));
  EXPECT_THAT(refusal_of({{"body", "floor"}, {"force", {0, 0, 1}}}),
              HasSubstr("\"floor\", which does not react"));
  EXPECT_THAT(refusal_of({{"body", "ball"}}), HasSubstr("loads/0: found no force"));
  EXPECT_THAT(refusal_of({{"body", "ball"}, {"force", {0, 0, 1}}, {"file", "x"}}),
              HasSubstr("a file beside"));
  EXPECT_THAT(refusal_of({{"body", "ball"}, {"force", {0, 0, 1}}, {"frame", "joint"}}),
              HasSubstr("world, body"));
  EXPECT_THAT(force(Json::array()), HasSubstr("loads/0/force"));
  EXPECT_THAT(force({1, 2}), HasSubstr("loads/0/force: found an array of 2"));
  EXPECT_THAT(force({{0, 1, 2, 3}, {1, 2, 3}}), HasSubstr("force/1: found an array of 3"));
  EXPECT_THAT(force({{1, 1, 2, 3}, {0, 1, 2, 3}}),
              HasSubstr("force/1: found the time 0 after 1, allowed: times that do not go back"));
  EXPECT_THAT(force({{1, 0, 0, 0}, {1, 0, 0, 1}, {1, 0, 0, 2}}), HasSubstr("a third time"));
}

TEST(Loads, WrongFilesAreRefused) {
  EXPECT_THAT(refusal([] {
                with({{"body", "ball"}, {"file", "none.csv"}}, nullptr, "/nowhere");
              }),
              HasSubstr("scene/loads/0/file: /nowhere/none.csv: found no readable file"));
  auto const text = [](std::string const& of) {
    File const file(of);
    return refusal_of({{"body", "ball"}, {"file", file.path.string()}});
  };
  EXPECT_THAT(text(""), HasSubstr("without a number"));
  EXPECT_THAT(text("t,f\n0,1,2\n"), HasSubstr(".csv:2: found \"0,1,2\""));
  EXPECT_THAT(text("0,1,2,3\n1,1,2,3,4,5,6\n"), HasSubstr(".csv:2"));
  EXPECT_THAT(text("0,1,2,3\n1,1,2,x\n"), HasSubstr("allowed: 4 numbers"));
  EXPECT_THAT(text("0,1,2,nan\n"), HasSubstr(".csv:1"));
  EXPECT_THAT(text("1,1,2,3\n0,1,2,3\n"), HasSubstr(".csv:2: found the time 0 after 1"));
}

}  // namespace
}  // namespace orthant::test::loads
