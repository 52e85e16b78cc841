// Accelerations of robots in MJCF at random states, in motion, against MuJoCo's: of gravity,
// gyroscopic and centrifugal forces, rotors, springs, dampers and fixed tendons.
#if __has_include(<mujoco/mujoco.h>)
#include "tests/joints/joint_run.hpp"
#include "tests/robots/model_text.hpp"
#include "tests/robots/mujoco_state.hpp"

namespace orthant::test::mjcf_motion {
namespace {

/// Twists of bodies, which are links with the centre of mass as origin, at rates of coordinates.
std::vector<Twist> twists(MujocoState const& state, Scene const& scene,
                          Eigen::VectorXd const& rates) {
  std::vector<Twist> out;
  for (auto const& body : scene.bodies) {
    auto const i = static_cast<std::size_t>(state.link(body.name));
    Eigen::Matrix<double, 6, 1> const V = state.twist[i] * rates;
    Vec3 const w{{V[3], V[4], V[5]}};
    Vec3 const arm = rotate(state.pose[i].q_WB, state.robot.links[i].X_LM.p_WB);
    out.push_back(stacked(Vec3{{V[0], V[1], V[2]}} + cross(w, arm), w));
  }
  return out;
}

/// (u(2h) - u(h))/h from a state. In the first step the velocity of a motion that turns becomes the
/// chord's: with c(q + h u) = 0 it gets half of the acceleration that holds a joint.
std::vector<Twist> rates_of_step(JointRun& run, Snapshot const& start) {
  run.simulation->set_state(start);
  run.step();
  auto const before = run.simulation->snapshot().twist;
  run.step();
  auto out = run.simulation->snapshot().twist;
  for (std::size_t b = 0; b < out.size(); ++b) out[b] = (1 / run.h) * (out[b] - before[b]);
  return out;
}

/// Steps of h and 2h give accelerations to second order: rounded poses, over h^2, allow no less.
void expect_accelerations(std::string const& path) {
  SCOPED_TRACE(path);
  MujocoState state(path);
  auto const& m = *state.model;
  auto& d = *state.data;
  Json const scene = {{"assemblies",
                       {{{"type", "mjcf"},
                         {"file", path},
                         {"name", "r"},
                         {"prefix", ""},
                         {"merge_fixed", false},
                         {"self_collision", false}}}}};
  JointRun once(scene, 1e-4), twice(scene, 2e-4);
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    state.take(seed);
    std::mt19937 random(100 + seed);
    std::uniform_real_distribution<double> draw(-2, 2);
    Eigen::VectorXd v(m.nv);
    for (auto& each : v) each = draw(random);
    auto start = once.simulation->snapshot();
    start.twist = twists(state, once.scene, v);
    for (std::size_t b = 0; b < start.pose.size(); ++b) {
      auto const i = static_cast<std::size_t>(state.link(once.scene.bodies[b].name));
      start.pose[b] = {at(state.pose[i], state.robot.links[i].X_LM.p_WB), state.pose[i].q_WB};
    }
    auto const one = rates_of_step(once, start), two = rates_of_step(twice, start);

    constexpr Real h = 1e-6;
    for (int k = 0; k < m.nv; ++k) d.qvel[k] = v[k];
    mj_forward(&m, &d);
    Eigen::VectorXd after(m.nv);
    for (int k = 0; k < m.nv; ++k) after[k] = v[k] + h * d.qacc[k];
    mj_integratePos(&m, d.qpos, v.data(), h);
    state.update();
    auto const theirs = twists(state, once.scene, after);
    for (std::size_t b = 0; b < one.size(); ++b)
      for (int k = 0; k < 6; ++k) {
        Real const a = (theirs[b][k] - start.twist[b][k]) / h;
        EXPECT_NEAR(2 * one[b][k] - two[b][k], a, 2e-4 * (10 + std::abs(a)))
            << once.scene.bodies[b].name << " " << k;
      }
  }
}

TEST(MjcfMotion, AccelerationsAreMujocos) {
  std::string const tip = R"(<geom type="capsule" fromto="0.02 0.01 0 .3 .1 .2" size=".04"
    mass="1.5"/><body name="tip" pos=".3 .1 .2"><joint name="last" axis="0 1 0" armature=".01"
    damping=".3"/><geom type="box" size=".1 .05 .03" mass=".4"/><site name="t" pos=".1 .2 .1"/></body></body>)";
  for (std::string const joints :
       {"<joint name='a' axis='0 0 1' armature='.02' stiffness='3' springref='20'/>",
        "<joint name='a' axis='1 2 3' type='slide' damping='2'/>", "<joint name='a' type='ball'/>",
        "<joint name='a' axis='0 0 1'/><joint name='b' axis='0 1 0' armature='.02'/>",
        "<joint name='a' axis='1 0 1' pos='.1 0 0'/><joint name='b' axis='0 1 0' pos='0 .2 0'/>",
        "<joint name='a' axis='1 0 0'/><joint name='b' axis='0 1 0'/><joint name='c' axis='0 0 "
        "1'/>",
        "<joint name='a' axis='1 2 3' type='slide'/><joint name='b' axis='1 2 3' pos='0 .1 0'/>"})
    for (std::string const tendon :
         {"",
          "<tendon><spatial stiffness='9' springlength='.3' damping='.4'><site site='s'/>"
          "<site site='t'/></spatial></tendon>",
          "<tendon><fixed stiffness='.3' damping='.003'><joint joint='a' coef='1.5'/>"
          "<joint joint='last' coef='-2'/></fixed></tendon>"})
      for (std::string const base : {"<freejoint/><geom type='box' size='.2 .15 .1' mass='5'/>",
                                     "<geom type='box' size='.2 .15 .1' mass='5'/>"}) {
        SCOPED_TRACE(joints + tendon);
        if (tendon.find("joint") != tendon.npos && joints.find("ball") != std::string::npos)
          continue;
        TextFile const file(
            "m.xml",
            "<mujoco><default><geom contype='0' conaffinity='0'/></default><worldbody>"
            "<body name='base' pos='0 0 1'><site name='s' pos='-.1 .3 .2'/>" +
                base + "<body name='arm' pos='.2 .1 .3' euler='5 -8 30'>" + joints + tip +
                "</body></worldbody>" + tendon + "</mujoco>");
        expect_accelerations(file.path());
      }
}

}  // namespace
}  // namespace orthant::test::mjcf_motion
#endif
