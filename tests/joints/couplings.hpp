// A screw and a table on the ground, coupled; and coupled wheels.
#pragma once
#include <cmath>
#include <functional>

#include "orthant/constraints/coordinate/detail/coupled_coordinate.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::couplings {

inline Json const solver = {{"type", "newton"}, {"tolerance", 1e-12}};

inline constexpr Real m = 2, I = 0.01, g = 2;

inline Json wheel(char const* name, Real inertia, Vec3 const& centre) {
  return {{"name", name},
          {"mass", 1},
          {"inertia", {0.6 * inertia, 0.6 * inertia, inertia}},
          {"position", json_of(centre)}};
}

inline Json hinge(char const* name, char const* b, Vec3 const& point, Real torque = 0) {
  Json out = {
      {"name", name}, {"type", "hinge"}, {"b", b}, {"point", json_of(point)}, {"axis", {0, 0, 1}}};
  if (torque != 0) out["motor"] = {{"type", "force"}, {"value", torque}};
  return out;
}

inline Json term(char const* joint, Json const& function) {
  Json out = {{"joint", joint}};
  out.update(function);
  return out;
}

inline Json drive(std::vector<Json> const& of, Json const& more = Json::object()) {
  Json out = {{"name", "drive"}, {"type", "coupling"}, {"of", of}};
  out.update(more);
  return out;
}

/// The screw turns about z, and the table moves along z by this function of the angle.
inline Json press(Json const& of_screw, Json const& more = Json::object()) {
  Json const slide = {{"name", "table"},
                      {"type", "slider"},
                      {"b", "table"},
                      {"point", {1, 0, 0}},
                      {"axis", {0, 0, 1}}};
  return {{"gravity", {0, 0, -g}},
          {"bodies",
           {wheel("screw", I, {}), {{"name", "table"}, {"mass", m}, {"inertia", {0.1, 0.1, 0.1}}}}},
          {"joints",
           {hinge("screw", "screw", {}), slide,
            drive({of_screw, term("table", {{"ratio", -1}})}, more)}}};
}

/// A function in the form of a file, and its values.
struct Function {
  Json given;
  std::function<FunctionValue(Real)> at;
};

/// 0.1 (1 - cos t) + 0.01 sin 2 t
inline Function wave() {
  return {{{"cosine", {-0.1}}, {"sine", {0, 0.01}}}, [](Real t) -> FunctionValue {
            return {0.1 * (1 - std::cos(t)) + 0.01 * std::sin(2 * t),
                    0.1 * std::sin(t) + 0.02 * std::cos(2 * t),
                    0.1 * std::cos(t) - 0.04 * std::sin(2 * t)};
          }};
}

/// A smooth function through points, over several turns; values are those of the pieces read.
inline Function table(char const* interpolation) {
  Json points = Json::array();
  for (int k = 0; k <= 12; ++k) {
    Real const x = -1 + 1.5 * k;
    points.push_back({x, 0.05 + 0.3 * std::exp(-0.02 * (x - 6) * (x - 6))});
  }
  Json const given = {{"table", points}, {"interpolation", interpolation}};
  auto const pieces = JointRun(press(term("screw", given)), 0.01).scene.joints[2].coupled[0].table;
  return {given, [pieces](Real t) -> FunctionValue {
            CurvePiece piece = pieces.front();
            for (auto const& each : pieces)
              if (each.x <= t) piece = each;
            if (t < piece.x) piece.c = piece.d = 0;
            auto const value = value_of(piece, t);
            return {value.f, value.slope, 2 * piece.c + 6 * piece.d * (t - piece.x)};
          }};
}

/// (I + m F'^2) t'' + m F' F'' t'^2 + m g F' = 0 from t = 0, by the Runge-Kutta method.
inline Real rotated(Function const& f, Real spin, Real T) {
  int const steps = 8000;
  Real const h = T / steps;
  Real t = 0, w = spin;
  auto const a = [&](Real x, Real rate) {
    auto const F = f.at(x);
    return -m * F.slope * (F.bend * rate * rate + g) / (I + m * F.slope * F.slope);
  };
  for (int k = 0; k < steps; ++k) {
    Real const t2 = t + h / 2 * w, w2 = w + h / 2 * a(t, w), t3 = t + h / 2 * w2,
               w3 = w + h / 2 * a(t2, w2), t4 = t + h * w3, w4 = w + h * a(t3, w3);
    Real const more = h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a(t, w) + 2 * a(t2, w2) + 2 * a(t3, w3) + a(t4, w4));
    t += more;
  }
  return t;
}

}  // namespace orthant::test::couplings
