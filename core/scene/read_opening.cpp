// Reads the opening of a joint at the start.
#include "orthant/core/scene/read_opening.hpp"

#include <nlohmann/json.hpp>
#include <numbers>

#include "orthant/core/scene/detail/place_joint.hpp"

namespace orthant {

void opening_fields(Fields& f, Vec3& offset, Vec3& rotation) {
  f.vector("offset", offset,
           "[m] of the joint frame of b from that of a, at the start, world axes");
  f.vector("rotation", rotation, "[rad] of the one against the other, about this axis, world axes");
}

void read_opening(Config& config, Scene const& scene, JointSpec& joint) {
  if (!config.is_given("open")) return;
  Config opening = config.child("open");
  Vec3 offset, rotation;
  opening_fields(opening, offset, rotation);
  opening.done();
  Real const angle = norm(rotation);
  if (!(angle < std::numbers::pi / 2))
    refuse(opening.where("rotation"), "a rotation by " + text(angle) + " rad",
           "less than a quarter, pi/2: of more a joint could close the other way round");
  joint.open = norm(offset) > 0 || angle > 0;
  if (!joint.open) return;
  Pose<> frame = joint.b < 0 ? joint.X_BJ : scene.bodies[joint.b].pose * joint.X_BJ;
  frame.p_WB += offset;
  if (angle > 0) {
    Vec3 const v = (std::sin(0.5 * angle) / angle) * rotation;
    frame.q_WB = normalised(Quat<>{std::cos(0.5 * angle), v[0], v[1], v[2]} * frame.q_WB);
  }
  joint.X_BJ = seen_by(scene, joint.b, frame);
}

void length_field(Fields& f, Real& length) {
  f.real("length", length, positive(), "[m] that it holds; absent: that at the start");
}

void read_length(Config& config, JointSpec& joint) {
  if (!config.has("length")) return;
  Real const start = joint.length;
  length_field(config, joint.length);
  joint.open = joint.length != start;
}

namespace {

/// Whether a part of every error is removed: no eigenvalue is zero.
bool corrects_all(Mat3 const& Y) {
  Mat3 const& m = Y;
  Real const determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return determinant > 0;
}

}  // namespace

void require_closing(Config& config, JointSpec const& joint, char const* key) {
  if (!joint.open || joint.level == Level::position) return;
  bool const rotated = config.has("open") && config.raw("open").contains("rotation");
  if (!corrects_all(joint.correction) || (rotated && !corrects_all(joint.angular_correction)))
    refuse(config.where(key), "an open joint at velocity level, which nothing closes",
           "\"baumgarte\" > 0 with it, along all axes, or \"level\": \"position\"");
}

}  // namespace orthant
