// The free motions of the joints of a tree: slides along axes, then turns.
#include "orthant/backends/joint_space/joint_motion.hpp"

#include <cmath>

#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant::joint_space {
namespace {

using Turns = JointFreedom::Turns;

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

/// The axes of a gimbal's angles: x of a, that between, and z of b.
struct GimbalAxes {
  Vec3 x, y, z;
  Real cosine;  // of the second angle

  explicit GimbalAxes(PlacedJoint const& joint) : x(axis_of(joint.A, 0)), z(axis_of(joint.B, 2)) {
    Real const alpha = GimbalAngleX::gap(joint.item, joint.X_A, joint.X_B)[0];
    y = std::cos(alpha) * axis_of(joint.A, 1) + std::sin(alpha) * axis_of(joint.A, 2);
    cosine = dot(z, cross(x, y));
  }
  /// w = x of [0] + y of [1] + z of [2].
  Vec3 rates(Vec3 const& w) const {
    return {{dot(w, cross(y, z)) / cosine, dot(w, y), dot(w, cross(x, y)) / cosine}};
  }
};

Real angle_of(PlacedJoint const& joint, Real near) {
  return coordinate_kernels::unwrapped(TwistAngle::gap(joint.item, joint.X_A, joint.X_B)[0], near,
                                       TwistAngle::period);
}

}  // namespace

int columns_of(TreeLink const& link) {
  if (link.floats()) return 6;
  int out = 0;
  for (bool const slides : link.leaves.slides) out += slides ? 1 : 0;
  switch (link.leaves.turns) {
    case Turns::none:
      return out;
    case Turns::about_axis:
      return out + 1;
    case Turns::about_two:
      return out + 2;
    case Turns::all:
      break;
  }
  return out + 3;
}

void column_motions(TreeLink const& link, PlacedJoint const& joint, Twist const& u_A,
                    Twist const& u_B, ColumnMotion* out) {
  if (link.floats()) {
    for (int i = 0; i < 3; ++i) out[i].t[i] = out[3 + i].w[i] = 1;
    return;
  }
  Vec3 const w_A = angular(u_A);
  auto const of_a = [&](int i) { return axis_of(joint.A, i); };
  auto const turn = [&](Vec3 const& w) { return ColumnMotion{{}, w, {}, cross(w_A, w)}; };
  for (int i = 0; i < 3; ++i)
    if (link.leaves.slides[i]) *out++ = {of_a(i), {}, cross(w_A, of_a(i)), {}};
  switch (link.leaves.turns) {
    case Turns::none:
      return;
    case Turns::about_axis: {
      Vec3 const z = of_a(2);
      *out = turn(z);
      if (!link.thread) return;
      auto const thread = thread_at(joint.item, angle_of(joint, 0));
      out->t = thread.slope * z;
      out->t_rate = cross(w_A, out->t) + thread.bend * dot(z, angular(u_B) - w_A) * z;
      return;
    }
    case Turns::about_two: {
      Vec3 const y = axis_of(joint.B, 1);
      out[0] = turn(of_a(0));
      out[1] = {{}, y, {}, cross(angular(u_B), y)};
      return;
    }
    case Turns::all:
      if (link.gimbal) {
        GimbalAxes const axes(joint);
        Vec3 const w_B = angular(u_B);
        out[0] = turn(axes.x);
        out[1] = {{}, axes.y, {}, cross(w_A + axes.rates(w_B - w_A)[0] * axes.x, axes.y)};
        out[2] = {{}, axes.z, {}, cross(w_B, axes.z)};
        return;
      }
      for (int i = 0; i < 3; ++i) out[i] = turn(of_a(i));
  }
}

