// Starts at which a loop of a model is open.
#include <gmock/gmock.h>

#include "tests/robots/model_text.hpp"
#include "tests/robots/models.hpp"

namespace orthant::test::open_loops {
namespace {

/// Two legs whose feet a ball joint holds together; at 0 they are.
constexpr char const* legs = R"(<mujoco model='m'>
<compiler angle='radian'/>
<worldbody>
<body name='left'><joint name='a' axis='0 1 0'/><geom size='.1' pos='0 0 -1'/></body>
<body name='right'><joint name='b' axis='0 1 0'/><geom size='.1' pos='0 0 -1'/></body>
</worldbody>
<equality><connect name='feet' body1='left' body2='right' anchor='0 0 -1'/></equality>
</mujoco>
)";

TEST(OpenLoops, AreTold) {
  if (!has_mjcf()) GTEST_SKIP() << "not in this build";
  TextFile const file("legs.xml", legs);
  auto const told = [&](double a) {
    std::vector<ModelNotes> notes;
    scene_with({{"type", "mjcf"},
                {"name", "m"},
                {"file", file.path()},
                {"base", "fixed"},
                {"self_collision", false},
                {"joint_positions", {{"a", a}, {"b", 0.1}}}},
               {}, &notes);
    return notes.at(0).mended;
  };
  EXPECT_TRUE(told(0.1).empty());
  auto const open = told(0.2);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_THAT(open[0], ::testing::AllOf(HasSubstr("legs.xml:7"), HasSubstr("\"feet\""),
                                        HasSubstr("open by 0.0999")));
}

/// A leg of two four-bars, in radians: at 0 both are open, and the knee is outside its range.
constexpr char const* leg = R"(<mujoco model='m'>
<compiler angle='radian' autolimits='true'/>
<worldbody><body name='pelvis' pos='0 0 1'><freejoint/><geom type='box' size='.1 .1 .1' mass='9'/>
<body name='thigh'><joint name='hip' axis='0 1 0'/><geom size='.05' pos='0 0 -.2'/>
  <body name='rod' pos='.1 0 0'><joint name='rod' type='ball'/><geom size='.01' pos='0 0 -.2'/></body>
  <body name='shin' pos='0 0 -.4'><joint name='knee' axis='0 1 0' range='-2 -.3'/>
    <geom size='.05' pos='0 0 -.2'/>
    <body name='heel' pos='.05 0 -.1'><joint name='heel' axis='0 1 0'/><geom size='.01'/></body>
    <body name='crank' pos='0 0 -.1'><joint name='crank' axis='0 1 0' range='-2 -.4'/>
      <geom size='.02' pos='.05 0 0'/>
      <body name='link' pos='.05 0 0'><joint name='link' axis='0 1 0'/>
        <geom size='.01' pos='0 0 -.15'/></body></body>
    <body name='foot' pos='0 0 -.4'><joint name='ankle' axis='0 1 0' range='-2 -.4'/>
      <geom size='.05' pos='.1 0 -.05'/></body></body></body></body></worldbody>
<equality><connect body1='rod' body2='heel' anchor='0 0 -.38'/>
<connect body1='link' body2='foot' anchor='0 0 -.3'/></equality>
</mujoco>
)";

Scene legs_at(std::string const& file, Json const& positions, std::vector<ModelNotes>& notes) {
  return scene_with({{"type", "mjcf"},
                     {"name", "m"},
                     {"file", file},
                     {"self_collision", false},
                     {"joint_positions", positions}},
                    {}, &notes);
}

/// The start that is found is told as positions, which are a start without a note.
TEST(OpenLoops, CloseNearTheFilesAnglesWithinLimits) {
  if (!has_mjcf()) GTEST_SKIP() << "not in this build";
  TextFile const file("leg.xml", leg);
  for (Json const& given : {Json::object(), Json{{"hip", 0.4}, {"knee", -0.9}}}) {
    SCOPED_TRACE(given.dump());
    std::vector<ModelNotes> notes, none;
    auto const scene = legs_at(file.path(), given, notes);
    for (auto const& joint : scene.joints) EXPECT_FALSE(joint.open) << joint.name;
    ASSERT_EQ(notes.at(0).mended.size(), 1U);
    auto const& told = notes[0].mended[0];
    auto const open = told.find('{');
    ASSERT_NE(open, told.npos) << told;
    Json positions = parse_json(told.substr(open), "note");
    for (auto const& [name, value] : given.items()) {
      EXPECT_FALSE(positions.contains(name)) << told;
      positions[name] = value;
    }
    for (auto const& [name, most] : {std::pair{"crank", -.4}, {"ankle", -.4}, {"knee", -.3}}) {
      EXPECT_GE(positions.value(name, most), -2);
      EXPECT_LE(positions.value(name, most), most);
    }
    auto const again = legs_at(file.path(), positions, none);
    EXPECT_TRUE(none.at(0).mended.empty());
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      EXPECT_LT(norm(again.bodies[b].pose.p_WB - scene.bodies[b].pose.p_WB), 1e-12);
  }
}

TEST(OpenLoops, ThatCannotCloseWithinLimitsAreTold) {
  if (!has_mjcf()) GTEST_SKIP() << "not in this build";
  std::string text = leg;
  text.replace(text.find("range='-2 -.3'"), 14, "range='.5 2'");
  TextFile const file("leg.xml", text);
  std::vector<ModelNotes> notes;
  auto const scene = legs_at(file.path(), Json::object(), notes);
  EXPECT_THAT(notes.at(0).mended, ::testing::Contains(HasSubstr("is open by")));
}

}  // namespace
}  // namespace orthant::test::open_loops
