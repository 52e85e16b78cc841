// Forces that hold bodies at rest against each other, where nothing else has a speed: right steps
// are called solved, and compliant rows press with the force of their stretch.
#include "tests/joints/parts.hpp"

namespace orthant::test::at_rest {
namespace {

/// A motor with an effort limit presses two boxes against a wall.
TEST(HeldAtRest, ByAMotorOfLimitedEffort) {
  Json const wall =
      ground({{0.3, 0, 0}}, {{"orientation", {std::sqrt(0.5), 0, -std::sqrt(0.5), 0}}});
  auto const box = [](char const* name, Real x) {
    return Json{{"name", name},
                {"mass", 1},
                {"position", {x, 0, 0}},
                {"shapes", box_shape({{0.1, 0.1, 0.1}})}};
  };
  Json const motors = {{{"type", "velocity"}, {"target", 0.5}},
                       {{"type", "velocity"}, {"target", 0.5}, {"kd", 1e4}},
                       {{"type", "position"}, {"target", 0.5}, {"kp", 1e5}, {"kd", 1e3}}};
  for (Json const& integrator : two_integrators())
    for (Json motor : motors)
      for (Real const effort : {40., 1.}) {
        motor["max_effort"] = effort;
        JointRun run(scene_of({wall, box("p", 0), box("b", 0.12)},
                              {joint_at("slider", "p", {}, x_axis, {{"motor", motor}})}),
                     0.01, integrator, "cascade");
        solve_steps(run, 120);
        for (int b : {1, 2}) EXPECT_LT(norm(linear(run.twist(b))), 1e-6) << motor;
      }
}

Real const reach = 1e-3;  // how far the compliant row would move the body past the stop [m]

Json box(Real x, char const* name, Real compliance) {
  Json surface = box_shape({{1, 1, 1}});
  if (compliance > 0) surface[0]["compliance"] = compliance;
  return {{"name", name}, {"motion", "fixed"}, {"position", {x, 0, 0}}, {"shapes", surface}};
}

/// A law along the distance to a point at x = -1, which is one at the start.
Json strut(Json const& law) { return line_of("strut", "p", {{-1, 0, 0}}, {}, law); }

struct Press {
  char const* name;
  Json joint, body;          // one of them is null
  bool yields_fully = true;  // has the force K `reach` at the stop
};

/// What presses along x, with K c = K `reach` where the stop is.
std::vector<Press> presses(Real K) {
  Json const motor = {{"type", "position"}, {"kp", K}, {"kd", 100}, {"target", 1 + reach}},
             weak = with(motor, {{"max_effort", 0.5}}),
             brake = {{"type", "velocity"}, {"kd", 1e-3 * K}, {"target", 1e3 * reach}},
             spring = {{"stiffness", K}, {"damping", 100}, {"rest", 1 + reach}},
             table = {{"force", {{-1, -K}, {1, K}}}, {"rest", 1 + reach}},
             soft = {{"lower", 1 + reach}, {"compliance", 1 / K}, {"damping", 100}};
  Json const ball = ball_at(
      "p", {}, {{"compliance", 1 / K}, {"damping", 100}, {"open", {{"offset", {-reach, 0, 0}}}}});
  return {{"motor", strut({{"motor", motor}}), {}},
          {"weak motor", strut({{"motor", weak}}), {}, false},
          {"brake", strut({{"motor", brake}}), {}},
          {"spring", strut({{"spring", spring}}), {}},
          {"table", strut({{"spring", table}}), {}},
          {"soft limit", strut({{"limits", soft}}), {}},
          {"ball", ball, {}},
          {"bushing", with(ball, {{"type", "fixed"}, {"angular_compliance", 0.01}}), {}},
          {"soft contact", {}, box(-0.55 + reach, "soft", 1 / K)}};
}

/// The force of the wall, or of a limit, on the body after it has come to rest there.
Real force_of_stop(Press const& press, bool wall, bool guided, Json const& integrator) {
  std::vector<Json> bodies{{{"name", "p"}, {"mass", 1}, {"shapes", sphere_shape(0.05)}}}, joints;
  if (wall) bodies.push_back(box(0.55, "wall", 0));
  if (press.body.is_object()) bodies.push_back(press.body);
  if (guided || !wall) joints.push_back(joint_at("slider", "p", {}, x_axis));
  if (!wall) joints[0]["limits"] = {{"upper", 0}};
  if (press.joint.is_object()) joints.push_back(press.joint);
  JointRun run(scene_of(bodies, joints), 0.005, integrator,
               {{"type", "cascade"}, {"tolerance", 1e-11}});
  solve_steps(run, 100);
  EXPECT_NEAR(run.pose().p_WB[0], 0, 1e-9);
  EXPECT_NEAR(run.twist()[0], 0, 1e-9);
  if (!wall) return -run.reaction().force_W[0];
  for (auto const& contact : run.simulation->last_step().contact_impulses())
    if (std::abs(contact.place.point_W[0] - 0.05) < 0.01)
      return contact.impulse[0] * contact.force_per_impulse;
  return 0;
}

class CompliantAtRest : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, CompliantAtRest, testing::ValuesIn(one_of_each_way()),
                         by_integrator);

TEST_P(CompliantAtRest, PressesWithTheForceOfItsStretch) {
  for (Real const K : {1e3, 1e5, 1e6})
    for (auto const& press : presses(K))
      for (bool const wall : {true, false})
        for (bool const guided : {true, false}) {
          if (!wall && !guided) continue;
          Real const full = press.yields_fully ? K * reach : 0.5;
          EXPECT_NEAR(force_of_stop(press, wall, guided, GetParam()) / full, 1, 1e-6)
              << press.name << " K " << K << (wall ? " wall" : " limit") << (guided ? " rail" : "");
        }
}

}  // namespace
}  // namespace orthant::test::at_rest
