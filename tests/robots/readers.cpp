// Models as readers see them: what is in them, and file, line, name and what is allowed of wrong
// ones.
#include <chrono>
#include <cmath>
#include <filesystem>

#include "orthant/core/math/pose.hpp"
#include "tests/robots/model_text.hpp"
#include "tests/robots/models.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::Not;

constexpr char const* joint_names[] = {
    "fixed",       "hinge",     "slider", "ball",  "cylindrical", "universal", "gimbal",
    "cross_slide", "cartesian", "planar", "screw", "strut",       "floating"};
constexpr Vec3 z{{0, 0, 1}};

Json bound(Real x) { return std::isfinite(x) ? Json(x) : Json(x > 0 ? "inf" : "-inf"); }
Json json_of(Vec3 const& v) { return {v[0], v[1], v[2]}; }

Json json_of(RobotAxis const& axis) {
  return {{"start", axis.start},        {"lower", bound(axis.lower)},
          {"upper", bound(axis.upper)}, {"max_rate", bound(axis.max_rate)},
          {"damping", axis.damping},    {"max_effort", bound(axis.max_effort)},
          {"friction", axis.friction},  {"stiffness", axis.stiffness},
          {"rest", axis.rest},          {"inertia", axis.inertia}};
}

Json json_of(RobotShape const& each) {
  auto const& s = each.shape;
  std::string kind;
  with_type(s.kind, [&](auto shape) { kind = decltype(shape)::name; });
  return {{"kind", kind},
          {"size", json_of(s.size)},
          {"at", json_of(s.X_BS.p_WB)},
          {"z", json_of(rotate(s.X_BS.q_WB, z))},
          {"groups", s.groups},
          {"touches", s.touches},
          {"has_friction", each.has_friction},
          {"friction", s.surface.friction},
          {"torsional_friction", s.surface.torsional_friction},
          {"rolling_friction", s.surface.rolling_friction},
          {"anisotropy", s.surface.anisotropy},
          {"direction", json_of(s.surface.direction)},
          {"restitution", s.surface.restitution}};
}

Json json_of(RobotJoint const& joint) {
  Json out = {{"type", joint_names[static_cast<int>(joint.type)]},
              {"loop", joint.loop},
              {"pitch", joint.pitch},
              {"line", joint.spot.line},
              {"at_parent", json_of(joint.X_PJ.p_WB)},
              {"at_child", json_of(joint.X_CJ.p_WB)},
              {"closed", norm(joint.X_PJ.p_WB - joint.X_CJ.p_WB)},
              {"z_of_parent", json_of(rotate(joint.X_PJ.q_WB, z))},
              {"z_of_child", json_of(rotate(joint.X_CJ.q_WB, z))},
              {"axes", Json::array()}};
  for (auto const& axis : joint.axes) out["axes"].push_back(json_of(axis));
  return out;
}

/// A robot: links and joints by name; loops, couplings and motors as they follow; what is not read,
/// by its line too.
Json described(Robot const& robot) {
  Json out = {{"mass", 0.0},
              {"loops", Json::array()},
              {"couplings", Json::array()},
              {"motors", Json::array()},
              {"apart", robot.apart.size()},
              {"unsupported", Json::array()},
              {"ignored", robot.ignored}};
  for (auto const& link : robot.links) {
    out["mass"] = out["mass"].get<Real>() + link.mass;
    Json& to = out["links"][link.name] = {{"mass", link.mass}, {"fixed", link.fixed}};
    for (int i = 0; i < 3; ++i)
      to["inertia"].push_back({link.inertia[i][0], link.inertia[i][1], link.inertia[i][2]});
    for (auto const& shape : link.shapes) to["shapes"].push_back(json_of(shape));
  }
  for (auto const& joint : robot.joints) {
    out["joints"][joint.name] = json_of(joint);
    if (joint.loop) out["loops"].push_back(json_of(joint));
  }
  for (auto const& each : robot.couplings) {
    Json terms;
    for (auto const& term : each.terms)
      terms.push_back({{"ratio", term.ratio}, {"polynomial", term.polynomial}});
    out["couplings"].push_back({{"terms", terms},
                                {"offset", each.offset},
                                {"held", each.held},
                                {"law", json_of(each.law)}});
  }
  constexpr char const* drives[] = {"position", "velocity", "force"};
  for (auto const& motor : robot.motors)
    out["motors"].push_back({{"type", drives[static_cast<int>(motor.type)]},
                             {"kp", motor.kp},
                             {"kd", motor.kd},
                             {"gear", motor.gear},
                             {"max_effort", bound(motor.max_effort)}});
  for (auto const& each : robot.unsupported) {
    auto const line = std::to_string(each.spot.line);
    out["unsupported"].push_back(line + ": " + each.what);
    out["reports"][line].push_back(each.spot.file + ": " + each.what);
  }
  return out;
}

