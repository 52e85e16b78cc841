// Robots in URDF: their bodies and joints, and that they move as the same made by hand.
#include <cmath>

#include "experiments/app/run/experiment.hpp"
#include "tests/joints/joint_run.hpp"
#include "tests/robots/models.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;

class Urdf : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_urdf()) GTEST_SKIP() << "a build without urdfdom";
  }
};

JointRun run_of(Json const& assembly) { return {{{"assemblies", {assembly}}}, 0.001}; }
Json assembly_of(Model const& model, Json more = Json::object()) {
  more["type"] = "urdf";
  more["file"] = model.file();
  more["name"] = "r";
  return more;
}

/// Two rods of length 1, of which the first hangs on the world by a fixed base. The second has its
/// inertia in a frame of its own.
std::string pendulum() {
  auto const rod = [](std::string const& name, std::string const& origin,
                      std::string const& moments) {
    return "<link name=\"" + name + "\"><inertial><origin " + origin +
           "/><mass value=\"2\"/><inertia " + moments +
           " ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>\n";
  };
  return robot("<link name=\"base\"/>" +
               rod("upper", "xyz=\"0 0 -0.5\"", "ixx=\"0.2\" iyy=\"0.25\" izz=\"0.1\"") +
               rod("lower", "xyz=\"0 0 -0.5\" rpy=\"0 1.5707963267948966 0\"",
                   "ixx=\"0.1\" iyy=\"0.25\" izz=\"0.2\"") +
               joint("shoulder", "revolute", "base", "upper",
                     "<axis xyz=\"0 1 0\"/><dynamics damping=\"0.1\"/>"
                     "<limit lower=\"-2\" upper=\"2\" effort=\"1\" velocity=\"0\"/>") +
               joint("elbow", "continuous", "upper", "lower",
                     "<origin xyz=\"0 0 -1\"/><axis xyz=\"0 1 0\"/>"));
}

/// Two arms and a floor of the file, and a robot whose base the experiment fixes.
TEST_F(Urdf, WhatTheFileHasStandingIsInNoTree) {
  auto const apart = [](std::string const& text, char const* base) {
    auto const scene = Model(text).scene({{"base", base}, {"self_collision", false}});
    std::vector<std::string> out;
    for (auto const& [a, b] : scene.apart)
      out.push_back(scene.bodies[a].name + " " + scene.bodies[b].name);
    return out;
  };
  auto const hinge = [](char const* parent, char const* child) {
    return joint(child, "continuous", parent, child, "<axis xyz=\"0 1 0\"/>");
  };
  auto const arms = robot("<link name=\"world\"/><link name=\"floor\"/>" +
                          joint("f", "fixed", "world", "floor") + link("a") + link("b") +
                          link("c") + hinge("floor", "a") + hinge("a", "b") + hinge("world", "c"));
  EXPECT_THAT(apart(arms, "as_in_file"), ElementsAre("r/a r/b"));
  auto const arm =
      robot(link("base") + link("a") + link("b") + hinge("base", "a") + hinge("a", "b"));
  EXPECT_THAT(apart(arm, "fixed"), ElementsAre("r/base r/a", "r/base r/b", "r/a r/b"));
}

TEST_F(Urdf, LimitsInDegreesAreDoubted) {
  Model const model(
      robot(link("a") + link("b") +
            joint("j", "revolute", "a", "b",
                  "<limit lower=\"-90\" upper=\"90\" effort=\"1\" velocity=\"1\"/>")));
  auto const e =
      build_experiment({{"scene", {{"assemblies", {assembly_of(model, {{"base", "fixed"}})}}}},
                        {"step", 0.001},
                        {"steps", 1}},
                       "a.json");
  EXPECT_THAT(e.warnings, ElementsAre(AllOf(HasSubstr("<joint \"j\">"), HasSubstr("-90 rad of"),
                                            HasSubstr("-1.5708"))));
}