void positions_of(TreeLink const& link, PlacedJoint const& joint, Real const* near, Real* q) {
  auto const put = [](Real* to, Vec3 const& x) {
    for (int i = 0; i < 3; ++i) to[i] = x[i];
  };
  auto const turned = [&](auto coordinate, Real before) {
    return coordinate_kernels::unwrapped(
        decltype(coordinate)::gap(joint.item, joint.X_A, joint.X_B)[0], before,
        decltype(coordinate)::period);
  };
  if (link.floats()) {
    put(q, joint.X_B.p_WB);
    put(q + 3, rotation_vector(joint.X_B.q_WB));
    return;
  }
  Vec3 const d = rotate_back(joint.A.q_WB, joint.B.p_WB - joint.A.p_WB);
  int k = 0;
  for (int i = 0; i < 3; ++i)
    if (link.leaves.slides[i]) q[k++] = d[i];
  switch (link.leaves.turns) {
    case Turns::none:
      return;
    case Turns::about_axis:
      q[k] = angle_of(joint, near[k]);
      return;
    case Turns::about_two:
      q[k] = turned(HookeAngleA{}, near[k]);
      q[k + 1] = turned(HookeAngleB{}, near[k + 1]);
      return;
    case Turns::all:
      if (link.gimbal) {
        q[k] = turned(GimbalAngleX{}, near[k]);
        q[k + 1] = GimbalAngleY::gap(joint.item, joint.X_A, joint.X_B)[0];
        q[k + 2] = turned(GimbalAngleZ{}, near[k + 2]);
        return;
      }
      put(q + k, rotation_vector(conjugate(joint.A.q_WB) * joint.B.q_WB));
  }
}

void velocities_of(TreeLink const& link, PlacedJoint const& joint, Twist const& u_A,
                   Twist const& u_B, Real* v) {
  if (link.floats()) {
    for (int i = 0; i < 6; ++i) v[i] = u_B[i];
    return;
  }
  auto const velocity_at = [&](Twist const& u, Pose<> const& X) {
    return linear(u) + cross(angular(u), joint.B.p_WB - X.p_WB);
  };
  Vec3 const w = angular(u_B) - angular(u_A);
  Vec3 const t = velocity_at(u_B, joint.X_B) - velocity_at(u_A, joint.X_A);
  auto const of_a = [&](int i) { return axis_of(joint.A, i); };
  for (int i = 0; i < 3; ++i)
    if (link.leaves.slides[i]) *v++ = dot(of_a(i), t);
  switch (link.leaves.turns) {
    case Turns::none:
      return;
    case Turns::about_axis:
      v[0] = dot(of_a(2), w);
      return;
    case Turns::about_two:
      v[0] = dot(of_a(0), w);
      v[1] = dot(axis_of(joint.B, 1), w);
      return;
    case Turns::all: {
      Vec3 const rates = link.gimbal ? GimbalAxes(joint).rates(w)
                                     : Vec3{{dot(of_a(0), w), dot(of_a(1), w), dot(of_a(2), w)}};
      for (int i = 0; i < 3; ++i) v[i] = rates[i];
    }
  }
}

Pose<> relative_pose(TreeLink const& link, JointItem const& item, Real const* q) {
  if (link.floats()) return {{{q[0], q[1], q[2]}}, rotation_by({{q[3], q[4], q[5]}})};
  Pose<> out;
  for (int i = 0; i < 3; ++i)
    if (link.leaves.slides[i]) out.p_WB[i] = *q++;
  if (link.thread) out.p_WB[2] = thread_at(item, q[0]).value;
  switch (link.leaves.turns) {
    case Turns::none:
      break;
    case Turns::about_axis:
      out.q_WB = rotation_about(axis_z, q[0]);
      break;
    case Turns::about_two:
      out.q_WB = rotation_about(axis_x, q[0]) * rotation_about(axis_y, q[1]);
      break;
    case Turns::all:
      out.q_WB = link.gimbal ? rotation_about(axis_x, q[0]) * rotation_about(axis_y, q[1]) *
                                   rotation_about(axis_z, q[2])
                             : rotation_by({{q[0], q[1], q[2]}});
  }
  return out;
}

void efforts_of(TreeLink const& link, PlacedJoint const& joint, Vec3 const& force,
                Vec3 const& torque, Real* tau) {
  ColumnMotion columns[6];
  column_motions(link, joint, {}, {}, columns);
  Vec3 const F = rotate(joint.A.q_WB, force), T = rotate(joint.A.q_WB, torque);
  for (int k = 0; k < link.count; ++k) tau[k] = dot(columns[k].t, F) + dot(columns[k].w, T);
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
