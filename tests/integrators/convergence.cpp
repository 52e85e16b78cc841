// All integrators converge to the same motion with the stated order, and joints hold.
#include <map>

#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test::convergence {
namespace {

struct End {
  std::vector<Real> position, velocity, force;
};

/// The forces of all joints.
std::vector<Real> forces(Simulation const& s) {
  std::vector<Real> out;
  for (auto const& joint : s.last_step().joint_reactions())
    for (int i = 0; i < 3; ++i) out.push_back(joint.force_W[i]);
  return out;
}

constexpr Real time_of_all = 0.4;  // [s]

End end_of(Scene const& scene, Json const& integrator, int steps) {
  auto const s = simulation(scene, time_of_all / steps, integrator);
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(s->step().solve.converged()) << i;
    // 1e-10 m/s and the round-off of a metre over a step, times the step
    auto const& m = s->measure()[0];
    if (holds_joints(integrator)) {
      EXPECT_LT(larger(m.joint_error, m.joint_error_angular), 1.2e-12) << i;
    }
  }
  End out;
  auto const now = s->snapshot();
  for (std::size_t b = 0; b < now.pose.size(); ++b) {
    auto const& q = now.pose[b].q_WB;
    for (int i = 0; i < 3; ++i) out.position.push_back(now.pose[b].p_WB[i]);
    for (Real const x : {q.w, q.x, q.y, q.z}) out.position.push_back(x);
    for (int i = 0; i < 6; ++i) out.velocity.push_back(now.twist[b][i]);
  }
  out.force = forces(*s);
  // Where forces act over a whole step and are those of its middle, the mean of two successive
  // steps is the force at the time between them.
  Real const of = s->last_step().force_time();
  if (of == 0) return out;
  EXPECT_NEAR(of, -0.5 * time_of_all / steps, 1e-15);
  s->step();
  auto const next = forces(*s);
  for (std::size_t i = 0; i < next.size(); ++i) out.force[i] = 0.5 * (out.force[i] + next[i]);
  return out;
}

Real distance(std::vector<Real> const& a, std::vector<Real> const& b) {
  Real worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = larger(worst, std::fabs(a[i] - b[i]));
  return worst;
}

struct Case {
  std::string name;
  Scene (*scene)();
};
Case const cases[] = {{"driven top", driven_top},
                      {"spherical pendulum", spherical_pendulum},
                      {"double pendulum", double_pendulum}};

/// A method of second order at a sixteenth of the step.
End const& reference(Case const& c, int steps) {
  static std::map<std::string, End> known;
  auto const found = known.find(c.name);
  if (found != known.end()) return found->second;
  return known[c.name] = end_of(c.scene(), {{"type", "variational"}}, 16 * steps);
}

class Convergence : public ::testing::TestWithParam<Json> {};

TEST_P(Convergence, IsOfTheOrderThatIsClaimed) {
  int const steps = 100;
  for (auto const& c : cases) {
    SCOPED_TRACE(c.name);
    auto const& exact = reference(c, steps);
    End const coarse = end_of(c.scene(), GetParam(), steps);
    End const fine = end_of(c.scene(), GetParam(), 2 * steps);
    auto const claimed = orders(GetParam());
    int const state = c.scene().joints.empty() ? claimed.free : claimed.state;
    auto const check = [&](char const* what, std::vector<Real> End::*part, int order) {
      Real const e1 = distance(coarse.*part, exact.*part), e2 = distance(fine.*part, exact.*part);
      // the next term of the error is h times the first, and the reference has 1/256 of it
      EXPECT_NEAR(std::log2(e1 / e2), order, 0.25) << what << " " << e1 << " " << e2;
    };
    check("position", &End::position, state);
    check("velocity", &End::velocity, state);
    if (!exact.force.empty()) check("force", &End::force, claimed.force);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Convergence, testing::ValuesIn(integrators()), by_integrator);

}  // namespace
}  // namespace orthant::test::convergence
