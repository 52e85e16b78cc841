// Every contact law with every complementarity function, form of friction, and solver of scenes.
#include <cmath>

#include "tests/contacts/balls.hpp"
#include "tests/friction_forms.hpp"

namespace orthant::test::walk {
namespace {

constexpr Real h = 0.01;

class EveryForm : public testing::TestWithParam<Settings> {
 protected:
  /// Makes steps that converge; false if one is reported as unsolved and may be.
  static bool ran(Trial& trial, int steps) {
    if (GetParam().solver != "newton") return trial.run(steps), true;
    for (int k = 0; k < steps; ++k)
      if (!trial.step_or_say()) return false;
    return true;
  }
};

TEST_P(EveryForm, Bounces) {
  Trial trial(ball_on_plane, h, GetParam(),
              {"contact.level=\"velocity\"", "contact.baumgarte=0", "contact.speculative=false",
               "bodies.1.restitution=0.5", "bodies.1.velocity=[0,0,-2]"});
  if (!ran(trial, 1)) return;
  expect_near(trial.velocity("ball"), {{0, 0, 1}}, 1e-9);
}

TEST_P(EveryForm, Yields) {
  Trial trial(ball_on_plane, h, GetParam(),
              {"bodies.1.stiffness=1000", "bodies.1.damping=10", "bodies.1.velocity=[0,0,-1]"});
  if (!ran(trial, 1)) return;
  // C/h lambda + (h + tau) v = 0 with lambda = v - (-1 - g h)
  Real const C = 1e-3, tau = 1e-2;
  expect_near(trial.velocity("ball"), {{0, 0, -C / h * (1 + g * h) / (h + tau + C / h)}}, 1e-9);
}

/// The centre of the ball slides, off the axes of the ellipse. With m/R^2/I the speed of the
/// contact point falls by 7/2 of the friction.
TEST_P(EveryForm, SlidesOnAnEllipse) {
  Real const mu_1 = 0.5, mu_2 = 0.2, s = std::sqrt(0.5);
  Trial trial(ball_on_plane, h, GetParam(),
              {"contact.friction_combination=\"minimum\"", "bodies.1.friction=10",
               R"(bodies.0.friction={"along":0.5,"across":0.2})",
               "bodies.1.velocity=" + json(Vec3{{s, s, 0}})});
  if (friction_form(GetParam().friction).other_law) return;
  if (!ran(trial, 1)) return;
  // lambda_i = -mu_i^2 w_i/|mu w| g h with the final velocity of the contact point, w = w- + 7/2
  // lambda.
  Vec3 const impulse = trial.impulse_between("floor", "ball");
  Real const w[2] = {s + 3.5 * impulse[0], s + 3.5 * impulse[1]};
  Real const length = std::hypot(mu_1 * w[0], mu_2 * w[1]);
  expect_near(impulse,
              {{-mu_1 * mu_1 * w[0] / length * g * h, -mu_2 * mu_2 * w[1] / length * g * h, g * h}},
              1e-9);
}

TEST_P(EveryForm, StopsRollingAndSpinning) {
  Trial trial(ball_on_plane, h, GetParam(),
              {"bodies.0.rolling_friction=0.1", "bodies.1.rolling_friction=0.1",
               "bodies.0.torsional_friction=0.1", "bodies.1.torsional_friction=0.1",
               "bodies.1.velocity=[0.1,0,0]", "bodies.1.angular_velocity=[0,0.2,1]"});
  if (!ran(trial, 1)) return;
  Real const slows = 0.1 * g * radius / (1.4 * radius * radius);
  if (GetParam().friction != "associated") {
    expect_near(trial.velocity("ball"), {{0.1 - h * slows, 0, 0}}, 1e-8);
    expect_near(trial.spin("ball"), {{0, 0.2 - h * slows / radius, 1 - h * 0.1 * g / 0.1}}, 1e-8);
  }
  if (!ran(trial, 14)) return;
  EXPECT_LT(norm(trial.velocity("ball")), 1e-9);
  EXPECT_LT(norm(trial.spin("ball")), 1e-9);
}

std::vector<Settings> forms() {
  std::vector<Settings> out;
  for (auto const& form : friction_forms())
    for (auto const& ncp :
         form.whole_contact ? std::vector<std::string>{""} : plug_ins("NCP function"))
      out.push_back(
          {.ncp = ncp, .friction = form.name, .linear = form.symmetric ? "" : "dense_lu"});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Forms, EveryForm, testing::ValuesIn(forms()), name_of);

std::vector<Settings> solvers() {
  std::vector<Settings> out;
  for (auto const& solver : {"sequence", "hybrid", "proximal_newton", "interior_point", "nsgs"}) {
    out.emplace_back();
    out.back().solver = solver;
  }
  return out;
}
INSTANTIATE_TEST_SUITE_P(Solvers, EveryForm, testing::ValuesIn(solvers()),
                         [](auto const& each) { return each.param.solver; });

}  // namespace
}  // namespace orthant::test::walk
