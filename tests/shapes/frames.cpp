// Hulls in experiments, and bodies in the frame of their shapes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "orthant/core/mesh/mesh.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "orthant/tests/collision/placed.hpp"
#include "tests/config/scene_json.hpp"

namespace orthant::test::frames {
namespace {

Json corners(double x0, double x1, double y, double z) {
  Json out = Json::array();
  for (int i = 0; i < 8; ++i) out.push_back({i & 1 ? x1 : x0, i & 2 ? y : -y, i & 4 ? z : -z});
  return out;
}

Scene read(Json const& body, std::filesystem::path const& folder = {}) {
  Json scratch;
  Json const scene = {{"bodies", {body}}};
  return read_scene({scene, scratch, "scene"}, joint_types, folder);
}

Json const l_shape = parse_json(R"({"name": "L", "density": 1000, "position": [1, 2, 3],
  "orientation": {"axis": [0, 0, 1], "angle": 90}, "velocity": [0, 0, 1],
  "angular_velocity": [0, 2, 0], "shapes": [
    {"type": "box", "size": [0.2, 0.1, 0.1], "position": [0.1, 0, 0]},
    {"type": "box", "size": [0.1, 0.1, 0.3], "position": [0.05, 0, 0.2]}]})",
                                "body");

TEST(FrameOfShapes, IsRefusedByDefaultWithTheCentreAndTheKey) {
  auto const text = refusal([&] { read(l_shape); });
  EXPECT_THAT(text, HasSubstr("(0.07, 0, 0.12)"));
  EXPECT_THAT(text, HasSubstr("\"frame\": \"shapes\""));
}

TEST(FrameOfShapes, PlacesTheCentreOfMass) {
  Json body = l_shape;
  body["frame"] = "shapes";
  auto const spec = read(body).bodies[0];
  Vec3 const c{{0.07, 0, 0.12}};  // (0.002 (0.1, 0, 0) + 0.003 (0.05, 0, 0.2)) / 0.005
  EXPECT_NEAR(spec.mass, 5, 1e-12);
  EXPECT_NEAR(norm(spec.pose.p_WB - Vec3{{1, 2.07, 3.12}}), 0, 1e-12);
  // The velocity is that of the frame's origin: v + w x (0, 0.07, 0.12).
  EXPECT_NEAR(norm(linear(spec.twist) - Vec3{{0.24, 0, 1}}), 0, 1e-12);
  EXPECT_NEAR(norm(spec.shapes[1].X_BS.p_WB - (Vec3{{0.05, 0, 0.2}} - c)), 0, 1e-12);
  Solid const solid = solid_of(spec.shapes);
  EXPECT_NEAR(norm(solid.centre), 0, 1e-14);
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(spec.inertia_B[r][k], 1000 * solid.inertia[r][k], 1e-12);
  // -2 (0.03) (-0.12) - 3 (-0.02) (0.08)
  EXPECT_NEAR(spec.inertia_B[0][2], 0.012, 1e-12);
}

TEST(FrameOfShapes, NeedsAVolume) {
  EXPECT_THAT(refusal([&] {
                read({{"mass", 1}, {"inertia", {1, 1, 1}}, {"frame", "shapes"}});
              }),
              HasSubstr("frame"));
}

TEST(HullInAScene, IsThatOfABox) {
  Json const hull_body = {
      {"density", 1000},
      {"frame", "shapes"},
      {"shapes", {{{"type", "hull"}, {"points", corners(1, 1.4, 0.1, 0.3)}, {"rounding", 0.05}}}}};
  Json const box_body = {{"density", 1000},
                         {"frame", "shapes"},
                         {"shapes",
                          {{{"type", "box"},
                            {"size", {0.4, 0.2, 0.6}},
                            {"position", {1.2, 0, 0}},
                            {"rounding", 0.05}}}}};
  auto const scene = read(hull_body);
  auto const &a = scene.bodies[0], b = read(box_body).bodies[0];
  EXPECT_NEAR(a.mass, b.mass, 1e-12 * b.mass);
  EXPECT_NEAR(norm(a.pose.p_WB - b.pose.p_WB), 0, 1e-13);
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(a.inertia_B[r][k], b.inertia_B[r][k], 1e-12 * b.mass);
  EXPECT_EQ(a.shapes[0].rounding, 0.05);
  ASSERT_EQ(scene.geometries.size(), 1u);
  EXPECT_EQ(a.shapes[0].geometry, scene.geometries[0].get());
}

TEST(HullInAScene, IsRefusedWithItsPathAndValue) {
  auto const told = [](Json shape) {
    shape["type"] = "hull";
    return refusal([&] { read({{"motion", "fixed"}, {"shapes", {shape}}}); });
  };
  EXPECT_THAT(told({}), HasSubstr("points"));
  EXPECT_THAT(told({{"points", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}), HasSubstr("shapes/0/points"));
  EXPECT_THAT(told({{"points", {{0, 0, 0}, {1, 0}}}}), HasSubstr("points/1"));
  EXPECT_THAT(told({{"points", {{0, 0, 0}, {1, 0, "a"}}}}), HasSubstr("points/1"));
  EXPECT_THAT(told({{"points", corners(0, 0, 1, 1)}}), HasSubstr("no volume"));
  EXPECT_THAT(told({{"points", corners(0, 1, 1, 1)}, {"scale", 2}}), HasSubstr("scale"));
  EXPECT_THAT(told({{"points", corners(0, 1, 1, 1)}, {"rounding", -1}}), HasSubstr("rounding"));
  EXPECT_THAT(told({{"file", "../x.stl"}}), HasSubstr("leaves the folder"));
  EXPECT_THAT(told({{"file", "none.stl"}, {"scale", 0}}), HasSubstr("scale"));
  EXPECT_THAT(told({{"file", "none.stl"}}), HasSubstr("none.stl"));
}

TEST(HullInAScene, OfAFileHasItsScale) {
  if (!have_mesh_files()) GTEST_SKIP();
  auto const folder = std::filesystem::temp_directory_path() / "orthant_hull_of_a_file";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "tetrahedron.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  Json const body = {
      {"density", 6},
      {"frame", "shapes"},
      {"shapes", {{{"type", "hull"}, {"file", "tetrahedron.obj"}, {"scale", {1, 2, 3}}}}}};
  auto const spec = read(body, folder).bodies[0];
  EXPECT_NEAR(spec.mass, 6, 1e-13);
  EXPECT_NEAR(norm(spec.pose.p_WB - Vec3{{0.25, 0.5, 0.75}}), 0, 1e-14);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace orthant::test::frames