/// By hand: rods at angles 0.7 and 0.7 - 1.2 about y.
TEST_F(Urdf, ADoublePendulumMovesAsTheSameByHand) {
  Model const model(pendulum());
  auto robot = run_of(assembly_of(
      model, {{"base", "fixed"}, {"joint_positions", {{"shoulder", 0.7}, {"elbow", -1.2}}}}));
  auto const down = [](Real angle) { return Vec3{{-std::sin(angle), 0, -std::cos(angle)}}; };
  Vec3 const knee = down(0.7), upper = 0.5 * knee, lower = knee + 0.5 * down(-0.5);
  auto const body = [](char const* name, Vec3 const& p, Real angle) {
    return Json{{"name", name},
                {"mass", 2},
                {"inertia", {0.2, 0.25, 0.1}},
                {"position", {p[0], p[1], p[2]}},
                {"orientation", {{"axis", {0, 1, 0}}, {"angle", angle * 180 / M_PI}}}};
  };
  Json const y = {0, 1, 0};
  JointRun hand({{"bodies", {body("upper", upper, 0.7), body("lower", lower, -0.5)}},
                 {"joints",
                  {{{"type", "hinge"},
                    {"b", "upper"},
                    {"point", {0, 0, 0}},
                    {"axis", y},
                    {"limits", {{"lower", -2.7}, {"upper", 1.3}}},
                    {"spring", {{"damping", 0.1}}}},
                   {{"type", "hinge"},
                    {"a", "upper"},
                    {"b", "lower"},
                    {"point", {knee[0], knee[1], knee[2]}},
                    {"axis", y}}}}},
                0.001);
  ASSERT_EQ(robot.scene.bodies.size(), 3u);
  EXPECT_EQ(robot.scene.bodies[0].motion, Motion::fixed);
  for (int k = 0; k < 4; ++k) {
    for (int b = 0; b < 2; ++b) {
      auto const a = robot.pose(b + 1), c = hand.pose(b);
      EXPECT_LT(norm(a.p_WB - c.p_WB), 1e-9) << k << " " << b;
      EXPECT_NEAR(std::abs((conjugate(a.q_WB) * c.q_WB).w), 1, 1e-12);
    }
    robot.step(250);
    hand.step(250);
  }
}

/// The motor holds 0.7 of the file's coordinate; the limit is the file's.
TEST_F(Urdf, CoordinatesHaveTheZeroOfTheFile) {
  Model const model(pendulum());
  Scene const scene =
      model.scene({{"base", "fixed"},
                   {"joint_positions", {{"shoulder", 0.7}}},
                   {"motors",
                    {{"should*", {{"type", "position"}, {"kp", 5}, {"kd", 1}}},
                     {"elbow", {{"type", "position"}, {"kp", 5}, {"target", 0.25}}}}}});
  auto const &shoulder = scene.joints[0].coordinates[0], &elbow = scene.joints[1].coordinates[0];
  EXPECT_EQ(shoulder.lower, -2);
  EXPECT_EQ(shoulder.upper, 2);
  EXPECT_EQ(shoulder.target.offset, 0.7);
  EXPECT_EQ(shoulder.max_effort, 1);
  EXPECT_EQ(elbow.target.offset, 0.25);
  auto run =
      run_of(assembly_of(model, {{"base", "fixed"},
                                 {"motors", {{"elb*", {{"type", "prescribed"}, {"target", 0.3}}}}},
                                 {"joint_positions", {{"shoulder", 0.3}, {"elbow", 0.3}}}}));
  run.step(10);
  auto const bend = conjugate(run.pose(1).q_WB) * run.pose(2).q_WB;
  EXPECT_NEAR(bend.y, std::sin(0.15), 1e-10);
}

TEST_F(Urdf, APositionThatIsAbsentIsTheLimitNearestToZero) {
  Model const model(
      two_links("<limit lower=\"0.5\" upper=\"1\" effort=\"1\" velocity=\"1\"/>", "revolute"));
  EXPECT_NEAR(model.scene().bodies[1].pose.q_WB.y, std::sin(0.25), 1e-15);
  EXPECT_EQ(model.scene().joints[0].coordinates[0].max_rate, 1);
}

