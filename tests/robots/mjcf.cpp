// Robots in MJCF: laws, shapes, filters, equalities, motors, reports and refusals.
#include <gtest/gtest.h>

#include <cmath>

#include "orthant/core/math/pose.hpp"
#include "tests/robots/model_text.hpp"

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
/// Two arms on the ground, one in the other, with hinges "a" and "b".
std::string arms(std::string const& of_a = "", std::string const& of_b = "",
                 std::string const& geom = "") {
  return "<body name='one'><joint name='a' axis='0 1 0' " + of_a + "/><geom name='g' size='.1' " +
         geom + "/>\n<body name='two' pos='0 0 1'><joint name='b' axis='0 1 0' " + of_b +
         "/><geom name='h' size='.1 .2 .3' type='box'/></body></body>\n";
}
Robot read(std::string const& text) {
  TextFile const file("m.xml", text);
  return read_mjcf(file.path(), {});
}
RobotShape const& shape_of(Robot const& robot, std::string const& link, std::size_t k = 0) {
  for (auto const& each : robot.links)
    if (each.name == link) return each.shapes.at(k);
  throw Error("no link " + link);
}

TEST_F(Mjcf, ReadsLawsOfJoints) {
  auto const robot =
      read(mjcf(arms("damping='.1' frictionloss='.2' armature='.3' stiffness='4' springref='.5' "
                     "limited='true' range='-1 2' ref='.25'")));
  auto const& law = robot.joints.at(0).axes.at(0);
  EXPECT_EQ(robot.joints[0].name, "a");
  EXPECT_EQ(law.damping, 0.1);
  EXPECT_EQ(law.friction, 0.2);
  EXPECT_EQ(law.inertia, 0.3);
  EXPECT_EQ(law.stiffness, 4);
  EXPECT_EQ(law.rest, 0.5);
  EXPECT_EQ(law.lower, -1);
  EXPECT_EQ(law.upper, 2);
  EXPECT_EQ(law.start, 0.25);
  EXPECT_EQ(robot.joints[0].spot.line, 4);
  EXPECT_TRUE(robot.unsupported.empty());
}

