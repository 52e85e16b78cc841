// Scenes: the result of a good one, and what is refused.
#include "orthant/core/scene/read_scene.hpp"
#include "tests/config/scene_json.hpp"

namespace orthant::test {
namespace {

/// With the settings of joints, couplings, surfaces, loads and numbers of worlds.
[[maybe_unused]] bool const refusals =
    test_rows("WrongScenes", "config/scenes.json", [](Json const& row) {
      SceneFiles const folder;
      Json const files = row.value("files", Json::object());
      for (auto const& [name, text] : files.items()) folder.write(name, text);
      auto const read = [&] {
        if (!row.contains("worlds")) return scene_of(input_of(row), nullptr, folder.path);
        Json resolved;
        OverWorlds over(row["worlds"], 1, "a.json");
        return read_worlds({input_of(row), resolved, "a.json/scene"}, joint_types, over);
      };
      expect_said(refusal(read), row);
    });

TEST(Scenes, AGoodOneIsReadAsItStands) {
  Scene const scene = scene_of(good_scene());
  ASSERT_EQ(scene.bodies.size(), 2u);
  auto const &box = scene.bodies[0], &ball = scene.bodies[1];
  EXPECT_NEAR(box.mass, 6, 1e-14);
  EXPECT_NEAR(box.inertia_B[0][0], 6 * (0.04 + 0.09) / 12, 1e-16);
  EXPECT_EQ(ball.mass, 2);
  EXPECT_NEAR(ball.inertia_B[2][2], 0.4 * 2 * 0.01, 1e-16);
  EXPECT_EQ(ball.twist[0], 1);
  EXPECT_EQ(box.shapes[0].body, 0);
  EXPECT_EQ(ball.shapes[0].body, 1);
  EXPECT_EQ(scene.find("ball"), 1);
  EXPECT_EQ(scene.find("none"), -1);
  EXPECT_EQ(scene.gravity[2], -9.81);
}

/// The frames on both bodies coincide in the world, with z along the axis.
TEST(Scenes, JointsAreClosedWhereTheyArePlaced) {
  Scene const scene = scene_of(good_scene());
  ASSERT_EQ(scene.joints.size(), 2u);
  EXPECT_EQ(scene.joints[0].a, -1);
  for (auto const& joint : scene.joints) {
    auto const in_world = [&](int body, Pose<> const& X) {
      if (body < 0) return X;
      auto const& W = scene.bodies[body].pose;
      return Pose<>{W.p_WB + rotate(W.q_WB, X.p_WB), W.q_WB * X.q_WB};
    };
    Pose<> const a = in_world(joint.a, joint.X_AJ), b = in_world(joint.b, joint.X_BJ);
    EXPECT_NEAR(norm(a.p_WB - b.p_WB), 0, 1e-15);
    Vec3 const z{{0, 0, 1}}, axis = joint.type == "hinge" ? Vec3{{0, 1, 0}} : z;
    EXPECT_NEAR(norm(rotate(a.q_WB, z) - axis), 0, 1e-15);
    EXPECT_NEAR(norm(rotate(b.q_WB, z) - axis), 0, 1e-15);
  }
}

TEST(Scenes, TheResolvedSceneReadsAsItself) {
  Json once, twice;
  scene_of(good_scene(), &once);
  scene_of(once, &twice);
  EXPECT_EQ(once, twice);
  EXPECT_EQ(once["contact"]["margin"], 0.01 * scene_of(good_scene()).size());
  EXPECT_EQ(once["bodies"][0]["friction"], 0.5);
}

/// A quarter turn about z, of a body and of its shape.
TEST(Scenes, AnOrientationMayBeAnAxisAndAnAngle) {
  Json one = good_scene();
  Json const turn = {{"axis", {0, 0, 2}}, {"angle", 90}};
  one["bodies"][1]["orientation"] = one["bodies"][1]["shapes"][0]["orientation"] = turn;
  one.erase("joints");
  auto const body = scene_of(one).bodies[1];
  for (auto const& q : {body.pose.q_WB, body.shapes[0].X_BS.q_WB}) {
    Vec3 const x = rotate(q, Vec3{{1, 0, 0}});
    EXPECT_NEAR(norm(x - Vec3{{0, 1, 0}}), 0, 1e-15);
  }
}

}  // namespace
}  // namespace orthant::test
