// Springs, pendulums and a chain, compared with their equations in minimal coordinates.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// m x'' = -K (x - 0.1) - D x' from rest at 0, along a slider or a strut: K = 100, m = 1, w = 10.
double const K = 100, away = 0.1;

Json sprung(Parameters const& p, bool strut, double D) {
  Json const body = {{"name", "b"}, {"mass", p.mass}, {"inertia", {p.mass, p.mass, p.mass}}};
  Json const spring = {
      {"stiffness", K * p.mass}, {"damping", D * p.mass}, {"rest", strut ? 0.5 + away : away}};
  Json joint = {{"b", "b"}, {"spring", spring}};
  if (strut)
    joint.update({{"type", "strut"}, {"point_a", {-0.5, 0, 0}}, {"point_b", {0, 0, 0}}});
  else
    joint.update({{"type", "slider"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}});
  return experiment(p, steps_in(p, 0.3), {0, 0, 0}, {body}, {joint});
}

void judge_sprung(Look& look, Findings& out, double D) {
  double const t = 0.3, d = D / 2, w = std::sqrt(K - d * d);
  double const decay = std::exp(-d * t), c = std::cos(w * t), s = std::sin(w * t);
  double const x = away - away * decay * (c + d / w * s), v = away * decay * K / w * s;
  auto const errors = [&](Motion const& m) {
    auto const& end = m.end();
    out.below("way beside the axis", std::abs(end.pose[0].p_WB[1]) + std::abs(end.pose[0].p_WB[2]),
              1e-8);
    return std::pair(std::abs(end.pose[0].p_WB[0] - x), std::abs(end.twist[0][0] - v));
  };
  auto const [x1, v1] = errors(look.motion());
  auto const [x2, v2] = errors(look.motion(2));
  int const k = look.stated.springs;
  // Amplitude and phase deviate by w^2 h t / 2, or (w h)^2 w t / 8.
  double const share = k == 1 ? 0.5 * K * look.p.h * t : K * std::pow(look.p.h, 2) * 3 / 8;
  order(out, "x", x1, x2, k, 3 * away * share, 1e-9);
  order(out, "v", v1, v2, k, (k == 1 ? 4 : 30) * away * share, 1e-8);
  if (D > 0) return;
  double const E0 = 0.5 * K * away * away;
  for (auto const& now : look.motion().at) {
    double const y = now.pose[0].p_WB[0] - away, u = now.twist[0][0];
    out.below(
        "energy over that of the start at " + text(now.t), (0.5 * u * u + 0.5 * K * y * y) / E0,
        1 + (k == 1 ? 0.5 * K * look.p.h * look.p.h : 0.5 * K * std::pow(look.p.h, 2)) + 1e-9);
  }
}

// A box swings about a point 0.5 m from its centre, from the horizontal: (I + m l^2) a'' = -m g l
// cos a, a downwards.
Json pendulum(Parameters const& p, char const* joint) {
  Json j = {{"type", joint}, {"b", "b"}, {"point", {0, 0, 0}}};
  if (std::string(joint) == "hinge") j["axis"] = {0, 1, 0};
  return experiment(p, steps_in(p, 0.4), {0, 0, -g},
                    {box("b", p.mass, {0.3, 0.1, 0.2}, {0.5, 0, 0}, {0, 0, 0}, 0.5, 0)}, {j});
}

void judge_pendulum(Look& look, Findings& out) {
  double const l = 0.5, I = (0.3 * 0.3 + 0.2 * 0.2) / 12, all = I + l * l;
  Vec<2> const end = integrate(Vec<2>{{0, 0}}, 0.4, 400, [&](double, Vec<2> const& x) {
    return Vec<2>{{x[1], g * l * std::cos(x[0]) / all}};
  });
  Vec3 const place{{l * std::cos(end[0]), 0, -l * std::sin(end[0])}};
  auto const errors = [&](Motion const& m) {
    return std::pair(norm(m.end().pose[0].p_WB - place), std::abs(m.end().twist[0][4] - end[1]));
  };
  auto const &whole = look.motion(), &half = look.motion(2);
  auto const [x1, w1] = errors(whole);
  auto const [x2, w2] = errors(half);
  int const k = look.stated.joints;
  double const h = look.p.h;
  order(out, "place", x1, x2, k, k == 1 ? 5 * h : 60 * h * h, 1e-9);
  order(out, "angular velocity", w1, w2, k, k == 1 ? 125 * h : 900 * h * h, 1e-8);
  for (auto const& now : whole.at) {
    Vec3 const r = at(now.pose[0], Vec3{{-l, 0, 0}});
    out.below("joint open at " + text(now.t), norm(r), 60 * look.p.h * look.p.h);
    out.below("out of the plane at " + text(now.t), std::abs(now.pose[0].p_WB[1]), 1e-8);
  }
}

