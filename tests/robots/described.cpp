// A robot as JSON.
#include "tests/robots/described.hpp"

#include <cmath>

#include "orthant/core/math/pose.hpp"

namespace orthant::test {
namespace {

constexpr char const* types[] = {"fixed",       "hinge",     "slider",  "ball",
                                 "cylindrical", "universal", "gimbal",  "cross_slide",
                                 "planar",      "screw",     "floating"};
constexpr Vec3 z{{0, 0, 1}};

Json bound(Real x) { return std::isfinite(x) ? Json(x) : Json(x > 0 ? "inf" : "-inf"); }
Json json_of(Vec3 const& v) { return {v[0], v[1], v[2]}; }

Json json_of(RobotAxis const& axis) {
  return {{"start", axis.start},        {"lower", bound(axis.lower)},
          {"upper", bound(axis.upper)}, {"max_rate", bound(axis.max_rate)},
          {"damping", axis.damping},    {"max_effort", bound(axis.max_effort)},
          {"friction", axis.friction},  {"stiffness", axis.stiffness},
          {"rest", axis.rest},          {"inertia", axis.inertia}};
}

Json json_of(RobotShape const& each) {
  auto const& s = each.shape;
  std::string kind;
  with_type(s.kind, [&](auto shape) { kind = decltype(shape)::name; });
  return {{"kind", kind},
          {"size", json_of(s.size)},
          {"at", json_of(s.X_BS.p_WB)},
          {"z", json_of(rotate(s.X_BS.q_WB, z))},
          {"groups", s.groups},
          {"touches", s.touches},
          {"has_friction", each.has_friction},
          {"friction", s.surface.friction},
          {"torsional_friction", s.surface.torsional_friction},
          {"rolling_friction", s.surface.rolling_friction},
          {"anisotropy", s.surface.anisotropy},
          {"direction", json_of(s.surface.direction)},
          {"restitution", s.surface.restitution}};
}

Json json_of(RobotJoint const& joint) {
  Json out = {{"type", types[static_cast<int>(joint.type)]},
              {"loop", joint.loop},
              {"pitch", joint.pitch},
              {"line", joint.spot.line},
              {"at_parent", json_of(joint.X_PJ.p_WB)},
              {"at_child", json_of(joint.X_CJ.p_WB)},
              {"closed", norm(joint.X_PJ.p_WB - joint.X_CJ.p_WB)},
              {"z_of_parent", json_of(rotate(joint.X_PJ.q_WB, z))},
              {"z_of_child", json_of(rotate(joint.X_CJ.q_WB, z))},
              {"axes", Json::array()}};
  for (auto const& axis : joint.axes) out["axes"].push_back(json_of(axis));
  return out;
}

}  // namespace

Json described(Robot const& robot) {
  Json out = {{"mass", 0.0},
              {"loops", Json::array()},
              {"couplings", Json::array()},
              {"motors", Json::array()},
              {"apart", robot.apart.size()},
              {"unsupported", Json::array()},
              {"ignored", robot.ignored}};
  for (auto const& link : robot.links) {
    out["mass"] = out["mass"].get<Real>() + link.mass;
    Json& to = out["links"][link.name] = {{"mass", link.mass}, {"fixed", link.fixed}};
    for (int i = 0; i < 3; ++i)
      to["inertia"].push_back({link.inertia[i][0], link.inertia[i][1], link.inertia[i][2]});
    for (auto const& shape : link.shapes) to["shapes"].push_back(json_of(shape));
  }
  for (auto const& joint : robot.joints) {
    out["joints"][joint.name] = json_of(joint);
    if (joint.loop) out["loops"].push_back(json_of(joint));
  }
  for (auto const& each : robot.couplings) {
    Json terms;
    for (auto const& term : each.terms)
      terms.push_back({{"ratio", term.ratio}, {"polynomial", term.polynomial}});
    out["couplings"].push_back({{"terms", terms},
                                {"offset", each.offset},
                                {"held", each.held},
                                {"law", json_of(each.law)}});
  }
  constexpr char const* drives[] = {"position", "velocity", "force"};
  for (auto const& motor : robot.motors)
    out["motors"].push_back({{"type", drives[static_cast<int>(motor.type)]},
                             {"kp", motor.kp},
                             {"kd", motor.kd},
                             {"gear", motor.gear},
                             {"max_effort", bound(motor.max_effort)}});
  for (auto const& each : robot.unsupported) {
    auto const line = std::to_string(each.spot.line);
    out["unsupported"].push_back(line + ": " + each.what);
    out["reports"][line].push_back(each.spot.file + ": " + each.what);
  }
  return out;
}

}  // namespace orthant::test
