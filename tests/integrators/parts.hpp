// Bodies and joints as JSON, in one line each.
#pragma once
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/json_of.hpp"

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

}  // namespace orthant::test
