// Coulomb's law in motion: bounces with friction, sliding to rest, rolling, slopes.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const mu = 0.3;

// A sphere that strikes the floor at 1 m/s downwards and `along` m/s along it, with an impulse of
// (1 + e) m upwards. At the lever arm a the tangential effective mass is 1 / (1 + a^2 / (0.4 r^2)),
// 2/7 for a = r. Friction stops the contact point if it can, else it is mu (1 + e). The arm, known
// from the spin, is r to within half of a gap or overlap, that is of the displacement in a step.
Json bounce(Parameters const& p, double along) {
  return experiment(p, 8, {0, 0, 0},
                    {floor(mu, p.e), ball("b", p.mass, 0.1, {0, 0, 0.1 + p.fraction * p.h},
                                          {along, 0, -1}, mu, p.e)});
}

void judge_bounce(Look& look, Findings& out, double along) {
  auto const& m = look.motion();
  auto const& u = m.end().twist[1];
  double const e = look.p.e, h = look.p.h, r = 0.1, I = 0.4 * r * r, most = mu * (1 + e);
  double const lost = along - u[0], arm = I * u[4] / lost;
  if (look.corrects_positions()) return;  // by more than the impulse of the law
  std::vector<double> normal;
  for (auto const& now : m.at) normal.push_back(now.twist[1][2]);
  judge_normal_speed(out, "v_z", normal, 1, e);
  out.near("v_y", u[1], 0, 1e-9);
  out.near("arm of the friction", arm, r, 1.01 * h + 1e-6);
  double const right = std::min(along / (1 + arm * arm / I), most);
  // With e = 0 it may touch in two steps, or in two stages, with two lever arms; and the arm of the
  // slip may be another than that of the force.
  bool const one_arm = e > 0 && look.stated.parts == 1;
  double const arms = one_arm ? std::pow(0.5 * h / r, 2) : h;
  out.near("v_x", u[0], along - right, 1e-8 + (right == most ? 0 : along * arms));
}

// A box at 1 m/s stops after v^2 / (2 mu g) = 0.1699 m. If a step moves with the velocity of one of
// its ends, or the mean, the distance is exact to within v h.
Json sliding(Parameters const& p) {
  return experiment(
      p, steps_in(p, 0.5), {0, 0, -g},
      {floor(mu, 0), box("b", p.mass, {0.2, 0.2, 0.1}, {0, 0, 0.05}, {1, 0, 0}, mu, 0)});
}

void judge_sliding(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const h = look.p.h;
  for (int i = 1; i <= m.steps(); ++i) {
    auto const& now = m.at[i];
    double const right = std::max(0.0, 1 - mu * g * now.t);
    out.near("v_x at " + text(now.t), now.twist[1][0], right, right > 0 ? 1e-7 : mu * g * h + 1e-9);
    out.below("other velocities at " + text(now.t),
              std::abs(now.twist[1][1]) + std::abs(now.twist[1][2]) + norm(angular(now.twist[1])),
              1e-6);
    Vec3 force;
    for (auto const& c : now.contacts) force += c.force_per_impulse * c.impulse;
    if (i > 2) out.near("normal force over weight", force[2] / (look.p.mass * g), 1, 1e-6);
    if (i > 2 && right > mu * g * h)
      out.near("friction over weight", force[0] / (look.p.mass * g), -mu, 1e-6);
  }
  out.near("way", m.end().pose[1].p_WB[0], 1 / (2 * mu * g), h + 1e-6);
  out.below("last speed", norm(m.end().twist[1]), 1e-7);
}

// A sliding ball finally rolls at 5/7 of its speed, for any step.
Json rolling(Parameters const& p) {
  return experiment(p, steps_in(p, 0.2), {0, 0, -g},
                    {floor(mu, 0), ball("b", p.mass, 0.1, {0, 0, 0.1}, {1, 0, 0}, mu, 0)});
}

void judge_rolling(Look& look, Findings& out) {
  auto const& m = look.motion();
  for (auto const& now : m.at) {
    double const t = now.t, right = std::max(5.0 / 7, 1 - mu * g * t);
    double const within = right > 5.0 / 7 + mu * g * look.p.h ? 1e-7 : mu * g * look.p.h + 1e-9;
    out.near("v_x at " + text(t), now.twist[1][0], right, within);
    out.near("gap at " + text(t), now.pose[1].p_WB[2] - 0.1, 0, 2e-6);
  }
  auto const& u = m.end().twist[1];
  // bdf2 has the lever arm of friction at the pose without impulses of laws: g h^2/6 above.
  double const arm = look.choice("integrator", "") == "bdf2" ? 5 * look.p.h * look.p.h : 0;
  out.near("v_x at the end", u[0], 5.0 / 7, 1e-7 + arm);
  out.near("slip at the end", u[0] - 0.1 * u[4], 0, 1e-7);
}

// A ball whose centre of mass is d from its middle, and starts below it, rolls without slip:
//   (I + m (r^2 - 2 r d cos a + d^2)) a'' + m d sin a (r a'^2 + g) = 0
double const r_off = 0.2, d_off = 0.05, I_off = 0.02, spin_off = 3, time_off = 0.4;

Json off_centre(Parameters const& p) {
  Json b =
      ball("b", p.mass, r_off, {0, 0, r_off - d_off}, {(r_off - d_off) * spin_off, 0, 0}, 2, 0);
  b["inertia"] = {I_off * p.mass, I_off * p.mass, I_off * p.mass};
  b["angular_velocity"] = {0, spin_off, 0};
  b["shapes"][0]["position"] = {0, 0, d_off};
  return experiment(p, steps_in(p, time_off), {0, 0, -g}, {floor(2, 0), b});
}

