// Reading meshes and heightfields.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "orthant/core/config/error.hpp"
#include "orthant/core/scene/read_surface_shape.hpp"
#include "tests/config/scene_json.hpp"

namespace orthant::test::surfaces {
namespace {

class Surfaces : public ::testing::Test {
 protected:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("orthant_surfaces_" + std::to_string(getpid()));
  std::vector<std::shared_ptr<Geometry const>> kept_;

  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  template <class S>
  Shape read(Json const& input) {
    Json resolved;
    return read<S>(input, resolved);
  }
  template <class S>
  Shape read(Json const& input, Json& resolved) {
    Config config(input, resolved, "shape");
    Shape shape;
    shape.kind = kind_of<S>;
    GeometryFiles files{folder_, kept_};
    read_surface_shape(config, shape, files);
    config.done();
    return shape;
  }
  template <class S>
  std::string refusal(Json const& input) {
    try {
      read<S>(input);
    } catch (Error const& error) {
      return error.what();
    }
    return "";
  }
  void expect_in(std::string const& part, std::string const& message) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
};

using Heights = shapes::Heightfield;

TEST_F(Surfaces, HaveTheTrianglesOfAGrid) {
  Json const grid = {{"heights", {{0, 1, 2}, {3, 4, 5}}}, {"cell", {0.5, 2}}};
  Shape const shape = read<Heights>(grid);
  ASSERT_EQ(shape.geometry->triangle.size(), 4);
  EXPECT_EQ(shape.size[1], 4);
  Vec3 const& last = shape.geometry->points[5];
  EXPECT_EQ(last[0], 1);
  EXPECT_EQ(last[1], 2);
  EXPECT_EQ(last[2], 5);
}

TEST_F(Surfaces, ReadRowsOfAFile) {
  std::ofstream(folder_ / "h.csv") << "# heights\n0, 1, 2\n3,+4,5e0\r\n";
  EXPECT_EQ(read<Heights>({{"file", "h.csv"}, {"cell", {1, 1}}}).geometry->points[5][2], 5);
  std::ofstream(folder_ / "h.csv") << "0,1,2\n3,4\n";
  expect_in("h.csv:2", refusal<Heights>({{"file", "h.csv"}, {"cell", {1, 1}}}));
  std::ofstream(folder_ / "h.csv") << "0,1,2\n3,nan,1\n";
  expect_in("h.csv:2", refusal<Heights>({{"file", "h.csv"}, {"cell", {1, 1}}}));
  expect_in("shape/file", refusal<Heights>({{"file", "none.csv"}, {"cell", {1, 1}}}));
}

/// A result is read from another folder.
TEST_F(Surfaces, FilesAreResolvedToAbsolutePaths) {
  std::ofstream(folder_ / "h.csv") << "0,1\n2,3\n";
  Json resolved;
  read<Heights>({{"file", "h.csv"}, {"cell", {1, 1}}}, resolved);
  EXPECT_EQ(resolved["file"], (folder_ / "h.csv").string());
}

TEST_F(Surfaces, RefuseWrongGrids) {
  expect_in("shape/heights/1", refusal<Heights>({{"heights", {{0, 1}, {2}}}, {"cell", {1, 1}}}));
  expect_in("shape/cell", refusal<Heights>({{"heights", {{0, 1}, {2, 3}}}, {"cell", {0, 1}}}));
  expect_in("two rows", refusal<Heights>({{"heights", {{0, 1}}}, {"cell", {1, 1}}}));
  expect_in("diagonal", refusal<Heights>(
                            {{"heights", {{0, 1}, {2, 3}}}, {"cell", {1, 1}}, {"diagonal", "up"}}));
}

TEST_F(Surfaces, ReadPointsAndTriangles) {
  Json mesh = {{"points", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {"triangles", {{0, 1, 2}}}};
  EXPECT_EQ(read<shapes::Mesh>(mesh).geometry->triangle.size(), 1);
  mesh["triangles"][0][1] = 3;
  expect_in("shape/triangles/0", refusal<shapes::Mesh>(mesh));
  mesh["triangles"][0][1] = 1.5;
  expect_in("shape/triangles/0", refusal<shapes::Mesh>(mesh));
}

Json fixed(char const* name) {
  Json const flat = {{"type", "heightfield"}, {"heights", {{0, 0}, {0, 0}}}, {"cell", {1, 1}}};
  return {{"name", name}, {"motion", "fixed"}, {"shapes", Json::array({flat})}};
}

Json reacting(char const* name) {
  Json const triangle = {
      {"type", "mesh"}, {"points", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {"triangles", {{0, 1, 2}}}};
  return {{"name", name}, {"mass", 1}, {"inertia", {1, 1, 1}}, {"shapes", Json::array({triangle})}};
}

using Changes = std::vector<std::pair<char const*, Json>>;

std::string refusal_after(Changes const& changes) {
  Json scene = {{"bodies", {fixed("ground"), reacting("one"), reacting("two")}}};
  for (auto const& [at, value] : changes) scene[Json::json_pointer(at)] = value;
  return refusal([&] { scene_of(scene); });
}

std::string of_one(std::string const& other) {
  return "scene/bodies/1/shapes: found a mesh that may touch that of \"" + other + "\"";
}

/// A list of one pair of names.
Json pair(char const* a, char const* b) { return Json::array({Json::array({a, b})}); }
Json const group = Json::array({"one"});

TEST(TwoSurfaces, AreRefusedWhereOneReacts) {
  EXPECT_THAT(refusal_after({}), HasSubstr(of_one("ground")));
  EXPECT_THAT(refusal_after({{"/bodies/0/collide", false}}), HasSubstr(of_one("two")));
  EXPECT_EQ(refusal_after({{"/bodies/0/collide", false}, {"/bodies/2/collide", false}}), "");
  EXPECT_EQ(refusal_after({{"/bodies/1", fixed("one")}, {"/bodies/2/collide", false}}), "");
}

TEST(TwoSurfaces, MayBeKeptFromEachOther) {
  EXPECT_EQ(refusal_after({{"/apart", pair("*", "*")}}), "");
  std::pair<char const*, Json> const off_ground{"/apart", pair("ground", "*")};
  EXPECT_THAT(refusal_after({off_ground}), HasSubstr(of_one("two")));
  EXPECT_EQ(refusal_after({off_ground, {"/bodies/1/groups", group}, {"/bodies/2/groups", group}}),
            "");
  EXPECT_THAT(
      refusal_after({off_ground, {"/bodies/1/groups", group}, {"/bodies/2/touches", group}}),
      HasSubstr(of_one("two")));
  EXPECT_EQ(refusal_after({off_ground,
                           {"/bodies/1/shapes/0/groups", group},
                           {"/bodies/1/shapes/0/touches", Json::array()}}),
            "");
}

TEST(TwoSurfaces, AreKeptFromEachOtherByAJoint) {
  Json const hinge = {
      {"type", "hinge"}, {"a", "one"}, {"b", "two"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}};
  std::pair<char const*, Json> const joints{"/joints", Json::array({hinge})};
  EXPECT_THAT(refusal_after({joints}), HasSubstr(of_one("ground")));
  EXPECT_EQ(refusal_after({joints, {"/apart", pair("ground", "*")}}), "");
}

}  // namespace
}  // namespace orthant::test::surfaces
