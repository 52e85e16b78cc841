// Rows that couple coordinates: a planetary gear, a rack, a screw and a cam, each with one degree
// of freedom.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// A torque of 2 N m on the sun: w_carrier = w_sun / 3, w_planet = -w_sun, because meshing teeth
// have the same velocity; 1/2 I w_sun^2 is the total energy.
double const reach = 0.3, I_sun = 0.02, I_planet = 0.005, I_carrier = 0.045;
double const I_all = I_sun + (I_carrier + reach * reach) / 9 + I_planet, torque = 2;

Json planetary(Parameters const& p) {
  double const m = p.mass;
  Json const z = {0, 0, 1}, middle = {0, 0, 0}, out = {reach, 0, 0}, still = {0, 0, 0};
  auto const hinge = [&](char const* a, char const* b, Json const& at) {
    Json joint = {{"type", "hinge"}, {"b", b}, {"point", at}, {"axis", z}};
    if (a != nullptr) joint["a"] = a;
    return joint;
  };
  auto sun = hinge(nullptr, "sun", middle);
  sun["motor"] = {{"type", "force"}, {"value", torque * m}};
  auto const gear = [&](double teeth) {
    return Json{{"type", "gear"}, {"b", "planet"},    {"point_a", middle}, {"point_b", out},
                {"axis", z},      {"teeth_a", teeth}, {"teeth_b", 10}};
  };
  auto within = gear(20), ring = gear(40);
  within["a"] = "sun";
  ring["internal"] = true;
  return experiment(
      p, steps_in(p, 0.3), {0, 0, 0},
      {round("sun", m, I_sun * m, middle, still), round("planet", m, I_planet * m, out, still),
       round("carrier", m, I_carrier * m, middle, still)},
      {sun, hinge(nullptr, "carrier", middle), hinge("carrier", "planet", out), within, ring});
}

void judge_planetary(Look& look, Findings& out) {
  double const t = 0.3, w = torque / I_all * t, angle = w * t / 2;
  int const k = look.stated.joints;
  ends_at(look, out, "rate of the sun", k, 30, 100, w, speed_of(0, 5));
  ends_at(look, out, "angle of the carrier", k, 6, 30, angle / 3, [](Motion const& m) {
    auto const& x = m.end().pose[1].p_WB;
    return std::atan2(x[1], x[0]);
  });
  ends_at(look, out, "turn of the planet", k, 20, 100, std::cos(angle), [](Motion const& m) {
    return rotate(m.end().pose[1].q_WB, Vec3{{1, 0, 0}})[0];
  });
  double const h = look.p.h;
  for (auto const& now : look.motion().at) {
    double const sun = now.twist[0][5], within = 1e-7 + w * (k == 1 ? 3 * h : 30 * h * h);
    out.near("rate of the carrier at " + text(now.t), now.twist[2][5], sun / 3, within);
    out.near("rate of the planet at " + text(now.t), now.twist[1][5], -sun, 3 * within);
    out.below("way of the sun at " + text(now.t), norm(now.pose[0].p_WB), 1e-7);
    out.near("reach of the planet at " + text(now.t), norm(now.pose[1].p_WB), reach, 60 * h * h);
  }
}

/// From rest along x with the acceleration a: v = a t, x = a t^2 / 2. The rotation in a step
/// depends on how the integrator treats h w, so that only the stated order holds.
void judge_even(Look& look, Findings& out, double time, double a, double rotation) {
  int const k = look.stated.joints;
  double const w = rotation * a * time;
  ends_at(look, out, "x", k, a * time, 4 * a + 0.3 * a * std::pow(w * time, 2),
          0.5 * a * time * time, position_of(0, 0));
  ends_at(look, out, "v", k, a, 4 * a + 0.3 * a * time * w * w, a * time, speed_of(0, 0));
  double const h = look.p.h;
  for (auto const& now : look.motion().at) {
    double const v = now.twist[0][0];
    out.near("rate of turning over the speed at " + text(now.t), norm(angular(now.twist[0])),
             rotation * v,
             1e-6 * rotation + 0.2 * rotation * v * std::pow(h * rotation * a * now.t, 2));
  }
}

