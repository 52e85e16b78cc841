// Dry friction without a sliding contact: along a slider, and of a spinning ball.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// 1 m/s against 3 N on 1 kg: v = 1 - 3 t, and rest after 1/6 m.
Json brake(Parameters const& p) {
  Json const body = {{"name", "b"},
                     {"mass", p.mass},
                     {"inertia", {p.mass, p.mass, p.mass}},
                     {"velocity", {1, 0, 0}}};
  return experiment(p, steps_in(p, 0.5), {0, 0, 0}, {body},
                    {{{"type", "slider"},
                      {"b", "b"},
                      {"point", {0, 0, 0}},
                      {"axis", {1, 0, 0}},
                      {"friction", 3 * p.mass}}});
}

void judge_brake(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at)
    out.near("v at " + text(now.t), now.twist[0][0], std::max(0.0, 1 - 3 * now.t), 1e-7);
  out.near("way", m.end().pose[0].p_WB[0], 1.0 / 6, look.p.h + 1e-6);
}

// A ball that spins upright at 5 rad/s with a moment of c m g against it, I = 0.4 m r^2:
// w = 5 - c g t / (0.4 r^2).
double const c = 0.005, r = 0.1;

Json top(Parameters const& p) {
  auto ground = floor(0.3, 0);
  auto b = ball("b", p.mass, r, {0, 0, r}, {0, 0, 0}, 0.3, 0);
  ground["torsional_friction"] = b["torsional_friction"] = c;
  b["angular_velocity"] = {0, 0, 5};
  return experiment(p, steps_in(p, 0.5), {0, 0, -g}, {ground, b});
}

void judge_top(Look& look, Findings& out) {
  for (auto const& now : look.motion().at) {
    double const right = std::max(0.0, 5 - c * g * now.t / (0.4 * r * r));
    out.near("spin at " + text(now.t), now.twist[1][5], right, 1e-5);
    out.below("other velocities at " + text(now.t),
              norm(linear(now.twist[1])) + std::abs(now.twist[1][3]) + std::abs(now.twist[1][4]),
              1e-6);
  }
}

}  // namespace

void add_dry(std::vector<Trial>& to) {
  to.push_back({"brake", {}, brake, judge_brake});
  to.push_back({"spinning_to_rest", {"contact", "sliding"}, top, judge_top});
}

}  // namespace orthant::oracle
