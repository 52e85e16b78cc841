// Builds the trees breadth first: from the ground, then from free bodies.
#include "orthant/backends/peers/joint_tree.hpp"

namespace orthant {

JointTree::JointTree(Scene const& scene) {
  auto const count = scene.bodies.size();
  std::vector<bool> placed(count, false), used(scene.joints.size(), false);
  auto const moves = [&](int b) {
    return b >= 0 && scene.bodies[nth(b)].motion == Motion::dynamic;
  };
  auto const ground = [&](int b) { return b < 0 ? Pose<>{} : scene.bodies[nth(b)].pose; };
  auto const hang = [&](std::size_t j, int from, int body) {
    auto const& joint = scene.joints[j];
    bool const is_b = joint.b == body && joint.a == from;
    auto const &outer = is_b ? joint.X_BJ : joint.X_AJ, &inner = is_b ? joint.X_AJ : joint.X_BJ;
    bodies_.push_back({.body = body,
                       .parent = moves(from) ? from : -1,
                       .joint = static_cast<int>(j),
                       .child_is_b = is_b,
                       .in_parent = moves(from) ? inner : ground(from) * inner,
                       .in_child = outer});
    placed[nth(body)] = used[j] = true;
  };
  // Adds the bodies that are connected to `from`; -2 stands for the ground.
  auto const hang_on = [&](int from) {
    for (std::size_t j = 0; j < scene.joints.size(); ++j) {
      auto const& joint = scene.joints[j];
      if (used[j]) continue;
      for (auto const& [inner, outer] : {std::pair(joint.a, joint.b), std::pair(joint.b, joint.a)})
        if ((from == -2 ? !moves(inner) : inner == from) && moves(outer) && !placed[nth(outer)] &&
            !used[j])
          hang(j, inner, outer);
    }
  };
  hang_on(-2);
  std::size_t done = 0;
  auto const go_outwards = [&] {
    for (; done < bodies_.size(); ++done) hang_on(bodies_[done].body);
  };
  go_outwards();
  for (std::size_t b = 0; b < count; ++b) {
    if (!moves(static_cast<int>(b)) || placed[b]) continue;
    TreeBody root;
    root.body = static_cast<int>(b);
    bodies_.push_back(root);
    placed[b] = true;
    go_outwards();
  }
  for (std::size_t j = 0; j < used.size() && closing_ < 0; ++j)
    if (!used[j] && (moves(scene.joints[j].a) || moves(scene.joints[j].b)))
      closing_ = static_cast<int>(j);
}

}  // namespace orthant
