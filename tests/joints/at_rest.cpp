// Forces that hold bodies at rest against each other, where nothing else has a speed: right steps
// are called solved, and compliant rows press with the force of their stretch.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::at_rest {
namespace {

class HeldAtRest : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, HeldAtRest, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return name_of(test.param); });

void expect_solved(Json const& scene, Real h, int steps, Json const& integrator) {
  JointRun run(scene, h, integrator, "cascade");
  for (int k = 0; k < steps; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solved()) << scene["joints"][0] << " step " << k << ": "
                                 << report.why_unsolved();
  }
  for (int b = 0; b < run.simulation->bodies(); ++b)
    EXPECT_LT(norm(linear(run.twist(b))), 1e-6) << scene["joints"][0];
}

/// A motor with an effort limit presses two boxes against a wall.
TEST_P(HeldAtRest, ByAMotorOfLimitedEffort) {
  Json const box = {{{"type", "box"}, {"size", {0.1, 0.1, 0.1}}}};
  Json const bodies = {{{"name", "wall"},
                        {"motion", "fixed"},
                        {"position", {0.3, 0, 0}},
                        {"orientation", {0.7071067811865476, 0, -0.7071067811865475, 0}},
                        {"shapes", {{{"type", "half_space"}}}}},
                       {{"name", "p"}, {"mass", 1}, {"shapes", box}},
                       {{"name", "b"}, {"mass", 1}, {"position", {0.12, 0, 0}}, {"shapes", box}}};
  Json slider = {{"type", "slider"}, {"b", "p"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
  Json const motors = {{{"type", "velocity"}, {"target", 0.5}},
                       {{"type", "velocity"}, {"target", 0.5}, {"kd", 1e4}},
                       {{"type", "position"}, {"target", 0.5}, {"kp", 1e5}, {"kd", 1e3}}};
  for (Json motor : motors)
    for (Real const effort : {40., 1.}) {
      motor["max_effort"] = effort;
      slider["motor"] = motor;
      expect_solved({{"gravity", {0, 0, 0}}, {"bodies", bodies}, {"joints", {slider}}}, 0.01, 120,
                    GetParam());
    }
}

/// Springs and motors press a body against a rigid limit.
TEST_P(HeldAtRest, BySpringsOnALimit) {
  Json const body = {{"name", "p"}, {"mass", 1}, {"inertia", {0.01, 0.01, 0.01}}};
  Json slider = {{"type", "slider"},
                 {"b", "p"},
                 {"point", {0, 0, 0}},
                 {"axis", {1, 0, 0}},
                 {"limits", {{"upper", 0}}}};
  Json const scene = {{"gravity", {0, 0, 0}}, {"bodies", {body}}};
  auto const with = [&](char const* key, Json const& law) {
    Json out = scene;
    out["joints"] = {slider};
    out["joints"][0][key] = law;
    return out;
  };
  for (Real const k : {1e3, 1e5}) {
    expect_solved(with("spring", {{"stiffness", k}, {"damping", 100}, {"rest", 0.001}}), 0.005, 200,
                  GetParam());
    Json motor = {{"type", "position"}, {"kp", k}, {"kd", 100}, {"target", 0.001}};
    expect_solved(with("motor", motor), 0.005, 200, GetParam());
    motor["max_effort"] = 0.5;
    expect_solved(with("motor", motor), 0.005, 200, GetParam());
  }
}

Real const reach = 1e-3;  // how far the compliant row would move the body past the stop [m]

Json ball(Real x, char const* name) {
  return {{"name", name},
          {"mass", 1},
          {"position", {x, 0, 0}},
          {"shapes", {{{"type", "sphere"}, {"radius", 0.05}}}}};
}
Json box(Real x, char const* name, Real compliance) {
  Json surface = {{"type", "box"}, {"size", {1, 1, 1}}};
  if (compliance > 0) surface["compliance"] = compliance;
  return {{"name", name},
          {"motion", "fixed"},
          {"position", {x, 0, 0}},
          {"shapes", Json::array({surface})}};
}

/// A law along the distance to a point at x = -1, which is one at the start.
Json strut(Json const& law) {
  Json out = {{"type", "strut"}, {"b", "p"}, {"point_a", {-1, 0, 0}}, {"point_b", {0, 0, 0}}};
  out.update(law);
  return out;
}

struct Press {
  char const* name;
  Json joint, body;  // one of them is null
};

/// What presses along x, with K c = K `reach` where the stop is.
std::vector<Press> presses(Real K) {
  Json const motor = {{"type", "position"}, {"kp", K}, {"kd", 100}, {"target", 1 + reach}},
             brake = {{"type", "velocity"}, {"kd", 1e-3 * K}, {"target", 1e3 * reach}},
             spring = {{"stiffness", K}, {"damping", 100}, {"rest", 1 + reach}},
             table = {{"force", {{-1, -K}, {1, K}}}, {"rest", 1 + reach}},
             soft = {{"lower", 1 + reach}, {"compliance", 1 / K}, {"damping", 100}},
             open = {{"offset", {-reach, 0, 0}}};
  Json ball = {{"type", "ball"},      {"b", "p"},       {"point", {0, 0, 0}},
               {"compliance", 1 / K}, {"damping", 100}, {"open", open}};
  Json bushing = ball;
  bushing["type"] = "fixed";
  bushing["angular_compliance"] = 0.01;
  return {{"motor", strut({{"motor", motor}}), {}},
          {"brake", strut({{"motor", brake}}), {}},
          {"spring", strut({{"spring", spring}}), {}},
          {"table", strut({{"spring", table}}), {}},
          {"soft limit", strut({{"limits", soft}}), {}},
          {"ball", ball, {}},
          {"bushing", bushing, {}},
          {"soft contact", {}, box(-0.55 + reach, "soft", 1 / K)}};
}

/// The force of the wall, or of a limit, on the body after it has come to rest there.
Real force_of_stop(Press const& press, bool wall, bool guided, Json const& integrator) {
  Json scene = {
      {"gravity", {0, 0, 0}}, {"bodies", Json::array({ball(0, "p")})}, {"joints", Json::array()}};
  if (wall) scene["bodies"].push_back(box(0.55, "wall", 0));
  if (press.body.is_object()) scene["bodies"].push_back(press.body);
  if (guided || !wall) {
    Json rail = {{"type", "slider"}, {"b", "p"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
    if (!wall) rail["limits"] = {{"upper", 0}};
    scene["joints"].push_back(rail);
  }
  if (press.joint.is_object()) scene["joints"].push_back(press.joint);
  JointRun run(scene, 0.005, integrator, {{"type", "cascade"}, {"tolerance", 1e-11}});
  for (int k = 0; k < 100; ++k) run.step();
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
                         [](auto const& test) { return name_of(test.param); });

TEST_P(CompliantAtRest, PressesWithTheForceOfItsStretch) {
  for (Real const K : {1e3, 1e5, 1e6})
    for (auto const& press : presses(K))
      for (bool const wall : {true, false})
        for (bool const guided : {true, false}) {
          if (!wall && !guided) continue;
          EXPECT_NEAR(force_of_stop(press, wall, guided, GetParam()) / (K * reach), 1, 1e-6)
              << press.name << " K " << K << (wall ? " wall" : " limit") << (guided ? " rail" : "");
        }
}

}  // namespace
}  // namespace orthant::test::at_rest
