// Impacts at any fraction of a step: the separating speed is e times the approach speed.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// A sphere approaches at 1 m/s, without friction: v_x = 0.7 and the spin about z stay constant.
Json on_plane(Parameters const& p) {
  auto b = ball("b", p.mass, 0.1, {0, 0, 0.1 + p.fraction * p.h}, {0.7, 0, -1}, 0, p.e);
  b["angular_velocity"] = {0, 0, 3};
  return experiment(p, 8, {0, 0, 0}, {floor(0, p.e), b});
}

void judge_on_plane(Look& look, Findings& out) {
  auto const& m = look.motion();
  std::vector<double> u;
  double correction_speed = 0;
  for (auto const& now : m.at) {
    if (look.corrects_positions())
      correction_speed = std::max(correction_speed, (0.1 - now.pose[1].p_WB[2]) / look.p.h);
    u.push_back(now.twist[1][2]);
    out.near("v_x", now.twist[1][0], 0.7, 1e-9);
    out.near("spin", now.twist[1][5], 3, 1e-9);
    out.above("gap", now.pose[1].p_WB[2] - 0.1,
              -1.6 * look.p.h);  // a mean velocity adds half of a step's displacement
  }
  judge_normal_speed(out, "v_z", u, 1, look.p.e, correction_speed);
  // With default contact settings no overlap remains beyond the gap that counts as touching.
  if (look.default_contact() || look.p.e > 0)
    out.above("last gap", m.end().pose[1].p_WB[2] - 0.1, -2e-6);
  out.below("last gap", m.end().pose[1].p_WB[2] - 0.1, 9.1 * look.p.h);
}

// Two spheres, 1 and 2 kg, head-on or offset by 0.08 m. For any direction n of their impulse, which
// depends on its time in the step: u_n+ = -e u_n-, and without friction n is along the line of
// centres, to within the displacement in a step.
Json two(Parameters const& p, double aside) {
  double const gap = p.fraction * p.h * 1.5, reach = 0.2 + gap;
  double const x = std::sqrt(reach * reach - aside * aside);
  return experiment(p, 8, {0, 0, 0},
                    {ball("a", p.mass, 0.1, {0, 0, 0}, {1, 0, 0}, 0, p.e),
                     ball("b", 2 * p.mass, 0.1, {x, aside, 0}, {-0.5, 0, 0}, 0, p.e)});
}

void judge_pair(Look& look, Findings& out, double aside) {
  auto const& m = look.motion();
  double const M = look.p.mass, e = look.p.e;
  Vec3 const u0 = linear(m.at[0].twist[1]) - linear(m.at[0].twist[0]);
  Vec3 const u1 = linear(m.end().twist[1]) - linear(m.end().twist[0]);
  for (auto const& now : m.at) {
    Vec3 const P = M * linear(now.twist[0]) + 2 * M * linear(now.twist[1]);
    out.below("|P|, which is 0 at the start,", norm(P), 1e-9 * M);
    out.below("spin", norm(angular(now.twist[0])) + norm(angular(now.twist[1])), 1e-9);
    double const gap = norm(now.pose[1].p_WB - now.pose[0].p_WB) - 0.2;
    out.above("gap", gap, -1.6 * 1.5 * look.p.h);
  }
  Vec3 const line = unit(m.at[0].pose[1].p_WB - m.at[0].pose[0].p_WB);
  int last = 0;
  for (int i = 1; i <= m.steps(); ++i)
    if (norm(m.at[i].twist[1] - m.at[i - 1].twist[1]) > 1e-7) last = i;
  if (last == 0) return out.below("gap, and no impulse,", 0, -1);
  Vec3 const n = unit(linear(m.at[last].twist[1]) - linear(m.at[last - 1].twist[1]));
  // The line turns by 0.6 m/s over 0.2 m.
  out.above("impulse along the line of centres", dot(n, line),
            1 - std::pow(20 * look.p.h, 2) - 1e-12);
  // The speed at the start of the step, along the line of centres of that time or of the impulse.
  auto const& before = m.at[last - 1];
  Vec3 const then = unit(before.pose[1].p_WB - before.pose[0].p_WB);
  double const speed = dot(u0, n), speed_then = dot(u0, then), left = dot(u1, n);
  bool const as_then = std::abs(left + e * speed_then) < std::abs(left + e * speed);
  // Impulses of two stages have the normals of both ends of the step: 0.6 h / 0.2 apart.
  bool const stages = look.choice("integrator", "") == "variational" && aside > 0;
  double const rotation = stages ? 3 * look.p.h : 0;
  if (e > 0)
    out.near("u_n", left, -e * (as_then ? speed_then : speed), 2e-9 + rotation);
  else if (!look.corrects_positions())  // the way of a step on a circle: v_t^2 h / r, v_t = 0.6
                                        // past each other
    out.near("u_n", dot(u1, n), 0, 1e-8 + (aside > 0 ? 4 * look.p.h : 0));
  double const E0 = 0.5 * M * 1 + M * 0.25;
  double const E1 = 0.5 * M * dot(linear(m.end().twist[0]), linear(m.end().twist[0])) +
                    M * dot(linear(m.end().twist[1]), linear(m.end().twist[1]));
  if (!look.corrects_positions())
    out.below("energy over that of the start", E1 / E0, 1 + 1e-9 + rotation);
}

