// Compares an experiment with what things of the laboratory are like. Each limit has its reason
// beside it, and no experiment of this folder is beyond one.
#include "experiments/app/run/doubts.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/app/run/limits.hpp"
#include "orthant/backends/joint_space/joint_space.hpp"
#include "orthant/constraints/relations/coordinates/list.hpp"
#include "orthant/core/scene/mass_properties.hpp"

namespace orthant {
namespace {

/// Contacts and joints are resolved by steps of milliseconds; a step of 1 s lets a body fall 10 m.
constexpr Real longest_step = 1;  // [s]
/// The Sun's surface has 274 m/s^2; 9.81 m/s^2 in mm/s^2 is 9810.
constexpr Real most_gravity = 300;  // [m/s^2]
/// 9.81 m/s^2 in km/s^2, and a percent more or less.
constexpr Real gravity_in_km = 0.00981;
/// Metres and millimetres are a thousand apart. A scene of one scale has no bodies so far apart.
constexpr Real most_ratio_of_sizes = 1000;
/// A body of a laboratory or a robot is shorter; 200 mm taken for metres reach further.
constexpr Real most_reach = 50;  // [m]
/// Two turns: 15 degrees taken for radians are more.
constexpr Real most_angle = 4 * std::numbers::pi;  // [rad]
/// Rubber on dry concrete has about 1, racing tyres at most 2; slips of units have no limit here,
/// so that 5 leaves room for surfaces that cling.
constexpr Real most_friction = 5;
/// The lightest foams begin at 10 kg/m^3, and osmium, the densest solid, has 22590. Water in g/cm^3
/// is 1. Of a body whose mass is given, shapes need not be its solid: five digits of room.
constexpr Real least_density = 10, most_density = 23000;  // [kg/m^3]
constexpr Real room_of_mass = 1e5;

class Doubts {
 public:
  explicit Doubts(Experiment const& e) : e_(e), scene_(e.setup.scene) {}

  std::vector<std::string> all() {
    step();
    gravity();
    sizes();
    frictions();
    densities();
    angles();
    orientations();
    auto const start = e_.simulation->snapshot();
    speeds(start);
    limits(start);
    return std::move(out_);
  }

 private:
  void add(std::string const& where, std::string const& what) {
    out_.push_back(where + ": " + what);
  }

  /// Calls f(scene) for each world that may differ, until it returns true.
  template <class F>
  void first_of_scenes(F const& f) const {
    if (scene_.worlds.empty()) return void(f(scene_));
    for (auto const& each : scene_.worlds)
      if (f(each)) return;
  }
  template <class F>
  void first_of_bodies(F const& f) const {
    first_of_scenes([&](Scene const& scene) { return std::ranges::any_of(scene.bodies, f); });
  }

  void step() {
    if (e_.setup.h > longest_step)
      add(e_.path + "/step",
          fmt::format("{} s is long: steps are in seconds, and resolve contacts by milliseconds; "
                      "{} if those are meant",
                      text(e_.setup.h), text(e_.setup.h / 1000)));
  }

  void gravity() {
    first_of_scenes([&](Scene const& scene) {
      Real const g = norm(scene.gravity);
      bool const high = g > most_gravity, low = std::abs(g / gravity_in_km - 1) < 0.01;
      if (high)
        add(e_.path + "/scene/gravity",
            fmt::format("{:.6g} m/s^2 is more than on the Sun: the unit is m/s^2, not mm/s^2", g));
      if (low)
        add(e_.path + "/scene/gravity",
            fmt::format("{:.6g} m/s^2 is a thousandth of the Earth's: the unit is m/s^2", g));
      return high || low || told_across(scene);
    });
  }

