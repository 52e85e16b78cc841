// The mass matrix of robots in MJCF against MuJoCo's, at random states.
#if __has_include(<mujoco/mujoco.h>)
#include <filesystem>

#include "tests/robots/model_text.hpp"
#include "tests/robots/mujoco_state.hpp"

namespace orthant::test::mjcf_mass {
namespace {

/// Positions, mass, the mass matrix at 20 states, and the potential energy.
void expect_mujocos(std::string const& path) {
  SCOPED_TRACE(path);
  MujocoState state(path);
  for (auto const& each : state.robot.unsupported)
    if (each.what.find("no joints") != std::string::npos) FAIL() << each.what;
  Real offset = 0;
  for (unsigned seed = 0; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    state.take(seed);
    auto const M = state.mujoco_mass(), own = state.mass();
    EXPECT_LT((M - own).norm(), 1e-8 * M.norm());
    for (int i = 0; i < M.rows(); ++i)
      for (int k = 0; k < M.rows(); ++k)
        EXPECT_NEAR(M(i, k), own(i, k), 1e-8 * std::sqrt(M(i, i) * M(k, k))) << i << " " << k;
    Vec3 const up{{0.3, -0.5, 0.8}};
    Real theirs = 0, still = 0;
    for (int b = 1; b < state.model->nbody; ++b) {
      double const* x = state.data->xipos + 3 * b;
      theirs += state.model->body_mass[b] * dot(up, {{x[0], x[1], x[2]}});
      still += state.model->body_mass[b];
    }
    Real const difference = state.potential_per_gravity(up) - theirs;
    if (seed == 0) offset = difference;  // of rods on lines that stand still
    EXPECT_NEAR(difference, offset, 1e-9 * (1 + still));
  }
}

TEST(MjcfMass, OfChainsInOneBodyIsMujocos) {
  std::string const body = R"(<body name="base" pos="0.1 0.2 1" euler="10 20 30"><freejoint/>
    <geom type="box" size=".2 .15 .1" mass="5"/>
    <body name="arm" pos="0.2 0.1 0.3" euler="5 -8 30">JOINTS
      <geom type="capsule" fromto="0.02 0.01 0 .3 .1 .2" size=".04" mass="1.5"/>
      <body name="tip" pos=".3 .1 .2"><joint name="last" type="hinge" axis="0 1 0" armature=".01"/>
        <geom type="box" size=".1 .05 .03" mass=".4"/></body></body></body>)";
  std::string const fixed = R"(<body name="arm" pos="0.2 0.1 0.3" euler="5 -8 30">JOINTS
    <geom type="capsule" fromto="0.02 0.01 0 .3 .1 .2" size=".04" mass="1.5"/></body>)";
  auto const joint = [](std::string const& name, std::string const& rest) {
    return "<joint name='" + name + "' " + rest + "/>";
  };
  std::vector<std::string> const chains = {
      joint("a", "axis='0 0 1' armature='.02' ref='20'"),
      joint("a", "axis='1 2 3' type='slide' ref='.1'"),
      joint("a", "axis='0 0 1' ref='15'") + joint("b", "axis='0 1 0' ref='-25' armature='.02'"),
      joint("a", "axis='1 0 1' pos='.1 0 0'") + joint("b", "axis='0 1 0' pos='.05 .2 -.05'"),
      joint("a", "axis='1 0 1' pos='.1 0 0'") + joint("b", "axis='0 1 0' pos='.05 .2 .15'"),
      joint("a", "axis='1 0 0' ref='5'") + joint("b", "axis='0 0 1' ref='7'") +
          joint("c", "axis='0 1 0' ref='-9' armature='.01'"),
      joint("a", "axis='1 0 0'") + joint("b", "axis='0 1 0'") + joint("c", "axis='0.4 0 1'"),
      joint("a", "axis='-1 0 0'") + joint("b", "axis='0 0 -1'") + joint("c", "axis='0 1 0'"),
      joint("a", "axis='1 2 3' pos='.1 0 0' type='slide' ref='.2'") +
          joint("b", "axis='-1 -2 -3' ref='30' pos='0 .1 0'"),
      joint("b", "axis='1 2 3' pos='.1 0 0'") + joint("a", "axis='1 2 3' type='slide' ref='.2'"),
      joint("a", "axis='1 0 0'") + joint("b", "axis='1 1 0'"),
      joint("a", "axis='1 0 0' pos='0 .2 0'") + joint("b", "axis='1 0 0'"),
      joint("a", "axis='1 0 0' type='slide' ref='.1'") + joint("b", "axis='0 1 0' ref='10'"),
      joint("a", "axis='1 0 0'") + joint("b", "axis='0 1 0' type='slide'"),
      joint("a", "axis='1 0 0' type='slide'") + joint("c", "axis='0 1 0'") +
          joint("b", "axis='0 0 1' type='slide'"),
      joint("a", "axis='1 0 0' type='slide' ref='.1'") +
          joint("b", "axis='0 1 1' type='slide' ref='-.2' damping='1'"),
      joint("a", "axis='1 0 0' type='slide' damping='1'") +
          joint("b", "axis='0 0 1' type='slide' ref='.3'") + joint("c", "axis='0 1 0' ref='9'"),
      joint("a", "axis='1 0 0' type='slide'") + joint("b", "axis='0 0 1' type='slide'") +
          joint("c", "axis='0 1 0' type='slide' ref='.2' damping='1'"),
      joint("a", "axis='1 1 0' type='slide' damping='1'") +
          joint("b", "axis='-1 1 0' type='slide' ref='-.1'") +
          joint("c", "axis='0 0 1' type='slide'") + joint("d", "axis='1 0 0' damping='1'") +
          joint("e", "axis='0 1 0'") + joint("f", "axis='0 0 1'"),
      joint("a", "type='ball' pos='.1 .2 .3'"),
      joint("a", "axis='1 0 0' pos='0 0 -.1'") + joint("b", "axis='0 1 0'") +
          joint("c", "axis='0 0 1'")};
  for (auto const& chain : chains)
    for (auto const& text : {body, fixed}) {
      SCOPED_TRACE(chain);
      std::string whole = text;
      whole.replace(whole.find("JOINTS"), 6, chain);
      TextFile const file("chain.xml", "<mujoco><worldbody>" + whole + "</worldbody></mujoco>");
      expect_mujocos(file.path());
    }
}

