// The contact models of MuJoCo and Drake: at rest, on slopes, dropped, stacked.
#include <numbers>

#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const mu = 0.3, edge = 0.2;
// MuJoCo: T = 20 ms and an impedance that does not depend on the distance.
double const T = 0.02, d = 0.8;

Json with_model(Json out, Json model) {
  out["scene"]["contact"] = {{"model", std::move(model)}, {"overlap_tolerance", 0.01}};
  out["solver"] = {{"type", "newton"}, {"friction", "associated"}};
  return out;
}
Json mujocos() { return {{"type", "mujoco"}, {"least_impedance", d}, {"most_impedance", d}}; }
Json saps() { return {{"type", "sap"}, {"friction_softness", 0.01}}; }

Json dropped(Parameters const& p, double z, double time) {
  return experiment(p, steps_in(p, time), {0, 0, -g},
                    {floor(mu, 0), ball("b", p.mass, 0.1, {0, 0, 0.1 + z}, {0, 0, 0}, mu, 0)});
}
Json on_slope(Parameters const& p, double z, double time) {
  double const angle = std::atan(0.6 * mu);
  return experiment(p, steps_in(p, time), {g * std::sin(angle), 0, -g * std::cos(angle)},
                    {floor(mu, 0), box("b", p.mass, {edge, edge, edge / 2}, {0, 0, edge / 4 + z},
                                       {0, 0, 0}, mu, 0)});
}
Json stacked(Parameters const& p, double time) {
  auto const cube = [&](char const* name, double mass, double z) {
    return box(name, mass * p.mass, {edge, edge, edge}, {0, 0, z}, {0, 0, 0}, mu, 0);
  };
  return experiment(p, steps_in(p, time), {0, 0, -g},
                    {floor(mu, 0), cube("a", 1, edge / 2), cube("b", 3, 1.5 * edge)});
}

/// The force of a step along z, relative to the weight of `masses` bodies.
void judge_force(Look& look, Findings& out, int below, double masses) {
  double force = 0;
  for (auto const& c : look.motion().end().contacts) {
    bool const here = std::min(c.a, c.b) == below;
    force += here ? std::abs(c.force_per_impulse * c.impulse[2]) : 0;
    out.above("normal impulse over the weight", dot(c.impulse, c.normal) / (look.p.mass * g),
              -1e-9);
  }
  out.near("force over weight on body " + std::to_string(below + 1),
           force / (masses * look.p.mass * g), 1, 1e-5);
}

/// A contact with the mobility 1/m, by Euler's methods step by step: free motion, or
///   a = d a_ref + (1 - d) a_0 if that is more,    d a_ref = -(2/T) v - r/T^2
/// It comes to rest at -(1 - d) g T^2.
void judge_mujocos_ball(Look& look, Findings& out, double r) {
  double const h = look.p.h;
  double v = 0;
  auto const& end = look.motion().end();
  out.near("sink at the end", 0.1 - end.pose[1].p_WB[2], (1 - d) * g * T * T, 1e-6);
  out.below("speed at the end", norm(end.twist[1]), 1e-4);
  judge_force(look, out, 0, 1);
  auto const by = look.choice("integrator", "implicit_euler");
  bool const eulers = by.find("euler") != by.npos || by == "linearly_implicit";
  for (auto const& now : look.motion().at) {
    if (now.t == 0 || !eulers) continue;
    double const pushed = -2 / T * v - r / (T * T) - (1 - d) * g;
    v += h * (r < 0 ? std::max(pushed, -g) : -g);
    r += h * v;
    out.near("height at " + text(now.t), now.pose[1].p_WB[2], 0.1 + r, 1e-8);
    out.near("speed at " + text(now.t), now.twist[1][2], v, 1e-6);
  }
}

//   R_f f = b v:  v = (1 - d) g sin T/2 over the number of contacts
void judge_mujocos_slope(Look& look, Findings& out) {
  double const right = (1 - d) * g * std::sin(std::atan(0.6 * mu)) * T / 8;
  out.near("v_x at the end, over what is right", look.motion().end().twist[1][0] / right, 1, 1e-3);
}

