// Items of every relation of joints and of their coordinates, at random poses.
#pragma once
#include <gtest/gtest.h>

#include "orthant/constraints/relations/items/detail/joint_item.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {

template <class Relation>
struct Posed {
  typename Relation::Item item;
  Pose<> A, B;
};

/// Whether the first three rows are a vector in world axes.
template <class Relation>
constexpr bool stands_in_world() {
  if constexpr (requires { Relation::world_axes; }) return Relation::world_axes;
  return false;
}

/// Places a joint at `point`. Types with two axes use the other direction; for types with two
/// points the second point is half an axis away from the first.
template <class Relation>
void place(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis,
           Vec3 const& other) {
  Frames frames = Frames::two_points;  // of coordinates, for which any frames will do
  if constexpr (requires { Relation::type(); }) frames = Relation::type().frames;
  if constexpr (requires { Relation::frames; }) frames = Relation::frames;
  if (frames == Frames::two_points) return place_points(scene, joint, point, point + 0.5 * axis);
  if (frames == Frames::link)
    return place_link(scene, joint, point, point + 0.5 * axis, unit(cross(axis, other)));
  if (frames == Frames::wheels)
    return place_wheels(scene, joint, point, point + 0.5 * axis, unit(cross(axis, other)));
  if (frames == Frames::two_axes)
    return place_joint(scene, joint, point, axis, unit(cross(axis, other)));
  place_joint(scene, joint, point, axis);
}

/// A closed joint at a random point, about a random axis.
template <class Relation>
Posed<Relation> closed_joint(Dice& dice) {
  Scene scene;
  for (int i = 0; i < 2; ++i) {
    BodySpec body;
    body.pose = dice.pose(2);
    scene.add(body);
  }
  JointSpec joint;
  joint.pitch = 0.3;  // of joints with a pitch
  joint.cam.count = 3;
  joint.cam.cosine[0] = 0.1;
  joint.cam.sine[2] = -0.05;
  joint.a = 0;
  joint.b = 1;
  place<Relation>(scene, joint, 2 * dice.direction(), dice.direction(), dice.direction());
  joint.radius = -0.2;  // of a wheel within a ring; unused by other joints
  return {placed_item(joint, 0, 0), scene.bodies[0].pose, scene.bodies[1].pose};
}

/// A joint that was closed, and random poses of its bodies.
template <class Relation>
Posed<Relation> random_item(Dice& dice) {
  auto const closed = closed_joint<Relation>(dice);
  return {closed.item, dice.pose(2), dice.pose(2)};
}

/// A nearly closed joint, away from singular positions of its coordinates.
template <class Relation>
Posed<Relation> nearly_closed(Dice& dice) {
  auto out = closed_joint<Relation>(dice);
  out.B = advance(out.B, 0.05 * stacked(dice.direction(), dice.direction()), 1);
  return out;
}

/// The derivative of f along a motion by four points: the error is step^4 plus round-off over the
/// step.
template <class F>
auto difference_of(F const& f) {
  Real const step = 2e-4;
  return (1 / (12 * step)) * (8. * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step)));
}

/// Both bodies, one of them moved along a component of the twists.
template <class F>
auto along(int j, Pose<> const& A, Pose<> const& B, F const& f) {
  Twist u;
  u[j % 6] = 1;
  return difference_of(
      [&](Real h) { return f(j < 6 ? advance(A, u, h) : A, j < 6 ? B : advance(B, u, h)); });
}

/// J^T lambda on both bodies.
template <class Relation>
Vec<12> pushed(typename Relation::Item const& item, Pose<> const& A, Pose<> const& B,
               Vec<Relation::rows> const& lambda) {
  Mat<Relation::rows, 6> J_A, J_B;
  Relation::jacobian(item, A, B, J_A, J_B);
  Vec6 const a = transposed_times(J_A, lambda), b = transposed_times(J_B, lambda);
  Vec<12> out;
  for (int i = 0; i < 6; ++i) {
    out[i] = a[i];
    out[6 + i] = b[i];
  }
  return out;
}

template <int N>
Vec<N> random_vector(Dice& dice) {
  Vec<N> out;
  for (int i = 0; i < N; ++i) out[i] = dice.direction()[i % 3];
  return out;
}

}  // namespace orthant::test