/// Two cubes of side 1 and mass 1, one metre apart, are a bar of 2 x 1 x 1.
TEST_F(Urdf, LinksOnFixedJointsAreOneBody) {
  auto const cube = [](std::string const& name, std::string const& more = "") {
    return "<link name=\"" + name +
           "\"><inertial><origin xyz=\"0 0 0.25\" rpy=\"0.3 0.2 0.1\"/><mass value=\"1\"/><inertia "
           "ixx=\"0.16666666666666666\" iyy=\"0.16666666666666666\" izz=\"0.16666666666666666\" "
           "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>" +
           more + "</link>\n";
  };
  Model const model(robot(
      cube("a") + cube("b", "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>") +
      joint("j", "fixed", "a", "b", "<origin xyz=\"1 0 0\"/>") + "<link name=\"frame\"/>" +
      joint("k", "fixed", "b", "frame")));
  std::vector<ModelNotes> notes;
  Scene const scene = model.scene({{"position", {0, 0, 3}}}, &notes);
  ASSERT_EQ(scene.bodies.size(), 1u);
  EXPECT_TRUE(scene.joints.empty());
  auto const& body = scene.bodies[0];
  EXPECT_EQ(body.name, "r/a");
  EXPECT_EQ(body.mass, 2);
  EXPECT_LT(norm(body.pose.p_WB - Vec3{{0.5, 0, 3.25}}), 1e-15);
  EXPECT_NEAR(body.inertia_B[0][0], 2 * 2 / 12., 1e-15);
  EXPECT_NEAR(body.inertia_B[1][1], 2 * 5 / 12., 1e-15);
  EXPECT_NEAR(body.inertia_B[2][2], 2 * 5 / 12., 1e-15);
  EXPECT_NEAR(body.inertia_B[0][1], 0, 1e-15);
  EXPECT_LT(norm(body.shapes[0].X_BS.p_WB - Vec3{{0.5, 0, -0.25}}), 1e-15);
  ASSERT_EQ(notes.at(0).merged.size(), 2u);
  EXPECT_EQ(notes[0].merged[1].link, "r/frame");
  EXPECT_EQ(notes[0].merged[1].into, "r/a");
  EXPECT_EQ(model.scene({{"merge_fixed", false}}).bodies.size(), 2u);
  EXPECT_EQ(model.scene({{"merge_fixed", false}}).joints.at(0).type, "fixed");
}

/// Joints and loads of an experiment find a merged link by its own name.
TEST_F(Urdf, PartsHaveNames) {
  Model const model(robot(link("a") + link("b") + joint("j", "fixed", "a", "b")));
  Json const input = {{"assemblies", {assembly_of(model)}},
                      {"joints", {{{"type", "ball"}, {"b", "r/b"}, {"point", {0, 0, 0}}}}},
                      {"loads", {{{"body", "r/a"}, {"force", {1, 0, 0}}}}}};
  Json resolved;
  Scene const scene = read_scene({input, resolved, "scene"}, known_joints());
  EXPECT_EQ(scene.joints.at(0).b, 0);
  EXPECT_EQ(scene.loads.at(0).body, 0);
  Scene const plain = model.scene({{"prefix", ""}});
  EXPECT_EQ(plain.bodies[0].name, "a");
  Json const twice = {{"assemblies", {assembly_of(model), assembly_of(model)}}};
  Json scratch;
  EXPECT_THAT(refusal([&] {
                read_scene({twice, scratch, "scene"}, known_joints());
              }),
              HasSubstr("a second body \"r/a\""));
}

TEST_F(Urdf, AResolvedRobotReadsAsItself) {
  Model const model(pendulum());
  Json once, twice;
  scene_with(assembly_of(model, {{"base", "fixed"},
                                 {"joint_positions", {{"elbow", 0.5}}},
                                 {"motors", {{"*", {{"type", "position"}, {"kp", 1}}}}}}),
             {}, nullptr, &once);
  read_scene({once, twice, "scene"}, known_joints());
  EXPECT_EQ(once, twice);
}

TEST_F(Urdf, TheBaseFloatsUnlessItIsTheWorld) {
  EXPECT_EQ(Model(two_links()).scene().bodies[0].motion, Motion::dynamic);
  EXPECT_EQ(Model(two_links()).scene({{"base", "fixed"}}).bodies[0].motion, Motion::fixed);
  Model const grounded(robot("<link name=\"world\"/>" + link("a") + link("b") +
                             joint("foot", "fixed", "world", "a") +
                             joint("j", "continuous", "a", "b")));
  Scene const scene = grounded.scene();
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.bodies[0].motion, Motion::fixed);
  EXPECT_EQ(scene.bodies[1].motion, Motion::dynamic);
}

