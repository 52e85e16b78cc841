// Robots in SDF: joints and frames, loops, what is reported, and what is refused.
#include <gtest/gtest.h>

#include <cmath>

#include "orthant/core/math/pose.hpp"
#include "tests/robots/model_text.hpp"

namespace orthant::test::sdf_models {
namespace {

class Sdf : public ::testing::Test {
  void SetUp() override {
    if (!has_sdf()) GTEST_SKIP() << "not in this build";
  }
};

std::string sdf(std::string const& inner) {
  return "<?xml version='1.0'?>\n<sdf version='1.9'>\n<model name='m'>\n" + inner +
         "\n</model>\n</sdf>\n";
}
std::string link(std::string const& name, std::string const& inner = "") {
  return "<link name='" + name +
         "'><inertial><mass>2</mass><inertia><ixx>.2</ixx><iyy>.3</iyy><izz>.4</izz></inertia>"
         "</inertial>" +
         inner + "</link>\n";
}
std::string joint(std::string const& name, std::string const& type, std::string const& parent,
                  std::string const& child, std::string const& inner = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" +
         child + "</child>" + inner + "</joint>\n";
}
Robot read(std::string const& text) {
  TextFile const file("m.sdf", text);
  return read_sdf(file.path(), {});
}
RobotJoint const& joint_of(Robot const& robot, std::string const& name) {
  for (auto const& each : robot.joints)
    if (each.name == name) return each;
  throw Error("no joint " + name);
}
std::string const up = "<axis><xyz>0 0 1</xyz></axis>";

TEST_F(Sdf, ClosesALoopByTheLaterJointOfALink) {
  std::string const text = sdf(
      link("ground") + link("crank", "<pose>0 0 .1 0 0 0</pose>") +
      link("rod", "<pose>0 0 .3 0 0 0</pose>") +
      link("rocker", "<pose relative_to='rod'>.4 0 0 0 0 0</pose>") +
      joint("base", "fixed", "world", "ground") + joint("a", "revolute", "ground", "crank", up) +
      joint("b", "continuous", "crank", "rod", up) +
      joint("c", "revolute", "ground", "rocker", "<pose>0 0 -.3 0 0 0</pose>" + up) +
      joint("d", "ball", "rod", "rocker"));
  auto const robot = read(text);
  ASSERT_EQ(robot.joints.size(), 5U);
  for (auto const& each : robot.joints) EXPECT_EQ(each.loop, each.name == "d");
  EXPECT_TRUE(robot.unsupported.empty());
  // The rocker's frame is at (.4, 0, .3); its ball to the rod at its own origin, .4 from the rod's.
  auto const& d = joint_of(robot, "d");
  EXPECT_EQ(d.type, RobotJointType::ball);
  EXPECT_NEAR(norm(d.X_CJ.p_WB), 0, 1e-15);
  EXPECT_NEAR(norm(d.X_PJ.p_WB - Vec3{{0.4, 0, 0}}), 0, 1e-15);
  auto const& c = joint_of(robot, "c");
  EXPECT_NEAR(norm(c.X_PJ.p_WB - Vec3{{0.4, 0, 0}}), 0, 1e-15);
  EXPECT_NEAR(norm(c.X_CJ.p_WB - Vec3{{0, 0, -0.3}}), 0, 1e-15);
}

TEST_F(Sdf, ReadsAxesInTheirFramesWithTheirLaws) {
  auto const robot = read(sdf(
      link("a") + link("b", "<pose>1 2 3 0 0 1.5707963267948966</pose>") +
      joint(
          "j", "revolute", "a", "b",
          "<axis><xyz expressed_in='__model__'>1 0 0</xyz><limit><lower>-1</lower><upper>2</upper>"
          "<effort>5</effort><velocity>3</velocity></limit><dynamics><damping>.1</damping>"
          "<friction>.2</friction><spring_stiffness>7</spring_stiffness>"
          "<spring_reference>.3</spring_reference></dynamics></axis>")));
  auto const& j = joint_of(robot, "j");
  Vec3 const z{{0, 0, 1}};
  EXPECT_NEAR(norm(rotate(j.X_PJ.q_WB, z) - Vec3{{1, 0, 0}}), 0, 1e-15);
  EXPECT_NEAR(norm(rotate(j.X_CJ.q_WB, z) - Vec3{{0, -1, 0}}), 0, 1e-15);
  ASSERT_EQ(j.axes.size(), 1U);
  auto const& law = j.axes[0];
  EXPECT_EQ(law.lower, -1);
  EXPECT_EQ(law.upper, 2);
  EXPECT_EQ(law.max_effort, 5);
  EXPECT_EQ(law.max_rate, 3);
  EXPECT_EQ(law.damping, 0.1);
  EXPECT_EQ(law.friction, 0.2);
  EXPECT_EQ(law.stiffness, 7);
  EXPECT_EQ(law.rest, 0.3);
}

TEST_F(Sdf, ReadsEachTypeOfJoint) {
  std::string const two = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>";
  std::string const oblique = "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>1 1 0</xyz></axis2>";
  auto const type = [&](std::string const& name, std::string const& inner) {
    auto const robot = read(sdf(link("a") + link("b") + joint("j", name, "a", "b", inner)));
    return robot.joints.size() > 1 ? joint_of(robot, "j").type : RobotJointType::floating;
  };
  EXPECT_EQ(type("prismatic", up), RobotJointType::slider);
  EXPECT_EQ(type("universal", two), RobotJointType::universal);
  EXPECT_EQ(type("revolute2", two), RobotJointType::universal);
  auto const screw =
      read(sdf(link("a") + link("b") +
               joint("j", "screw", "a", "b", "<thread_pitch>-100</thread_pitch>" + up)));
  EXPECT_NEAR(joint_of(screw, "j").pitch, 2 * 3.141592653589793 / 100, 1e-15);
  // Oblique axes need a cross, whose mass is that of its neighbours.
  auto const cross = read(sdf(link("a") + link("b") + joint("j", "revolute2", "a", "b", oblique)));
  ASSERT_EQ(cross.links.size(), 3U);
  EXPECT_NEAR(cross.links[0].mass + cross.links[1].mass + cross.links[2].mass, 4, 1e-15);
  auto const gears = read(sdf(link("a") + link("b") +
                              joint("j", "gearbox", "a", "b",
                                    two + "<gearbox_ratio>2</gearbox_ratio>"
                                          "<gearbox_reference_body>a</gearbox_reference_body>")));
  EXPECT_TRUE(reports(gears, "gearbox"));
}

TEST_F(Sdf, ReadsShapesAndSurfaces) {
  auto const robot = read(sdf(
      link("a",
           "<collision name='c'><pose>0 0 1 0 0 0</pose><geometry><capsule><radius>.1</radius>"
           "<length>.4</length></capsule></geometry><surface><bounce><restitution_coefficient>.5"
           "</restitution_coefficient></bounce><friction><ode><mu>.8</mu><mu2>.4</mu2><fdir1>0 1 0"
           "</fdir1></ode><torsional><coefficient>.8</coefficient><patch_radius>.01</patch_radius>"
           "</torsional></friction></surface></collision>"
           "<collision name='g'><geometry><plane><normal>1 0 "
           "0</normal></plane></geometry></collision>")));
  auto const& shapes = robot.links[0].shapes;
  ASSERT_EQ(shapes.size(), 2U);
  auto const& s = shapes[0].shape;
  EXPECT_TRUE(s.is<shapes::Capsule>());
  EXPECT_EQ(s.size[0], 0.1);
  EXPECT_EQ(s.size[1], 0.2);
  EXPECT_EQ(s.X_BS.p_WB[2], 1);
  EXPECT_EQ(s.surface.friction, 0.8);
  EXPECT_EQ(s.surface.anisotropy, 0.5);
  EXPECT_EQ(s.surface.direction[1], 1);
  EXPECT_EQ(s.surface.restitution, 0.5);
  EXPECT_NEAR(s.surface.torsional_friction, 3 * 3.141592653589793 / 16 * 0.8 * 0.01, 1e-15);
  EXPECT_TRUE(shapes[1].shape.is<shapes::HalfSpace>());
  EXPECT_FALSE(shapes[1].has_friction);
  EXPECT_NEAR(rotate(shapes[1].shape.X_BS.q_WB, Vec3{{0, 0, 1}})[0], 1, 1e-15);
}

TEST_F(Sdf, PlacesNestedAndStaticModels) {
  auto const robot = read(sdf(link("a") +
                              "<model name='n'><static>true</static>"
                              "<pose>1 0 0 0 0 0</pose>" +
                              link("b", "<pose>0 2 0 0 0 0</pose>") + "</model>"));
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[1].name, "n::b");
  EXPECT_TRUE(robot.links[1].fixed);
  EXPECT_FALSE(robot.links[0].fixed);
  auto const& b = joint_of(robot, "n::b");
  EXPECT_EQ(b.type, RobotJointType::fixed);
  EXPECT_NEAR(norm(b.X_PJ.p_WB - Vec3{{1, 2, 0}}), 0, 1e-15);
  EXPECT_EQ(joint_of(robot, "a").type, RobotJointType::floating);
}

TEST_F(Sdf, ReadsModelsThatItIncludes) {
  TextFile const file("m.sdf", sdf(link("a") + "<include><uri>model://arm</uri><name>left</name>"
                                               "<pose>0 0 1 0 0 0</pose></include>"));
  file.add(
      "arm/model.config",
      "<?xml version='1.0'?><model><name>arm</name><sdf version='1.9'>model.sdf</sdf></model>");
  file.add("arm/model.sdf", sdf(link("hand")));
  auto const robot = read_sdf(file.path(), {});
  ASSERT_EQ(robot.links.size(), 2U);
  EXPECT_EQ(robot.links[1].name, "left::hand");
  file.add("arm/model.sdf", sdf(link("hand") + "<include><uri>model://arm</uri></include>"));
  EXPECT_NE(reader_refusal(file.path()).find("includes this one"), std::string::npos)
      << reader_refusal(file.path());
}

TEST_F(Sdf, IsTheRobotOfItsUrdf) {
  if (!has_urdf()) GTEST_SKIP() << "no urdfdom";
  TextFile const file("m.urdf",
                      "<robot name='m'><link name='a'><inertial><mass value='2'/><inertia ixx='.2' "
                      "iyy='.3' izz='.4' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='b'>"
                      "<inertial><origin xyz='.1 0 0' rpy='.1 .2 .3'/><mass value='1'/><inertia "
                      "ixx='.02' iyy='.03' izz='.04' ixy='.001' ixz='0' iyz='0'/></inertial></link>"
                      "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><origin "
                      "xyz='1 2 3' rpy='.3 .2 .1'/><axis xyz='0 1 1'/><limit lower='-1' upper='1' "
                      "effort='5' velocity='2'/><dynamics damping='.3'/></joint></robot>");
  auto const urdf = read_urdf(file.path(), {});
  auto const own = read(
      sdf(link("a") +
          "<link name='b'><pose relative_to='j'/><inertial><pose>.1 0 0 .1 .2 .3</pose>"
          "<mass>1</mass><inertia><ixx>.02</ixx><iyy>.03</iyy><izz>.04</izz><ixy>.001</ixy>"
          "</inertia></inertial></link>" +
          joint("j", "revolute", "a", "b",
                "<pose relative_to='a'>1 2 3 .3 .2 .1</pose><axis><xyz>0 1 1</xyz><limit><lower>-1"
                "</lower><upper>1</upper><effort>5</effort><velocity>2</velocity></limit><dynamics>"
                "<damping>.3</damping></dynamics></axis>")));
  auto const &p = joint_of(urdf, "j"), &q = joint_of(own, "j");
  EXPECT_EQ(p.type, q.type);
  EXPECT_NEAR(norm(p.X_PJ.p_WB - q.X_PJ.p_WB) + norm(p.X_CJ.p_WB - q.X_CJ.p_WB), 0, 1e-12);
  for (Vec3 const& e : {Vec3{{1, 0, 0}}, Vec3{{0, 0, 1}}})
    EXPECT_NEAR(norm(rotate(p.X_PJ.q_WB, e) - rotate(q.X_PJ.q_WB, e)) +
                    norm(rotate(p.X_CJ.q_WB, e) - rotate(q.X_CJ.q_WB, e)),
                0, 1e-12);
  EXPECT_EQ(p.axes[0].lower, q.axes[0].lower);
  EXPECT_EQ(p.axes[0].damping, q.axes[0].damping);
  EXPECT_EQ(p.axes[0].max_effort, q.axes[0].max_effort);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(urdf.links[k].mass, own.links[k].mass);
    for (int i = 0; i < 3; ++i)
      for (int n = 0; n < 3; ++n)
        EXPECT_EQ(urdf.links[k].inertia[i][n], own.links[k].inertia[i][n]);
  }
}

