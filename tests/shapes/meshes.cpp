// Files of meshes: what they are read as, and what is refused.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "orthant/core/mesh/mesh.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test::meshes {
namespace {

namespace fs = std::filesystem;

class MeshFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!have_mesh_files()) GTEST_SKIP() << "a build without files of meshes";
    fs::create_directories(folder_);
  }
  ~MeshFiles() override { fs::remove_all(folder_); }

  std::string path(std::string const& name, std::string const& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return (folder_ / name).string();
  }
  static std::string refusal_of(std::string const& file) {
    return refusal([&] { read_mesh(file, {{1, 1, 1}}, "scene/file"); });
  }

  fs::path folder_ =
      fs::temp_directory_path() /
      ("orthant_meshes_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

/// A box of 1 x 2 x 3 with a corner at the origin.
std::string const box = R"(v 0 0 0
v 1 0 0
v 1 2 0
v 0 2 0
v 0 0 3
v 1 0 3
v 1 2 3
v 0 2 3
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

TEST_F(MeshFiles, HaveTheirTrianglesAndScale) {
  Mesh const mesh = read_mesh(path("box.obj", box), {{2, 2, -2}}, "x");
  EXPECT_EQ(mesh.points.size(), 8u);
  EXPECT_EQ(mesh.triangles.size(), 12u);
  UnitSolid const solid = solid_of_mesh(mesh);
  EXPECT_NEAR(solid.volume, 48, 1e-12);
  EXPECT_NEAR(solid.centre[0], 1, 1e-14);
  EXPECT_NEAR(solid.centre[1], 2, 1e-14);
  EXPECT_NEAR(solid.centre[2], -3, 1e-14);
  EXPECT_NEAR(solid.moments[2], 48. / 12 * (4 + 16), 1e-12);
  EXPECT_NEAR(solid.products[0], 0, 1e-12);
}

TEST_F(MeshFiles, ThatAreWrongAreRefusedWithPathAndReason) {
  EXPECT_NE(refusal_of((folder_ / "none.stl").string()).find("scene/file"), std::string::npos);
  EXPECT_NE(refusal_of(path("mesh.txt", box)).find(".txt"), std::string::npos);
  EXPECT_NE(refusal_of(path("empty.obj", "")), "");
  EXPECT_NE(refusal_of(path("points.obj", "v 0 0 0\nv 1 0 0\n")), "");
  EXPECT_NE(refusal_of(path("random.stl", "no mesh at all")), "");
  EXPECT_NE(refusal_of(path("tree.dae", "<COLLADA><open>")), "");
  EXPECT_NE(refusal_of(folder_.string() + ".obj/"), "");
  std::string nan = box;
  EXPECT_NE(refusal_of(path("nan.obj", nan.replace(nan.find("v 1 2 3"), 7, "v 1 nan 3"))), "");
}

/// Assimp takes the count for a size of memory, and crashes.
TEST_F(MeshFiles, AtWhichTheLibraryCrashesAreRefused) {
  std::string const said = refusal_of(path("count.dae", R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="a" count="-1e308">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#a" count="3" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries></COLLADA>)"));
  EXPECT_NE(said.find("scene/file"), std::string::npos) << said;
  EXPECT_NE(said.find("count.dae"), std::string::npos) << said;
}

/// A pipe without a writer would wait for one. Other names of materials do not matter.
TEST_F(MeshFiles, OpenNoOtherFiles) {
  auto const pipe = folder_ / "fifo.mtl";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  auto const start = std::chrono::steady_clock::now();
  std::string const said = refusal_of(path("box.obj", "mtllib fifo.mtl\n" + box));
  EXPECT_NE(said.find("fifo.mtl\" of materials"), std::string::npos) << said;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  for (std::string const other : {"none.mtl", "/etc"}) {
    auto const mesh = read_mesh(path("box.obj", "mtllib " + other + "\n" + box), {{1, 1, 1}}, "x");
    EXPECT_EQ(mesh.points.size(), 8u) << other;
  }
}

/// The header of a binary STL file says how many triangles there are: no need to read them.
TEST_F(MeshFiles, OfTooManyTrianglesAreRefusedAtOnce) {
  std::uint32_t const count = 10'000'001;
  std::string head(84, '\0');
  std::memcpy(head.data() + 80, &count, sizeof count);
  auto const file = path("many.stl", head);
  fs::resize_file(file, 84 + std::uintmax_t{50} * count);  // a hole takes no room
  EXPECT_NE(refusal_of(file).find("10000001 triangles"), std::string::npos);
}

TEST_F(MeshFiles, OutsideTheFolderAreRefused) {
  EXPECT_THROW(mesh_path(folder_, "../x.stl", "x"), Error);
  EXPECT_THROW(mesh_path(folder_, "a/../../x.stl", "x"), Error);
  EXPECT_EQ(mesh_path(folder_, "a/../x.stl", "x"), folder_ / "a/../x.stl");
}

}  // namespace
}  // namespace orthant::test::meshes