TEST_F(Urdf, AllTypesOfJoints) {
  std::string const three = link("a") + link("b") + link("c");
  auto const types = [&](std::string const& type, std::string const& more = "") {
    std::vector<std::string> out;
    for (auto const& each :
         Model(robot(link("a") + link("b") + joint("j", type, "a", "b", more))).scene().joints)
      out.push_back(each.type);
    return out;
  };
  std::string const limit = "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>";
  EXPECT_THAT(types("revolute", limit), ElementsAre("hinge"));
  EXPECT_THAT(types("continuous"), ElementsAre("hinge"));
  EXPECT_THAT(types("prismatic", limit), ElementsAre("slider"));
  EXPECT_THAT(types("planar"), ElementsAre("planar"));
  EXPECT_THAT(types("floating"), ElementsAre());
  Model const planar(
      robot(link("a") + link("b") + joint("j", "planar", "a", "b", "<axis xyz=\"0 0 1\"/>")));
  auto const pose = planar.scene({{"joint_positions", {{"j", {1, 2, 0.5}}}}}).bodies[1].pose;
  EXPECT_LT(norm(pose.p_WB - Vec3{{1, 2, 0}}), 1e-15);
  EXPECT_NEAR(pose.q_WB.z, std::sin(0.25), 1e-15);
}

/// On a base that stands, so that two bodies move, and on one that flies.
TEST_F(Urdf, AMimicIsACoupling) {
  Model const model(robot(link("base") + link("a") + link("b") +
                          joint("j", "continuous", "base", "a") +
                          joint("k", "continuous", "base", "b",
                                "<mimic joint=\"j\" multiplier=\"-2\" offset=\"0.5\"/>")));
  for (char const* base : {"fixed", "floating"}) {
    JointRun run({{"assemblies",
                   {{{"type", "urdf"},
                     {"file", model.file()},
                     {"name", "r"},
                     {"base", base},
                     {"joint_positions", {{"j", 0.2}}},
                     {"motors", {{"j", {{"type", "velocity"}, {"target", 1}}}}}}}}},
                 0.001);
    auto const angle = [&](int body) {
      auto const q = conjugate(run.pose(0).q_WB) * run.pose(body).q_WB;
      return 2 * std::atan2(q.x, q.w);
    };
    EXPECT_NEAR(angle(2), -2 * 0.2 + 0.5, 1e-12) << base;
    run.step(500);
    EXPECT_NEAR(angle(1), 0.7, 1e-6) << base;
    EXPECT_NEAR(angle(2), -2 * angle(1) + 0.5, 1e-11) << base;
  }
}

/// A fixed joint does not move; its coordinate is 0 for those that follow it.
TEST_F(Urdf, AMimicOfAFixedJoint) {
  Model const model(robot(link("base") + link("a") + link("b") + joint("j", "fixed", "base", "a") +
                          joint("k", "continuous", "base", "b",
                                "<mimic joint=\"j\" multiplier=\"-2\" offset=\"0.5\"/>")));
  auto const joints = model.scene({{"base", "fixed"}}).joints;
  ASSERT_EQ(joints.size(), 2U);
  EXPECT_EQ(joints[1].coupled.size(), 1U);
  EXPECT_EQ(joints[1].coupled[0].start, 0.5);
  std::vector<ModelNotes> notes;
  Model const led(robot(link("base") + link("a") + link("b") +
                        joint("k", "continuous", "base", "b") +
                        joint("j", "fixed", "base", "a", "<mimic joint=\"k\"/>")));
  EXPECT_EQ(led.scene({{"base", "fixed"}}, &notes).joints.size(), 1U);
  EXPECT_THAT(notes.at(0).ignored, ElementsAre(HasSubstr("<mimic> of <joint \"j\">")));
}

TEST_F(Urdf, AttributesOfOtherProgramsChangeNothing) {
  std::vector<ModelNotes> notes;
  auto text = two_links("<limit effort=\"1\" velocity=\"1\" drake:acceleration=\"2\"/>");
  text.replace(text.find("<joint"), 6, "<joint dont_collapse=\"true\"");
  Model const model(text);
  model.scene({}, &notes);
  EXPECT_THAT(notes.at(0).ignored, ElementsAre("2 attributes of other programs"));
}