TEST_F(Sdf, ReportsWhatIsNotRead) {
  auto const robot = read(sdf(link("a", "\n<gravity>0</gravity>\n<sensor name='s' type='imu'/>") +
                              "<hovers>\n1</hovers>"));
  EXPECT_TRUE(reports(robot, "<gravity> in <link>", 5));
  EXPECT_TRUE(reports(robot, "<hovers> in <model>", 7));
  EXPECT_EQ(robot.unsupported.size(), 2U);
  EXPECT_FALSE(robot.ignored.empty());
}

TEST_F(Sdf, RefusesWhatIsWrong) {
  auto const says = [](std::string const& text) {
    TextFile const file("m.sdf", text);
    return reader_refusal(file.path());
  };
  auto const has = [&](std::string const& text, std::string const& what) {
    auto const said = says(text);
    EXPECT_NE(said.find(what), std::string::npos) << said << text.substr(0, 300);
    EXPECT_NE(said.find("m.sdf"), std::string::npos) << said;
  };
  has("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]>" + sdf(link("a")), "entity");
  has("<sdf version='1.9'><model name='m'><link", "not closed");
  has("<sdf version='1.9'>\n<model name='m'>\n<link>\n</model></sdf>",
      "m.sdf:4: found </model>, in <link>");
  has("<sdf version='1.9'>\n<model name=m/></sdf>", "xmllint");
  has(sdf(link("a") + link("b") + joint("j", "helical", "a", "b", up)), "m.sdf:6");
  has(sdf(link("a") + "\n" + joint("j", "revolute", "a", "b", up)), "m.sdf:6");
  has(sdf("<link name='world'/>"), "m.sdf:4");
  has(sdf(""), "link");
  has(sdf(link("a") + link("a")), "a");
  has(sdf(link("a") + joint("j", "revolute", "a", "b", up)), "b");
  has(sdf(link("a") + link("b") + joint("j", "revolute", "a", "b")), "axis");
  has(sdf(link("a", "<pose>nan 0 0 0 0 0</pose>")), "m.sdf");
  has(sdf("<link name='a'><inertial><mass>-1</mass></inertial></link>"), "m.sdf:4: <link a>");
  has(sdf("<link name='a'><inertial><inertia><ixx>nan</ixx></inertia></inertial></link>"),
      "m.sdf:4: <link a>: found ixx nan");
  has(sdf(link("a") + "<include><uri>model://none</uri></include>"), "not there");
  has(sdf(link("a") + "<include><uri>../other.sdf</uri></include>"), "below");
  has(sdf(link("a") + "<include><uri>file:///etc/passwd</uri></include>"), "model://NAME");
  has(sdf(link("a",
               "<collision name='c'><geometry><mesh><uri>none.stl</uri></mesh></geometry>"
               "</collision>")),
      "none.stl");
  std::string deep;
  for (int k = 0; k < 5000; ++k) deep += "<a>";
  has(sdf(deep), "200");
}

