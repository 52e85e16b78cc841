// The free motions of hinges, sliders and all other joints of a tree.
#include "backends/joint_space/joint_motion.hpp"

#include <cmath>

#include "constraints/coordinate/coordinate_geometry.hpp"
#include "core/math/rotation.hpp"

namespace orthant::joint_space {
namespace {

constexpr Vec3 axis_x{{1, 0, 0}}, axis_y{{0, 1, 0}}, axis_z{{0, 0, 1}};

/// f(theta) = p/(2 pi) theta + F(theta) of a screw, with whole turns, and its derivatives.
struct Thread {
  Real value = 0, slope = 0, bend = 0;
};
Thread thread_at(JointItem const& item, Real angle) {
  Thread out;
  out.slope = ScrewAdvance::lead(item);
  out.value = out.slope * angle;
  for (int k = 0; k < item.cam.count; ++k) {
    Real const n = k + 1, c = std::cos(n * angle), s = std::sin(n * angle);
    Real const a = item.cam.cosine[k], b = item.cam.sine[k];
    out.value += a * (c - 1) + b * s;
    out.slope += n * (b * c - a * s);
    out.bend -= n * n * (a * c + b * s);
  }
  return out;
}

Real angle_of(PlacedJoint const& joint, Real near) {
  return coordinate_kernels::unwrapped(TwistAngle::gap(joint.item, joint.X_A, joint.X_B)[0], near,
                                       TwistAngle::period);
}

}  // namespace

int columns_of(JointMotion motion) {
  switch (motion) {
    case JointMotion::free:
      return 6;
    case JointMotion::fixed:
      return 0;
    case JointMotion::hinge:
    case JointMotion::slider:
    case JointMotion::screw:
      return 1;
    case JointMotion::cylindrical:
    case JointMotion::universal:
      return 2;
    case JointMotion::ball:
    case JointMotion::planar:
      return 3;
  }
  return 0;
}

void column_motions(JointMotion motion, PlacedJoint const& joint, Twist const& u_A,
                    Twist const& u_B, ColumnMotion* out) {
  Vec3 const w_A = angular(u_A);
  auto const of_a = [&](int i) { return axis_of(joint.A, i); };
  auto const slide = [&](Vec3 const& t) { return ColumnMotion{t, {}, cross(w_A, t), {}}; };
  auto const turn = [&](Vec3 const& w) { return ColumnMotion{{}, w, {}, cross(w_A, w)}; };
  switch (motion) {
    case JointMotion::free:
      for (int i = 0; i < 3; ++i) out[i].t[i] = out[3 + i].w[i] = 1;
      return;
    case JointMotion::fixed:
      return;
    case JointMotion::hinge:
      out[0] = turn(of_a(2));
      return;
    case JointMotion::slider:
      out[0] = slide(of_a(2));
      return;
    case JointMotion::ball:
      for (int i = 0; i < 3; ++i) out[i] = turn(of_a(i));
      return;
    case JointMotion::cylindrical:
      out[0] = slide(of_a(2));
      out[1] = turn(of_a(2));
      return;
    case JointMotion::screw: {
      Vec3 const z = of_a(2);
      auto const thread = thread_at(joint.item, angle_of(joint, 0));
      out[0] = turn(z);
      out[0].t = thread.slope * z;
      out[0].t_rate = cross(w_A, out[0].t) + thread.bend * dot(z, angular(u_B) - w_A) * z;
      return;
    }
    case JointMotion::universal: {
      Vec3 const y = axis_of(joint.B, 1);
      out[0] = turn(of_a(0));
      out[1] = {{}, y, {}, cross(angular(u_B), y)};
      return;
    }
    case JointMotion::planar:
      out[0] = slide(of_a(0));
      out[1] = slide(of_a(1));
      out[2] = turn(of_a(2));
      return;
  }
}

void positions_of(JointMotion motion, PlacedJoint const& joint, Real const* near, Real* q) {
  auto const put = [&](int k, Vec3 const& x) {
    for (int i = 0; i < 3; ++i) q[k + i] = x[i];
  };
  auto const turned = [&](auto coordinate, Real before) {
    return coordinate_kernels::unwrapped(
        decltype(coordinate)::gap(joint.item, joint.X_A, joint.X_B)[0], before,
        decltype(coordinate)::period);
  };
  Vec3 const d = rotate_back(joint.A.q_WB, joint.B.p_WB - joint.A.p_WB);
  switch (motion) {
    case JointMotion::free:
      put(0, joint.X_B.p_WB);
      put(3, rotation_vector(joint.X_B.q_WB));
      return;
    case JointMotion::fixed:
      return;
    case JointMotion::hinge:
    case JointMotion::screw:
      q[0] = angle_of(joint, near[0]);
      return;
    case JointMotion::slider:
      q[0] = d[2];
      return;
    case JointMotion::ball:
      put(0, rotation_vector(conjugate(joint.A.q_WB) * joint.B.q_WB));
      return;
    case JointMotion::cylindrical:
      q[0] = d[2];
      q[1] = angle_of(joint, near[1]);
      return;
    case JointMotion::universal:
      q[0] = turned(HookeAngleA{}, near[0]);
      q[1] = turned(HookeAngleB{}, near[1]);
      return;
    case JointMotion::planar:
      q[0] = d[0];
      q[1] = d[1];
      q[2] = angle_of(joint, near[2]);
      return;
  }
}

void velocities_of(JointMotion motion, PlacedJoint const& joint, Twist const& u_A, Twist const& u_B,
                   Real* v) {
  auto const velocity_at = [&](Twist const& u, Pose<> const& X) {
    return linear(u) + cross(angular(u), joint.B.p_WB - X.p_WB);
  };
  Vec3 const w = angular(u_B) - angular(u_A);
  Vec3 const t = velocity_at(u_B, joint.X_B) - velocity_at(u_A, joint.X_A);
  auto const of_a = [&](int i) { return axis_of(joint.A, i); };
  switch (motion) {
    case JointMotion::free:
      for (int i = 0; i < 6; ++i) v[i] = u_B[i];
      return;
    case JointMotion::fixed:
      return;
    case JointMotion::hinge:
    case JointMotion::screw:
      v[0] = dot(of_a(2), w);
      return;
    case JointMotion::slider:
      v[0] = dot(of_a(2), t);
      return;
    case JointMotion::ball:
      for (int i = 0; i < 3; ++i) v[i] = dot(of_a(i), w);
      return;
    case JointMotion::cylindrical:
      v[0] = dot(of_a(2), t);
      v[1] = dot(of_a(2), w);
      return;
    case JointMotion::universal:
      v[0] = dot(of_a(0), w);
      v[1] = dot(axis_of(joint.B, 1), w);
      return;
    case JointMotion::planar:
      v[0] = dot(of_a(0), t);
      v[1] = dot(of_a(1), t);
      v[2] = dot(of_a(2), w);
      return;
  }
}

Pose<> relative_pose(JointMotion motion, JointItem const& item, Real const* q) {
  switch (motion) {
    case JointMotion::free:
      return {{{q[0], q[1], q[2]}}, rotation_by({{q[3], q[4], q[5]}})};
    case JointMotion::fixed:
      return {};
    case JointMotion::hinge:
      return {{}, rotation_about(axis_z, q[0])};
    case JointMotion::slider:
      return {{{0, 0, q[0]}}, {}};
    case JointMotion::ball:
      return {{}, rotation_by({{q[0], q[1], q[2]}})};
    case JointMotion::cylindrical:
      return {{{0, 0, q[0]}}, rotation_about(axis_z, q[1])};
    case JointMotion::screw:
      return {{{0, 0, thread_at(item, q[0]).value}}, rotation_about(axis_z, q[0])};
    case JointMotion::universal:
      return {{}, rotation_about(axis_x, q[0]) * rotation_about(axis_y, q[1])};
    case JointMotion::planar:
      return {{{q[0], q[1], 0}}, rotation_about(axis_z, q[2])};
  }
  return {};
}

void efforts_of(JointMotion motion, PlacedJoint const& joint, Vec3 const& force, Vec3 const& torque,
                Real* tau) {
  ColumnMotion columns[6];
  column_motions(motion, joint, {}, {}, columns);
  Vec3 const F = rotate(joint.A.q_WB, force), T = rotate(joint.A.q_WB, torque);
  for (int k = 0; k < columns_of(motion); ++k) tau[k] = dot(columns[k].t, F) + dot(columns[k].w, T);
}

Vec3 rotation_vector(Quat<> const& q) {
  Real const sign = q.w < 0 ? -1 : 1;
  Vec3 const s{{sign * q.x, sign * q.y, sign * q.z}};
  Real const sine = norm(s), cosine = sign * q.w;
  return (sine < 1e-8 ? 2 / cosine : 2 * std::atan2(sine, cosine) / sine) * s;
}

Quat<> rotation_by(Vec3 const& vector) {
  Real const angle = norm(vector);
  if (angle < 1e-8) return normalised(Quat<>{1, vector[0] / 2, vector[1] / 2, vector[2] / 2});
  return rotation_about((1 / angle) * vector, angle);
}

Pose<> inverse_of(Pose<> const& X) { return {-rotate_back(X.q_WB, X.p_WB), conjugate(X.q_WB)}; }

}  // namespace orthant::joint_space
