// Springs and dampers by tables, compared with closed forms and with separately integrated
// equations.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

Json along(Parameters const& p, double time, double speed, Json const& laws) {
  Json joint = {{"type", "slider"}, {"b", "b"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
  joint.update(laws);
  return experiment(p, steps_in(p, time), {0, 0, 0},
                    {round("b", p.mass, p.mass, {0, 0, 0}, {speed, 0, 0})}, {joint});
}

Json points(Parameters const& p, std::vector<std::pair<double, double>> const& of_1_kg) {
  Json out = Json::array();
  for (auto const& [x, f] : of_1_kg) out.push_back({x, f * p.mass});
  return out;
}

double place(Motion const& m) { return m.end().pose[0].p_WB[0]; }
double speed(Motion const& m) { return m.end().twist[0][0]; }

void judge_end(Look& look, Findings& out, double x, double v, double c1, double c2) {
  int const k = look.stated.springs;
  ends_at(look, out, "x", k, c1, c2, x, place);
  ends_at(look, out, "v", k, 30 * c1, 30 * c2, v, speed);
}

// Tables that are straight lines; the motion leaves their range after a tenth of the way:
// m x'' = -100 (x - 0.1) - 4 x'.
Json line(Parameters const& p) {
  return along(p, 0.3, 0,
               {{"spring", {{"force", points(p, {{-0.01, -1}, {0, 0}, {0.01, 1}})}, {"rest", 0.1}}},
                {"damper", {{"force", points(p, {{-0.1, -0.4}, {0.1, 0.4}})}}}});
}

void judge_line(Look& look, Findings& out) {
  double const t = 0.3, w = std::sqrt(96), decay = std::exp(-2 * t), c = std::cos(w * t),
               s = std::sin(w * t);
  judge_end(look, out, 0.1 - 0.1 * decay * (c + 2 / w * s), 0.1 * decay * 100 / w * s, 2, 6);
}

// A spring four times as stiff in compression as in tension: a quarter of a period with w = 5 sqrt
// 2 from rest at 0.1, and then twice that frequency.
Json two_slopes(Parameters const& p) {
  return along(p, 0.4, 0,
               {{"spring",
                 {{"force", points(p, {{-0.1, -20}, {0, 0}, {0.1, 5}})},
                  {"interpolation", "linear"},
                  {"rest", -0.1}}}});
}

void judge_two_slopes(Look& look, Findings& out) {
  double const w = 5 * std::sqrt(2.0), t = 0.4 - std::acos(0.0) / w;
  judge_end(look, out, -0.1 - 0.05 * std::sin(2 * w * t), -0.1 * w * std::cos(2 * w * t), 2, 12);
  double const E0 = 0.5 * 50 * 0.1 * 0.1, h = look.p.h;
  for (auto const& now : look.motion().at) {
    double const y = now.pose[0].p_WB[0] + 0.1, v = now.twist[0][0];
    out.below("energy over that of the start at " + text(now.t),
              (0.5 * v * v + 0.5 * (y < 0 ? 200 : 50) * y * y) / E0, 1 + 0.5 * 200 * h * h + 1e-9);
  }
}

// A hardening spring, by a curve through its points. Slopes are the harmonic means of the secants
// 250, 50, 50, 250, and at the ends those of the parabola through three points. It starts beyond
// the last point.
std::vector<double> const knots{-0.2, -0.1, 0, 0.1, 0.2}, forces{-30, -5, 0, 5, 30},
    slopes{350, 250.0 / 3, 50, 250.0 / 3, 350};

double hardening(double x) {
  if (x < knots.front()) return forces.front() + slopes.front() * (x - knots.front());
  if (x > knots.back()) return forces.back() + slopes.back() * (x - knots.back());
  std::size_t k = 0;
  while (k + 2 < knots.size() && x > knots[k + 1]) ++k;
  double const w = knots[k + 1] - knots[k], s = (x - knots[k]) / w, q = 1 - s;
  // Hermite's cubic in Bernstein form.
  double const f0 = forces[k], f3 = forces[k + 1], f1 = f0 + w * slopes[k] / 3,
               f2 = f3 - w * slopes[k + 1] / 3;
  return q * q * q * f0 + 3 * q * q * s * f1 + 3 * q * s * s * f2 + s * s * s * f3;
}

Json curve(Parameters const& p) {
  std::vector<std::pair<double, double>> table;
  for (std::size_t k = 0; k < knots.size(); ++k) table.push_back({knots[k], forces[k]});
  return along(p, 0.3, 0, {{"spring", {{"force", points(p, table)}, {"rest", -0.25}}}});
}

void judge_curve(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{}, 0.3, 3000, [](double, Vec<2> const& x) {
    return Vec<2>{{x[1], -hardening(x[0] + 0.25)}};
  });
  judge_end(look, out, end[0], end[1], 4, 60);
}

// A damper of two slopes slows a body from 1 m/s: v = 1/3 + 2/3 exp(-6 t) down to 1/2, after ln 4 /
// 6, and from there exp(-2 t) / 2.
Json damper(Parameters const& p) {
  return along(p, 0.4, 1,
               {{"damper",
                 {{"force", points(p, {{0, 0}, {0.5, 1}, {1, 4}})}, {"interpolation", "linear"}}}});
}

void judge_damper(Look& look, Findings& out) {
  double const t1 = std::log(4.0) / 6, decay = std::exp(-2 * (0.4 - t1));
  judge_end(look, out, t1 / 3 + 0.75 / 9 + (1 - decay) / 4, decay / 2, 0.3, 1);
}

}  // namespace

void add_tables(std::vector<Trial>& to) {
  to.push_back({"tables_straight", {}, line, judge_line});
  to.push_back({"table_of_two_slopes", {}, two_slopes, judge_two_slopes});
  to.push_back({"table_hardening", {}, curve, judge_curve});
  to.push_back({"table_of_a_damper", {}, damper, judge_damper});
}

}  // namespace orthant::oracle
