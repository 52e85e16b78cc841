// Meshes and pairs of geoms in MJCF.
#include <gtest/gtest.h>
#if __has_include(<mujoco/mujoco.h>)
#include <mujoco/mujoco.h>
#endif

#include <set>

#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/mjcf_since.hpp"
#include "tests/robots/model_text.hpp"
#include "tests/robots/models.hpp"

namespace orthant::test::mjcf {
namespace {

class Mjcf : public ::testing::Test {
  void SetUp() override {
    if (!has_mjcf()) GTEST_SKIP() << "not in this build";
  }
};

std::string mjcf(std::string const& bodies, std::string const& rest = "") {
  return "<mujoco model='m'>\n<compiler angle='radian'/>\n<worldbody>\n" + bodies +
         "\n</worldbody>\n" + rest + "\n</mujoco>\n";
}
Robot read(std::string const& text) {
  TextFile const file("m.xml", text);
  return read_robot(file.path());
}
RobotShape const& shape_of(Robot const& robot, std::string const& link, std::size_t k = 0) {
  for (auto const& each : robot.links)
    if (each.name == link) return each.shapes.at(k);
  throw Error("no link " + link);
}

/// The hull has the points that MuJoCo has centred; its frame puts them back.
TEST_F(Mjcf, ReadsMeshesAsPoints) {
  auto const robot =
      read(mjcf("<body name='one'><freejoint/><geom type='mesh' mesh='c' pos='1 0 0'/>"
                "</body>",
                "<asset><mesh name='c' scale='1 2 3' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
                "</asset>"));
  auto const& shape = shape_of(robot, "one");
  ASSERT_EQ(shape.points.size(), 4U);
  for (Vec3 const& p : {Vec3{{1, 0, 0}}, Vec3{{2, 0, 0}}, Vec3{{1, 2, 0}}, Vec3{{1, 0, 3}}}) {
    Real nearest = 1;
    for (auto const& q : shape.points)
      nearest = std::min(nearest, norm(at(shape.shape.X_BS, q) - p));
    EXPECT_LT(nearest, 1e-6);  // the compiler stores them in single precision
  }
}

/// A robot on what stands, one that floats, a ball, and the ground of all.
TEST_F(Mjcf, SelfCollisionIsThatOfEachTree) {
  std::string const g = "<geom size='.1'/>", hinge = "<joint axis='0 1 0'/>" + g;
  TextFile const file(
      "m.xml",
      mjcf("<geom type='plane' size='1 1 1'/><body name='pedestal' pos='3 0 1'>" + g +
           "<body name='arm'>" + hinge + "<body name='hand'>" + hinge + "</body></body></body>" +
           "<body name='trunk' pos='0 0 1'><freejoint/>" + g + "<body name='thigh'>" + hinge +
           "<body name='shin'>" + hinge + "</body></body></body>" +
           "<body name='ball' pos='6 0 1'><freejoint/>" + g + "</body>"));
  auto const apart = [&](bool self_collision) {
    auto const scene = scene_with({{"type", "mjcf"},
                                   {"file", file.path()},
                                   {"name", "m"},
                                   {"self_collision", self_collision}});
    std::set<std::string> out;
    for (auto const& [a, b] : scene.apart)
      out.insert(scene.bodies[a].name.substr(2) + " " + scene.bodies[b].name.substr(2));
    return out;
  };
  EXPECT_THAT(apart(false), ::testing::UnorderedElementsAre("arm hand", "trunk thigh", "trunk shin",
                                                            "thigh shin"));
  EXPECT_THAT(apart(true),
              ::testing::UnorderedElementsAre("arm hand", "trunk thigh", "thigh shin"));
}

/// With what stands on it. A weld to it is a joint whose other side may be moved.
TEST_F(Mjcf, AMocapBodyIsKinematic) {
  TextFile const file("m.xml", mjcf("<body name='t' mocap='true' pos='0 0 1'><geom size='.01' "
                                    "contype='0' conaffinity='0'/><body name='flag' pos='0 0 1'>"
                                    "<geom size='.1'/></body></body><body name='hand' pos='0 0 1'>"
                                    "<freejoint/><geom size='.1'/></body>",
                                    "<equality><weld body1='t' body2='hand'/></equality>"));
  auto const scene = scene_with({{"type", "mjcf"}, {"file", file.path()}, {"name", "m"}});
  ASSERT_EQ(scene.bodies.size(), 2U);
  EXPECT_EQ(scene.bodies[0].motion, Motion::kinematic);
  EXPECT_EQ(scene.bodies[0].shapes.size(), 1U);
  EXPECT_EQ(scene.bodies[1].motion, Motion::dynamic);
  ASSERT_EQ(scene.joints.size(), 1U);
  EXPECT_EQ(scene.joints[0].type, "fixed");
  EXPECT_EQ(scene.joints[0].a, 0);
}

TEST_F(Mjcf, SaysHowMuchMemoryAModelMayTake) {
  TextFile const file("m.xml",
                      "<mujoco><size nstack='900000000'/><worldbody><geom size='.1'/>"
                      "</worldbody></mujoco>");
  EXPECT_THAT(refusal([&] { read_robot(file.path()); }),
              ::testing::AllOf(::testing::HasSubstr("it takes more memory"),
                               ::testing::HasSubstr("768 MB")));
}

TEST_F(Mjcf, ReadsPairsAsGroupsOfTheirOwn) {
  std::string const off = " contype='0' conaffinity='0'";
  auto const robot =
      read(mjcf("<geom name='floor' type='plane' size='1 1 1'" + off + "/>" +
                    "<body name='c'><freejoint/><geom name='g' size='.1'" + off + "/></body>" +
                    "<body name='d'><freejoint/><geom name='h' size='.1'" + off + "/></body>",
                "<contact><pair geom1='floor' geom2='g'/></contact>"));
  auto const &floor = shape_of(robot, "world").shape, &g = shape_of(robot, "c").shape;
  EXPECT_TRUE((floor.groups & g.touches) != 0 || (g.groups & floor.touches) != 0);
  EXPECT_THROW(shape_of(robot, "d"), std::out_of_range) << "it touches nothing";
}

/// A message for the version that knows less names the version that a model takes.
TEST_F(Mjcf, SaysWhatTakesALaterVersion) {
  TextFile const file("m.xml", mjcf("<body name='b'>\n<joint name='j' axis='0 1 0' damping='1'"
                                    " actuatorfrcrange='-1 1'/><geom size='.1'/></body>",
                                    "<asset><mesh name='m' maxhullvert='9'/></asset>"));
  MjcfText const text(file.path(), {});
  EXPECT_EQ(what_takes_later(text, 310),
            "\"maxhullvert\" of <mesh>, " + file.path() + ":7, takes MuJoCo 3.2.0");
  EXPECT_THAT(what_takes_later(MjcfText(file.path(), {}), 222), ::testing::HasSubstr("3.2.0"));
  EXPECT_EQ(what_takes_later(text, 3012001), "");
}

#if __has_include(<mujoco/mujoco.h>)
bool knows(int version) { return mjVERSION_HEADER >= version; }
#else
bool knows(int) { return false; }
#endif

/// Effort of all actuators of a joint, what actuators add to it, sites, and actuators that are off.
TEST_F(Mjcf, TakesWhatLaterVersionsSay) {
  if (!knows(3007000)) GTEST_SKIP() << "an older MuJoCo is in this build";
  auto const robot = read(mjcf(
      "<frame pos='0 0 1'><body name='a'><joint name='j' axis='0 1 0' damping='2' armature='.1' "
      "actuatorfrcrange='-7 7'/><geom size='.1'/><site name='s' pos='.3 0 0'/></body>"
      "<body name='b' pos='.3 0 0'><freejoint/><geom size='.1'/><site name='t'/></body></frame>",
      "<equality><connect site1='s' site2='t'/></equality>"
      "<actuator><motor joint='j' gear='3' damping='5' armature='.2'/>"
      "<motor joint='j' group='4'/></actuator><option actuatorgroupdisable='4'/>"));
  ASSERT_EQ(robot.joints.size(), 3U);
  auto const& axis = robot.joints[0].axes.at(0);
  EXPECT_EQ(axis.max_effort, 7);
  EXPECT_NEAR(axis.damping, 2 + 9 * 5, 1e-12);
  EXPECT_NEAR(axis.inertia, .1 + 9 * .2, 1e-12);
  EXPECT_EQ(robot.motors.size(), 1U);
  EXPECT_TRUE(robot.joints[2].loop);
  EXPECT_EQ(robot.joints[2].type, RobotJointType::ball);
  EXPECT_NEAR(norm(robot.joints[2].X_PJ.p_WB - Vec3{{.3, 0, 0}}), 0, 1e-12);
}

TEST_F(Mjcf, RefusesPhysicsOfLaterVersions) {
  if (!knows(3011000)) GTEST_SKIP() << "an older MuJoCo is in this build";
  auto const what = [](std::string const& body, std::string const& rest = "") {
    auto const robot = read(mjcf(body, rest));
    return robot.unsupported.empty() ? "" : robot.unsupported.front().what;
  };
  std::string const g = "<geom size='.1'/>", j = "<joint name='j' axis='0 1 0'/>";
  EXPECT_EQ(what("<body gravcomp='.5'>" + j + g + "</body>"),
            "a force against gravity, gravcomp 0.5");
  EXPECT_EQ(what("<body>" + j + "<geom size='.1' adhesion='1'/></body>"), "adhesion");
  EXPECT_EQ(what("<body>" + j + "<geom size='.1' surfacevel='1 0 0 0 0 0'/></body>"), "surfacevel");
  EXPECT_EQ(what("<body>" + j + g + "</body>",
                 "<actuator><motor joint='j' delay='.01' nsample='9'/></actuator>"),
            "an actuator with a delay");
  EXPECT_EQ(what("<body>" + j + g + "</body>",
                 "<tendon><fixed armature='1' limited='true' range='0 1'><joint joint='j' "
                 "coef='1'/></fixed></tendon>"),
            "armature of a tendon");
}

}  // namespace
}  // namespace orthant::test::mjcf
