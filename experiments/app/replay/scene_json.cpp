// Shapes, frames and names by words that the page's script knows.
#include "experiments/app/replay/scene_json.hpp"

#include <array>
#include <nlohmann/json.hpp>

namespace orthant {
namespace {

Json pose_json(Pose<> const& X) {
  auto const& [p, q] = X;
  return {p[0], p[1], p[2], q.w, q.x, q.y, q.z};
}

Json shapes_json(std::vector<Shape> const& shapes) {
  Json out = Json::array();
  for (auto const& shape : shapes) {
    out.push_back(
        {{"size", {shape.size[0], shape.size[1], shape.size[2]}}, {"pose", pose_json(shape.X_BS)}});
    with_type(shape.kind, [&](auto type) { out.back()["kind"] = type.name; });
  }
  return out;
}

Json body_json(BodySpec const& body) {
  static constexpr std::array motions{"dynamic", "fixed", "kinematic"};  // as Motion
  auto const& I = body.inertia_B;
  return {{"name", body.name},
          {"motion", motions[static_cast<std::size_t>(body.motion)]},
          {"pose", pose_json(body.pose)},
          {"shapes", shapes_json(body.shapes)},
          {"mass", body.mass},
          {"inertia", {I[0][0], I[1][1], I[2][2]}}};
}

Json joint_json(JointSpec const& joint, JointTypes const& types) {
  static constexpr std::array frames{"point", "axis", "two_axes", "two_points"};  // as Frames
  return {{"name", joint.name},
          {"type", joint.type},
          {"frames", frames[static_cast<std::size_t>(types.at(joint.type).frames)]},
          {"a", joint.a},
          {"b", joint.b},
          {"on_a", pose_json(joint.X_AJ)},
          {"on_b", pose_json(joint.X_BJ)}};
}

}  // namespace

Json scene_json(Scene const& scene, JointTypes const& types) {
  Json out;
  out["gravity"] = {scene.gravity[0], scene.gravity[1], scene.gravity[2]};
  out["bodies"] = out["joints"] = Json::array();
  for (auto const& body : scene.bodies) out["bodies"].push_back(body_json(body));
  for (auto const& joint : scene.joints) out["joints"].push_back(joint_json(joint, types));
  return out;
}

}  // namespace orthant
