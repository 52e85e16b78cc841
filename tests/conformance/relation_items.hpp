// Items of contacts at random poses, beside those of joints.
#pragma once
#include "orthant/constraints/relations/contact_point.hpp"
#include "orthant/constraints/relations/coordinates/list.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/tests/conformance/joint_items.hpp"
#include "orthant/tests/conformance/types.hpp"

namespace orthant::test {

inline Kinds any_pair(Dice& dice) {
  static auto const general = general_pairs();
  int const i = dice.below(static_cast<int>(std::size(all_pairs) + general.size()));
  int const first = static_cast<int>(std::size(all_pairs));
  return i < first ? all_pairs[i] : general[static_cast<std::size_t>(i - first)];
}

/// Nearby or touching features of any kind.
template <>
inline Posed<ContactPointRelation> random_item<ContactPointRelation>(Dice& dice) {
  for (;;) {
    Pair const pair = random_pair(dice, any_pair(dice));
    Manifold const found = collide(pair.a, pair.b, 0.3);
    if (found.count == 0) continue;
    Pose<> const A = dice.pose(2), B = dice.pose(2);  // the shapes are anywhere in their bodies
    Contact const item =
        fixed_to_bodies(found.points[dice.below(found.count)], found.E_first, 0, 1, A, B);
    if (item.a == 0) return {item, A, B};
    return {item, B, A};
  }
}

}  // namespace orthant::test