/// What a reader makes of a file, or of URDF what is refused of the scene with it.
[[maybe_unused]] bool const models = test_rows("Models", "robots/models.json", [](Json const& row) {
  bool const urdf = row.contains("urdf"), sdf = row.contains("sdf");
  if (!(urdf ? has_urdf() : sdf ? has_sdf() : has_mjcf())) GTEST_SKIP() << "not in this build";
  TextFile const file(urdf  ? "robot.urdf"
                      : sdf ? "m.sdf"
                            : "m.xml",
                      row[urdf  ? "urdf"
                          : sdf ? "sdf"
                                : "mjcf"]);
  Json const others = row.value("files", Json::object());
  for (auto const& [name, text] : others.items()) file.add(name, text);
  Json const links = row.value("links", Json::object());
  for (auto const& [name, to] : links.items())
    fs::create_symlink(to.get<std::string>(), fs::path(file.path()).parent_path() / name);
  if (row.contains("robot")) {
    auto const found = described(read_robot(file.path()));
    expect_values(found, row["robot"]);
    for (std::string const each : row.value("lacks", Json::array()))
      EXPECT_THAT(found["ignored"].dump(), Not(HasSubstr(each)));
    return;
  }
  Json assembly = row.value("assembly", Json::object());
  assembly.update({{"type", "urdf"}, {"file", file.path()}, {"name", "r"}});
  expect_said(refusal([&] { urdf ? void(scene_with(assembly)) : void(read_robot(file.path())); }),
              row);
});

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

TEST_F(BadUrdf, WhatIsLargeOrNoTextEndsAtOnce) {
  auto const start = std::chrono::steady_clock::now();
  std::string deep;
  for (int k = 0; k < 40000; ++k) deep += "<a>";
  EXPECT_THAT(Model("<robot name=\"r\">" + deep).refused(), HasSubstr("in more than 200 others"));
  for (char const* hidden : {"<?x >", "<![CDATA[]]>", "<!-->-->", "<b c='>' d=\"/\">"})
    EXPECT_THAT(Model(hidden + deep + " ?>").refused(), HasSubstr("robot.urdf:1")) << hidden;
  EXPECT_THAT(Model(robot(std::string(100 << 20, ' '))).refused(), HasSubstr("100 MB"));
  EXPECT_THAT(Model("\xff\xfe").refused(), HasSubstr("robot.urdf"));
  for (char const* name : {"m.sdf", "m.xml"}) {
    std::string text =
        name[2] == 's' ? "<sdf version='1.9'><model name='m'>" : "<mujoco><worldbody>";
    for (int k = 0; k < 5000; ++k) text += "<body>";
    TextFile const file(name, text);
    bool const there = name[2] == 's' ? has_sdf() : has_mjcf();
    if (there) {
      EXPECT_THAT(refusal([&] { read_robot(file.path()); }), HasSubstr("200"));
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST_F(BadUrdf, WhatOrthantHasNotIsListed) {
  Model const model(two_links("\n<dynamics damping=\"1\" viscosity=\"2\"/>\n<spring rate=\"1\"/>"));
  std::vector<ModelNotes> notes;
  Scene const scene = model.scene({{"lenient", true}}, &notes);
  EXPECT_EQ(scene.joints[0].coordinates[0].damping, 1);
  ASSERT_EQ(notes.at(0).left_out.size(), 2u);
  EXPECT_THAT(notes[0].left_out[1], HasSubstr("robot.urdf:6: <spring>"));
  Model const plane(
      robot(link("a",
                 "<collision><geometry><plane normal=\"0 0 1\"/></geometry></collision>"
                 "<collision><geometry><sphere radius=\"1\"/></geometry></collision>")));
  EXPECT_EQ(plane.scene({{"lenient", true}}).bodies[0].shapes.size(), 1U);
}

/// Files in another encoding, as they declare or not; ASCII is UTF-8 whatever they declare.
TEST(Encodings, NamesAreInUtf8OrRefused) {
  struct Format {
    bool built;
    char const *ending, *before, *after;
  };
  std::string const inertial =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
      "iyz='0'/></inertial>";
  std::string const urdf = "'>" + inertial + "</link></robot>";
  for (auto const& [built, ending, before, after] :
       {Format{has_urdf(), "urdf", "\n<robot name='r'>\n<link name='", urdf.c_str()},
        Format{has_sdf(), "sdf", "\n<sdf version='1.9'><model name='m'>\n<link name='",
               "'/></model></sdf>"},
        Format{has_mjcf(), "xml", "\n<mujoco><worldbody>\n<body name='",
               "'><geom size='1'/></body></worldbody></mujoco>"}}) {
    if (!built) continue;
    SCOPED_TRACE(ending);
    auto const read = [&, e = std::string(ending), b = std::string(before), a = std::string(after)](
                          std::string const& encoding, std::string const& name) {
      TextFile const file("m." + e, "<?xml version=\"1.0\"" +
                                        (encoding.empty() ? "" : " encoding='" + encoding + "'") +
                                        "?>" + b + name + a);
      return refusal([&] { read_robot(file.path()); });
    };
    EXPECT_EQ(read("", "kn\xc3\xa9"), "");
    EXPECT_EQ(read("utf-8", "kn\xc3\xa9"), "");
    EXPECT_EQ(read("ISO-8859-1", "knee"), "");
    EXPECT_THAT(read("ISO-8859-1", "kn\xe9"),
                AllOf(HasSubstr("m." + std::string(ending) + ":3: found \"kn\\xe9\" in ISO-8859-1"),
                      HasSubstr("allowed: UTF-8; iconv -f ISO-8859-1 -t UTF-8")));
    EXPECT_THAT(read("ISO-8859-1", "kn\xc3\xa9"), HasSubstr("in ISO-8859-1"));
    EXPECT_THAT(read("", "kn\xe9"), HasSubstr(":3: found \"kn\\xe9\", which is not UTF-8"));
  }
}

}  // namespace
}  // namespace orthant::test