// Three rods on ball joints in a plane, angles a_i from the vertical:
// sum_j M_ij cos(a_i - a_j) a_j'' + M_ij sin(a_i - a_j) a_j'^2 + G_i sin a_i = 0.
int const links = 3;
double const L = 0.2, I = L * L / 12 + 0.02 * 0.02 / 12;

Json chain(Parameters const& p) {
  Json bodies = Json::array(), joints = Json::array();
  for (int i = 0; i < links; ++i) {
    auto const name = "r" + std::to_string(i);
    bodies.push_back(
        box(name.c_str(), p.mass, {L, 0.02, 0.02}, {L * (i + 0.5), 0, 0}, {0, 0, 0}, 0.5, 0));
    bodies.back()["collide"] = false;
    Json joint = {{"type", "ball"}, {"b", name}, {"point", {L * i, 0, 0}}};
    if (i > 0) joint["a"] = "r" + std::to_string(i - 1);
    joints.push_back(joint);
  }
  return experiment(p, steps_in(p, 0.2), {0, 0, -g}, bodies, joints);
}

Vec<2 * links> swinging(double, Vec<2 * links> const& x) {
  Mat<links, links + 1> A;
  for (int i = 0; i < links; ++i) {
    double const below = links - 1 - i;
    A[i][links] = -g * L * (0.5 + below) * std::sin(x[i]);
    for (int j = 0; j < links; ++j) {
      double const outer = links - 1 - std::max(i, j);
      double const m = i == j ? I + L * L / 4 + L * L * below : L * L * (0.5 + outer);
      A[i][j] = m * std::cos(x[i] - x[j]);
      A[i][links] -= m * std::sin(x[i] - x[j]) * x[links + j] * x[links + j];
    }
  }
  for (int k = 0; k < links; ++k)  // positive definite: no pivoting needed
    for (int i = 0; i < links; ++i) {
      if (i == k) continue;
      double const f = A[i][k] / A[k][k];
      for (int j = k; j <= links; ++j) A[i][j] -= f * A[k][j];
    }
  Vec<2 * links> out;
  for (int i = 0; i < links; ++i) {
    out[i] = x[links + i];
    out[links + i] = A[i][links] / A[i][i];
  }
  return out;
}

void judge_chain(Look& look, Findings& out) {
  Vec<2 * links> start;
  for (int i = 0; i < links; ++i) start[i] = std::acos(0.0);
  auto const end = integrate(start, 0.2, 1000, swinging);
  Vec3 tip;
  for (int i = 0; i < links; ++i) tip += L * Vec3{{std::sin(end[i]), 0, -std::cos(end[i])}};
  auto const error = [&](Motion const& m) {
    return norm(at(m.end().pose[links - 1], Vec3{{L / 2, 0, 0}}) - tip);
  };
  auto const error_of_rate = [&](Motion const& m) {  // about -y, of the last rod
    return std::abs(m.end().twist[links - 1][4] + end[2 * links - 1]);
  };
  int const k = look.stated.joints;
  order(out, "angular velocity", error_of_rate(look.motion()), error_of_rate(look.motion(2)), k,
        k == 1 ? 100 * look.p.h : 2000 * look.p.h * look.p.h, 1e-8);
  order(out, "tip", error(look.motion()), error(look.motion(2)), k,
        k == 1 ? 4 * look.p.h : 50 * look.p.h * look.p.h, 1e-9);
  for (auto const& now : look.motion().at)
    for (int i = 1; i < links; ++i)
      out.below(
          "joint open at " + text(now.t),
          norm(at(now.pose[i], Vec3{{-L / 2, 0, 0}}) - at(now.pose[i - 1], Vec3{{L / 2, 0, 0}})),
          100 * look.p.h * look.p.h);
}

}  // namespace

void add_joints(std::vector<Trial>& to) {
  auto const spring = [&](char const* name, bool strut, double D) {
    to.push_back({name,
                  {},
                  [=](auto const& p) { return sprung(p, strut, D); },
                  [=](auto& look, auto& out) { judge_sprung(look, out, D); }});
  };
  spring("spring", false, 0);
  spring("spring_and_damper", false, 4);
  spring("strut", true, 0);
  spring("strut_and_damper", true, 4);
  to.push_back(
      {"pendulum_hinge", {}, [](auto const& p) { return pendulum(p, "hinge"); }, judge_pendulum});
  to.push_back(
      {"pendulum_ball", {}, [](auto const& p) { return pendulum(p, "ball"); }, judge_pendulum});
  to.push_back({"chain", {}, chain, judge_chain});
}

}  // namespace orthant::oracle