  /// Gravity along y, as other programs have it, lets everything slide along a floor whose normal
  /// is z. Where something else may bear the bodies, half-spaces may be walls.
  bool told_across(Scene const& scene) {
    auto const bears = [&](BodySpec const& body) { return body.motion != Motion::dynamic; };
    BodySpec const* floor = nullptr;
    Vec3 normal{0, 0, 0};
    for (auto const& body : scene.bodies)
      for (auto const& shape : body.shapes) {
        if (!bears(body) || !body.collide) continue;
        if (!shape.is<shapes::HalfSpace>()) return false;
        normal = rotate((body.pose * shape.X_BS).q_WB, Vec3{0, 0, 1});
        // Round-off of turns.
        if (std::abs(dot(normal, scene.gravity)) > 1e-6 * norm(scene.gravity)) return false;
        floor = &body;
      }
    if (floor == nullptr || norm(scene.gravity) == 0) return false;
    for (auto const& joint : scene.joints)
      for (int const end : {joint.a, joint.b})
        if (end < 0 || bears(scene.bodies[static_cast<std::size_t>(end)])) return false;
    auto const told = [](Vec3 const& v) {
      return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v[0] + 0., v[1] + 0., v[2] + 0.);  // no -0
    };
    add(e_.path + "/scene/gravity",
        fmt::format("{} acts along the floor \"{}\", whose normal is {}", told(scene.gravity),
                    floor->name, told(normal)));
    return true;
  }

  void sizes() {
    first_of_scenes([&](Scene const& scene) {
      BodySpec const *least = nullptr, *most = nullptr;
      Real low = HUGE_VAL, high = 0;
      for (auto const& body : scene.bodies) {
        if (body.motion != Motion::dynamic || !body.collide) continue;
        Real size = 0;
        for (auto const& shape : body.shapes) size = std::max(size, bounding_radius(shape));
        if (!(size > 0) || !std::isfinite(size)) continue;
        if (size < low) low = size, least = &body;
        if (size > high) high = size, most = &body;
      }
      bool const far = high > most_ratio_of_sizes * low;
      if (far)
        add(most->path,
            fmt::format(
                "\"{}\" reaches {:.3g} m from its centre, and \"{}\" {:.3g} m: sizes are in "
                "metres, and a thousand times apart",
                most->name, high, least->name, low));
      else if (high > most_reach)
        add(most->path, fmt::format("\"{}\" reaches {:.3g} m from its centre: sizes are in metres, "
                                    "and {:.3g} if millimetres are meant",
                                    most->name, high, high / 1000));
      return far || high > most_reach;
    });
  }

  void frictions() {
    first_of_bodies([&](BodySpec const& body) {
      return std::ranges::any_of(body.shapes, [&](Shape const& shape) {
        bool const high = shape.surface.friction > most_friction;
        if (high)
          add(body.path, fmt::format("friction {} of \"{}\" is above {}: rubber on dry concrete "
                                     "has about 1; angles of friction are not meant",
                                     text(shape.surface.friction), body.name, text(most_friction)));
        return high;
      });
    });
  }

  void densities() {
    first_of_bodies([&](BodySpec const& body) {
      if (body.motion != Motion::dynamic || body.path.find("/bodies/") == std::string::npos)
        return false;
      Real const volume = solid_of(body.shapes).volume, density = body.mass / volume;
      if (!(volume > 0)) return false;
      if (gives(body, "inertia")) return false;  // the shapes are not its solid
      Real const room = gives(body, "density") ? 1 : room_of_mass;
      bool const odd = density < least_density / room || density > most_density * room;
      if (odd)
        add(body.path,
            fmt::format("\"{}\" has {:.3g} kg/m^3: foams begin at 10, water has 1000, and the "
                        "densest solid 22590; the units are kg and m",
                        body.name, density));
      return odd;
    });
  }

  /// Whether the file gives a key of a body.
  bool gives(BodySpec const& body, char const* key) const {
    Json::json_pointer const at(body.path.substr(e_.path.size()));
    return e_.resolved.contains(at) && e_.resolved[at].contains(key);
  }

