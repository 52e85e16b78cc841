// Items of every relation at random poses, and the joints among the relations.
#pragma once
#include "constraints/relations/ball_joint.hpp"
#include "constraints/relations/contact_point.hpp"
#include "constraints/relations/hinge_joint.hpp"
#include "core/scene/read_scene.hpp"
#include "tests/collision/dice.hpp"
#include "tests/constraints/types.hpp"

namespace orthant::test {

template <class Relation>
struct Posed {
  typename Relation::Item item;
  Pose<> A, B;
};

/// A joint that is closed at a random point, about a random axis.
inline Posed<BallJoint> closed_joint(Dice& dice) {
  Scene scene;
  for (int i = 0; i < 2; ++i) {
    BodySpec body;
    body.pose = dice.pose(2);
    scene.add(body);
  }
  JointSpec joint;
  joint.a = 0;
  joint.b = 1;
  place_joint(scene, joint, 2 * dice.direction(), dice.direction());
  JointItem item;
  item.X_AJ = joint.X_AJ;
  item.X_BJ = joint.X_BJ;
  return {item, scene.bodies[0].pose, scene.bodies[1].pose};
}

/// Anywhere for a joint; for a contact, near or in touch, of whatever kinds of features.
template <class Relation>
Posed<Relation> random_item(Dice& dice) {
  if constexpr (std::is_same_v<typename Relation::Item, Contact>) {
    for (;;) {
      Pair const pair = random_pair(dice, all_pairs[dice.below(9)]);
      Manifold const found = collide(pair.a, pair.b, 0.3);
      if (found.count == 0) continue;
      Pose<> const A = dice.pose(2), B = dice.pose(2);  // the shapes sit anywhere in their bodies
      Contact const item = fixed_to_bodies(found.points[dice.below(found.count)], 0, 1, A, B);
      return item.a == 0 ? Posed<Relation>{item, A, B} : Posed<Relation>{item, B, A};
    }
  } else {
    auto const closed = closed_joint(dice);
    return {closed.item, dice.pose(2), dice.pose(2)};
  }
}

}  // namespace orthant::test
