// Motors along a slider: prescribed motion, prescribed speed, springs towards moving targets, given
// forces.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const time = 0.3;

Json driven(Parameters const& p, Json motor, double speed) {
  Json const body = {{"name", "b"},
                     {"mass", p.mass},
                     {"inertia", {p.mass, p.mass, p.mass}},
                     {"velocity", {speed, 0, 0}}};
  return experiment(p, steps_in(p, time), {0, 0, 0}, {body},
                    {{{"type", "slider"},
                      {"b", "b"},
                      {"point", {0, 0, 0}},
                      {"axis", {1, 0, 0}},
                      {"motor", motor}}});
}

// At the end of every step the coordinate equals the target, and its rate that of the target; also
// from rest, where the first step has to reach it.
Json prescribed_rate(Parameters const& p, double speed) {
  return driven(p, {{"type", "prescribed"}, {"target", {{"rate", 1}}}}, speed);
}

void judge_prescribed_rate(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (int i = 1; i <= m.steps(); ++i) {
    auto const& now = m.at[i];
    out.near("x at " + text(now.t), now.pose[0].p_WB[0], now.t, 1e-8);
    if (i > 4) out.near("v at " + text(now.t), now.twist[0][0], 1, 1e-7);
  }
}

// x = 0.1 sin(2 pi 1.5 t), which starts with its own speed.
double const w = 3 * 3.14159265358979323846;

Json prescribed_wave(Parameters const& p) {
  return driven(p, {{"type", "prescribed"}, {"target", {{"amplitude", 0.1}, {"frequency", 1.5}}}},
                0.1 * w);
}

void judge_prescribed_wave(Look& look, Findings& out) {
  auto const error = [&](Motion const& m) {
    double worst = 0;
    for (auto const& now : m.at) {
      out.near("x at " + text(now.t), now.pose[0].p_WB[0], 0.1 * std::sin(w * now.t), 1e-8);
      worst = std::max(worst, std::abs(now.twist[0][0] - 0.1 * w * std::cos(w * now.t)));
    }
    return worst;
  };
  // A mean velocity is that of the middle, with an error of (h w)^2 / 24 of w A; Euler's is that of
  // the end, with h w / 2.
  int const k = look.stated.joints;
  double const size = k == 1 ? 3 * 0.1 * w * w * look.p.h / 2 : 0.1 * w * std::pow(w * look.p.h, 2);
  order(out, "v", error(look.motion()), error(look.motion(2)), k, size, 1e-7);
}

// A prescribed speed, starting from another one.
Json velocity(Parameters const& p) {
  return driven(p, {{"type", "velocity"}, {"target", 1}}, 0.25);
}

void judge_velocity(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (int i = 1; i <= m.steps(); ++i) {
    auto const& now = m.at[i];
    if (i > 4) out.near("v at " + text(now.t), now.twist[0][0], 1, 1e-7);
    out.near("x at " + text(now.t), now.pose[0].p_WB[0], now.t, 2 * look.p.h);
  }
}

/// x'' = f(t, x, x') from speed 0; its end is compared with the run, to the stated order.
template <class F>
void judge_driven(Look& look, Findings& out, int k, double size, F const& f) {
  Vec<2> const end = integrate(Vec<2>{}, time, 600, [&](double t, Vec<2> const& x) {
    return Vec<2>{{x[1], f(t, x[0], x[1])}};
  });
  auto const error = [&](Motion const& m, bool speed) {
    return std::abs(speed ? m.end().twist[0][0] - end[1] : m.end().pose[0].p_WB[0] - end[0]);
  };
  auto const &whole = look.motion(), &half = look.motion(2);
  double const share = size * std::pow(look.p.h, k);
  order(out, "x", error(whole, false), error(half, false), k, share, 1e-9);
  order(out, "v", error(whole, true), error(half, true), k, 10 * share, 1e-8);
}

// -kd (v - 1): v = 1 - exp(-10 t).
Json soft_velocity(Parameters const& p) {
  return driven(p, {{"type", "velocity"}, {"target", 1}, {"kd", 10 * p.mass}}, 0);
}

// -kp (x - s) - kd (v - s'), s = 0.1 sin(w t).
Json position(Parameters const& p) {
  return driven(p,
                {{"type", "position"},
                 {"kp", 100 * p.mass},
                 {"kd", 4 * p.mass},
                 {"target", {{"amplitude", 0.1}, {"frequency", 1.5}}}},
                0);
}

Json force(Parameters const& p) {
  return driven(p, {{"type", "force"}, {"value", {{"amplitude", p.mass}, {"frequency", 1.5}}}}, 0);
}

}  // namespace

void add_motors(std::vector<Trial>& to) {
  to.push_back({"prescribed_rate",
                {},
                [](auto const& p) { return prescribed_rate(p, 1); },
                judge_prescribed_rate});
  to.push_back({"prescribed_rate_from_rest",
                {},
                [](auto const& p) { return prescribed_rate(p, 0); },
                judge_prescribed_rate});
  to.push_back({"prescribed_wave", {}, prescribed_wave, judge_prescribed_wave});
  to.push_back({"velocity_motor", {}, velocity, judge_velocity});
  to.push_back({"soft_velocity_motor", {}, soft_velocity, [](Look& look, Findings& out) {
                  judge_driven(look, out, look.stated.springs,
                               look.stated.springs == 1 ? 0.25 : 0.6,
                               [](double, double, double v) { return -10 * (v - 1); });
                }});
  to.push_back({"position_motor", {}, position, [](Look& look, Findings& out) {
                  judge_driven(look, out, look.stated.springs, look.stated.springs == 1 ? 3 : 20,
                               [](double t, double x, double v) {
                                 return -100 * (x - 0.1 * std::sin(w * t)) -
                                        4 * (v - 0.1 * w * std::cos(w * t));
                               });
                }});
  to.push_back({"force_motor", {}, force, [](Look& look, Findings& out) {
                  judge_driven(look, out, look.stated.free, look.stated.free == 1 ? 0.6 : 4,
                               [](double t, double, double) { return std::sin(w * t); });
                }});
}

}  // namespace orthant::oracle
