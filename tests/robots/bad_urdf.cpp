// Wrong models: each is refused with file, line, name and what is allowed.
#include <chrono>

#include "tests/robots/models.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;

class BadUrdf : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_urdf()) GTEST_SKIP() << "a build without urdfdom";
  }
};

TEST_F(BadUrdf, AMissingFileIsNamed) {
  EXPECT_THAT(refusal([] {
                scene_with({{"type", "urdf"}, {"file", "no/such.urdf"}});
              }),
              AllOf(HasSubstr("scene/assemblies/0/file: "), HasSubstr("no/such.urdf")));
}

TEST_F(BadUrdf, AMissingMeshIsNamedWithItsLine) {
  auto const mesh = [](std::string const& file) {
    return robot(link("base", "\n<collision><geometry>\n<mesh filename=\"" + file +
                                  "\"/></geometry></collision>"));
  };
  EXPECT_THAT(Model(mesh("meshes/none.stl")).refused(),
              AllOf(HasSubstr("robot.urdf:4: <mesh>"), HasSubstr("meshes/none.stl")));
  EXPECT_THAT(Model(mesh("package://none/meshes/a.stl")).refused(),
              AllOf(HasSubstr("robot.urdf:4: <mesh>"), HasSubstr("\"search\"")));
  EXPECT_THAT(Model(mesh("http://a/b.stl")).refused(),
              HasSubstr("package://, model:// or file://"));
}

TEST_F(BadUrdf, AFileOutsideTheFoldersIsNotOpened) {
  auto const mesh = [](std::string const& file) {
    return robot(link(
        "base", "<collision><geometry><mesh filename=\"" + file + "\"/></geometry></collision>"));
  };
  for (std::string const& file :
       {std::string("../../../../../../etc/passwd"), std::string("/etc/passwd"),
        std::string("file:///etc/passwd"), std::string("package://a/../../etc/passwd"),
        std::string("package://etc/passwd"), std::string("package://x/etc/passwd")})
    EXPECT_THAT(Model(mesh(file)).refused(),
                AllOf(HasSubstr("robot.urdf:2: <mesh>"), HasSubstr("allowed:")))
        << file;
}

TEST_F(BadUrdf, WhatIsNoTreeIsRefused) {
  std::string const three = link("a") + link("b") + link("c");
  EXPECT_THAT(Model(robot(link("a") + link("b"))).refused(),
              AllOf(HasSubstr("robot.urdf:3: <link \"b\">"), HasSubstr("second link without")));
  EXPECT_THAT(
      Model(robot(three + joint("1", "fixed", "b", "c") + joint("2", "fixed", "c", "b"))).refused(),
      AllOf(HasSubstr("robot.urdf:"), HasSubstr("a circle of joints")));
  EXPECT_THAT(
      Model(robot(three + joint("1", "fixed", "a", "c") + joint("2", "fixed", "b", "c"))).refused(),
      AllOf(HasSubstr("robot.urdf:6: <joint \"2\">"), HasSubstr("in line 5")));
  EXPECT_THAT(Model(robot(link("base") + joint("1", "fixed", "base", "bese"))).refused(),
              AllOf(HasSubstr("robot.urdf:3: <child>"), HasSubstr("nearest: \"base\"")));
}

TEST_F(BadUrdf, NamesHaveToDiffer) {
  EXPECT_THAT(Model(robot(link("a") + link("a"))).refused(),
              AllOf(HasSubstr("robot.urdf:3: <link \"a\">"), HasSubstr("in line 2")));
  EXPECT_THAT(Model(robot(link("a") + link("b") + link("c") + joint("j", "fixed", "a", "b") +
                          joint("j", "fixed", "b", "c")))
                  .refused(),
              HasSubstr("robot.urdf:6: <joint \"j\">: found the name of another joint in line 5"));
}

TEST_F(BadUrdf, MassesAndInertias) {
  EXPECT_THAT(Model(robot(link("a", "", "-1"))).refused(),
              AllOf(HasSubstr("robot.urdf:2: <mass> of <link \"a\">"), HasSubstr("-1 kg")));
  std::string const massless = "<link name=\"b\"/>\n";
  EXPECT_THAT(Model(robot(link("a") + massless + joint("j", "continuous", "a", "b"))).refused(),
              AllOf(HasSubstr("robot.urdf:3: <link \"b\">"), HasSubstr("no mass")));
  EXPECT_THAT(Model(robot(link("a", "", "0"))).refused(), HasSubstr("an inertia without a mass"));
  auto const broken = robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"2.072\" "
      "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>");
  EXPECT_THAT(Model(broken).refused(),
              AllOf(HasSubstr("robot.urdf:2: <link \"a\">"), HasSubstr("3.6"),
                    HasSubstr("% more than the sum of the other two"), HasSubstr("lenient")));
}

