// The motion of b against a that a joint of the tree leaves free: positions, columns and poses.
#pragma once
#include "orthant/backends/joint_space/joint_space.hpp"

namespace orthant::joint_space {

/// The motion of b against a along a column: the velocity t of the joint's point on b and the
/// rotation w; and their rates. World axes.
struct ColumnMotion {
  Vec3 t{}, w{}, t_rate{}, w_rate{};
};

/// A joint with its frames in the world.
struct PlacedJoint {
  JointItem const& item;
  Pose<> X_A, X_B;  // of the bodies
  Pose<> A, B;      // of the joint frames

  PlacedJoint(JointItem const& of, Pose<> const& a, Pose<> const& b)
      : item(of), X_A(a), X_B(b), A(a * of.X_AJ), B(b * of.X_BJ) {}
};

/// The number of columns of a link.
int columns_of(TreeLink const& link);

/// The columns, with their rates where the bodies have these twists.
void column_motions(TreeLink const& link, PlacedJoint const& joint, Twist const& u_A,
                    Twist const& u_B, ColumnMotion* out);

/// The positions; an angle is that nearest to `near`.
void positions_of(TreeLink const& link, PlacedJoint const& joint, Real const* near, Real* q);

/// The velocities.
void velocities_of(TreeLink const& link, PlacedJoint const& joint, Twist const& u_A,
                   Twist const& u_B, Real* v);

/// The joint frame of b in that of a.
Pose<> relative_pose(TreeLink const& link, JointItem const& item, Real const* q);

/// The part of a load on b, in the axes of a's joint frame, along each column.
void efforts_of(TreeLink const& link, PlacedJoint const& joint, Vec3 const& force,
                Vec3 const& torque, Real* tau);

Vec3 rotation_vector(Quat<> const& q);
Quat<> rotation_by(Vec3 const& vector);
Pose<> inverse_of(Pose<> const& X);

}  // namespace orthant::joint_space