void judge_off_centre(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{{0, spin_off}}, time_off, 800, [](double, Vec<2> const& x) {
    double const c = std::cos(x[0]), s = std::sin(x[0]),
                 A = I_off + r_off * r_off - 2 * r_off * d_off * c + d_off * d_off;
    return Vec<2>{{x[1], -d_off * s * (r_off * x[1] * x[1] + g) / A}};
  });
  int const k = look.stated.rolling;
  ends_at(look, out, "x", k, 1, 5, r_off * end[0] - d_off * std::sin(end[0]), position_of(1, 0));
  ends_at(look, out, "rate", k, 20, 100, end[1], speed_of(1, 4));
  for (auto const& now : look.motion().at) {
    double const lift = r_off - at(now.pose[1], Vec3{{0, 0, d_off}})[2];
    out.near("height of the middle at " + text(now.t), lift, 0, 20 * look.p.h * look.p.h);
  }
}

// A box on a slope of `ratio` times mu. It rests below 1, and accelerates above by g (sin - mu
// cos).
Json slope(Parameters const& p, double ratio) {
  double const angle = std::atan(ratio * mu);
  return experiment(
      p, steps_in(p, 0.2), {g * std::sin(angle), 0, -g * std::cos(angle)},
      {floor(mu, 0), box("b", p.mass, {0.2, 0.2, 0.1}, {0, 0, 0.05}, {0, 0, 0}, mu, 0)});
}

void judge_slope(Look& look, Findings& out, double ratio) {
  auto const& m = look.motion();
  double const c = std::cos(std::atan(ratio * mu)), a = std::max(0.0, g * c * mu * (ratio - 1));
  for (auto const& now : m.at) {
    double const t = now.t;
    // 1e-10 m/s of a row in each step, possibly all of one sign
    out.near("v_x at " + text(t), now.twist[1][0], a * t, 1e-8 + 2e-10 * m.steps());
    out.near("x at " + text(t), now.pose[1].p_WB[0], 0.5 * a * t * t,
             0.501 * a * t * look.p.h + 1e-8);
    out.below("other velocities at " + text(t),
              std::abs(now.twist[1][1]) + std::abs(now.twist[1][2]) + norm(angular(now.twist[1])),
              1e-7);
    out.near("gap at " + text(t), now.pose[1].p_WB[2] - 0.05, 0, 2e-6);
  }
}

// A cylinder that lies across a slope rolls without slip, because tan < 3 mu: its acceleration is
// (2/3) g sin.
double const steep = std::atan(0.4), can_radius = 0.1;

Json rolling_cylinder(Parameters const& p) {
  double const half = std::sqrt(0.5);
  Json const can = {{"name", "b"},
                    {"mass", p.mass},
                    {"friction", mu},
                    {"position", {0, 0, can_radius}},
                    {"orientation", {half, half, 0, 0}},
                    {"shapes", {{{"type", "cylinder"}, {"radius", can_radius}, {"length", 0.3}}}}};
  return experiment(p, steps_in(p, 0.2), {g * std::sin(steep), 0, -g * std::cos(steep)},
                    {floor(mu, 0), can});
}

void judge_rolling_cylinder(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const a = 2.0 / 3 * g * std::sin(steep);
  for (auto const& now : m.at) {
    double const t = now.t, arm = look.choice("integrator", "") == "bdf2" ? 5 * look.p.h : 0;
    auto const& u = now.twist[1];
    out.near("v_x at " + text(t), u[0], a * t, 1e-7 + arm * a * t);
    out.near("slip at " + text(t), u[0] - can_radius * u[4], 0, 1e-7 + arm * a * t);
    out.near("x at " + text(t), now.pose[1].p_WB[0], 0.5 * a * t * t,
             0.501 * a * t * look.p.h + 1e-8 + arm * a * t * t);
    out.below("other velocities at " + text(t),
              std::abs(u[1]) + std::abs(u[2]) + std::abs(u[3]) + std::abs(u[5]), 1e-6);
    out.near("gap at " + text(t), now.pose[1].p_WB[2] - can_radius, 0, 2e-6);
  }
}

}  // namespace

void add_friction(std::vector<Trial>& to) {
  std::vector<std::string> const bounces{"contact", "restitution", "fraction", "sliding"};
  for (double along : {0.5, 3.0})
    to.push_back({"bounce_with_friction_" + text(along), bounces,
                  [=](auto const& p) { return bounce(p, along); },
                  [=](auto& look, auto& out) { judge_bounce(look, out, along); }});
  to.push_back({"sliding_to_rest", {"contact", "sliding"}, sliding, judge_sliding});
  to.push_back({"rolling", {"contact", "sliding"}, rolling, judge_rolling});
  to.push_back(
      {"rolling_cylinder", {"contact", "sliding"}, rolling_cylinder, judge_rolling_cylinder});
  to.push_back({"rolling_off_centre", {"contact"}, off_centre, judge_off_centre});
  to.push_back({"slope_0.99",
                {"contact"},
                [](auto const& p) { return slope(p, 0.99); },
                [](auto& look, auto& out) { judge_slope(look, out, 0.99); }});
  to.push_back({"slope_1.01",
                {"contact", "sliding"},
                [](auto const& p) { return slope(p, 1.01); },
                [](auto& look, auto& out) { judge_slope(look, out, 1.01); }});
}

}  // namespace orthant::oracle