/// The inertia of a rotor counts with the square of the gear's ratio.
TEST_F(Urdf, WhatOtherProgramsAddIsTaken) {
  Model const model(
      robot(link("a",
                 "<collision><geometry><capsule radius=\"0.1\" length=\"0.4\"/></geometry>"
                 "</collision><contact><lateral_friction value=\"0.9\"/></contact>") +
            link("b") + joint("j", "continuous", "a", "b") +
            "<transmission name=\"t\"><joint name=\"j\"/><actuator name=\"m\"><drake:gear_ratio "
            "value=\"10\"/><drake:rotor_inertia value=\"0.01\"/></actuator></transmission>\n"
            "<transmission name=\"wiring\"/><gazebo reference=\"a\"/>\n"));
  std::vector<ModelNotes> notes;
  Scene const scene = model.scene({{"friction", 0.3}}, &notes);
  EXPECT_NEAR(scene.joints[0].coordinates[0].inertia, 1, 1e-15);
  auto const& capsule = scene.bodies[0].shapes.at(0);
  EXPECT_TRUE(capsule.is<shapes::Capsule>());
  EXPECT_EQ(capsule.size[1], 0.2);
  EXPECT_EQ(capsule.surface.friction, 0.9);
  EXPECT_THAT(notes.at(0).ignored,
              ElementsAre(HasSubstr("1 <gazebo>"), HasSubstr("1 <transmission>")));
}

/// The same bits, but for those of a quaternion made a unit one again.
TEST_F(Urdf, ImportWritesTheSameMotion) {
  Model const model(pendulum());
  auto const& folder = model.folder();
  auto const imported =
      folder.run({"import", "robot.urdf", "-o", "plain.json", "--set", "base=fixed", "--set",
                  "joint_positions={\"shoulder\": 0.7, \"elbow\": -1.2}", "--set",
                  "motors={\"elbow\": {\"type\": \"position\", \"kp\": 3, \"kd\": 0.1}}"});
  ASSERT_EQ(imported.status, 0) << imported.err;
  Json const input = parse_json(contents(folder / "plain.json"), "plain.json");
  EXPECT_FALSE(input["scene"].contains("assemblies"));
  JointRun plain(input["scene"], 0.001);
  auto robot = run_of(assembly_of(
      model, {{"base", "fixed"},
              {"joint_positions", {{"shoulder", 0.7}, {"elbow", -1.2}}},
              {"motors", {{"elbow", {{"type", "position"}, {"kp", 3}, {"kd", 0.1}}}}}}));
  plain.step(100);
  robot.step(100);
  for (int b = 1; b < 3; ++b) {
    EXPECT_LT(norm(plain.pose(b).p_WB - robot.pose(b).p_WB), 1e-12);
    EXPECT_LT(norm(angular(plain.twist(b)) - angular(robot.twist(b))), 1e-12);
  }
}

TEST_F(Urdf, NotesSayWhatOthersTakeInAnotherWay) {
  Model const model(
      robot(link("base") + link("arm") +
            joint("elbow", "revolute", "base", "arm",
                  "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"2\"/>") +
            "<gazebo reference=\"arm\"><turnGravityOff>true</turnGravityOff></gazebo>" +
            "<gazebo reference=\"base\"><gravity>1</gravity></gazebo>\n"));
  std::vector<ModelNotes> notes;
  EXPECT_EQ(model.scene({}, &notes).joints.at(0).coordinates.at(0).max_rate, 2);
  EXPECT_THAT(notes.at(0).mended, ElementsAre(HasSubstr("has a velocity of 1 joint"),
                                              HasSubstr("no <axis> of elbow: x, as URDF has it")));
  EXPECT_THAT(notes[0].ignored, ElementsAre(HasSubstr("<turnGravityOff> of \"arm\": gravity acts"),
                                            HasSubstr("2 <gazebo>")));
}

/// A result tells what was left out.
TEST_F(Urdf, AResultListsWhatWasLeftOut) {
  Model const model(two_links("<spring rate=\"1\"/>"));
  auto const& folder = model.folder();
  folder.write("e.json", R"({"scene": {"assemblies": [{"type": "urdf", "file": "robot.urdf",
    "name": "r", "lenient": true}]}, "step": 0.01, "steps": 2})");
  auto const ended = folder.run({"run", "e.json", "-o", "out"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("note: left out: "));
  Json const result = parse_json(contents(folder / "out/result.json"), "result.json");
  EXPECT_THAT(result["models"][0]["left_out"][0].get<std::string>(),
              AllOf(HasSubstr("robot.urdf:4: <spring>"), HasSubstr("not of URDF")));
}

}  // namespace
}  // namespace orthant::test
