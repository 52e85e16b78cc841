// Scenes: the result of a good one, and the messages for bad ones.
#include "tests/config/scene_json.hpp"

namespace orthant::test {
namespace {

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

TEST(Scenes, WrongMassesAreRefused) {
  EXPECT_EQ(refusal_with("/bodies/1/mass", -2),
            "scene/bodies/1/mass: found -2, allowed: a number > 0; without its sign: 2");
  EXPECT_EQ(refusal_with("/bodies/1/mass", 0),
            "scene/bodies/1/mass: found 0, allowed: a number > 0; a body that never moves has "
            "\"motion\": \"fixed\" in its place");
  EXPECT_EQ(
      refusal_with("/bodies/1/mass", nullptr),
      "scene/bodies/1/mass: found nothing, allowed: a number > 0 [kg], or a \"density\" [kg/m^3] "
      "of its shapes; a body that never moves has \"motion\": \"fixed\"");
  EXPECT_THAT(refusal_with("/bodies/0/mass", 1), HasSubstr("a density beside a mass"));
  EXPECT_THAT(refusal_with("/bodies/0/shapes", nullptr), HasSubstr("a body without volume"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes", nullptr), HasSubstr("scene/bodies/1/inertia"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/position", {0, 0, 1}),
              HasSubstr("a solid whose centre (0, 0, 1) is not the body's origin"));
}

TEST(Scenes, WrongInertiasAreRefused) {
  auto const with = [](Json const& inertia) { return refusal_with("/bodies/1/inertia", inertia); };
  EXPECT_EQ(with({1, 2, 3}), "");
  EXPECT_THAT(with({1, 1, 2.1}), HasSubstr("scene/bodies/1/inertia: found a matrix that is a "
                                           "principal moment larger than the sum"));
  EXPECT_THAT(with({1, 1, -1}), HasSubstr("not positive definite"));
  EXPECT_THAT(with({{2, 1, 0}, {0, 2, 0}, {0, 0, 2}}), HasSubstr("not symmetric"));
  EXPECT_THAT(with({{2, 1, 0}, {1, 2, "x"}, {0, 0, 2}}), HasSubstr("scene/bodies/1/inertia/1"));
  EXPECT_THAT(with({1, 2}), HasSubstr("an array of 3 finite numbers"));
  EXPECT_THAT(with(4), HasSubstr("an array of 3 finite numbers"));
}

TEST(Scenes, WrongPosesAreRefused) {
  EXPECT_EQ(refusal_with("/bodies/1/orientation", {2, 0, 0, 0}),
            "scene/bodies/1/orientation: found a quaternion of length 2, allowed: a unit "
            "quaternion (w, x, y, z), w first, such as [1, 0, 0, 0], or {\"axis\": [0, 0, 1], "
            "\"angle\": degrees}");
  EXPECT_THAT(refusal_with("/bodies/1/orientation", {0, 0, 0, 0}), HasSubstr("length 0"));
  EXPECT_THAT(refusal_with("/bodies/1/orientation", {1, 0, 0}),
              HasSubstr("a unit quaternion (w, x, y, z), or an axis and an angle"));
  EXPECT_THAT(refusal_with("/bodies/1/orientation", {{"axis", {0, 0, 0}}, {"angle", 30}}),
              HasSubstr("orientation/axis: found a zero vector"));
  EXPECT_THAT(refusal_with("/bodies/1/orientation", {{"axis", {0, 0, 1}}}),
              HasSubstr("orientation/angle: found nothing"));
  EXPECT_THAT(
      refusal_with("/bodies/1/orientation", {{"axis", {0, 0, 1}}, {"angle", 1}, {"degrees", 1}}),
      HasSubstr("orientation/degrees"));
  EXPECT_THAT(refusal_with("/bodies/1/position", {0, std::nan(""), 0}),
              HasSubstr("scene/bodies/1/position/1: found"));
  EXPECT_THAT(refusal_with("/gravity", {0, 0}), HasSubstr("scene/gravity"));
}

TEST(Scenes, WrongShapesAreRefused) {
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/radius", 0), HasSubstr("radius: found 0"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/radius", nullptr), HasSubstr("found nothing"));
  EXPECT_THAT(refusal_with("/bodies/0/shapes/0/size", {1, 0, 1}), HasSubstr("size/1: found 0"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/type", "torus"),
              HasSubstr("\"torus\" is not one of sphere, capsule, box, ellipsoid"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/size", {1, 1, 1}), HasSubstr("unknown key"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0/friction", -0.1), HasSubstr("found -0.1"));
  EXPECT_THAT(refusal_with("/bodies/1/shapes/0", {{"type", "half_space"}}),
              HasSubstr("a dynamic body with a half_space"));
}

TEST(Scenes, AMisspeltNeededKeyIsNamed) {
  Json scene = good_scene();
  scene["bodies"][1]["shapes"][0] = {{"type", "sphere"}, {"radus", 0.1}};
  EXPECT_EQ(refusal([&] { scene_of(scene); }),
            "scene/bodies/1/shapes/0/radus: unknown key, nearest: \"radius\", which is needed and "
            "missing, allowed: a number > 0");
  scene["bodies"][1] = {{"name", "ball"}, {"mass", 1}, {"shape", Json::object()}};
  EXPECT_EQ(refusal([&] { scene_of(scene); }),
            "scene/bodies/1/shape: unknown key, nearest: \"shapes\", which is needed and missing, "
            "allowed: an array of shapes");
}

TEST(Scenes, WrongBodiesAreRefused) {
  EXPECT_THAT(refusal_with("/bodies/1/name", "box"), HasSubstr("a second body \"box\""));
  EXPECT_THAT(refusal_with("/bodies/1/name", "world"), HasSubstr("any other name"));
  EXPECT_THAT(refusal_with("/bodies/1/motion", "still"),
              HasSubstr("\"still\" is not one of dynamic, fixed, kinematic"));
  EXPECT_THAT(refusal_with("/bodies/1/weight", 1),
              HasSubstr("scene/bodies/1/weight: unknown key, allowed: adhesion, angular_velocity"));
  EXPECT_EQ(refusal([] { scene_of(Json::object()); }),
            "scene: found no bodies, allowed: \"bodies\" or \"assemblies\"");
}

TEST(Scenes, WrongJointsAreRefused) {
  EXPECT_EQ(refusal_with("/joints/1/b", "bal"),
            "scene/joints/1/b: found \"bal\", allowed: the name of a body, or \"world\"; nearest: "
            "\"ball\"");
  EXPECT_EQ(refusal_with("/joints/1/a", "bxo"),
            "scene/joints/1/a: found \"bxo\", allowed: the name of a body, or \"world\"; nearest: "
            "\"box\"");
  EXPECT_THAT(refusal_with("/joints/0/b", "world"), HasSubstr("joints/0/b: found the world"));
  EXPECT_THAT(refusal_with("/joints/1/a", "ball"), HasSubstr("the same body as b"));
  EXPECT_THAT(refusal_with("/joints/1/b", nullptr), HasSubstr("scene/joints/1/b: found nothing"));
  EXPECT_EQ(refusal_with("/joints/0/type", "glue"),
            "scene/joints/0/type: \"glue\" is not one of ball, hinge");
  EXPECT_THAT(refusal_with("/joints/0/axis", {0, 0, 0}), HasSubstr("a zero vector"));
  EXPECT_THAT(refusal_with("/joints/0/axis", nullptr), HasSubstr("joints/0/axis: found nothing"));
  EXPECT_THAT(refusal_with("/joints/0/point", nullptr), HasSubstr("joints/0/point: found nothing"));
  EXPECT_THAT(refusal_with("/joints/1/axis", {0, 0, 1}), HasSubstr("unknown key"));
  EXPECT_THAT(refusal_with("/joints/0/compliance", -1), HasSubstr("found -1"));
  Json fixed = good_scene();
  fixed["bodies"][0] = {{"name", "box"}, {"motion", "fixed"}};
  EXPECT_EQ(refusal([&] { scene_of(fixed); }),
            "scene/joints/0: found two bodies that do not react, allowed: at least one dynamic "
            "body");
}

TEST(Scenes, WrongContactSettingsAreRefused) {
  EXPECT_THAT(refusal_with("/contact", {{"friction_combination", "mean"}}),
              HasSubstr("\"mean\" is not one of geometric_mean, minimum, maximum, average"));
  EXPECT_THAT(refusal_with("/contact", {{"capacity", -1}}), HasSubstr("capacity: found -1"));
  EXPECT_THAT(refusal_with("/contact", {{"recovery_speed", -1}}), HasSubstr("recovery_speed"));
}

}  // namespace
}  // namespace orthant::test
