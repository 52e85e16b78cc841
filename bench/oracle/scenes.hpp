// Parts of the experiments of trials.
#pragma once
#include <nlohmann/json.hpp>

#include "bench/oracle/trial.hpp"

namespace orthant::oracle {

inline Json floor(double friction, double restitution) {
  return {{"name", "floor"},
          {"motion", "fixed"},
          {"friction", friction},
          {"restitution", restitution},
          {"shapes", {{{"type", "half_space"}}}}};
}

inline Json ball(char const* name, double mass, double radius, Json position, Json velocity,
                 double friction, double restitution) {
  return {{"name", name},
          {"mass", mass},
          {"friction", friction},
          {"restitution", restitution},
          {"position", position},
          {"velocity", velocity},
          {"shapes", {{{"type", "sphere"}, {"radius", radius}}}}};
}

inline Json box(char const* name, double mass, Json size, Json position, Json velocity,
                double friction, double restitution) {
  return {{"name", name},
          {"mass", mass},
          {"friction", friction},
          {"restitution", restitution},
          {"position", position},
          {"velocity", velocity},
          {"shapes", {{{"type", "box"}, {"size", size}}}}};
}

/// An experiment with `steps` steps.
inline Json experiment(Parameters const& p, int steps, Json gravity, Json bodies,
                       Json joints = Json::array()) {
  return {{"scene", {{"gravity", gravity}, {"bodies", bodies}, {"joints", joints}}},
          {"step", p.h},
          {"steps", steps}};
}

/// The number of steps in a time.
inline int steps_in(Parameters const& p, double time) {
  return static_cast<int>(std::lround(time / p.h));
}

inline constexpr double g = 9.81;

/// The state x' = f(t, x) at `time`, by the Runge-Kutta method in `n` steps, for motions without a
/// closed form.
template <class State, class F>
State integrate(State x, double time, int n, F const& f) {
  double const h = time / n;
  for (int i = 0; i < n; ++i) {
    double const t = i * h;
    State const a = f(t, x), b = f(t + h / 2, x + 0.5 * h * a), c = f(t + h / 2, x + 0.5 * h * b),
                d = f(t + h, x + h * c);
    x = x + (h / 6) * (a + 2.0 * b + 2.0 * c + d);
  }
  return x;
}

/// Requires that errors fall with h by the stated order: from h to h/2 by 2^order, with a factor of
/// 1.6 for steps that are not yet asymptotic. The first error must be at most `size`, about three
/// times the expected one. Errors below `floor`, or below a twentieth of `size`, are not judged.
inline void order(Findings& out, std::string const& what, double error, double error_of_half,
                  int order, double size, double floor) {
  out.used(what, error / size);
  out.below(what + ": error", error, std::max(size, floor));
  out.below(what + ": error with h/2, of order " + std::to_string(order) + ", with h " +
                text(error) + ",",
            error_of_half, std::max(floor, 1.6 * std::max(error, size / 20) / (1 << order)));
}

/// Requires that the value at the end of a motion converges to the right one as h^k, with an error
/// of at most c1 h or c2 h^2.
template <class Seen>
void ends_at(Look& look, Findings& out, std::string const& what, int k, double c1, double c2,
             double right, Seen const& seen) {
  double const h = look.p.h, whole = std::abs(seen(look.motion()) - right);
  order(out, what, whole, std::abs(seen(look.motion(2)) - right), k, k == 1 ? c1 * h : c2 * h * h,
        1e-8);
}

/// For `ends_at`, of a body at its end: a coordinate, a part of the twist, the angle about z.
inline auto position_of(std::size_t body, int axis) {
  return [=](Motion const& m) { return m.end().pose[body].p_WB[axis]; };
}
inline auto speed_of(std::size_t body, int axis) {
  return [=](Motion const& m) { return m.end().twist[body][axis]; };
}
inline double angle_about_z(Motion const& m) {
  auto const& q = m.end().pose[0].q_WB;
  return 2 * std::atan2(q.z, q.w);
}

/// A body without a shape, with the same moment of inertia I about every axis.
inline Json round(char const* name, double mass, double I, Json position, Json velocity) {
  return {{"name", name},
          {"mass", mass},
          {"inertia", {I, I, I}},
          {"position", position},
          {"velocity", velocity}};
}

/// Speeds along the normal, step by step, of a body that approached at -v. A step has the whole
/// impact, -v or e v and nothing between. For e = 0 the body may come to rest on the surface in two
/// steps. It never returns.
inline void judge_normal_speed(Findings& out, std::string const& what, std::vector<double> const& u,
                               double v, double e, double correction_speed = 0) {
  double before = -v;
  bool over = false;
  for (std::size_t i = 0; i < u.size(); ++i) {
    std::string const here = what + " after step " + std::to_string(i);
    if (e > 0) {
      over = over || u[i] > -v * (1 - 1e-9);
      out.near(here, u[i], over ? e * v : -v, 1e-9 * v);
    } else {
      out.above(here, u[i], before - 1e-9 * v);
      out.below(here, u[i], 1e-9 * v + correction_speed);
    }
    before = u[i];
  }
  out.near(what + " at the end", u.back(), e * v, 1e-9 * v + correction_speed);
}
}  // namespace orthant::oracle