//   k d |r| = (1 - d)/d (1/m_a + 1/m_b) f of each of four contacts
void judge_mujocos_stack(Look& look, Findings& out) {
  auto const sunk = [&](double masses, double lightness) {
    return (1 - d) * g * T * T * masses * lightness / 4;
  };
  double const first = sunk(4, 1), second = first + sunk(3, 1 + 1 / 3.);
  auto const& end = look.motion().end();
  for (int b : {1, 2}) out.below("speed at the end", norm(end.twist[b]), 1e-4);
  out.near("sink of the lower one", edge / 2 - end.pose[1].p_WB[2], first, 1e-6);
  out.near("sink of the upper one", 1.5 * edge - end.pose[2].p_WB[2], second, 1e-6);
  judge_force(look, out, 0, 4);
  judge_force(look, out, 1, 3);
}

//   R_n = w/(4 pi^2),  w = |W_cc|/3,  W_cc = diag(1, 7/2, 7/2)/m of a ball
void judge_saps_ball(Look& look, Findings& out) {
  double const h = look.p.h, w = std::sqrt(1 + 2 * 3.5 * 3.5) / 3;
  double const sunk = g * h * h * w / (4 * std::numbers::pi * std::numbers::pi);
  auto const& end = look.motion().end();
  out.near("sink at the end, over what is right", (0.1 - end.pose[1].p_WB[2]) / sunk, 1, 1e-3);
  out.below("speed at the end", norm(end.twist[1]), 1e-6);
  judge_force(look, out, 0, 1);
}

//   v = sigma w m g sin h/4 of each of four contacts, w from mass and inertia of the box
void judge_saps_slope(Look& look, Findings& out) {
  double const arm[3] = {edge / 2, edge / 2, -edge / 4}, side[3] = {edge, edge, edge / 2};
  double I[3], square = 0;
  for (int i = 0; i < 3; ++i)
    I[i] = (side[(i + 1) % 3] * side[(i + 1) % 3] + side[(i + 2) % 3] * side[(i + 2) % 3]) / 12;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      double W = i == k;
      for (int a = 0; a < 3; ++a) {
        auto const turned = [&](int e) {  // (arm x e)_a
          int const j = (a + 1) % 3, l = (a + 2) % 3;
          return arm[j] * (l == e) - arm[l] * (j == e);
        };
        W += turned(i) * turned(k) / I[a];
      }
      square += W * W;
    }
  double const right =
      0.01 * std::sqrt(square) / 3 * g * std::sin(std::atan(0.6 * mu)) * look.p.h / 4;
  out.near("v_x at the end, over what is right", look.motion().end().twist[1][0] / right, 1, 1e-2);
}

void judge_saps_stack(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at)
    for (int b : {1, 2})
      out.below("way of body " + std::to_string(b) + " at " + text(now.t),
                norm(now.pose[b].p_WB - m.at[0].pose[b].p_WB), 0.2 * g * look.p.h * look.p.h);
  for (int b : {1, 2}) out.below("speed at the end", norm(m.end().twist[b]), 1e-6);
  judge_force(look, out, 0, 4);
  judge_force(look, out, 1, 3);
}

}  // namespace

void add_published(std::vector<Trial>& to) {
  std::vector<std::string> const contacts{"contact", "convex"};
  for (double const r : {0.03, -0.003})
    to.push_back({r > 0 ? "mujoco_dropped" : "mujoco_pushed_out", contacts,
                  [r](auto const& p) { return with_model(dropped(p, r, 0.6), mujocos()); },
                  [r](auto& look, auto& out) { judge_mujocos_ball(look, out, r); }});
  to.push_back({"mujoco_creeping", contacts,
                [](auto const& p) { return with_model(on_slope(p, -2e-4, 0.6), mujocos()); },
                judge_mujocos_slope});
  to.push_back({"mujoco_stack", contacts,
                [](auto const& p) { return with_model(stacked(p, 0.6), mujocos()); },
                judge_mujocos_stack});
  to.push_back({"sap_dropped", contacts,
                [](auto const& p) { return with_model(dropped(p, 0.01, 0.6), saps()); },
                judge_saps_ball});
  to.push_back({"sap_creeping", contacts,
                [](auto const& p) { return with_model(on_slope(p, 0, 0.4), saps()); },
                judge_saps_slope});
  to.push_back({"sap_stack", contacts,
                [](auto const& p) { return with_model(stacked(p, 0.4), saps()); },
                judge_saps_stack});
}

}  // namespace orthant::oracle
