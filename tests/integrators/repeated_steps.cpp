// A step that is made again continues the motion: methods with a history keep it.
#include "tests/integrators/solids.hpp"

namespace orthant::test::repeated_steps {
namespace {

/// A pendulum of two links that swings fast, on joints that turn its forces.
Scene pendulum() {
  Scene out;
  for (int k = 0; k < 2; ++k) {
    BodySpec link = spinning({{0.02, 0.03, 0.01}}, {}, {});
    link.name = "link" + std::to_string(k);
    link.pose.p_WB = {{0.25 + 0.5 * k, 0, 20}};
    link.twist = stacked(Vec3{{0, 0, 0.5 + 2. * k}}, Vec3{{0, -2 - 2. * k, 0}});
    out.add(link);
    JointSpec joint;
    joint.type = k == 0 ? "hinge" : "ball";
    joint.name = "joint" + std::to_string(k);
    joint.a = k - 1;
    joint.b = k;
    joint.X_AJ.p_WB = k == 0 ? Vec3{{0, 0, 20}} : Vec3{{0.25, 0, 0}};
    joint.X_BJ.p_WB = {{-0.25, 0, 0}};
    joint.X_AJ.q_WB = joint.X_BJ.q_WB = rotation(x_axis, quarter);
    out.joints.push_back(joint);
  }
  return out;
}

/// Far below, a fast ball strikes another one in front of a thin wall: the latter is thrown through
/// the wall within the step, so that the step is made again.
void add_balls(Scene& to) {
  Placed const ball = sphere(0.02);
  to.add(solid("wall", box(0.001, 0.5, 0.5).at(0.6, 0, 0), Motion::fixed));
  for (auto const& [name, at, speed] :
       {std::tuple{"struck", ball.at(0.55, 0, 0), 0.}, {"fast", ball.at(-0.21, 0.001, 0), 20.}}) {
    to.add(solid(name, at, Motion::dynamic, Surface{}.friction, {{speed, 0, 0, 0, 0, 0}}));
    to.bodies.back().mass = 2;
  }
}

class EveryIntegratorAgain : public testing::TestWithParam<Json> {};

TEST_P(EveryIntegratorAgain, BodiesElsewhereMoveAsTheyWouldAlone) {
  Scene both = pendulum();
  add_balls(both);
  auto const alone = simulation(pendulum(), 0.01, GetParam());
  auto const beside = simulation(both, 0.01, GetParam());
  for (int step = 0; step < 30; ++step) {
    alone->step();
    beside->step();
    auto const a = alone->snapshot(), b = beside->snapshot();
    for (int k = 0; k < 2; ++k) {
      EXPECT_LT(norm(a.pose[k].p_WB - b.pose[k].p_WB), 1e-9) << step;
      EXPECT_LT(norm(a.twist[k] - b.twist[k]), 1e-7) << step;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegratorAgain, testing::ValuesIn(integrators()),
                         by_integrator);

}  // namespace
}  // namespace orthant::test::repeated_steps