/// sdformat takes no inertia that no body has; with `lenient` it is mended as in other formats.
TEST_F(Sdf, KeepsInertiasThatNoBodyHas) {
  auto const robot = read(
      sdf("<link name='a'><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>.1</iyy><izz>.1</izz>"
          "<iyz>.02</iyz></inertia></inertial></link>"));
  EXPECT_EQ(robot.links.at(0).mass, 2);
  EXPECT_EQ(robot.links[0].inertia[0][0], 1);
  EXPECT_EQ(robot.links[0].inertia[2][1], 0.02);
}

/// Of the files of a folder, that which its model.config names.
TEST_F(Sdf, TakesTheFileThatAFolderNames) {
  TextFile const file("m.sdf", sdf(link("a") + "<include><uri>part</uri></include>"));
  file.add("part/model.config", "<model><name>part</name><sdf version='1.9'>new.sdf</sdf></model>");
  file.add("part/new.sdf", sdf(link("b")));
  file.add("part/old.sdf", "<gazebo version='1.2'/>");
  EXPECT_EQ(read_sdf(file.path(), {}).links.size(), 2U);
}

/// Beside a patch radius, which torsional friction takes, other radii have no effect.
TEST_F(Sdf, RadiiThatHaveNoEffectAreNotRefused) {
  std::string const torsional =
      "<collision name='c'><geometry><sphere><radius>1</radius></sphere></geometry><surface>"
      "<friction><torsional><coefficient>1</coefficient><patch_radius>.1</patch_radius>"
      "<surface_radius>.2</surface_radius>REST<ode><slip>0</slip></ode></torsional></friction>"
      "</surface></collision>";
  auto const with = [&](std::string const& rest) {
    auto text = torsional;
    return read(sdf(link("a", text.replace(text.find("REST"), 4, rest)))).unsupported.size();
  };
  EXPECT_EQ(with(""), 0U);
  EXPECT_GT(with("<use_patch_radius>0</use_patch_radius>"), 0U);
}

}  // namespace
}  // namespace orthant::test::sdf_models
