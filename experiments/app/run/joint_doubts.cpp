// Compares the joints of an experiment with what their bodies are like.
#include "experiments/app/run/joint_doubts.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/app/run/doubt_list.hpp"
#include "orthant/backends/joint_space/joint_space.hpp"
#include "orthant/constraints/relations/coordinates/list.hpp"

namespace orthant {
namespace {

/// Two turns: 15 degrees taken for radians are more.
constexpr Real most_angle = 4 * std::numbers::pi;  // [rad]
/// Limits of 1e16 or 1000 in models stand for none; two turns in degrees are 720.
constexpr Real no_limit = 721;
/// Of the distance from a joint to the centres of both of its bodies, over theirs from each other
/// and their sizes.
constexpr Real most_lever = 10;
/// A rod without mass, from the world to what hangs on it, is longer than both of these in a tower.
constexpr Real most_rod = 100;    // of its size
constexpr Real longest_rod = 10;  // [m]
/// Of the moments about the axis and across it, of a slender rod or a ball on one.
constexpr Real slender = 0.1;

class JointDoubts : DoubtList {
 public:
  JointDoubts(Experiment const& e, Snapshot const& start) : DoubtList(e), start_(start) {}

  std::vector<std::string> all() {
    if (scene_.joints.empty()) return {};
    angles();
    JointSpace const space(scene_);
    first_of_joints([&](auto const&... of) { return told_far(of...); });
    first_of_joints([&](auto const&... of) { return told_along(of..., space.columns()); });
    limits(space);
    return std::move(out_);
  }

 private:
  /// Those of the file itself.
  template <class F>
  void first_of_joints(F const& f) const {
    scene_.any([&](Scene const& scene) {
      return std::ranges::any_of(scene.joints, [&](JointSpec const& joint) {
        return joint.path.find("/joints/") != std::string::npos && f(scene, joint);
      });
    });
  }

  void angles() {
    scene_.any([&](Scene const& scene) {
      for (auto const& joint : scene.joints)
        for (auto const& c : joint.coordinates) {
          bool const of_model = joint.path.find("/joints/") == std::string::npos;
          if (!c.coordinate.starts_with("angle")) continue;
          bool const aims = c.motor == Motor::position || c.motor == Motor::prescribed;
          std::pair<char const*, Real> const given[] = {
              {"limits/lower", c.lower},
              {"limits/upper", c.upper},
              {"spring/rest", c.rest},
              {"motor/target", aims ? c.target.offset : 0},
              {"motor/target/amplitude", aims ? c.target.amplitude : 0}};
          for (auto const& [key, angle] : given)
            if (std::abs(angle) > most_angle &&
                std::abs(angle) < (of_model ? no_limit : HUGE_VAL)) {
              add(joint.path + (of_model ? ": " : "/") + key,
                  fmt::format("{} rad of \"{}\" is {:.3g} turns: angles are in radians, and {} "
                              "degrees are {:.6g}",
                              text(angle), joint.name, std::abs(angle) / (2 * std::numbers::pi),
                              text(angle), angle * std::numbers::pi / 180));
              return true;
            }
        }
      return false;
    });
  }

  /// Of an end of a joint: its body, the size of its shapes, and the arm to the joint's point.
  struct End {
    BodySpec const* body;
    Real size, arm;
  };
  static std::vector<End> ends_of(Scene const& scene, JointSpec const& joint) {
    std::vector<End> out;
    for (auto const& [index, X] :
         {std::pair(joint.a, joint.X_AJ), std::pair(joint.b, joint.X_BJ)}) {
      if (index < 0) continue;
      auto const& body = scene.bodies[nth(index)];
      Real size = 0;
      for (auto const& shape : body.shapes) size = std::max(size, bounding_radius(shape));
      if (body.motion != Motion::dynamic || !(size > 0)) return {};
      out.push_back({&body, size, norm(X.p_WB)});
    }
    return out;
  }

  /// Millimetres make a joint stand far from both of its bodies.
  bool told_far(Scene const& scene, JointSpec const& joint) {
    auto const ends = ends_of(scene, joint);
    if (ends.empty()) return false;
    Real most = std::max(most_rod * ends[0].size, longest_rod);
    if (ends.size() == 2)
      most = most_lever * (ends[0].size + ends[1].size +
                           norm(ends[0].body->pose.p_WB - ends[1].body->pose.p_WB));
    if (std::ranges::any_of(ends, [&](End const& end) { return !(end.arm > most); })) return false;
    add(joint.path, fmt::format("\"{}\" is {:.3g} m from the centre of \"{}\", which reaches "
                                "{:.3g} m: lengths are in metres",
                                joint.name, ends[0].arm, ends[0].body->name, ends[0].size));
    return true;
  }

