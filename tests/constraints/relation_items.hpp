// Items of every relation at random poses, and the joints among the relations.
#pragma once
#include "constraints/relations/contact_point.hpp"
#include "constraints/relations/coordinates/list.hpp"
#include "constraints/relations/list.hpp"
#include "core/scene/place_joint.hpp"
#include "tests/collision/dice.hpp"
#include "tests/constraints/types.hpp"

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

inline Kinds any_pair(Dice& dice) {
  static auto const general = general_pairs();
  int const i = dice.below(static_cast<int>(std::size(all_pairs) + general.size()));
  int const first = static_cast<int>(std::size(all_pairs));
  return i < first ? all_pairs[i] : general[static_cast<std::size_t>(i - first)];
}

/// Random poses for a joint; for a contact, nearby or touching features of any kind.
template <class Relation>
Posed<Relation> random_item(Dice& dice) {
  if constexpr (std::is_same_v<typename Relation::Item, Contact>) {
    for (;;) {
      Pair const pair = random_pair(dice, any_pair(dice));
      Manifold const found = collide(pair.a, pair.b, 0.3);
      if (found.count == 0) continue;
      Pose<> const A = dice.pose(2), B = dice.pose(2);  // the shapes are anywhere in their bodies
      Contact const item =
          fixed_to_bodies(found.points[dice.below(found.count)], found.E_first, 0, 1, A, B);
      return item.a == 0 ? Posed<Relation>{item, A, B} : Posed<Relation>{item, B, A};
    }
  } else {
    auto const closed = closed_joint<Relation>(dice);
    return {closed.item, dice.pose(2), dice.pose(2)};
  }
}

}  // namespace orthant::test