// A pinion rolls down a vertical rack, hinged on a carriage: (2 m + I / r^2) a = 2 m g.
double const r = 0.05, I_pinion = 0.002;

Json rack(Parameters const& p) {
  Json const z = {0, 0, 1}, at = {0, 0, 0}, still = {0, 0, 0};
  return experiment(
      p, steps_in(p, 0.3), {g, 0, 0},
      {round("pinion", p.mass, I_pinion * p.mass, at, still),
       round("carriage", p.mass, p.mass, at, still)},
      {{{"type", "slider"}, {"b", "carriage"}, {"point", at}, {"axis", {1, 0, 0}}},
       {{"type", "hinge"}, {"a", "carriage"}, {"b", "pinion"}, {"point", at}, {"axis", z}},
       {{"type", "rack"}, {"b", "pinion"}, {"point_a", {0, -r, 0}}, {"point_b", at}, {"axis", z}}});
}

void judge_rack(Look& look, Findings& out) {
  judge_even(look, out, 0.3, 2 * g / (2 + I_pinion / (r * r)), 1 / r);
}

// A nut that falls along a screw, up to half a radian a step: (m + I (2 pi / pitch)^2) a = m g.
double const pitch = 0.2, I_nut = 4e-4, radians_per_metre = 2 * 3.14159265358979323846 / pitch;

Json screw(Parameters const& p) {
  return experiment(p, steps_in(p, 0.2), {g, 0, 0},
                    {round("nut", p.mass, I_nut * p.mass, {0, 0, 0}, {0, 0, 0})},
                    {{{"type", "cylindrical"},
                      {"b", "nut"},
                      {"point", {0, 0, 0}},
                      {"axis", {1, 0, 0}},
                      {"pitch", pitch}}});
}

void judge_screw(Look& look, Findings& out) {
  judge_even(look, out, 0.2, g / (1 + I_nut * radians_per_metre * radians_per_metre),
             radians_per_metre);
}

// A rotating body, guided along its axis by a groove F(a): (I + m F'^2) a'' + m F' F'' a'^2 = 0.
double const b1 = 0.1, b2 = 0.03, I_cam = 0.02, start = 6;

double slope(double a) { return b1 * std::cos(a) + 2 * b2 * std::cos(2 * a); }
double bend(double a) { return -b1 * std::sin(a) - 4 * b2 * std::sin(2 * a); }

Json cam(Parameters const& p) {
  Json body = round("b", p.mass, I_cam * p.mass, {0, 0, 0}, {start * slope(0), 0, 0});
  body["angular_velocity"] = {start, 0, 0};
  return experiment(p, steps_in(p, 0.4), {0, 0, 0}, {body},
                    {{{"type", "cylindrical"},
                      {"b", "b"},
                      {"point", {0, 0, 0}},
                      {"axis", {1, 0, 0}},
                      {"cam", {{"sine", {b1, b2}}}}}});
}

void judge_cam(Look& look, Findings& out) {
  Vec<2> const end = integrate(Vec<2>{{0, start}}, 0.4, 800, [](double, Vec<2> const& x) {
    double const s = slope(x[0]);
    return Vec<2>{{x[1], -s * bend(x[0]) * x[1] * x[1] / (I_cam + s * s)}};
  });
  double const displacement = b1 * std::sin(end[0]) + b2 * std::sin(2 * end[0]);
  int const k = look.stated.joints;
  ends_at(look, out, "way", k, 3, 10, displacement, position_of(0, 0));
  ends_at(look, out, "rate", k, 300, 1000, end[1], speed_of(0, 3));
  ends_at(look, out, "turn", k, 10, 100, std::cos(end[0]), [](Motion const& m) {
    return rotate(m.end().pose[0].q_WB, Vec3{{0, 1, 0}})[1];
  });
}

}  // namespace

void add_gears(std::vector<Trial>& to) {
  to.push_back({"planetary_gear", {}, planetary, judge_planetary});
  to.push_back({"rack_and_pinion", {}, rack, judge_rack});
  to.push_back({"screw", {}, screw, judge_screw});
  to.push_back({"cam", {}, cam, judge_cam});
}

}  // namespace orthant::oracle
