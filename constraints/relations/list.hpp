// The joints, and the elements between bodies that constrain nothing by themselves.
#pragma once
#include "orthant/constraints/relations/ball_joint.hpp"
#include "orthant/constraints/relations/cartesian_joint.hpp"
#include "orthant/constraints/relations/cross_slide_joint.hpp"
#include "orthant/constraints/relations/cylindrical_joint.hpp"
#include "orthant/constraints/relations/distance_joint.hpp"
#include "orthant/constraints/relations/elements.hpp"
#include "orthant/constraints/relations/fixed_joint.hpp"
#include "orthant/constraints/relations/gimbal_joint.hpp"
#include "orthant/constraints/relations/hinge_joint.hpp"
#include "orthant/constraints/relations/planar_joint.hpp"
#include "orthant/constraints/relations/point_on_line_joint.hpp"
#include "orthant/constraints/relations/point_on_plane_joint.hpp"
#include "orthant/constraints/relations/revolute_spherical_joint.hpp"
#include "orthant/constraints/relations/slider_joint.hpp"
#include "orthant/constraints/relations/universal_joint.hpp"

namespace orthant {

/// A relation offers its gap c(X_A, X_B), (rows) [m], or [rad] from row `linear_rows` on, for
/// numbers of any type, and the Jacobians (rows, 6) by the twists of A and B: dc/dt = J_A u_A + J_B
/// u_B. A positive impulse acts on B as +J_B^T lambda. To add one, write it and put it here.
using Joints =
    std::tuple<BallJoint, HingeJoint, FixedJoint, SliderJoint, CrossSlideJoint, CartesianJoint,
               CylindricalJoint, UniversalJoint, GimbalJoint, PlanarJoint, DistanceJoint,
               PointOnLineJoint, PointOnPlaneJoint, RevoluteSphericalJoint>;

/// Relations that constrain nothing or one coordinate; drives, stops and couplings act along it.
using Elements = std::tuple<Strut, Torsion, Rack, Gear, Coupling>;

}  // namespace orthant
