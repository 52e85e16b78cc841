// Compliant contacts: at rest with the overlap m g C, dropped, and rolling.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const C = 1e-4, mu = 0.3;  // C for a body of 1 kg [m/N]

Json soft(Parameters const& p, double z, Json const& velocity, double damping, double time) {
  auto ground = floor(mu, 0);
  ground["compliance"] = C / p.mass;
  if (damping > 0) ground["damping"] = damping * p.mass;
  auto out = experiment(p, steps_in(p, time), {0, 0, -g},
                        {ground, ball("b", p.mass, 0.1, {0, 0, z}, velocity, mu, 0)});
  out["scene"]["contact"]["overlap_tolerance"] = 0.01;
  return out;
}

double force(Instant const& now, int axis) {
  double out = 0;
  for (auto const& c : now.contacts) out += c.force_per_impulse * c.impulse[axis];
  return out;
}

// A ball placed where the spring balances its weight stays there.
void judge_sunk(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (int i = 1; i <= m.steps(); ++i) {
    auto const& now = m.at[i];
    out.near("sink at " + text(now.t), 0.1 - now.pose[1].p_WB[2], g * C, 1e-7);
    out.below("speed at " + text(now.t), norm(now.twist[1]), 1e-6);
    out.near("force over weight at " + text(now.t), force(now, 2) / (look.p.mass * g), 1, 1e-4);
  }
}

// A ball placed on the surface, with a damper: K = 1e4, D = 100, half of the critical damping. It
// comes to rest with exp(-50 t).
void judge_settled(Look& look, Findings& out) {
  auto const& m = look.motion();
  double before = HUGE_VAL;
  for (auto const& now : m.at) {
    double const z = now.pose[1].p_WB[2] - 0.1, v = now.twist[1][2], s = std::min(0.0, z);
    double const E = 0.5 * v * v + g * z + 0.5 / C * s * s;
    // Of second order: the error of a step of the trapezoidal rule, (h w)^2 / 12 of the moving
    // energy.
    out.below("energy at " + text(now.t), E, before + 0.5 * g * g * C);
    before = std::min(before, E);
  }
  out.near("sink at the end", 0.1 - m.end().pose[1].p_WB[2], g * C, 0.02 * g * C);
  out.near("force over weight at the end", force(m.end(), 2) / (look.p.mass * g), 1, 0.02);
}

// A compressed ball that slides, then rolls: friction falls to zero, and the speed falls by the
// factor 2.5 a^2 / (1 + 2.5 a^2), 5/7 for a = 1. The lever arm a r is between r and r minus the
// overlap.
void judge_rolling(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (int i = m.steps() - 10; i <= m.steps(); ++i)
    out.near("friction over weight at " + text(m.at[i].t), force(m.at[i], 0) / (look.p.mass * g), 0,
             0.01);
  auto const left = [](double a) { return 2.5 * a * a / (1 + 2.5 * a * a); };
  double const least = left(1 - g * C / 0.1);
  out.near("v_x at the end", m.end().twist[1][0], 0.5 * (least + left(1)),
           0.5 * (left(1) - least) + 1e-4);
}

}  // namespace

void add_compliance(std::vector<Trial>& to) {
  auto const sunk = [](Parameters const& p) { return soft(p, 0.1 - g * C, {0, 0, 0}, 0, 0.1); };
  auto const settled = [](Parameters const& p) { return soft(p, 0.1, {0, 0, 0}, 100, 0.3); };
  auto const rolls = [](Parameters const& p) { return soft(p, 0.1 - g * C, {1, 0, 0}, 0, 0.25); };
  to.push_back({"soft_sunk", {"contact"}, sunk, judge_sunk});
  to.push_back({"soft_settled", {"contact"}, settled, judge_settled});
  to.push_back({"soft_rolling", {"contact", "sliding"}, rolls, judge_rolling});
}

}  // namespace orthant::oracle
