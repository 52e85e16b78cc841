// Bodies at rest: a stack of boxes, a box on two others.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const edge = 0.2;

Json cube(char const* name, double mass, double x, double z) {
  return box(name, mass, {edge, edge, edge}, {x, 0, z}, {0, 0, 0}, 0.5, 0);
}

Json stack(Parameters const& p) {
  return experiment(p, 15, {0, 0, -g},
                    {floor(0.5, 0), cube("a", p.mass, 0, edge / 2),
                     cube("b", 2 * p.mass, 0, 1.5 * edge), cube("c", 0.5 * p.mass, 0, 2.5 * edge)});
}

Json bridge(Parameters const& p) {
  auto beam = box("c", p.mass, {3 * edge, edge, edge}, {0, 0, 1.5 * edge}, {0, 0, 0}, 0.5, 0);
  return experiment(
      p, 15, {0, 0, -g},
      {floor(0.5, 0), cube("a", p.mass, -edge, edge / 2), cube("b", p.mass, edge, edge / 2), beam});
}

// A lever on a hinge lies on a ball, without friction, and a pendulum swings at its end: what the
// ball carries changes, and neither it nor the lever moves.
double const l_swing = 0.2, I_swing = 0.0005;

Json lever(Parameters const& p) {
  auto const hinge = [](Json joint, double x) {
    joint.update({{"type", "hinge"}, {"point", {x, 0, 0.225}}, {"axis", {0, 1, 0}}});
    return joint;
  };
  Json pendulum = round("pendulum", 0.2 * p.mass, I_swing * p.mass, {1.1, 0, 0.225}, {0, 0, 0});
  return experiment(
      p, steps_in(p, 0.3), {0, 0, -g},
      {floor(0, 0), box("lever", 2 * p.mass, {1, 0.1, 0.05}, {0.5, 0, 0.225}, {0, 0, 0}, 0, 0),
       ball("ball", 0.1 * p.mass, 0.1, {0.2, 0, 0.1}, {0, 0, 0}, 0, 0), pendulum},
      {hinge({{"b", "lever"}}, 0), hinge({{"a", "lever"}, {"b", "pendulum"}}, 0.9)});
}

void judge_lever(Look& look, Findings& out) {
  // Joints open by rows linear in u+, and by what stages correct: that tilts the lever. A force of
  // 600 times the weight of the ball then pushes it.
  double const h = look.p.h, rounds = 1e-7, opens = 20 * h * h, pushed = 400 * h * h * h;
  auto const& m = look.motion();
  for (int i = 1; i <= m.steps(); ++i)
    for (std::size_t b = 1; b < 3; ++b) {
      auto const here = "body " + std::to_string(b) + " after step " + std::to_string(i);
      Vec3 const way = m.at[i].pose[b].p_WB - m.at[0].pose[b].p_WB;
      bool const sinks = look.choice("scene.contact.least_norm", "0") != "0";  // so the lever tilts
      if (b == 1 || !sinks)
        out.near("way along of " + here, way[0], 0, rounds + (b == 1 ? opens : pushed));
      out.near("way up of " + here, way[2], 0, rounds + opens);
      out.below("speed of " + here, norm(linear(m.at[i].twist[b])), 40 * h);
    }
  auto const end = integrate(Vec<2>{}, 0.3, 600, [](double, Vec<2> const& x) {
    double const A = I_swing + 0.2 * l_swing * l_swing;
    return Vec<2>{{x[1], 0.2 * g * l_swing * std::cos(x[0]) / A}};
  });
  ends_at(look, out, "height of the pendulum", 1, 2.5, 20, 0.225 - l_swing * std::sin(end[0]),
          [](Motion const& seen) { return seen.end().pose[3].p_WB[2]; });
}

/// The vertical force on a body by all bodies below or above it.
double lift(Instant const& now, int body) {
  double out = 0;
  for (auto const& c : now.contacts)
    out += ((c.b == body) - (c.a == body)) * c.force_per_impulse * c.impulse[2];
  return out;
}

void judge(Look& look, Findings& out, std::vector<double> const& masses) {
  auto const& m = look.motion();
  for (int i = 1; i <= m.steps(); ++i)
    for (std::size_t b = 1; b < masses.size(); ++b) {
      auto const here = "body " + std::to_string(b) + " after step " + std::to_string(i);
      out.below("way of " + here, norm(m.at[i].pose[b].p_WB - m.at[0].pose[b].p_WB), 1e-7);
      out.below("speed of " + here, norm(m.at[i].twist[b]), 1e-7);
      if (i == 1) continue;
      double const weight = masses[b] * look.p.mass * g;
      out.near("force over weight of " + here, lift(m.at[i], static_cast<int>(b)) / weight, 1,
               1e-5);
    }
  for (auto const& now : m.at)
    for (auto const& c : now.contacts) {
      double const n = dot(c.impulse, c.normal);
      Vec3 const tangential = c.impulse - n * c.normal;
      double const whole = 3.5 * look.p.mass * g * look.p.h;
      out.above("normal impulse", n / whole, -1e-6);
      out.below("|friction| - mu normal", (norm(tangential) - 0.5 * n) / whole, 1e-6);
    }
}

}  // namespace

void add_resting(std::vector<Trial>& to) {
  to.push_back({"stack", {"contact"}, stack, [](auto& look, auto& out) {
                  judge(look, out, {0, 1, 2, 0.5});
                }});
  to.push_back({"bridge", {"contact"}, bridge, [](auto& look, auto& out) {
                  judge(look, out, {0, 1, 1, 1});
                }});
  to.push_back({"lever", {"contact"}, lever, judge_lever});
}

}  // namespace orthant::oracle
