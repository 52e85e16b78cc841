// The joints of a scene as trees, from the world or from a free body outwards.
#pragma once
#include <vector>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// A moving body and its parent in the tree.
struct TreeBody {
  int body = 0;
  int parent = -1;         // a moving body; -1: the world or a fixed body
  int joint = -1;          // index of the scene's joint; -1: none, the body is free
  bool child_is_b = true;  // whether the child is body b of that joint
  /// The frame of the joint in the axes of the parent (of the world if the parent is fixed) and of
  /// the child. The two frames coincide where the scene places the bodies.
  Pose<> in_parent, in_child;
};

/// The bodies of a scene ordered along their joints. A joint between two bodies that the tree
/// connects already closes a loop.
class JointTree {
 public:
  explicit JointTree(Scene const& scene);

  /// Every moving body, after its parent.
  std::vector<TreeBody> const& bodies() const { return bodies_; }
  /// The first joint that closes a loop, or -1.
  int closing() const { return closing_; }

 private:
  std::vector<TreeBody> bodies_;
  int closing_ = -1;
};

/// The velocity of a body's motion, extended rigidly, at a point of the world [m/s].
inline Vec3 velocity_at(BodySpec const& body, Vec3 const& point_W) {
  if (body.motion == Motion::fixed) return {};
  return linear(body.twist) + cross(angular(body.twist), point_W - body.pose.p_WB);
}

}  // namespace orthant