/// The two smaller moments grow by half of what is too much; the third stays.
TEST_F(BadUrdf, LenientMendsAnInertiaByTheLeast) {
  Model const model(robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1.1\" izz=\"2.3\" "
      "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"));
  std::vector<ModelNotes> notes;
  Scene const scene = model.scene({{"lenient", true}}, &notes);
  EXPECT_NEAR(scene.bodies[0].inertia_B[0][0], 1.1, 1e-14);
  EXPECT_NEAR(scene.bodies[0].inertia_B[1][1], 1.2, 1e-14);
  EXPECT_NEAR(scene.bodies[0].inertia_B[2][2], 2.3, 1e-14);
  ASSERT_EQ(notes.at(0).mended.size(), 1u);
  EXPECT_THAT(notes[0].mended[0], HasSubstr("robot.urdf:2: <link \"a\">"));
}

TEST_F(BadUrdf, NumbersAreFiniteNumbers) {
  for (char const* bad : {"nan", "inf", "1e999", "one", "", "0x1p3", "1,5"})
    EXPECT_THAT(Model(two_links("\n<dynamics damping=\"" + std::string(bad) + "\"/>")).refused(),
                AllOf(HasSubstr("robot.urdf:5: <dynamics>"), HasSubstr("a finite number")))
        << bad;
  EXPECT_THAT(Model(robot("<link name=\"a\"><collision><geometry><box size=\"1 1\"/></geometry>"
                          "</collision></link>"))
                  .refused(),
              HasSubstr("robot.urdf:2: <box>: found size=\"1 1\", allowed: 3 finite numbers"));
  EXPECT_THAT(Model(robot("<link name=\"a\"><collision><geometry><sphere radius=\"-1\"/>"
                          "</geometry></collision></link>"))
                  .refused(),
              HasSubstr("robot.urdf:2: <sphere>: found radius -1"));
}

TEST_F(BadUrdf, JointsThatUrdfHasNot) {
  EXPECT_THAT(Model(two_links("", "ball")).refused(),
              AllOf(HasSubstr("robot.urdf:4: <joint \"elbow\">"), HasSubstr("\"ball\"")));
  EXPECT_THAT(Model(two_links("", "revolute")).refused(), HasSubstr("no <limit>"));
  EXPECT_THAT(
      Model(two_links("<limit lower=\"1\" upper=\"0\" effort=\"1\" velocity=\"1\"/>", "revolute"))
          .refused(),
      HasSubstr("lower 1 above upper 0"));
  EXPECT_THAT(Model(robot(link("a") + link("b") +
                          joint("j", "continuous", "a", "b", "<axis xyz=\"0 0 0\"/>")))
                  .refused(),
              HasSubstr("an axis of length 0"));
  EXPECT_THAT(Model(two_links("<mimic joint=\"knee\"/>")).refused(),
              AllOf(HasSubstr("<mimic>"), HasSubstr("\"knee\", which is no joint")));
  EXPECT_THAT(Model(two_links("<mimic joint=\"elbow\"/>")).refused(), HasSubstr("another joint"));
}

TEST_F(BadUrdf, BadXmlHasItsLine) {
  EXPECT_THAT(Model("<robot name=\"r\">\n<link name=\"a\">\n</robot>").refused(),
              HasSubstr("robot.urdf:"));
  EXPECT_THAT(Model("<sdf version=\"1.6\"/>").refused(),
              AllOf(HasSubstr("robot.urdf:1"), HasSubstr("type \"sdf\"")));
  EXPECT_THAT(Model("").refused(), HasSubstr("document empty"));
  EXPECT_THAT(Model("\xff\xfe").refused(), HasSubstr("robot.urdf"));
  EXPECT_THAT(Model(std::string("<robot name=\"r\">\0</robot>", 25)).refused(),
              HasSubstr("a byte of zero"));
  EXPECT_THAT(Model(robot("<xacro:leg/>")).refused(), HasSubstr("`xacro"));
}

