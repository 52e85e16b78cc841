// Models of SDF as links, joints and shapes of a robot.
#pragma once
#include <sdf/sdf.hh>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

void add_sdf_models(sdf::Root const& root, std::string const& path,
                    std::vector<std::string> const& search, Robot& robot);

/// The shapes of a link, with their surfaces.
void add_sdf_shapes(sdf::Link const& from, std::string const& path,
                    std::vector<std::string> const& search, Robot& robot, RobotLink& to);

inline Vec3 vec(ignition::math::Vector3d const& v) { return {{v.X(), v.Y(), v.Z()}}; }
inline Pose<> pose_of(ignition::math::Pose3d const& X) {
  auto const& q = X.Rot();
  return {vec(X.Pos()), normalised(Quat<>{q.W(), q.X(), q.Y(), q.Z()})};
}

/// Throws Error with sdformat's words, at an element.
void expect_resolved(sdf::Errors const& errors, FileSpot const& spot);

}  // namespace orthant
