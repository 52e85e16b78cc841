// Friction along one direction alone: an ellipse without a second axis, by every method.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::one_way {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5;

std::string ellipse(Real along, Real across, Vec3 const& direction = x_axis) {
  return "{\"along\":" + json(along) + ",\"across\":" + json(across) +
         ",\"direction\":" + json(direction) + "}";
}
/// The floor has the ellipse; the body is rough.
Changes on_rails(Changes more, Vec3 const& direction = x_axis) {
  more.insert(more.end(), {"contact.friction_combination=\"minimum\"", "bodies.1.friction=10",
                           "bodies.0.friction=" + ellipse(mu, 0, direction)});
  return more;
}

class OneWayBy : public testing::TestWithParam<Method> {};

/// Across the direction a body is free, whether it sticks or slides along it.
TEST_P(OneWayBy, HoldsAndBrakesAlongItAndIsFreeAcross) {
  Vec3 const e{{0.6, 0.8, 0}}, s{{-0.8, 0.6, 0}};
  Real const across = 2, force = 3;
  for (Real const along : {0.9 * mu * g, -0.9 * mu * g, 1.5 * mu * g, -1.5 * mu * g}) {
    Trial trial(foot_on_floor, h, GetParam().settings,
                on_rails({"bodies.1.velocity=" + json(across * s),
                          "bodies.1.force=" + json(along * e + force * s)},
                         e));
    for (int k = 1; k <= 20; ++k) {
      if (!step_or_say(trial, GetParam())) return;
      Real const friction = std::clamp(along, -mu * g, mu * g);
      expect_near(trial.velocity("box"),
                  k * h * (along - friction) * e + (across + k * h * force) * s, 1e-7);
      expect_near(trial.impulse_between("floor", "box"), h * (g * z_axis - friction * e), 1e-7);
    }
    auto const c = trial.simulation().last_step().contact_impulses().at(0);
    EXPECT_EQ(c.impulse[2], 0);
    EXPECT_EQ(c.value[2], 0);
    expect_near(c.sliding_W, trial.velocity("box"), 1e-7);
  }
}

std::vector<Method> methods() {
  auto out = solvers_of_coulombs_law();
  for (auto const& each : methods_of_two_integrators()) out.push_back(each);
  Json const polygon = {{"type", "newton"}, {"friction", "polyhedral"}, {"linear", "dense_lu"}};
  out.push_back({"polyhedral", by_solver(polygon)});
  out.push_back({"lemke", by_solver({{"type", "lemke"}})});
  for (auto const& scaling : plug_ins("scaling"))
    out.push_back({"scaled_" + scaling, by_solver({{"type", "newton"}, {"scaling", scaling}})});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Of, OneWayBy, testing::ValuesIn(methods()), method_name);

/// A box slides on four contacts and stops along the direction, for any mass.
TEST(OneWay, ABoxStopsAlongItAlone) {
  for (Real const mass : {1e-6, 1., 1e6}) {
    Trial trial(box_on_floor, h, {},
                on_rails({"bodies.1.mass=" + json(mass), "bodies.1.velocity=[1,1,0]"}));
    for (int k = 1; k <= 40; ++k) {
      trial.run(1);
      expect_near(trial.velocity("box"), {{std::max(0., 1 - mu * g * h * k), 1, 0}}, 1e-7);
    }
  }
}

/// Two surfaces with this friction hold where their directions are the same.
TEST(OneWay, TwoSurfacesHoldAlongTheDirectionThatTheyShare) {
  for (Real const turned : {0., 0.3}) {
    Trial trial(foot_on_floor, h, {},
                {"bodies.0.friction=" + ellipse(0.4, 0, {{0.6, 0.8, 0}}),
                 "bodies.1.friction=" + ellipse(0.9, 0, {{0.6, 0.8, 0}}),
                 "bodies.1.orientation=" + json(rotation(z_axis, turned)),
                 "bodies.1.force=" + json({{7 * 0.6, 7 * 0.8, 0}})});
    trial.run(10);
    Real const held = turned == 0 ? std::sqrt(0.4 * 0.9) * g : 0;  // the geometric mean
    expect_near(trial.velocity("box"), 10 * h * (7 - held) * Vec3{{0.6, 0.8, 0}}, 1e-7);
  }
}

/// Friction that falls with the speed takes that along the direction; friction that creeps does so
/// along it.
TEST(OneWay, FallsAndCreepsAlongIt) {
  Real const static_ = 0.8, kinetic = 0.3, v_s = 0.2, speed = 1;
  Trial falls(
      foot_on_floor, h, {},
      {"contact.friction_combination=\"minimum\"", "bodies.0.friction=" + ellipse(static_, 0),
       "bodies.1.friction={\"static\":0.8,\"kinetic\":0.3,\"stribeck_speed\":0.2}",
       "bodies.1.velocity=[1,30,0]"});
  falls.run(1);
  Real v = speed;  // v = 1 - h g mu(v)
  for (int k = 0; k < 50; ++k)
    v = speed - h * g * (kinetic + (static_ - kinetic) * std::exp(-v * v / (v_s * v_s)));
  expect_near(falls.velocity("box"), {{v, 30, 0}}, 1e-7);
  Trial creeps(foot_on_floor, h, {},
               on_rails({"contact.creep_speed=0.1", "bodies.1.force=[2.5,1,0]"}));
  creeps.run(100);
  expect_near(creeps.velocity("box"), {{0.1 * 2.5 / (mu * g), 100 * h, 0}}, 1e-6);
}

TEST(OneWay, NeedsFrictionAlongTheDirection) {
  auto const refusal = [](std::string const& friction) {
    try {
      Trial(foot_on_floor, h, {}, {"bodies.0.friction=" + friction});
    } catch (Error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refusal(ellipse(0, 0.5)), testing::HasSubstr("bodies/0/friction/along"));
  EXPECT_THAT(refusal(ellipse(0.5, -0.1)), testing::HasSubstr("bodies/0/friction/across"));
}

}  // namespace
}  // namespace orthant::test::one_way