// Three equal spheres in a row, two of them in contact, hit by the third. Newton's law determines
// separating speeds for each contact only, but momentum is conserved, energy does not grow, and
// nothing overlaps.
Json row(Parameters const& p) {
  return experiment(p, 12, {0, 0, 0},
                    {ball("a", p.mass, 0.1, {-0.2 - p.fraction * p.h, 0, 0}, {1, 0, 0}, 0, p.e),
                     ball("b", p.mass, 0.1, {0, 0, 0}, {0, 0, 0}, 0, p.e),
                     ball("c", p.mass, 0.1, {0.2, 0, 0}, {0, 0, 0}, 0, p.e)});
}

void judge_row(Look& look, Findings& out) {
  auto const& m = look.motion();
  double before = 1;
  for (auto const& now : m.at) {
    double P = 0, E = 0;
    for (int b = 0; b < 3; ++b) {
      P += now.twist[b][0];
      E += now.twist[b][0] * now.twist[b][0];
    }
    out.near("momentum", P, 1, 1e-9);
    if (!look.corrects_positions()) out.below("energy", E, before + 1e-9);
    before = E;
    for (int b = 0; b < 2; ++b)
      out.above("gap", now.pose[b + 1].p_WB[0] - now.pose[b].p_WB[0] - 0.2, -1.6 * look.p.h);
  }
  auto const& end = m.end();
  for (int b = 0; b < 2; ++b) out.above("parting", end.twist[b + 1][0] - end.twist[b][0], -1e-9);
}

// Dropped from 0.05 m, for three tenths of a second. In each step with a reversal the separating
// speed is e times the speed at the start of that step. The height follows to within the
// displacement in a step.
Json dropped(Parameters const& p) {
  auto b = ball("b", p.mass, 0.1, {0, 0, 0.15 + p.fraction * p.h}, {0, 0, 0}, 0, p.e);
  return experiment(p, steps_in(p, 0.3), {0, 0, -g}, {floor(0, p.e), b});
}

void judge_dropped(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const h = look.p.h, e = look.p.e, H = 0.05 + look.p.fraction * h;
  double const v = std::sqrt(2 * g * H);
  double highest = 0;
  bool bounced = false;
  for (int i = 1; i <= m.steps(); ++i) {
    double const u0 = m.at[i - 1].twist[1][2], u1 = m.at[i].twist[1][2];
    double const z = m.at[i].pose[1].p_WB[2] - 0.1;
    out.above("gap", z, -1.6 * v * h);                // a mean velocity adds half the way of a step
    if (u0 < -3 * g * h && u1 > u0 - g * h + 1e-9) {  // an impulse acted
      bounced = true;
      if (e > 0) out.near("v_z after a bounce at " + text(m.at[i].t), u1, -e * u0, 1e-9);
    }
    if (e == 0 && !look.corrects_positions()) out.below("v_z at " + text(m.at[i].t), u1, 1e-9);
    if (bounced) highest = std::max(highest, z);
  }
  out.near("a bounce", bounced, 1, 0);
  if (!look.corrects_positions()) out.near("height of the bounce", highest, e * e * H, 4 * v * h);
  if (e > 0 || look.corrects_positions()) return;
  out.below("last speed", std::abs(m.end().twist[1][2]), 1e-9);
  double force = 0;
  for (auto const& c : m.end().contacts) force += c.impulse[2] * c.force_per_impulse;
  out.near("force at rest over weight", force / (look.p.mass * g), 1, 1e-6);
}

// A ball that must not pass through another: 20 m/s, radii of 2 cm.
Json fast(Parameters const& p) {
  auto a = ball("a", 1, 0.02, {0, 0, 0}, {0, 0, 0}, 0, p.e);
  a["motion"] = "fixed";
  a.erase("mass");
  a.erase("velocity");
  auto b = ball("b", p.mass, 0.02, {-0.5 + p.fraction * p.h, 0.001, 0.001}, {20, 0, 0}, 0, p.e);
  return experiment(p, steps_in(p, 0.05), {0, 0, 0}, {a, b});
}

void judge_fast(Look& look, Findings& out) {
  auto const& m = look.motion();
  out.below("v_x at the end", m.end().twist[1][0], 20 * 0.2);
  double const E = dot(linear(m.end().twist[1]), linear(m.end().twist[1])) / 400;
  if (!look.corrects_positions()) out.below("energy", E, 1 + 1e-9);
}

}  // namespace

void add_impacts(std::vector<Trial>& to) {
  std::vector<std::string> const has{"contact", "restitution", "fraction"};
  to.push_back({"impact_plane", has, on_plane, judge_on_plane});
  to.push_back({"impact_head_on", has, [](auto const& p) { return two(p, 0); },
                [](auto& look, auto& out) { judge_pair(look, out, 0); }});
  to.push_back({"impact_oblique", has, [](auto const& p) { return two(p, 0.08); },
                [](auto& look, auto& out) { judge_pair(look, out, 0.08); }});
  to.push_back({"impact_row", has, row, judge_row});
  to.push_back({"dropped", has, dropped, judge_dropped});
  to.push_back({"fast_ball", has, fast, judge_fast});
}

}  // namespace orthant::oracle