  void angles() {
    first_of_scenes([&](Scene const& scene) {
      for (auto const& joint : scene.joints)
        for (auto const& c : joint.coordinates) {
          // Models of robots have units of their own, and limits of 1e16 for none.
          if (joint.path.find("/joints/") == std::string::npos) continue;
          if (!c.coordinate.starts_with("angle")) continue;
          bool const aims = c.motor == Motor::position || c.motor == Motor::prescribed;
          std::pair<char const*, Real> const given[] = {
              {"limits/lower", c.lower},
              {"limits/upper", c.upper},
              {"spring/rest", c.rest},
              {"motor/target", aims ? c.target.offset : 0},
              {"motor/target/amplitude", aims ? c.target.amplitude : 0}};
          for (auto const& [key, angle] : given)
            if (std::isfinite(angle) && std::abs(angle) > most_angle) {
              add(joint.path + "/" + key,
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

  /// Orientations are in degrees: parts of pi, to three digits, are radians.
  void orientations() {
    for (auto const& body : scene_.bodies) {
      if (body.path.find("/bodies/") == std::string::npos) continue;
      Json::json_pointer const at(body.path.substr(e_.path.size()));
      if (e_.resolved.contains(at) && told_radians(e_.resolved[at], body.path)) return;
    }
  }

  /// Looks at the body and at its shapes.
  bool told_radians(Json const& of, std::string const& where) {
    if (auto const turned = of.find("orientation"); turned != of.end() && turned->is_object()) {
      Real const angle =
          turned->value("angle", Json()).is_number() ? turned->at("angle").get<Real>() : 0;
      for (Real const part : {1 / 6., 1 / 4., 1 / 3., 1 / 2., 2 / 3., 3 / 4., 1., 3 / 2., 2.})
        if (std::abs(std::abs(angle) / (part * std::numbers::pi) - 1) < 6e-4) {
          add(where + "/orientation/angle",
              fmt::format("{} degrees is a small angle, and {:.3g} pi: the unit is degrees, and {} "
                          "rad are {:.6g}",
                          text(angle), part, text(angle), std::copysign(180 * part, angle)));
          return true;
        }
    }
    if (auto const shapes = of.find("shapes"); shapes != of.end() && shapes->is_array())
      for (std::size_t i = 0; i < shapes->size(); ++i)
        if (told_radians((*shapes)[i], where + "/shapes/" + std::to_string(i))) return true;
    return false;
  }

  /// A body that crosses the scene in a step meets nothing in it. One alone has nothing to meet.
  void speeds(Snapshot const& start) {
    auto const n = scene_.bodies.size();
    if (n < 2) return;
    Real const size = size_of(e_.setup, start);
    for (std::size_t k = 0; k < start.twist.size(); ++k) {
      auto const& body = scene_.bodies[k % n];
      Real const v = norm(linear(start.twist[k]));
      if (body.motion == Motion::fixed || !(v * e_.setup.h > size)) continue;
      return add(body.path, fmt::format("\"{}\" at {:.4g} m/s goes {:.3g} m in a step of {} s, and "
                                        "the scene is {:.3g} m large: lengths are in m, velocities "
                                        "in m/s",
                                        body.name, v, v * e_.setup.h, text(e_.setup.h), size));
    }
  }

  /// Limits press a joint that starts beyond them back into the range, in one step if rigid.
  void limits(Snapshot const& start) {
    auto const bounded = [](CoordinateSpec const& c) {
      return std::isfinite(c.lower) || std::isfinite(c.upper);
    };
    if (std::ranges::none_of(scene_.joints, [&](JointSpec const& joint) {
          return std::ranges::any_of(joint.coordinates, bounded);
        }))
      return;
    JointSpace const space(scene_);
    auto const& columns = space.columns();
    std::vector<Real> const none(columns.size());
    std::vector<Real> position(columns.size());
    for (int w = 0; w < e_.simulation->worlds(); ++w) {
      Pose<> const* const pose = start.pose.data() + static_cast<std::ptrdiff_t>(w) * bodies();
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
    // Round-off of poses, relative to lengths and angles of order one.
    constexpr Real slack = 1e-9;
    if (x >= c.lower - slack && x <= c.upper + slack) return false;
    char const* const unit = c.coordinate.starts_with("angle") ? "rad" : "m";
    add(joint.path + "/limits",
        fmt::format("\"{}\" starts at {:.6g} {}, outside its limits, {} to {}: they press it "
                    "back; limits are from where the joint's frames coincide",
                    joint.name, x, unit, text(c.lower), text(c.upper)));
    return true;
  }

  Experiment const& e_;
  Scene const& scene_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> doubts(Experiment const& experiment) { return Doubts(experiment).all(); }

}  // namespace orthant
