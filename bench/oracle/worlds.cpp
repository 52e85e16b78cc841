// Worlds with different numbers, each compared with its own closed form.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

int const worlds = 3;
double const mass[worlds] = {1, 2, 0.5}, K[worlds] = {100, 50, 80}, away[worlds] = {0.1, -0.2, 0.3};

Json each(double const (&values)[worlds], double factor = 1) {
  return {{"values", {factor * values[0], factor * values[1], factor * values[2]}}};
}

// m x'' = -K (x - away) from rest at zero.
Json springs(Parameters const& p) {
  Json body = round("b", 1, p.mass, {0, 0, 0}, {0, 0, 0});
  body["mass"] = each(mass, p.mass);
  auto out = experiment(p, steps_in(p, 0.2), {0, 0, 0}, {body},
                        {{{"type", "slider"},
                          {"b", "b"},
                          {"point", {0, 0, 0}},
                          {"axis", {1, 0, 0}},
                          {"spring", {{"stiffness", each(K, p.mass)}, {"rest", each(away)}}}}});
  out["worlds"] = worlds;
  return out;
}

void judge_springs(Look& look, Findings& out) {
  for (int w = 0; w < worlds; ++w) {
    double const rate = std::sqrt(K[w] / mass[w]), t = 0.2, size = std::abs(away[w]) * rate * rate;
    int const k = look.stated.springs;
    std::string const where = " in world " + std::to_string(w);
    // Amplitude and phase deviate by rate^2 h t / 2, or (rate h)^2 rate t / 8.
    ends_at(look, out, "x" + where, k, 0.3 * size, size, away[w] * (1 - std::cos(rate * t)),
            [&](Motion const& m) { return m.end().pose[w].p_WB[0]; });
    ends_at(look, out, "v" + where, k, 2 * size, rate * size, away[w] * rate * std::sin(rate * t),
            [&](Motion const& m) { return m.end().twist[w][0]; });
  }
}

// A ball approaches a floor at 1 m/s, with its own restitution, mass and radius.
double const e[worlds] = {0, 0.5, 1}, radius[worlds] = {0.1, 0.2, 0.05};

Json impacts(Parameters const& p) {
  auto ground = floor(0, 0), b = ball("b", 1, 0.1, {0, 0, 0}, {0, 0, -1}, 0, 0);
  for (auto* body : {&ground, &b}) (*body)["restitution"] = each(e);
  double z[worlds];
  for (int w = 0; w < worlds; ++w) z[w] = radius[w] + p.fraction * p.h;
  b["mass"] = each(mass, p.mass);
  b["position"][2] = each(z);
  b["shapes"][0]["radius"] = each(radius);
  auto out = experiment(p, 8, {0, 0, 0}, {ground, b});
  out["worlds"] = worlds;
  return out;
}

void judge_impacts(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (int w = 0; w < worlds; ++w) {
    std::vector<double> u;
    double correction_speed = 0;
    for (auto const& now : m.at) {
      double const gap = now.pose[2 * w + 1].p_WB[2] - radius[w];
      if (look.corrects_positions()) correction_speed = std::max(correction_speed, -gap / look.p.h);
      u.push_back(now.twist[2 * w + 1][2]);
      out.above("gap", gap, -1.6 * look.p.h);
    }
    judge_normal_speed(out, "v_z in world " + std::to_string(w), u, 1, e[w], correction_speed);
  }
}

}  // namespace

void add_worlds(std::vector<Trial>& to) {
  to.push_back({"worlds_of_springs", {}, springs, judge_springs});
  to.push_back({"worlds_of_impacts", {"contact", "fraction"}, impacts, judge_impacts});
}

}  // namespace orthant::oracle
