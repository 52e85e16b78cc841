// Every type of joint in a scene of its own.
#pragma once
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test {

/// The types that constrain something.
inline std::vector<std::string> every_joint() {
  std::vector<std::string> out;
  for (auto const& [name, type] : joint_types_of_serial())
    if (type.has_rows) out.push_back(name);
  return out;
}

/// A compliance of the rows that the type has, with zero for none.
inline Json soft(std::string const& type, Real linear, Real angular) {
  auto const& rows = joint_types_of_serial().at(type);
  Json out = Json::object();
  if (rows.linear_rows > 0) out["compliance"] = linear;
  if (rows.angular_rows > 0) out["angular_compliance"] = angular;
  return out;
}

/// A joint at a point, with its axis along z unless given. The points of a distance are one metre
/// apart along the axis; those of a link too, and its own axis is perpendicular.
inline Json joint_of(std::string const& type, Vec3 const& point, Vec3 const& axis = z_axis,
                     Vec3 const& across = x_axis) {
  Json joint = {{"type", type}, {"b", "body"}};
  switch (joint_types_of_serial().at(type).frames) {
    case Frames::two_points:
      joint["point_a"] = json_of(point - unit(axis));
      joint["point_b"] = json_of(point);
      return joint;
    case Frames::link:
    case Frames::wheels:
      joint["point_a"] = json_of(point - unit(axis));
      joint["point_b"] = json_of(point);
      joint["axis"] = json_of(across);
      return joint;
    case Frames::two_axes:
      joint["axis_b"] = json_of(across);
      [[fallthrough]];
    case Frames::axis:
      joint["axis"] = json_of(axis);
      [[fallthrough]];
    case Frames::point:
      joint["point"] = json_of(point);
  }
  return joint;
}

/// c of the first joint, from its relation.
inline std::vector<Real> gap_of(JointRun const& run, std::vector<Pose<>> const& poses) {
  auto const& joint = run.scene.joints[0];
  auto const item = placed_item(joint, 0, 0);
  auto const of = [&](int body) { return body < 0 ? Pose<>{} : poses[body]; };
  std::vector<Real> out;
  for_each_in<Joints>([&](auto relation) {
    if (joint.type != relation.name) return;
    auto const c = relation.gap(item, of(item.a), of(item.b));
    for (int r = 0; r < relation.rows; ++r) out.push_back(c[r]);
  });
  return out;
}

inline std::vector<Real> gap_of(JointRun const& run) {
  return gap_of(run, run.simulation->snapshot().pose);
}

inline Real most_of(std::vector<Real> const& values) {
  Real most = 0;
  for (Real const x : values) most = std::max(most, std::abs(x));
  return most;
}

inline std::string by_type(testing::TestParamInfo<std::string> const& info) { return info.param; }

}  // namespace orthant::test