/// What urdfdom would drop, or refuse without a line.
TEST_F(BadUrdf, ShapesThatUrdfHasNotAreNamed) {
  std::string const plane =
      "\n<collision><geometry>\n<plane normal=\"0 0 1\"/></geometry></collision>";
  Model const model(robot(link("a", plane + "<collision><geometry><sphere radius=\"1\"/></geometry>"
                                            "</collision>")));
  EXPECT_THAT(model.refused(), AllOf(HasSubstr("robot.urdf:4: <plane>"), HasSubstr("not of URDF")));
  EXPECT_EQ(model.scene({{"lenient", true}}).bodies[0].shapes.size(), 1U);
  EXPECT_EQ(Model(robot(link("a", "<visual><geometry><mesh/></geometry></visual>"))).refused(), "");
}

TEST_F(BadUrdf, AnInertiaOfRankOneIsToldWithoutRoundOff) {
  auto const full = robot(
      "<link name=\"a\"><inertial><mass value=\"1\"/><inertia ixx=\"1e-6\" iyy=\"1e-6\" "
      "izz=\"1e-6\" ixy=\"1e-6\" ixz=\"1e-6\" iyz=\"1e-6\"/></inertial></link>");
  EXPECT_THAT(Model(full).refused(),
              HasSubstr("kg m^2, more than the sum of the other two, 0 and 0"));
}

/// A billion words from a kilobyte, a hundred thousand elements in each other, and 100 MB.
TEST_F(BadUrdf, BombsEndAtOnce) {
  auto const start = std::chrono::steady_clock::now();
  std::string entities = "<!DOCTYPE robot [\n<!ENTITY a \"word\">\n";
  for (char c = 'b'; c < 'm'; ++c)
    entities.append("<!ENTITY ")
        .append(1, c)
        .append(" \"&")
        .append(1, char(c - 1))
        .append(";&")
        .append(1, char(c - 1))
        .append(";\">\n");
  EXPECT_THAT(Model(entities + "]>\n<robot name=\"&l;\"/>").refused(),
              AllOf(HasSubstr("robot.urdf:1"), HasSubstr("<!DOCTYPE>")));
  std::string deep = "<robot name=\"r\">";
  for (int k = 0; k < 100000; ++k) deep += "<a>";
  EXPECT_THAT(Model(deep).refused(), HasSubstr("in more than 100 others"));
  EXPECT_THAT(Model(robot(std::string(100 << 20, ' '))).refused(), HasSubstr("100 MB"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(BadUrdf, WhatOrthantHasNotIsRefusedOrListed) {
  Model const model(two_links("\n<dynamics damping=\"1\" viscosity=\"2\"/>\n<spring rate=\"1\"/>"));
  EXPECT_THAT(
      model.refused(),
      AllOf(HasSubstr("scene/assemblies/0/file: found"), HasSubstr("robot.urdf:5: <dynamics>"),
            HasSubstr("\"viscosity\""), HasSubstr("and 1 more"), HasSubstr("lenient")));
  std::vector<ModelNotes> notes;
  Scene const scene = model.scene({{"lenient", true}}, &notes);
  EXPECT_EQ(scene.joints[0].coordinates[0].damping, 1);
  ASSERT_EQ(notes.at(0).left_out.size(), 2u);
  EXPECT_THAT(notes[0].left_out[1], HasSubstr("robot.urdf:6: <spring>"));
}

TEST_F(BadUrdf, KeysOfTheExperimentNameJoints) {
  Model const model(
      two_links("<limit effort=\"5\" velocity=\"3\" lower=\"-1\" upper=\"1\"/>", "revolute"));
  EXPECT_THAT(model.refused({{"joint_positions", {{"elbwo", 1}}}}),
              AllOf(HasSubstr("scene/assemblies/0/joint_positions/elbwo"),
                    HasSubstr("nearest: \"elbow\"")));
  EXPECT_THAT(model.refused({{"joint_positions", {{"elbow", 2}}}}),
              AllOf(HasSubstr("joint_positions/elbow: found 2"), HasSubstr("-1 to 1")));
  EXPECT_THAT(model.refused({{"motors", {{"knee", {{"type", "force"}, {"value", 1}}}}}}),
              AllOf(HasSubstr("scene/assemblies/0/motors/knee"), HasSubstr("elbow")));
  EXPECT_THAT(model.refused({{"motors", {{"*", {{"type", "force"}, {"value", 6}}}}}}),
              HasSubstr("up to 5, the effort of its file"));
  EXPECT_THAT(model.refused({{"search", {"none"}}}), HasSubstr("search/0"));
  EXPECT_THAT(model.refused({{"bass", "fixed"}}), HasSubstr("nearest: \"base\""));
}

}  // namespace
}  // namespace orthant::test
