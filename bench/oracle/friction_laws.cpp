// Friction laws other than Coulomb's: polygons, falling coefficients, creep, adhesion.
#include <numbers>

#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const mu = 0.3;

/// A box on a slope that descends along x with the tangent `ratio` times mu.
Json on_slope(Parameters const& p, double time, double ratio, double speed, Json friction) {
  double const angle = std::atan(ratio * mu);
  auto ground = floor(mu, 0),
       b = box("b", p.mass, {0.2, 0.2, 0.1}, {0, 0, 0.05}, {speed, 0, 0}, mu, 0);
  ground["friction"] = b["friction"] = std::move(friction);
  return experiment(p, steps_in(p, time), {g * std::sin(angle), 0, -g * std::cos(angle)},
                    {ground, b});
}

// With 1.5 mu at rest and mu in motion, a slope of 1.2 mu holds a box at rest.
Json const falls = {{"static", 1.5 * mu}, {"kinetic", mu}, {"stribeck_speed", 0.01}};

void judge_held(Look& look, Findings& out) {
  for (auto const& now : look.motion().at) {
    out.below("speed at " + text(now.t), norm(now.twist[1]), 1e-7);
    out.below("displacement at " + text(now.t), norm(now.pose[1].p_WB - Vec3{{0, 0, 0.05}}), 2e-6);
  }
}

// A box at 1 m/s keeps moving.
void judge_pushed(Look& look, Findings& out) {
  double const a = g * std::cos(std::atan(1.2 * mu)) * mu * 0.2;
  auto const& m = look.motion();
  for (auto const& now : m.at) {
    out.near("v_x at " + text(now.t), now.twist[1][0], 1 + a * now.t, 1e-7);
    out.near("gap at " + text(now.t), now.pose[1].p_WB[2] - 0.05, 0, 2e-6);
  }
}

// Below the sliding speed s friction is mu lambda_n v/s: a box creeps at s times the ratio. It
// approaches this speed with exp(-t mu g cos/s), after 0.4 s to e^-22.
double const slow = 0.05;

Json creeping(Parameters const& p) {
  auto out = on_slope(p, 0.4, 0.6, 0, mu);
  out["scene"]["contact"] = {{"creep_speed", slow}};
  return out;
}
void judge_creeping(Look& look, Findings& out) {
  out.near("v_x at the end", look.motion().end().twist[1][0], 0.6 * slow, 2e-7);
  for (auto const& now : look.motion().at)
    out.below("other velocities at " + text(now.t),
              std::abs(now.twist[1][1]) + std::abs(now.twist[1][2]) + norm(angular(now.twist[1])),
              1e-6);
}

// A ball hangs from a ceiling that attracts it with 1.5 times its weight. With 0.7 times, the first
// step accelerates by 0.3 g and the others by g.
Json hanging(Parameters const& p, double part) {
  Json const ceiling = {{"name", "ceiling"},
                        {"motion", "fixed"},
                        {"orientation", {0, 1, 0, 0}},
                        {"adhesion", part * p.mass * g},
                        {"shapes", {{{"type", "half_space"}}}}};
  return experiment(p, steps_in(p, 0.2), {0, 0, -g},
                    {ceiling, ball("b", p.mass, 0.1, {0, 0, -0.1}, {0, 0, 0}, mu, 0)});
}
void judge_hanging(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at) {
    out.near("height at " + text(now.t), now.pose[1].p_WB[2], -0.1, 2e-6);
    out.below("speed at " + text(now.t), norm(now.twist[1]), 1e-6);
    for (auto const& c : now.contacts)
      out.near("force over weight at " + text(now.t),
               (c.b == 1 ? 1 : -1) * c.force_per_impulse * c.impulse[2] / (look.p.mass * g), 1,
               1e-6);
  }
}
void judge_dropping(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const t = m.end().t;
  // bdf2 begins with an Euler step, whose force counts one and a half times.
  out.near("speed at the end", m.end().twist[1][2], -g * t, 1.06 * g * look.p.h + 1e-7);
}

// A pull of 2 mu m g half-way between two of eight corners, at 22.5 degrees from x. Coulomb's
// friction is full; that of a polygon with eight facets is cos(pi/8) of it.
Json askew(Parameters const& p) {
  double const turned = std::numbers::pi / 8, force = 2 * mu * p.mass * g;
  auto b = box("b", p.mass, {0.2, 0.2, 0.1}, {0, 0, 0.05}, {0, 0, 0}, mu, 0);
  b["force"] = {force * std::cos(turned), force * std::sin(turned), 0};
  return experiment(p, steps_in(p, 0.1), {0, 0, -g}, {floor(mu, 0), b});
}
void judge_askew(Look& look, Findings& out) {
  bool const polygon =
      look.choice("solver.friction", "") == "polyhedral" || look.choice("solver", "") == "lemke";
  double const turned = std::numbers::pi / 8, part = polygon ? std::cos(turned) : 1;
  double const a = mu * g * (2 - part);
  for (auto const& now : look.motion().at) {
    out.near("v_x at " + text(now.t), now.twist[1][0], a * now.t * std::cos(turned), 1e-7);
    out.near("v_y at " + text(now.t), now.twist[1][1], a * now.t * std::sin(turned), 1e-7);
  }
}

}  // namespace

void add_friction_laws(std::vector<Trial>& to) {
  std::vector<std::string> const slides{"contact", "sliding"};
  to.push_back({"falling_held",
                {"contact"},
                [](auto const& p) { return on_slope(p, 0.1, 1.2, 0, falls); },
                judge_held});
  to.push_back({"falling_pushed", slides,
                [](auto const& p) { return on_slope(p, 0.1, 1.2, 1, falls); }, judge_pushed});
  to.push_back({"creeping", slides, creeping, judge_creeping});
  to.push_back(
      {"hanging", {"contact"}, [](auto const& p) { return hanging(p, 1.5); }, judge_hanging});
  to.push_back(
      {"dropping", {"contact"}, [](auto const& p) { return hanging(p, 0.7); }, judge_dropping});
  to.push_back({"askew", slides, askew, judge_askew});
}

}  // namespace orthant::oracle
