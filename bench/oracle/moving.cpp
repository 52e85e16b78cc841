// Bodies with prescribed motion: a conveyor, and a wall that strikes.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const mu = 0.3;

// A box placed on a belt of 1 m/s accelerates by mu g until it moves with the belt.
Json conveyor(Parameters const& p) {
  auto belt = box("belt", 1, {4, 1, 0.1}, {0, 0, -0.05}, {1, 0, 0}, mu, 0);
  belt["motion"] = "kinematic";
  belt.erase("mass");
  return experiment(p, steps_in(p, 0.5), {0, 0, -g},
                    {belt, box("b", p.mass, {0.2, 0.2, 0.1}, {0, 0, 0.05}, {0, 0, 0}, mu, 0)});
}

void judge_conveyor(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at) {
    double const right = std::min(1.0, mu * g * now.t);
    out.near("v_x at " + text(now.t), now.twist[1][0], right, 1e-7);
    out.near("x of the belt at " + text(now.t), now.pose[0].p_WB[0], now.t, 1e-9);
    out.below("other velocities at " + text(now.t),
              std::abs(now.twist[1][1]) + std::abs(now.twist[1][2]) + norm(angular(now.twist[1])),
              1e-6);
    out.near("gap at " + text(now.t), now.pose[1].p_WB[2] - 0.05, 0, 2e-6);
  }
}

// A wall of 1 m/s hits a ball at rest, which leaves at 1 + e.
Json wall(Parameters const& p) {
  auto plate = box("wall", 1, {0.1, 1, 1}, {-0.15 - p.fraction * p.h, 0, 0}, {1, 0, 0}, 0, p.e);
  plate["motion"] = "kinematic";
  plate.erase("mass");
  return experiment(p, 8, {0, 0, 0}, {plate, ball("b", p.mass, 0.1, {0, 0, 0}, {0, 0, 0}, 0, p.e)});
}

void judge_wall(Look& look, Findings& out) {
  auto const& m = look.motion();
  std::vector<double> u;
  double correction_speed = 0;
  for (auto const& now : m.at) {
    double const gap = now.pose[1].p_WB[0] - now.pose[0].p_WB[0] - 0.15;
    u.push_back(now.twist[1][0] - 1);
    out.near("speed of the wall", now.twist[0][0], 1, 1e-12);
    out.above("gap", gap, -1.6 * look.p.h);
    if (look.corrects_positions()) correction_speed = std::max(correction_speed, -gap / look.p.h);
  }
  judge_normal_speed(out, "speed of parting", u, 1, look.p.e, correction_speed);
}

// A rod at 45 degrees, 0.2 m between the centres of its caps, falls on one of them at 1 m/s. The
// impulse is (1 + e) / (1/m + a^2/I), a = 0.1 cos 45. With J at the end of the step the arm is that
// after the impact, which differs by the rotation in a step.
double const arm = 0.1 * std::sqrt(0.5), inertia = 0.004;

Json rod(Parameters const& p) {
  double const c = std::cos(std::acos(-1.0) / 8), s = std::sin(std::acos(-1.0) / 8), r = 0.03;
  Json const body = {{"name", "b"},
                     {"mass", p.mass},
                     {"inertia", {inertia * p.mass, inertia * p.mass, 0.001 * p.mass}},
                     {"friction", 0},
                     {"restitution", p.e},
                     {"position", {0, 0, r + arm + p.fraction * p.h}},
                     {"velocity", {0, 0, -1}},
                     {"orientation", {c, 0, s, 0}},
                     {"shapes", {{{"type", "capsule"}, {"radius", r}, {"length", 0.2}}}}};
  return experiment(p, 4, {0, 0, 0}, {floor(0, p.e), body});
}

void judge_rod(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const e = look.p.e, mobility = 1 + arm * arm / inertia;
  double const impulse = (1 + e) / mobility, rotated = 30 * look.p.h;
  if (look.corrects_positions()) return;
  auto const& u = m.end().twist[1];
  out.near("v_z", u[2], -1 + impulse, 1e-8 + rotated * impulse);
  out.near("|spin|", std::abs(u[4]), impulse * arm / inertia,
           1e-8 + rotated * impulse * arm / inertia);
  out.below("sideways", std::abs(u[0]) + std::abs(u[1]) + std::abs(u[3]) + std::abs(u[5]), 1e-8);
  double const E = u[2] * u[2] + inertia * u[4] * u[4];
  out.near("energy over that of the start", E, 1 - (1 - e * e) / mobility, 1e-8 + rotated);
}

}  // namespace

void add_moving(std::vector<Trial>& to) {
  std::vector<std::string> const impact{"contact", "restitution", "fraction"};
  to.push_back({"conveyor", {"contact", "sliding"}, conveyor, judge_conveyor});
  to.push_back({"moving_wall", impact, wall, judge_wall});
  to.push_back({"impact_rod", impact, rod, judge_rod});
}

}  // namespace orthant::oracle
