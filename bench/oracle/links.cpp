// A point on a plane, a massless link, and a hinge at velocity level.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// A rod whose end stays on the ground, without friction, released at 60 degrees. Its centre falls
// vertically, with (I + m l^2 cos^2 a) a'' - m l^2 sin a cos a a'^2 + m g l cos a = 0.
double const l = 0.5, I_rod = 1.0 / 12, lean = 3.14159265358979323846 / 3;

Json rod(Parameters const& p) {
  Json const at = {l * std::cos(lean), 0, l * std::sin(lean)};
  return experiment(
      p, steps_in(p, 0.3), {0, 0, -g}, {round("b", p.mass, I_rod * p.mass, at, {0, 0, 0})},
      {{{"type", "point_on_plane"}, {"b", "b"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}}});
}

void judge_rod(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{{lean, 0}}, 0.3, 600, [](double, Vec<2> const& x) {
    double const c = std::cos(x[0]), s = std::sin(x[0]);
    return Vec<2>{{x[1], l * c * (l * s * x[1] * x[1] - g) / (I_rod + l * l * c * c)}};
  });
  int const k = look.stated.joints;
  ends_at(look, out, "height", k, 2.5, 5, l * std::sin(end[0]), position_of(0, 2));
  ends_at(look, out, "rate", k, 10, 50, -end[1], speed_of(0, 4));
  for (auto const& now : look.motion().at) {
    out.near("x at " + text(now.t), now.pose[0].p_WB[0], l * std::cos(lean), 1e-7);
    Vec3 const tip{{-l * std::cos(lean), 0, -l * std::sin(lean)}};
    out.near("tip at " + text(now.t), at(now.pose[0], tip)[2], 0, 60 * look.p.h * look.p.h);
  }
}

// A body on a massless link of 0.5 m, from the horizontal: L a'' = g cos a, for any force along the
// hinge of the link, and its spin is constant.
double const L = 0.5;

Json link(Parameters const& p) {
  auto body = round("b", p.mass, p.mass, {L, 0, 0}, {0, 0, 0});
  body["angular_velocity"] = {1, 2, 3};
  body["force"] = {0, 5 * p.mass, 0};
  return experiment(p, steps_in(p, 0.3), {0, 0, -g}, {body},
                    {{{"type", "revolute_spherical"},
                      {"b", "b"},
                      {"point_a", {0, 0, 0}},
                      {"point_b", {L, 0, 0}},
                      {"axis", {0, 1, 0}}}});
}

void judge_link(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{}, 0.3, 600, [](double, Vec<2> const& x) {
    return Vec<2>{{x[1], g / L * std::cos(x[0])}};
  });
  int const k = look.stated.joints;
  ends_at(look, out, "height", k, 2.5, 20, -L * std::sin(end[0]), position_of(0, 2));
  ends_at(look, out, "v_x", k, 30, 400, -L * std::sin(end[0]) * end[1], speed_of(0, 0));
  for (auto const& now : look.motion().at) {
    out.near("length at " + text(now.t), norm(now.pose[0].p_WB), L, 60 * look.p.h * look.p.h);
    out.near("y at " + text(now.t), now.pose[0].p_WB[1], 0, 1e-7);
    out.below("change of the spin at " + text(now.t), norm(angular(now.twist[0]) - Vec3{{1, 2, 3}}),
              1e-7);
  }
}

// A pendulum whose hinge is at velocity level, with all of an opening removed in the next step.
Json held(Parameters const& p) {
  return experiment(p, steps_in(p, 0.3), {0, 0, -g},
                    {round("b", p.mass, 0.05 * p.mass, {L, 0, 0}, {0, 0, 0})},
                    {{{"type", "hinge"},
                      {"b", "b"},
                      {"point", {0, 0, 0}},
                      {"axis", {0, 1, 0}},
                      {"level", "velocity"},
                      {"baumgarte", 1}}});
}

void judge_held(Look& look, Findings& out) {
  auto const end = integrate(Vec<2>{}, 0.3, 600, [](double, Vec<2> const& x) {
    return Vec<2>{{x[1], g * L / (0.05 + L * L) * std::cos(x[0])}};
  });
  ends_at(look, out, "height", 1, 2.5, 0, -L * std::sin(end[0]), position_of(0, 2));
  ends_at(look, out, "rate", 1, 30, 0, end[1], speed_of(0, 4));
  for (auto const& now : look.motion().at)
    out.below("opening at " + text(now.t), norm(at(now.pose[0], Vec3{{-L, 0, 0}})),
              60 * look.p.h * look.p.h);
}

}  // namespace

void add_links(std::vector<Trial>& to) {
  to.push_back({"point_on_plane", {}, rod, judge_rod});
  to.push_back({"massless_link", {}, link, judge_link});
  to.push_back({"level_velocity", {}, held, judge_held});
}

}  // namespace orthant::oracle
