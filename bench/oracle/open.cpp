// Joints that are open at the start: closed by compliance, before the first step, or by a share in
// each step.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

Json pair(Parameters const& p, int steps, Vec3 const& apart, Json joint) {
  double const m = p.mass;
  Json const d = {apart[0], apart[1], apart[2]}, velocity = {0, 1, 0};
  joint.update({{"a", "a"}, {"b", "b"}, {"point", {0, 0, 0}}});
  joint["open"]["offset"] = d;
  return experiment(
      p, steps, {0, 0, 0},
      {round("a", m, 0.1 * m, {0, 0, 0}, velocity), round("b", 3 * m, 0.3 * m, d, velocity)},
      {joint});
}

Vec3 apart(Instant const& now) { return now.pose[1].p_WB - now.pose[0].p_WB; }

void judge_middle(Look& look, Findings& out) {
  for (auto const& now : look.motion().at) {
    Vec3 const P = 0.25 * linear(now.twist[0]) + 0.75 * linear(now.twist[1]);
    Vec3 const x = 0.25 * now.pose[0].p_WB + 0.75 * now.pose[1].p_WB;
    Vec3 const x0 = 0.75 * apart(look.motion().at[0]);
    out.below("momentum at " + text(now.t), norm(P - Vec3{{0, 1, 0}}), 1e-8);
    out.below("centre of mass at " + text(now.t), norm(x - x0 - Vec3{{0, now.t, 0}}), 1e-8);
  }
}

// A bushing between two bodies, stretched by 0.02 m and rotated by half a radian. With the masses m
// and 3 m, d = d_0 cos(10 t), and with c = 2 sin(a/2) the rotation is that of a pendulum, a'' =
// -100 sin a.
Json soft(Parameters const& p) {
  auto out = pair(p, steps_in(p, 0.2), {{0.02, 0, 0}},
                  {{"type", "fixed"},
                   {"compliance", 1 / (75 * p.mass)},
                   {"angular_compliance", 1 / (7.5 * p.mass)},
                   {"open", {{"rotation", {0, 0, 0.5}}}}});
  return out;
}

void judge_soft(Look& look, Findings& out) {
  int const k = look.stated.springs;
  auto const rotation = integrate(Vec<2>{{0.5, 0}}, 0.2, 400, [](double, Vec<2> const& x) {
    return Vec<2>{{x[1], -100 * std::sin(x[0])}};
  });
  ends_at(look, out, "offset", k, 0.6, 3, 0.02 * std::cos(2.0),
          [](Motion const& m) { return apart(m.end())[0]; });
  ends_at(look, out, "rate of the offset", k, 6, 40, -0.2 * std::sin(2.0),
          [](Motion const& m) { return m.end().twist[1][0] - m.end().twist[0][0]; });
  ends_at(look, out, "turn", k, 15, 75, rotation[0], [](Motion const& m) {
    auto const q = conjugate(m.end().pose[0].q_WB) * m.end().pose[1].q_WB;
    return 0.5 + 2 * std::atan2(q.z, q.w);
  });
  ends_at(look, out, "rate of the turn", k, 150, 1000, rotation[1],
          [](Motion const& m) { return m.end().twist[1][5] - m.end().twist[0][5]; });
  judge_middle(look, out);
}

// Rigid: each body moves once by the share of the other's mass, without velocity.
Json rigid(Parameters const& p) { return pair(p, 10, {{0.02, -0.01, 0.03}}, {{"type", "ball"}}); }

void judge_rigid(Look& look, Findings& out) {
  auto const& m = look.motion();
  Vec3 const place = 0.75 * Vec3{{0.02, -0.01, 0.03}};
  for (int i = 1; i <= m.steps(); ++i)
    for (int b = 0; b < 2; ++b) {
      auto const& now = m.at[i];
      std::string const here = (b == 0 ? "a at " : "b at ") + text(now.t);
      out.below("place of " + here, norm(now.pose[b].p_WB - place - Vec3{{0, now.t, 0}}), 1e-8);
      out.below("velocity of " + here, norm(now.twist[b] - Vec6{{0, 1, 0, 0, 0, 0}}), 1e-7);
    }
}

// A share Upsilon of the remaining error in each step, a matrix: d_k = (1 - Upsilon)^k d_0. If a
// mean velocity, or that of several steps, moves bodies, only the velocity is Upsilon d / h, and
// the displacement follows from it.
double const Y[3][3] = {{0.5, 0.2, 0}, {0.2, 0.5, 0}, {0, 0, 0.1}};

Json share(Parameters const& p) {
  Json rows = Json::array();
  for (auto const& row : Y) rows.push_back({row[0], row[1], row[2]});
  return pair(p, 20, {{0.02, -0.01, 0.03}},
              {{"type", "ball"}, {"level", "velocity"}, {"baumgarte", rows}});
}

Vec3 part(Vec3 const& d) {
  Vec3 out;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) out[row] += Y[row][column] * d[column];
  return out;
}

void judge_share(Look& look, Findings& out) {
  auto const& m = look.motion();
  auto const integrator = look.choice("integrator", "implicit_euler");
  bool const mean = integrator == "moreau_jean" || integrator == "implicit_midpoint" ||
                    integrator == "generalised_alpha" || integrator == "bdf2";
  for (int i = 1; i <= m.steps(); ++i) {
    Vec3 const before = apart(m.at[i - 1]), now = apart(m.at[i]), closing = part(before);
    Vec3 const displacement = look.p.h * (linear(m.at[i].twist[1]) - linear(m.at[i].twist[0]));
    std::string const here = " at " + text(m.at[i].t);
    if (mean)
      out.below("way by the velocity, beside its share," + here, norm(displacement + closing),
                1e-8);
    else
      out.below("opening beside its share" + here, norm(now - before + closing), 1e-8);
  }
  out.below("opening at the end", norm(apart(m.end())), 0.2 * norm(apart(m.at[0])));
  judge_middle(look, out);
}

}  // namespace

void add_open(std::vector<Trial>& to) {
  to.push_back({"open_bushing", {}, soft, judge_soft});
  to.push_back({"open_rigid", {}, rigid, judge_rigid});
  to.push_back({"open_share", {}, share, judge_share});
}

}  // namespace orthant::oracle
