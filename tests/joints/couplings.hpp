// A screw and a table on the ground, coupled; and coupled wheels.
#pragma once
#include <functional>

#include "orthant/constraints/coordinate/detail/coupled_coordinate.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test::couplings {

inline Json const solver = {{"type", "newton"}, {"tolerance", 1e-12}};

inline constexpr Real m = 2, I = 0.01, g = 2;

inline Json wheel(char const* name, Real inertia, Vec3 const& centre) {
  return rigid(name, 1, {{0.6 * inertia, 0.6 * inertia, inertia}}, centre);
}

inline Json hinge(char const* name, char const* b, Vec3 const& point, Real torque = 0) {
  Json out = joint_at("hinge", b, point, z_axis, {{"name", name}});
  if (torque != 0) out["motor"] = {{"type", "force"}, {"value", torque}};
  return out;
}

inline Json term(char const* joint, Json const& function) {
  return with({{"joint", joint}}, function);
}
inline Json ratio(char const* joint, Real by) { return {{"joint", joint}, {"ratio", by}}; }

inline Json drive(std::vector<Json> const& of, Json const& more = Json::object()) {
  return with({{"name", "drive"}, {"type", "coupling"}, {"of", of}}, more);
}

/// The screw turns about z at a rate, and the table moves along z by this function of the angle.
inline Json press(Json const& of_screw, Json const& more = Json::object(), Real spin = 0,
                  Real speed = 0) {
  return scene_of({with(wheel("screw", I, {}), {{"angular_velocity", {0, 0, spin}}}),
                   rigid("table", m, {{0.1, 0.1, 0.1}}, {}, {{0, 0, speed}})},
                  {hinge("screw", "screw", {}),
                   joint_at("slider", "table", {{1, 0, 0}}, z_axis, {{"name", "table"}}),
                   drive({of_screw, ratio("table", -1)}, more)},
                  {{0, 0, -g}});
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

/// 0.02 t + 0.01 t^2 - 0.001 t^3 + 0.0001 t^4
inline Function polynomial() {
  return {{{"polynomial", {0.02, 0.01, -0.001, 0.0001}}}, [](Real t) -> FunctionValue {
            return {t * (0.02 + t * (0.01 + t * (-0.001 + t * 0.0001))),
                    0.02 + t * (0.02 + t * (-0.003 + t * 0.0004)),
                    0.02 + t * (-0.006 + t * 0.0012)};
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

/// (I + m F'^2) t'' + m F' F'' t'^2 + m g F' = 0 from t = 0.
inline Real rotated(Function const& f, Real spin, Real T) {
  return integrated(Vec<2>{{0, spin}}, T, 8000, [&](Vec<2> const& y) {
    auto const F = f.at(y[0]);
    return Vec<2>{{y[1], -m * F.slope * (F.bend * y[1] * y[1] + g) / (I + m * F.slope * F.slope)}};
  })[0];
}

}  // namespace orthant::test::couplings
