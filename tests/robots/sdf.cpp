// A robot in SDF is that of its URDF.
#include <gtest/gtest.h>

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

/// sdformat would look in SDF_PATH too, and there alone where a folder has a colon.
TEST_F(Sdf, IncludesAreThoseBesideTheModel) {
  auto const including = sdf(link("a") + "<include><uri>part.sdf</uri></include>");
  TextFile const other("part.sdf", sdf(link("other")));
  TextFile const file("m.sdf", including);
  file.add("part.sdf", sdf(link("own")));
  file.add("a:b/m.sdf", including);
  file.add("a:b/part.sdf", sdf(link("own")));
  auto const folder = std::filesystem::path(file.path()).parent_path();
  setenv("SDF_PATH", std::filesystem::path(other.path()).parent_path().c_str(), 1);
  EXPECT_EQ(read_sdf(file.path(), {}).links.back().name, "m::own");
  EXPECT_THAT(refusal([&] { read_sdf((folder / "a:b/m.sdf").string(), {}); }),
              HasSubstr("an <include> for which sdformat takes " + other.path()));
  unsetenv("SDF_PATH");
}

TEST_F(Sdf, ManyIncludesAreCounted) {
  std::string text = link("a");
  for (int k = 0; k <= 1000; ++k)
    text += "<include><uri>part.sdf</uri><name>k" + std::to_string(k) + "</name></include>\n";
  TextFile const file("m.sdf", sdf(text));
  file.add("part.sdf", sdf(link("own")));
  EXPECT_THAT(refusal([&] { read_sdf(file.path(), {}); }),
              HasSubstr("m.sdf:1005: <include>: found an include after 1000 others, allowed: 1000 "
                        "includes in all"));
}

}  // namespace
}  // namespace orthant::test::sdf_models