  /// A hinge whose axis leads through the centre of a rod, or of a ball on a rod without mass,
  /// which is held by nothing else: it turns about itself and never swings.
  bool told_along(Scene const& scene, JointSpec const& joint,
                  std::vector<JointColumn> const& columns) {
    auto const number = static_cast<int>(&joint - scene.joints.data());
    auto const of = [&](JointColumn const& column) { return column.joint == number; };
    auto const hinge = std::ranges::find_if(columns, of);
    if (std::ranges::count_if(columns, of) != 1 || !hinge->turns) return false;
    auto const driven = [](CoordinateSpec const& c) { return c.motor != Motor::none; };
    if (joint.b < 0 || std::ranges::any_of(joint.coordinates, driven)) return false;
    auto const touches = [&](JointSpec const& each) {
      return each.a == joint.b || each.b == joint.b;
    };
    if (std::ranges::count_if(scene.joints, touches) != 1) return false;
    auto const& body = scene.bodies[nth(joint.b)];
    Vec3 const axis = rotate(joint.X_BJ.q_WB, Vec3{0, 0, 1}), arm = joint.X_BJ.p_WB;
    if (body.motion != Motion::dynamic || norm(cross(axis, arm)) > 1e-6 * norm(arm)) return false;
    auto const& I = body.inertia_B;
    Real const about = dot(axis, I * axis),
               across = 0.5 * (I[0][0] + I[1][1] + I[2][2] - about) + body.mass * dot(arm, arm);
    if (!(dot(arm, arm) > 0 && about < slender * across)) return false;
    add(joint.path + "/axis", fmt::format("that of \"{}\" leads through the centre of \"{}\", "
                                          "which turns about it alone and does not swing",
                                          joint.name, body.name));
    return true;
  }

  /// Limits press a joint that starts beyond them back into the range, in one step if rigid.
  void limits(JointSpace const& space) {
    auto const bounded = [](CoordinateSpec const& c) {
      return std::isfinite(c.lower) || std::isfinite(c.upper);
    };
    if (std::ranges::none_of(scene_.joints, [&](JointSpec const& joint) {
          return std::ranges::any_of(joint.coordinates, bounded);
        }))
      return;
    auto const& columns = space.columns();
    std::vector<Real> const none(columns.size());
    std::vector<Real> position(columns.size());
    for (int w = 0; w < e_.simulation->worlds(); ++w) {
      Pose<> const* const pose = start_.pose.data() + static_cast<std::ptrdiff_t>(w) * bodies();
      space.positions(w, pose, none.data(), position.data());
      auto const& scene = scene_.of(w);
      for (auto const& joint : scene.joints)
        for (auto const& c : joint.coordinates)
          if (auto const x = value(scene, joint, c, pose, columns, position);
              x && told_beyond(joint, c, *x))
            return;
      if (scene_.worlds.empty() && !e_.reference) return;
    }
  }

  std::ptrdiff_t bodies() const { return static_cast<std::ptrdiff_t>(scene_.bodies.size()); }

  /// The coordinate at the start, if its turns do not count or the tree of joints has it.
  static std::optional<Real> value(Scene const& scene, JointSpec const& joint,
                                   CoordinateSpec const& c, Pose<> const* pose,
                                   std::vector<JointColumn> const& columns,
                                   std::vector<Real> const& position) {
    auto const pose_of = [&](int body) { return body < 0 ? Pose<>{} : pose[body]; };
    std::optional<Real> out;
    with_coordinate(coordinate_of(c.coordinate), [&]<class Coordinate>(Coordinate const& of) {
      if constexpr (!requires { typename Coordinate::Counted; })
        if (of.period == 0)
          out = of.gap(placed_item(joint, 0, 0), pose_of(joint.a), pose_of(joint.b))[0];
    });
    if (out) return out;
    auto const number = static_cast<int>(&joint - scene.joints.data());
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].joint == number && columns[k].coordinate == c.coordinate) return position[k];
    return {};
  }

  bool told_beyond(JointSpec const& joint, CoordinateSpec const& c, Real x) {
    auto const said = told_beyond_limits(joint.name, c, x);
    if (!said.empty()) add(joint.path + "/limits", said);
    return !said.empty();
  }

  Snapshot const& start_;
};

}  // namespace

std::string told_beyond_limits(std::string const& joint, CoordinateSpec const& c, Real x) {
  // Round-off of poses, relative to lengths and angles of order one.
  constexpr Real slack = 1e-9;
  if (x >= c.lower - slack && x <= c.upper + slack) return "";
  char const* const unit = c.coordinate.starts_with("angle") ? "rad" : "m";
  return fmt::format(
      "\"{}\" starts at {:.6g} {}, outside its limits, {} to {}: they press it back, but for "
      "\"{}\": {:.6g}; limits are from where the joint's frames coincide",
      joint, x, unit, text(c.lower), text(c.upper), x < c.lower ? "lower" : "upper", x);
}

std::vector<std::string> joint_doubts(Experiment const& experiment, Snapshot const& start) {
  return JointDoubts(experiment, start).all();
}

}  // namespace orthant
