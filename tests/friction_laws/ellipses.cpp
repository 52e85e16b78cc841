// Friction ellipses fixed to a surface: by their rule, and without a second axis, along one
// direction alone, by every method.
#include <algorithm>

#include "tests/friction_laws/methods.hpp"

namespace orthant::test::ellipses {
namespace {

constexpr Real h = 0.01, g = 10, mu_1 = 0.5, mu_2 = 0.2;

std::string ellipse(Real along, Real across, Vec3 const& direction = x_axis) {
  return "{\"along\":" + json(along) + ",\"across\":" + json(across) +
         ",\"direction\":" + json(direction) + "}";
}
std::string push(Vec3 const& force) { return "bodies.1.force=" + json(force); }

/// The floor has the ellipse, with its first axis along `direction`; the body is rough.
Changes on_ellipse(Real across, Changes more, Vec3 const& direction = x_axis) {
  more.insert(more.end(), {"contact.friction_combination=\"minimum\"", "bodies.1.friction=10",
                           "bodies.0.friction=" + ellipse(mu_1, across, direction)});
  return more;
}

TEST(Anisotropic, EqualCoefficientsAreTheIsotropicOnes) {
  auto const slide = [](std::string const& friction) {
    Trial trial(box_on_floor, h, {},
                {"bodies.0.friction=" + friction, "bodies.1.friction=" + friction,
                 "bodies.1.velocity=[2,1,0]", "bodies.1.angular_velocity=[0,0,3]"});
    trial.run(60);
    return trial.pose("body");
  };
  auto const round = slide("0.5");
  auto const oval = slide(ellipse(0.5, 0.5 * (1 + 1e-7), {{0.6, 0.8, 0}}));
  expect_near(oval.p_WB, round.p_WB, 1e-6);
  EXPECT_NEAR(oval.q_WB.z, round.q_WB.z, 1e-6);
  EXPECT_GT(norm(round.p_WB - Vec3{{0, 0, 0.1}}), 0.1);
}

/// Friction that falls with the speed takes that in m/s, along each axis of the ellipse.
TEST(Anisotropic, FallsWithTheSpeedAlongEachAxis) {
  Real const static_ = 0.8, kinetic = 0.3, v_s = 0.2, start = 0.3;
  for (auto const& [direction, mu] : {std::pair(x_axis, 0.8), std::pair(y_axis, 0.4)}) {
    Trial trial(
        foot_on_floor, h, {},
        {"contact.friction_combination=\"minimum\"", "bodies.0.friction=" + ellipse(0.8, 0.4),
         "bodies.1.friction={\"static\":0.8,\"kinetic\":0.3,\"stribeck_speed\":0.2}",
         "bodies.1.velocity=" + json(start * direction)});
    trial.run(1);
    Real v = start;  // v = v- - h g mu mu_f(v)/static
    for (int k = 0; k < 100; ++k)
      v = start -
          h * g * mu / static_ * (kinetic + (static_ - kinetic) * std::exp(-v * v / (v_s * v_s)));
    expect_near(trial.velocity("body"), v * direction, 1e-7);
  }
}

/// From rest under a constant load the sliding direction is constant: v_k = k h a s. On the ellipse
/// maximal dissipation is l_i = -mu_i^2 s_i / sqrt(sum_j mu_j^2 s_j^2) times the normal impulse. So
/// the load is chosen for a direction s and an acceleration a.
TEST(Anisotropic, ABoxSlidesByTheRuleOfTheEllipse) {
  for (Real rotated : {0., 0.7})  // of the floor's direction
    for (Real heading : {0., 0.4, 1.2, 2.5}) {
      Real const s[2] = {std::cos(heading - rotated), std::sin(heading - rotated)}, a = 0.8;
      Real const length = std::hypot(mu_1 * s[0], mu_2 * s[1]);
      Real const f[2] = {g * mu_1 * mu_1 * s[0] / length, g * mu_2 * mu_2 * s[1] / length};
      Vec3 const e1{{std::cos(rotated), std::sin(rotated), 0}},
          e2{{-std::sin(rotated), std::cos(rotated), 0}};
      Vec3 const direction = s[0] * e1 + s[1] * e2;
      Trial trial(box_on_floor, h, {},
                  on_ellipse(mu_2, {push(a * direction + f[0] * e1 + f[1] * e2)}, e1));
      for (int k = 1; k <= 20; ++k) {
        trial.run(1);
        expect_near(trial.velocity("body"), k * h * a * direction,
                    1e-8);  // at least 1e-10 m/s in each step
        expect_near(trial.impulse_between("floor", "body"),
                    -h * (f[0] * e1 + f[1] * e2) + g * h * z_axis, 1e-8);
      }
      // In physical units each impulse is on its own ellipse, whose first tangent is along e1.
      for (auto const& c : trial.simulation().last_step().contact_impulses())
        EXPECT_NEAR(std::hypot(c.impulse[1] / mu_1, c.impulse[2] / mu_2), c.impulse[0], 1e-8);
    }
}

TEST(Anisotropic, HoldsInsideTheEllipseAndSlidesOutside) {
  for (Real angle : {0., 0.5, 1.1, pi / 2, 3.}) {
    Vec3 const edge{{g * mu_1 * std::cos(angle), g * mu_2 * std::sin(angle), 0}};
    Trial inside(box_on_floor, h, {}, on_ellipse(mu_2, {push(0.999 * edge)}));
    inside.run(20);
    EXPECT_LT(norm(inside.velocity("body")), 1e-9);
    Trial outside(box_on_floor, h, {}, on_ellipse(mu_2, {push(1.001 * edge)}));
    outside.run(20);
    // Just outside it starts along the ellipse's normal.
    Vec3 const v = outside.velocity("body"),
               normal{{std::cos(angle) / mu_1, std::sin(angle) / mu_2, 0}};
    EXPECT_GT(norm(v), 1e-4);
    EXPECT_NEAR(dot(v, normal) / (norm(v) * norm(normal)), 1, 1e-5);
  }
}

/// The axes turn with their body: after a turn turn about z the coefficients are exchanged.
TEST(Anisotropic, TheDirectionBelongsToTheShape) {
  for (Real turn : {0., 1.}) {
    Real const held = turn == 0 ? mu_1 : mu_2;
    for (Real load : {0.99, 1.01}) {
      Trial trial(box_on_floor, h, {},
                  {"bodies.0.friction=10", "contact.friction_combination=\"minimum\"",
                   "bodies.1.friction=" + ellipse(mu_1, mu_2),
                   "bodies.1.orientation=" + json(rotation(z_axis, turn * pi / 2)),
                   "bodies.1.force=" + json(load * held * g * x_axis)});
      trial.run(10);
      EXPECT_EQ(norm(trial.velocity("body")) < 1e-9, load < 1);
    }
  }
}

class OneWayBy : public testing::TestWithParam<Method> {};

/// Across the direction a body is free, whether it sticks or slides along it.
TEST_P(OneWayBy, HoldsAndBrakesAlongItAndIsFreeAcross) {
  Vec3 const e{{0.6, 0.8, 0}}, s{{-0.8, 0.6, 0}};
  Real const across = 2, force = 3;
  for (Real const along : {0.9 * mu_1 * g, -0.9 * mu_1 * g, 1.5 * mu_1 * g, -1.5 * mu_1 * g}) {
    Trial trial(foot_on_floor, h, GetParam().settings,
                on_ellipse(0,
                           {"bodies.1.velocity=" + json(across * s),
                            "bodies.1.force=" + json(along * e + force * s)},
                           e));
    for (int k = 1; k <= 20; ++k) {
      if (!step_or_say(trial, GetParam())) return;
      Real const friction = std::clamp(along, -mu_1 * g, mu_1 * g);
      expect_near(trial.velocity("body"),
                  k * h * (along - friction) * e + (across + k * h * force) * s, 1e-7);
      expect_near(trial.impulse_between("floor", "body"), h * (g * z_axis - friction * e), 1e-7);
    }
    auto const c = trial.simulation().last_step().contact_impulses().at(0);
    EXPECT_EQ(c.impulse[2], 0);
    EXPECT_EQ(c.value[2], 0);
    expect_near(c.sliding_W, trial.velocity("body"), 1e-7);
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
                on_ellipse(0, {"bodies.1.mass=" + json(mass), "bodies.1.velocity=[1,1,0]"}));
    for (int k = 1; k <= 40; ++k) {
      trial.run(1);
      expect_near(trial.velocity("body"), {{std::max(0., 1 - mu_1 * g * h * k), 1, 0}}, 1e-7);
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
    expect_near(trial.velocity("body"), 10 * h * (7 - held) * Vec3{{0.6, 0.8, 0}}, 1e-7);
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
  expect_near(falls.velocity("body"), {{v, 30, 0}}, 1e-7);
  Trial creeps(foot_on_floor, h, {},
               on_ellipse(0, {"contact.creep_speed=0.1", "bodies.1.force=[2.5,1,0]"}));
  creeps.run(100);
  expect_near(creeps.velocity("body"), {{0.1 * 2.5 / (mu_1 * g), 100 * h, 0}}, 1e-6);
}

TEST(OneWay, NeedsFrictionAlongTheDirection) {
  auto const refusal = [](std::string const& friction) {
    return refusal_of(foot_on_floor, {"bodies.0.friction=" + friction});
  };
  EXPECT_THAT(refusal(ellipse(0, 0.5)), testing::HasSubstr("bodies/0/friction/along"));
  EXPECT_THAT(refusal(ellipse(0.5, -0.1)), testing::HasSubstr("bodies/0/friction/across"));
}

}  // namespace
}  // namespace orthant::test::ellipses