TEST_F(Mjcf, ReadsShapesWithTheFrictionOfTheirCondim) {
  auto const robot =
      read(mjcf("<geom type='plane' size='1 1 1' euler='0 .5 0' condim='1'/>" +
                    arms("", "", "condim='6' friction='.7 .02 .003' contype='3' conaffinity='5'"),
                ""));
  auto const& g = shape_of(robot, "one").shape;
  EXPECT_TRUE(g.is<shapes::Sphere>());
  EXPECT_EQ(g.surface.friction, 0.7);
  EXPECT_EQ(g.surface.torsional_friction, 0.02);
  EXPECT_EQ(g.surface.rolling_friction, 0.003);
  EXPECT_EQ(g.groups, 3U);
  EXPECT_EQ(g.touches, 5U);
  auto const& h = shape_of(robot, "two").shape;
  EXPECT_EQ(h.size[2], 0.3);
  EXPECT_EQ(h.surface.torsional_friction, 0);
  auto const& floor = shape_of(robot, "world").shape;
  EXPECT_TRUE(floor.is<shapes::HalfSpace>());
  EXPECT_EQ(floor.surface.friction, 0);
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

TEST_F(Mjcf, KeepsApartWhatMujocoDoes) {
  std::string const bodies = arms() + "<body name='c'><freejoint/><geom size='.1'/></body>";
  EXPECT_EQ(read(mjcf(bodies)).apart.size(), 1U);  // parent and child
  EXPECT_EQ(read(mjcf(bodies, "<contact><exclude body1='one' body2='c'/></contact>")).apart.size(),
            2U);
  EXPECT_TRUE(read(mjcf(bodies, "<option><flag filterparent='disable'/></option>")).apart.empty());
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

/// The rule of a scene that gives MuJoCo's friction is named, or there is none.
TEST_F(Mjcf, FindsTheRuleOfFriction) {
  auto const ignores = [](Robot const& robot, std::string const& what) {
    for (auto const& each : robot.ignored)
      if (each.find(what) != std::string::npos) return true;
    return false;
  };
  auto const body = [](std::string const& name, std::string const& more) {
    return "<body name='" + name + "'><freejoint/><geom size='.1' " + more + "/></body>";
  };
  std::string const floor = "<geom type='plane' size='1 1 1'/>";
  EXPECT_FALSE(ignores(read(mjcf(floor + body("a", ""))), "friction_combination"));
  EXPECT_TRUE(ignores(read(mjcf(floor + body("a", "friction='.5'"))), "\"maximum\""));
  EXPECT_TRUE(ignores(read(mjcf(floor + body("a", "condim='1' friction='.5'"))), "\"maximum\""));
  // Without friction against all: a geometric mean is 0 too.
  EXPECT_FALSE(ignores(read(mjcf(floor + body("a", "condim='1' priority='1'"))), "maximum"));
  EXPECT_TRUE(
      reports(read(mjcf(floor + body("a", "condim='1' priority='1'") + body("b", "friction='.5'"))),
              "no rule", 4));
}

TEST_F(Mjcf, ReadsEqualities) {
  auto const robot = read(mjcf(
      arms("ref='.1'") + "<body name='c'><freejoint/><geom size='.1'/></body>",
      "<equality><connect body1='two' body2='c' anchor='.1 .2 .3'/><weld body1='c' "
      "body2='one'/><joint joint1='a' joint2='b' polycoef='.5 2 0 0 0'/><joint joint1='b' "
      "polycoef='.5 0 0 0 0'/><joint joint1='a' joint2='b' polycoef='0 0 3 0 0'/></equality>"));
  std::vector<RobotJoint> loops;
  for (auto const& each : robot.joints)
    if (each.loop) loops.push_back(each);
  ASSERT_EQ(loops.size(), 2U);
  EXPECT_EQ(loops[0].type, RobotJointType::ball);
  // Both anchors are (.1, .2, 1.3) in the world; c is at its origin.
  EXPECT_NEAR(norm(loops[0].X_PJ.p_WB - Vec3{{0.1, 0.2, 0.3}}), 0, 1e-12);
  EXPECT_NEAR(norm(loops[0].X_CJ.p_WB - Vec3{{0.1, 0.2, 1.3}}), 0, 1e-12);
  EXPECT_EQ(loops[1].type, RobotJointType::fixed);
  EXPECT_NEAR(norm(loops[1].X_PJ.p_WB - loops[1].X_CJ.p_WB), 0, 1e-12);
  ASSERT_EQ(robot.couplings.size(), 3U);
  auto const& first = robot.couplings[0];  // a - .1 = .5 + 2 b
  EXPECT_NEAR(first.offset, 0.6, 1e-15);
  EXPECT_EQ(first.terms.at(1).ratio, -2);
  EXPECT_NEAR(robot.couplings[1].offset, 0.5, 1e-15);
  EXPECT_EQ(robot.couplings[2].terms.at(1).polynomial, (std::vector<Real>{0, 0, -3}));
}

TEST_F(Mjcf, ReadsFixedTendonsAsCouplings) {
  auto const robot =
      read(mjcf(arms(),
                "<tendon><fixed name='t' limited='true' range='-.3 2' stiffness='5' "
                "damping='.1' frictionloss='.2'><joint joint='a' coef='.5'/><joint joint='b' "
                "coef='-2'/></fixed><fixed name='u'><joint joint='a' coef='1'/></fixed>"
                "</tendon>"));
  ASSERT_EQ(robot.couplings.size(), 1U);
  auto const& t = robot.couplings[0];
  EXPECT_FALSE(t.held);
  EXPECT_EQ(t.terms.at(0).ratio, 0.5);
  EXPECT_EQ(t.terms.at(1).ratio, -2);
  EXPECT_EQ(t.law.lower, -0.3);
  EXPECT_EQ(t.law.upper, 2);
  EXPECT_EQ(t.law.stiffness, 5);
  EXPECT_EQ(t.law.damping, 0.1);
  EXPECT_EQ(t.law.friction, 0.2);
}

/// kp (u - g q) pulls with g: in the angle of the joint the gain is g^2 kp.
TEST_F(Mjcf, ReadsActuators) {
  auto const robot =
      read(mjcf(arms(),
                "<actuator><motor joint='a' gear='3' ctrllimited='true' ctrlrange='-2 2'/>"
                "<position joint='b' kp='5' gear='2' forcelimited='true' forcerange='-7 7'/>"
                "<velocity joint='b' kv='4'/>"
                "<general name='y' joint='a' gainprm='1' biasprm='2' biastype='affine'/><general "
                "name='x' joint='a' dyntype='filter' dynprm='1'/>"
                "</actuator>"));
  ASSERT_EQ(robot.motors.size(), 3U);
  EXPECT_EQ(robot.motors[0].type, RobotMotor::Type::force);
  EXPECT_EQ(robot.motors[0].gear, 3);
  EXPECT_EQ(robot.motors[0].max_effort, 2);
  EXPECT_EQ(robot.motors[1].type, RobotMotor::Type::position);
  EXPECT_EQ(robot.motors[1].kp, 20);
  EXPECT_EQ(robot.motors[1].max_effort, 14);
  EXPECT_EQ(robot.motors[2].type, RobotMotor::Type::velocity);
  EXPECT_EQ(robot.motors[2].kd, 4);
  EXPECT_TRUE(reports(robot, "state of its own"));
  EXPECT_TRUE(reports(robot, "no position or velocity motor"));
}

TEST_F(Mjcf, ReportsWhatIsNotRead) {
  std::string const four =
      "<joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 1'/><joint axis='1 1 0'/>";
  auto const robot = read(
      mjcf("<body name='b' pos='0 0 1'>" + four +
               "<geom size='.1'/></body>\n<body name='c'><joint "
               "type='ball' damping='.1'/><geom size='.1'/></body>",
           "<option density='1.2'/><tendon><spatial name='s' stiffness='1'><site site='p'/><site "
           "site='q'/></spatial></tendon>"
           "<worldbody><site name='p'/><site name='q' pos='0 0 1'/></worldbody>"));
  EXPECT_TRUE(reports(robot, "4 joints", 4));
  EXPECT_TRUE(reports(robot, "of a ball joint", 5));
  EXPECT_TRUE(reports(robot, "density 1.2"));
  EXPECT_TRUE(reports(robot, "spatial tendon"));
}

TEST_F(Mjcf, RefusesWhatIsWrong) {
  auto const has = [](std::string const& text, std::string const& what) {
    TextFile const file("m.xml", text);
    auto const said = reader_refusal(file.path());
    EXPECT_NE(said.find(what), std::string::npos) << said << text.substr(0, 300);
    EXPECT_NE(said.find("m.xml"), std::string::npos) << said;
  };
  has("<!DOCTYPE a [<!ENTITY b 'c'>]>" + mjcf(arms()), "entity");
  has("<mujoco><worldbody>", "MuJoCo");
  has("", "MuJoCo");
  has(mjcf(arms("damping='-nan'")), "m.xml:4: <joint a>: found damping=");
  has(mjcf(arms("", "", "mass='NaN'")), "m.xml:4: <geom g>: found mass=");
  has(mjcf(arms("damping='-1'")), "found -1");
  has(mjcf(arms("axis='0 0 0'")), "m.xml:4: found a model of which MuJoCo");
  has("<mujoco>\n<worldbody>\n<body>\n</worldbody></mujoco>", "m.xml:3");
  has(mjcf(arms() + arms()), "m.xml");
  has(mjcf("<body><joint/></body>"), "mass");
  has(mjcf(arms("wobble='1'")), "m.xml:4");
  has(mjcf(arms(), "<asset><mesh file='none.stl'/></asset>"), "none.stl");
  has(mjcf(arms(), "<asset><mesh file='/etc/passwd'/></asset>"), "outside");
  has(mjcf(arms(), "<asset><hfield name='f' file='../../../etc/passwd' size='1 1 1 1'/></asset>"),
      "outside");
  has(mjcf(arms(), "<include file='m.xml'/>"), "go round");
  std::string deep;
  for (int k = 0; k < 5000; ++k) deep += "<body>";
  has(mjcf(deep), "200");
}

TEST_F(Mjcf, NamesTheLineOfAnIncludedFile) {
  TextFile const file("m.xml", mjcf("<include file='parts/arm.xml'/>"));
  file.add("parts/arm.xml",
           "<mujocoinclude>\n\n<body name='b'><joint type='ball' damping='1'/><geom size='.1'/>"
           "</body></mujocoinclude>");
  auto const robot = read_mjcf(file.path(), {});
  ASSERT_EQ(robot.unsupported.size(), 1U);
  EXPECT_EQ(robot.unsupported[0].spot.line, 3);
  EXPECT_TRUE(robot.unsupported[0].spot.file.ends_with("arm.xml"));
  file.add("parts/arm.xml",
           "<mujocoinclude>\n<body><geom size='.1'/><site wobble='1'/></body></mujocoinclude>");
  EXPECT_NE(reader_refusal(file.path()).find("arm.xml:2: found"), std::string::npos)
      << reader_refusal(file.path());
}

/// What has no name, and what a composite makes.
TEST_F(Mjcf, NamesTheLineOfWhatHasNoName) {
  auto const robot = read(mjcf(arms() + "<site name='p'/><site name='q' pos='0 0 1'/>",
                               "<tendon><fixed>\n<joint joint='a' coef='1'/></fixed>\n"
                               "<spatial stiffness='1'><site site='p'/><site site='q'/></spatial>"
                               "</tendon>"));
  EXPECT_TRUE(reports(robot, "a spatial tendon", 10));
  auto const made =
      read(mjcf("<body pos='0 0 1'>\n<composite type='grid' count='4 4 1' "
                "spacing='.1'>\n<geom size='.02'/></composite></body>"));
  EXPECT_TRUE(reports(made, "3 joints", 5));
}

}  // namespace
}  // namespace orthant::test::mjcf
