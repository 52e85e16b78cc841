// A body with one joint to the world that moves along x, or turns about x: one coordinate of every
// type of joint in turn.
#pragma once
#include "tests/joints/parts.hpp"

namespace orthant::test {

struct Coordinate {
  std::string type, key;  // the joint, and the key of the laws along the coordinate
  bool is_angular;
};

inline std::vector<Coordinate> every_coordinate() {
  std::vector<Coordinate> out;
  for (auto const& [name, type] : joint_types_of_serial()) {
    if (name == "gimbal") continue;  // a torque along one of its angles turns all three: Gimbal
    for (auto const& slot : type.coordinates) {
      out.push_back({name, slot.key, std::string(slot.coordinate).starts_with("angle")});
    }
  }
  return out;
}

inline std::string name_of(testing::TestParamInfo<Coordinate> const& info) {
  return info.param.type + (info.param.key.empty() ? "" : "_" + info.param.key);
}

/// The initial distance of the two points of a strut; other coordinates start at zero.
inline Real start_of(Coordinate const& along) {
  return joint_types_of_serial().at(along.type).frames == Frames::two_points ? 1.5 : 0;
}

/// The equations of a step are
///   M (w+ - w) = h f + lambda,   c+ = c + h w+,   or c + 2 atan(h w+ / 2) for an angle
/// with the inertia M along the coordinate and a given force f.
class OneCoordinate {
 public:
  OneCoordinate(Coordinate const& along, Json const& laws = Json::object(), Real speed = 0,
                Real force = 0, Real h = 0.01)
      : along_(along), run_(scene(along, laws, speed, force), h), c_(start_of(along)) {}

  Real M() const { return along_.is_angular ? 0.3 : 2; }
  Real h() const { return run_.h; }
  Real t() const { return run_.h * steps_; }
  /// The coordinate with turns counted, and its rate.
  Real c() const { return c_; }
  Real w() const { return run_.twist()[along_.is_angular ? 3 : 0]; }
  /// The impulse lambda of the last step, from the motion.
  Real impulse() const { return impulse_; }
  /// The force along the coordinate, from the reaction.
  Real reaction() const {
    auto const r = run_.reaction();
    return (along_.is_angular ? r.torque_W : r.force_W)[0];
  }
  Simulation& simulation() { return *run_.simulation; }

  void step(Real force = 0) {
    Real const before = w();
    run_.step();
    ++steps_;
    Real const now = along_.is_angular ? angle() : start_of(along_) + run_.pose().p_WB[0];
    Real const rotation = 2 * M_PI;
    c_ = along_.is_angular ? now + rotation * std::round((c_ - now) / rotation) : now;
    impulse_ = M() * (w() - before) - h() * force;
    for (int i = 0; i < 6; ++i) {  // nothing else moves
      if (i != (along_.is_angular ? 3 : 0)) {
        EXPECT_NEAR(run_.twist()[i], 0, 1e-10);
      }
    }
  }

 private:
  static Json scene(Coordinate const& along, Json const& laws, Real speed, Real force) {
    bool const turns = along.is_angular;
    Json const pushed = {{turns ? "torque" : "force", json_of(force * x_axis)}};
    Json const body = rigid("body", 2, {{0.3, 0.5, 0.6}}, {}, turns ? Vec3{} : speed * x_axis,
                            turns ? speed * x_axis : Vec3{});
    auto const frames = joint_types_of_serial().at(along.type).frames;
    bool const first =
        frames != Frames::two_axes || along.key == "rotation_a" || along.key == "translation_x";
    Json joint = joint_at(along.type.c_str(), "body", {}, first ? x_axis : y_axis);
    if (frames == Frames::two_axes) joint["axis_b"] = json_of(first ? y_axis : x_axis);
    if (frames == Frames::two_points)
      joint = line_of(along.type.c_str(), "body", {{-start_of(along), 0, 0}}, {});
    (along.key.empty() ? joint : joint[along.key]).update(laws);
    return scene_of({with(body, pushed)}, {joint});
  }

  Real angle() const {
    auto const q = run_.pose().q_WB;
    return 2 * std::atan2(q.x, q.w);
  }

  Coordinate along_;
  JointRun run_;
  Real c_, impulse_ = 0;
  int steps_ = 0;
};

}  // namespace orthant::test
