// Rotations and reflections of motions and of whole experiments.
#include "bench/oracle/frames.hpp"

#include "bench/oracle/images.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant::oracle {
namespace {

Json list_image(Frame const& frame, Json const& list, Json (*image)(Frame const&, Json const&)) {
  return each(list, [&](Json const& item) { return image(frame, item); });
}

Json scene_image(Frame const& frame, Json const& scene) {
  auto const of = [](auto* image) {
    return [=](Frame const& f, Json const& list) { return list_image(f, list, image); };
  };
  Rules const rules{{"gravity", polar},
                    {"bodies", of(body_image)},
                    {"joints", of(joint_image)},
                    {"loads", of(load_image)},
                    {"contact", same}};
  Json whole = scene;
  if (!whole.contains("gravity")) whole["gravity"] = Json::array({0, 0, -9.81});
  return by_rules(frame, whole, rules);
}

}  // namespace

std::vector<std::string> const& Frame::names() {
  static std::vector<std::string> const all{"turned", "mirrored_x", "mirrored_y", "mirrored_z"};
  return all;
}

Frame Frame::named(std::string const& name) {
  if (name == names()[0]) {  // about an axis that no scene has
    Quat<> const q = rotation_about(unit(Vec3{{1, 2, 3}}), 1.1);
    return {rotation_matrix(q), q, false};
  }
  for (int axis = 0; axis < 3; ++axis)
    if (name == names()[1 + axis]) {
      Vec3 signs{{1, 1, 1}};
      signs[axis] = -1;
      return {diagonal(signs), {}, true};
    }
  throw Error("no frame \"" + name + "\"");
}

/// The vector part of a quaternion is along the axis of its rotation, and axial.
Quat<> Frame::orientation(Quat<> const& q) const {
  if (!mirrors_) return q_ * q;
  Vec3 const v = of_axial() * Vec3{{q.x, q.y, q.z}};
  return {q.w, v[0], v[1], v[2]};
}

Instant Frame::of(Instant now) const {
  for (auto& X : now.pose) X = {of_polar() * X.p_WB, orientation(X.q_WB)};
  for (auto& V : now.twist) V = stacked(of_polar() * linear(V), of_axial() * angular(V));
  for (auto& c : now.contacts)
    for (Vec3* v : {&c.point, &c.normal, &c.impulse}) *v = of_polar() * *v;
  return now;
}

Json in_frame(Json const& experiment, Frame const& frame) {
  static Rules const rules =
      joined({{"scene", scene_image}},
             all_same({"step", "steps", "duration", "integrator", "solver", "worlds", "islands",
                       "backend", "limits", "unsolved", "output", "name", "description"}));
  return by_rules(frame, experiment, rules);
}

std::string why_no_image(Json const& experiment, Frame const& frame) {
  try {
    in_frame(experiment, frame);
    return {};
  } catch (Error const& error) {
    return error.what();
  }
}

}  // namespace orthant::oracle
