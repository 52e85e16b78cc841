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

}  // namespace
}  // namespace orthant::test::open_loops
