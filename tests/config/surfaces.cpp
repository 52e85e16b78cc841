// Reading meshes and heightfields.
#include "tests/config/scene_json.hpp"

namespace orthant::test::surfaces {
namespace {

/// The good scene and a fixed body of one shape.
Json with_shape(Json const& shape) {
  return changed(good_scene(),
                 {{"/bodies/2", {{"name", "g"}, {"motion", "fixed"}, {"shapes", {shape}}}}});
}

TEST(Surfaces, HaveTheTrianglesOfAGrid) {
  Scene const scene = scene_of(with_shape(
      {{"type", "heightfield"}, {"heights", {{0, 1, 2}, {3, 4, 5}}}, {"cell", {0.5, 2}}}));
  Shape const& shape = scene.bodies[2].shapes[0];
  ASSERT_EQ(shape.geometry->triangle.size(), 4);
  EXPECT_EQ(shape.size[1], 4);
  EXPECT_EQ(norm(shape.geometry->points[5] - Vec3{{1, 2, 5}}), 0);
}

/// A result is read from another folder.
TEST(Surfaces, ReadRowsOfAFileThatIsResolvedToAnAbsolutePath) {
  SceneFiles const folder;
  auto const file = folder.write("h.csv", "# heights\n0, 1, 2\n3,+4,5e0\r\n");
  Json resolved;
  Scene const scene =
      scene_of(with_shape({{"type", "heightfield"}, {"file", "h.csv"}, {"cell", {1, 1}}}),
               &resolved, folder.path);
  EXPECT_EQ(scene.bodies[2].shapes[0].geometry->points[5][2], 5);
  EXPECT_EQ(resolved["bodies"][2]["shapes"][0]["file"], file);
}

TEST(Surfaces, ReadPointsAndTriangles) {
  Scene const scene = scene_of(with_shape({{"type", "mesh"},
                                           {"points", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
                                           {"triangles", {{0, 1, 2}}}}));
  EXPECT_EQ(scene.bodies[2].shapes[0].geometry->triangle.size(), 1);
}

}  // namespace
}  // namespace orthant::test::surfaces
