// Computes joint frames with axes along given directions.
#include "orthant/core/scene/detail/place_joint.hpp"

#include <cmath>

#include "orthant/core/math/pose.hpp"

namespace orthant {
namespace {

/// The rotation whose matrix has the columns x, y and x cross y.
Quat<> rotation_of(Vec3 const& x, Vec3 const& y) {
  Vec3 const z = cross(x, y);
  // Uses the largest component, which is not a difference of similar numbers.
  Real const trace = x[0] + y[1] + z[2];
  Real const s[4] = {1 + trace, 1 + 2 * x[0] - trace, 1 + 2 * y[1] - trace, 1 + 2 * z[2] - trace};
  int k = 0;
  for (int i = 1; i < 4; ++i)
    if (s[i] > s[k]) k = i;
  Real const wx = y[2] - z[1], wy = z[0] - x[2], wz = x[1] - y[0];
  Real const xy = x[1] + y[0], xz = z[0] + x[2], yz = y[2] + z[1];
  Quat<> const by[4] = {
      {s[0], wx, wy, wz}, {wx, s[1], xy, xz}, {wy, xy, s[2], yz}, {wz, xz, yz, s[3]}};
  return normalised(by[k]);
}

}  // namespace

Pose<> seen_by(Scene const& scene, int body, Pose<> const& X_WJ) {
  if (body < 0) return X_WJ;
  auto const& X = scene.bodies[body].pose;
  return {seen_from(X, X_WJ.p_WB), conjugate(X.q_WB) * X_WJ.q_WB};
}

Vec6 frame_offset(JointFreedom const& leaves, Pose<> const& A, Pose<> const& B) {
  Vec3 const d = rotate_back(A.q_WB, B.p_WB - A.p_WB);
  Quat<> const r = conjugate(A.q_WB) * B.q_WB;
  Vec6 out;
  for (int i = 0; i < 3; ++i)
    if (!leaves.slides[i]) out[i] = d[i];
  switch (leaves.turns) {
    case JointFreedom::Turns::none:
      out[5] = r.z;
      [[fallthrough]];
    case JointFreedom::Turns::about_axis:
      out[3] = r.x;
      out[4] = r.y;
      break;
    case JointFreedom::Turns::about_two:
      out[3] = rotate(r, Vec3{{0, 1, 0}})[0];
      break;
    case JointFreedom::Turns::all:
      break;
  }
  return out;
}

Real frame_gap(JointFreedom const& leaves, Pose<> const& A, Pose<> const& B) {
  Vec6 const d = frame_offset(leaves, A, B);
  return std::hypot(d[0], d[1], d[2]) + std::hypot(d[3], d[4], d[5]);
}

void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis) {
  joint.X_AJ = seen_by(scene, joint.a, {point, rotation_to(axis)});
  joint.X_BJ = seen_by(scene, joint.b, {point, rotation_to(axis)});
}

void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis,
                 Vec3 const& axis_b) {
  Vec3 const x = unit(axis);
  Quat<> const rotation = rotation_of(x, unit(axis_b - dot(axis_b, x) * x));
  joint.X_AJ = seen_by(scene, joint.a, {point, rotation});
  joint.X_BJ = seen_by(scene, joint.b, {point, rotation});
}

void place_points(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b) {
  joint.length = norm(point_b - point_a);
  Quat<> const rotation = joint.length > 0 ? rotation_to(point_b - point_a) : Quat<>{};
  joint.X_AJ = seen_by(scene, joint.a, {point_a, rotation});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, rotation});
}

void place_link(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                Vec3 const& axis) {
  joint.length = norm(point_b - point_a);
  Vec3 const z = unit(point_b - point_a), x = unit(axis - dot(axis, z) * z);
  Quat<> const rotation = rotation_of(x, cross(z, x));
  joint.X_AJ = seen_by(scene, joint.a, {point_a, rotation});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, rotation});
}

void place_wheels(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                  Vec3 const& axis) {
  joint.length = joint.radius = norm(point_b - point_a);
  Vec3 const x = unit(point_b - point_a), z = unit(axis - dot(axis, x) * x);
  Quat<> const rotation = rotation_of(x, cross(z, x));
  joint.X_AJ = seen_by(scene, joint.a, {point_a, rotation});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, rotation});
}

}  // namespace orthant
