// Bodies and joints as JSON, in one line each.
#pragma once
#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test {

inline Json with(Json object, Json const& more) {
  object.update(more);
  return object;
}

/// A body without shapes, with its principal moments of inertia.
inline Json rigid(std::string const& name, Real mass, Vec3 const& moments, Vec3 const& x = {},
                  Vec3 const& v = {}, Vec3 const& w = {}) {
  return {{"name", name},
          {"mass", mass},
          {"position", json_of(x)},
          {"velocity", json_of(v)},
          {"inertia", json_of(moments)},
          {"angular_velocity", json_of(w)}};
}

/// Of a body with the world, unless `more` says "a".
inline Json joint_at(char const* type, std::string const& b, Vec3 const& point, Vec3 const& axis,
                     Json const& more = Json::object()) {
  return with({{"type", type}, {"b", b}, {"point", json_of(point)}, {"axis", json_of(axis)}}, more);
}
inline Json ball_at(std::string const& b, Vec3 const& point, Json const& more = Json::object()) {
  return with({{"type", "ball"}, {"b", b}, {"point", json_of(point)}}, more);
}
inline Json line_of(char const* type, std::string const& b, Vec3 const& from, Vec3 const& to,
                    Json const& more = Json::object()) {
  return with({{"type", type}, {"b", b}, {"point_a", json_of(from)}, {"point_b", json_of(to)}},
              more);
}

inline Json scene_of(std::vector<Json> const& bodies, std::vector<Json> const& joints,
                     Vec3 const& gravity = {}) {
  return {{"gravity", json_of(gravity)}, {"bodies", bodies}, {"joints", joints}};
}
inline constexpr Vec3 falling{{0, 0, -9.81}};

inline Json box_shape(Vec3 const& size) {
  return Json::array({Json{{"type", "box"}, {"size", json_of(size)}}});
}
inline Json sphere_shape(Real radius) {
  return Json::array({Json{{"type", "sphere"}, {"radius", radius}}});
}
inline Json ground(Vec3 const& at = {}, Json const& more = Json::object()) {
  return with({{"name", "floor"},
               {"motion", "fixed"},
               {"position", json_of(at)},
               {"shapes", Json::array({Json{{"type", "half_space"}}})}},
              more);
}

/// A curve of a table alone.
struct Function {
  std::vector<CurvePiece> pieces;

  Function(Json const& points, char const* how) {
    std::vector<Vec<2>> of;
    for (auto const& p : points) of.push_back({{p[0].get<Real>(), p[1].get<Real>()}});
    pieces =
        curve_of(of, std::string(how) == "linear" ? Interpolation::linear : Interpolation::cubic);
  }
  CurveValue operator()(Real x) const {
    auto const at = [&](int k) { return pieces[static_cast<std::size_t>(k)]; };
    return curve_at(Curve{0, static_cast<int>(pieces.size())}, at, x);
  }
};

/// y' = rate(y) by the classical method of fourth order.
template <class Y, class F>
Y integrated(Y y, Real time, int steps, F const& rate) {
  Real const h = time / steps;
  for (int k = 0; k < steps; ++k) {
    auto const a = rate(y), b = rate(y + (h / 2) * a), c = rate(y + (h / 2) * b),
               d = rate(y + h * c);
    y += (h / 6) * (a + 2. * b + 2. * c + d);
  }
  return y;
}

/// Expects that all steps count as solved.
inline void solve_steps(JointRun& run, int steps) {
  for (int k = 0; k < steps; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solved()) << run.scene.joints[0].type << " step " << k << ": "
                                 << report.why_unsolved();
  }
}

}  // namespace orthant::test
