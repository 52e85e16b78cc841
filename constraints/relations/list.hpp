// The joints, and the elements between bodies that hold nothing by themselves.
#pragma once
#include "constraints/relations/ball_joint.hpp"
#include "constraints/relations/cylindrical_joint.hpp"
#include "constraints/relations/distance_joint.hpp"
#include "constraints/relations/elements.hpp"
#include "constraints/relations/fixed_joint.hpp"
#include "constraints/relations/hinge_joint.hpp"
#include "constraints/relations/planar_joint.hpp"
#include "constraints/relations/point_on_line_joint.hpp"
#include "constraints/relations/point_on_plane_joint.hpp"
#include "constraints/relations/revolute_spherical_joint.hpp"
#include "constraints/relations/slider_joint.hpp"
#include "constraints/relations/universal_joint.hpp"

namespace orthant {

/// To add one: write its relation, and put it here.
using Joints = std::tuple<BallJoint, HingeJoint, FixedJoint, SliderJoint, CylindricalJoint,
                          UniversalJoint, PlanarJoint, DistanceJoint, PointOnLineJoint,
                          PointOnPlaneJoint, RevoluteSphericalJoint>;

using Elements = std::tuple<Strut, Torsion, Rack, Gear, Coupling>;

/// Whether it is an element that leaves its bodies apart, so that they may touch.
inline bool leaves_apart(std::string const& type) {
  bool found = false;
  std::apply(
      [&](auto... each) { ((found = found || (type == each.name && !each.type().held)), ...); },
      Elements{});
  return found;
}

}  // namespace orthant
