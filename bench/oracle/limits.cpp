// Limits of coordinates: a body stops at a limit, at any fraction of a step, and stays there.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double room(Parameters const& p) { return (2 + p.fraction) * p.h; }

// At 1 m/s, or 1 rad/s, towards a limit that is two steps and a fraction away.
Json towards(Parameters const& p, char const* rate, Json const& along, Json joint, double start) {
  Json const body = {
      {"name", "b"}, {"mass", p.mass}, {"inertia", {p.mass, p.mass, p.mass}}, {rate, along}};
  joint.update({{"b", "b"}, {"limits", {{"upper", start + room(p)}}}});
  return experiment(p, 10, {0, 0, 0}, {body}, {joint});
}

Json slider(Parameters const& p) {
  return towards(p, "velocity", {1, 0, 0},
                 {{"type", "slider"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}}, 0);
}
Json hinge(Parameters const& p) {
  return towards(p, "angular_velocity", {0, 0, 1},
                 {{"type", "hinge"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}}, 0);
}
Json rope(Parameters const& p) {
  return towards(p, "velocity", {1, 0, 0},
                 {{"type", "strut"}, {"point_a", {-0.5, 0, 0}}, {"point_b", {0, 0, 0}}}, 0.5);
}

void judge(Look& look, Findings& out, bool is_angular) {
  auto const& m = look.motion();
  double before = 1;
  for (auto const& now : m.at) {
    double const u = now.twist[0][is_angular ? 5 : 0];
    auto const& q = now.pose[0].q_WB;
    double const x = is_angular ? 2 * std::atan2(q.z, q.w) : now.pose[0].p_WB[0];
    out.below("speed at " + text(now.t), u, before + 1e-9);
    out.above("speed at " + text(now.t) + ", a rebound,", u, -1e-9);
    out.below("beyond the limit at " + text(now.t), x - room(look.p),
              look.stated.contacts_at_end ? 1e-6 : look.p.h * (1 + 1e-6));
    before = u;
  }
  auto const& end = m.end();
  out.near("speed at the end", end.twist[0][is_angular ? 5 : 0], 0, 1e-9);
  double const x =
      is_angular ? 2 * std::atan2(end.pose[0].q_WB.z, end.pose[0].q_WB.w) : end.pose[0].p_WB[0];
  out.near("place at the end", x, room(look.p), 2e-6 + look.p.h);
  out.below("beyond the limit at the end", x - room(look.p), 2e-6);
}

}  // namespace

void add_limits(std::vector<Trial>& to) {
  auto const add = [&](char const* name, auto make, bool is_angular) {
    to.push_back({name, {"fraction"}, make, [=](Look& look, Findings& out) {
                    judge(look, out, is_angular);
                  }});
  };
  add("limit_of_slider", slider, false);
  add("limit_of_hinge", hinge, true);
  add("limit_of_rope", rope, false);
}

}  // namespace orthant::oracle