/// Roots of planar robots and of free ones by sliders.
TEST(MjcfMass, OfRootsThatSlideIsMujocos) {
  for (std::string const chain :
       {"<joint name='x' type='slide' axis='1 0 0'/><joint name='z' type='slide' axis='0 0 1'/>"
        "<joint name='y' axis='0 1 0' damping='.1'/>",
        "<joint name='x' type='slide' axis='1 0 0'/><joint name='z' type='slide' axis='0 0 1'/>"
        "<joint name='y' type='slide' axis='0 1 0'/><joint name='q' type='ball'/>",
        "<joint name='x' type='slide' axis='1 0 0'/><joint name='z' type='slide' axis='0 0 1'/>"
        "<joint name='y' type='slide' axis='0 1 0'/><joint name='a' axis='1 0 0'/>"
        "<joint name='b' axis='0 1 0'/><joint name='c' axis='0 0 1'/>"}) {
    TextFile const file("root.xml", "<mujoco><worldbody><body name='b' pos='0 0 1'>" + chain +
                                        "<geom size='.1 .2 .3' type='ellipsoid' pos='.1 0 0'/>"
                                        "</body></worldbody></mujoco>");
    expect_mujocos(file.path());
  }
}

TEST(MjcfMass, OfPublicModelsIsMujocos) {
  char const* const data = std::getenv("ORTHANT_DATA");
  if (!data) GTEST_SKIP() << "no ORTHANT_DATA";
  int read = 0, refused = 0;
  for (auto const& each :
       std::filesystem::recursive_directory_iterator(std::string(data) + "/robots/mujoco")) {
    if (each.path().extension() != ".xml") continue;
    char said[1000] = "";
    if (auto* const m = mj_loadXML(each.path().c_str(), nullptr, said, sizeof(said))) {
      mj_deleteModel(m);
      expect_mujocos(each.path());
      ++read;
    } else {
      ++refused;  // of a later MuJoCo
      EXPECT_NE(refusal([&] { read_robot(each.path()); }).find(each.path().filename()),
                std::string::npos);
    }
  }
  EXPECT_GE(read, 2);
}

}  // namespace
}  // namespace orthant::test::mjcf_mass
#endif
