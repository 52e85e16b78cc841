// Loads as functions of time, and a load that turns with its body.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

double const time = 0.3, I = 0.1;

// Forces along x and torques about z, linear between rows.
Json in_time(Parameters const& p) {
  double const m = p.mass;
  Json const force = {{0, 0, 0, 0}, {0.1, 20 * m, 0, 0}, {0.2, -10 * m, 0, 0}};
  Json const torque = {{0.1, 0, 0, 1 * m}, {0.2, 0, 0, -3 * m}};
  auto out =
      experiment(p, steps_in(p, time), {0, 0, 0}, {round("b", m, I * m, {0, 0, 0}, {0, 0, 0})});
  out["scene"]["loads"] = {{{"body", "b"}, {"force", force}}, {{"body", "b"}, {"torque", torque}}};
  return out;
}

double straight(std::vector<std::pair<double, double>> const& rows, double t) {
  if (t <= rows.front().first) return rows.front().second;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    auto const [t0, f0] = rows[i - 1];
    auto const [t1, f1] = rows[i];
    if (t <= t1) return f0 + (f1 - f0) * (t - t0) / (t1 - t0);
  }
  return rows.back().second;
}

void judge_in_time(Look& look, Findings& out) {
  auto const end = integrate(Vec<4>{}, time, 3000, [](double t, Vec<4> const& x) {
    return Vec<4>{{x[1], straight({{0, 0}, {0.1, 20}, {0.2, -10}}, t), x[3],
                   straight({{0.1, 1}, {0.2, -3}}, t) / I}};
  });
  int const k = look.stated.free;
  ends_at(look, out, "x", k, 1.5, 60, end[0], position_of(0, 0));
  ends_at(look, out, "v", k, 15, 300, end[1], speed_of(0, 0));
  ends_at(look, out, "turn", k, 12, 75, end[2], angle_about_z);
  ends_at(look, out, "rate", k, 60, 300, end[3], speed_of(0, 5));
}

// A thruster beside the centre of a body that turns at 2 rad/s. Its torque is constant, and its
// force turns with the body.
double const thrust = 4, arm = 0.1, spin = 2;

Json thruster(Parameters const& p) {
  Json body = round("b", p.mass, I * p.mass, {0, 0, 0}, {0, 0, 0});
  body["angular_velocity"] = {0, 0, spin};
  auto out = experiment(p, steps_in(p, time), {0, 0, 0}, {body});
  out["scene"]["loads"] = {{{"body", "b"},
                            {"force", {0, thrust * p.mass, 0}},
                            {"point", {arm, 0, 0}},
                            {"frame", "body"}}};
  return out;
}

void judge_thruster(Look& look, Findings& out) {
  double const alpha = arm * thrust / I;
  auto const end = integrate(Vec<4>{}, time, 600, [&](double t, Vec<4> const& x) {
    double const a = spin * t + 0.5 * alpha * t * t;
    return Vec<4>{{x[2], x[3], -thrust * std::sin(a), thrust * std::cos(a)}};
  });
  int const k = look.stated.free;
  for (int i = 0; i < 2; ++i) {
    std::string const axis = i == 0 ? "x" : "y";
    ends_at(look, out, axis, k, 1.5, 8, end[i], position_of(0, i));
    ends_at(look, out, "v_" + axis, k, 5, 15, end[2 + i], speed_of(0, i));
  }
  for (auto const& now : look.motion().at)
    out.near("rate at " + text(now.t), now.twist[0][5], spin + alpha * now.t, 1e-7);
}

// A force with a fixed direction in the world acts on a point of a body, which swings about it like
// a compass: I a'' = -F r sin a, from a = 1.
Json compass(Parameters const& p) {
  auto out = experiment(p, steps_in(p, time), {0, 0, 0},
                        {round("b", p.mass, I * p.mass, {0, 0, 0}, {0, 0, 0})});
  double const a = 1;
  out["scene"]["loads"] = {{{"body", "b"},
                            {"force", {20 * p.mass, 0, 0}},
                            {"point", {0.1 * std::cos(a), 0.1 * std::sin(a), 0}}}};
  return out;
}

void judge_compass(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{{1, 0}}, time, 600, [](double, Vec<2> const& x) {
    return Vec<2>{{x[1], -20 * std::sin(x[0])}};
  });
  int const k = look.stated.free;
  ends_at(look, out, "turn", k, 3, 10, end[0] - 1, angle_about_z);
  ends_at(look, out, "rate", k, 30, 40, end[1], speed_of(0, 5));
  for (auto const& now : look.motion().at)
    out.near("v at " + text(now.t), now.twist[0][0], 20 * now.t, 1e-7);
}

}  // namespace

void add_loads(std::vector<Trial>& to) {
  to.push_back({"load_in_time", {}, in_time, judge_in_time});
  to.push_back({"thruster", {}, thruster, judge_thruster});
  to.push_back({"compass", {}, compass, judge_compass});
}

}  // namespace orthant::oracle
