// The joints of a scene as trees, from the world or from a free body outwards.
#pragma once
#include <vector>

#include "core/scene/scene.hpp"

namespace orthant {

/// A body that moves, and what it hangs on.
struct TreeBody {
  int body = 0;
  int parent = -1;         // a body that moves; -1: the world, or a fixed body
  int joint = -1;          // which of the scene's; -1: none, it is free
  bool child_is_b = true;  // of that joint
  /// The joint's frame, in the axes of what it hangs on (of the world where that is fixed) and in
  /// its own; the two coincide where the scene places the bodies.
  Pose<> in_parent, in_child;
};

class JointTree {
 public:
  explicit JointTree(Scene const& scene);

  /// Every body that moves, after the one that it hangs on.
  std::vector<TreeBody> const& bodies() const { return bodies_; }
  /// The first joint that is in no tree, or -1.
  int closing() const { return closing_; }

 private:
  std::vector<TreeBody> bodies_;
  int closing_ = -1;
};

/// How a body would move at a point of the world if the body's motion were that of a rigid space.
inline Vec3 velocity_at(BodySpec const& body, Vec3 const& point_W) {
  if (body.motion == Motion::fixed) return {};
  return linear(body.twist) + cross(angular(body.twist), point_W - body.pose.p_WB);
}

}  // namespace orthant
