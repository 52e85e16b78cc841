// Compares an experiment with what things of the laboratory are like. Each limit has its reason
// beside it, and no experiment of this folder is beyond one.
#include "experiments/app/run/doubts.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/app/run/doubt_list.hpp"
#include "experiments/app/run/joint_doubts.hpp"
#include "experiments/app/run/limits.hpp"
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
/// Rubber on dry concrete has about 1, racing tyres at most 2; slips of units have no limit here,
/// so that 5 leaves room for surfaces that cling.
constexpr Real most_friction = 5;
/// The lightest foams begin at 10 kg/m^3, and osmium, the densest solid, has 22590. Water in g/cm^3
/// is 1. Of a body whose mass is given, shapes need not be its solid: three digits of room. Those
/// of more than a litre are no points: grams taken for kilograms make 5e5 of wood.
constexpr Real least_density = 10, most_density = 23000;  // [kg/m^3]
constexpr Real room_of_mass = 1000, room_of_litres = 20, litre = 1e-3;
/// Of an inertia beside shapes, in which its mass is spread differently.
constexpr Real room_of_inertia = 100;

class Doubts : DoubtList {
 public:
  explicit Doubts(Experiment const& e) : DoubtList(e) {}

  std::vector<std::string> all() {
    step();
    gravity();
    sizes();
    frictions();
    densities();
    inertias();
    if (auto const scene = e_.resolved.find("scene"); scene != e_.resolved.end()) {
      w_leads_ = has_leading_w(*scene);
      orientations(*scene, e_.path + "/scene");
    }
    auto const start = e_.simulation->snapshot();
    speeds(start);
    for (auto& each : joint_doubts(e_, start)) out_.push_back(std::move(each));
    return std::move(out_);
  }

 private:
  template <class F>
  void first_of_bodies(F const& f) const {
    scene_.any([&](Scene const& scene) { return std::ranges::any_of(scene.bodies, f); });
  }

  void step() {
    if (e_.setup.h > longest_step)
      add(e_.path + "/step", fmt::format("{} s is long: steps are in seconds, and resolve contacts "
                                         "by milliseconds; {} if those are meant",
                                         text(e_.setup.h), text(e_.setup.h / 1000)));
  }

  void gravity() {
    scene_.any([&](Scene const& scene) {
      Real const g = norm(scene.gravity);
      bool const high = g > most_gravity, low = std::abs(g / gravity_in_km - 1) < 0.01;
      if (high)
        add(e_.path + "/scene/gravity",
            fmt::format("{:.6g} m/s^2 is more than on the Sun: the unit is m/s^2, not mm/s^2", g));
      if (low)
        add(e_.path + "/scene/gravity",
            fmt::format("{:.6g} m/s^2 is a thousandth of the Earth's: the unit is m/s^2", g));
      return high || low || told_upwards(scene) || told_across(scene);
    });
  }

  /// Away from every floor, or upwards where there is none.
  bool told_upwards(Scene const& scene) {
    Real const g = norm(scene.gravity);
    bool floors = false;
    for (auto const& body : scene.bodies)
      for (auto const& shape : body.shapes) {
        if (body.motion == Motion::dynamic || !body.collide || !shape.is<shapes::HalfSpace>())
          continue;
        if (dot(normal_of(body, shape), scene.gravity) < 0.5 * g) return false;
        floors = true;
      }
    bool const up = scene.gravity[2] > 0 && scene.gravity[0] == 0 && scene.gravity[1] == 0;
    if (!(g > 0) || !(floors || up)) return false;
    add(e_.path + "/scene/gravity",
        fmt::format("{} acts {}: that of the Earth is [0, 0, -9.81], with z upwards",
                    told(scene.gravity), floors ? "away from the floor" : "upwards"));
    return true;
  }

  static Vec3 normal_of(BodySpec const& body, Shape const& shape) {
    return rotate((body.pose * shape.X_BS).q_WB, Vec3{0, 0, 1});
  }
  static std::string told(Vec3 const& v) {
    return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v[0] + 0., v[1] + 0., v[2] + 0.);  // no -0
  }

  /// Gravity along y, as other programs have it, lets everything slide along a floor whose normal
  /// is z. Where something else may bear all bodies, half-spaces may be walls.
  bool told_across(Scene const& scene) {
    auto const bears = [&](BodySpec const& body) { return body.motion != Motion::dynamic; };
    BodySpec const* floor = nullptr;
    Vec3 normal{0, 0, 0};
    for (auto const& body : scene.bodies)
      for (auto const& shape : body.shapes) {
        if (!bears(body) || !body.collide) continue;
        if (!shape.is<shapes::HalfSpace>()) return false;
        normal = normal_of(body, shape);
        // Round-off of turns.
        if (std::abs(dot(normal, scene.gravity)) > 1e-6 * norm(scene.gravity)) return false;
        floor = &body;
      }
    if (floor == nullptr || norm(scene.gravity) == 0) return false;
    if (!some_free(scene)) return false;
    add(e_.path + "/scene/gravity",
        fmt::format("{} acts along the floor \"{}\", whose normal is {}", told(scene.gravity),
                    floor->name, told(normal)));
    return true;
  }

  /// Whether joints hold some body neither to the world nor to what is fixed or moves as told.
  static bool some_free(Scene const& scene) {
    std::vector<bool> held;
    for (auto const& body : scene.bodies) held.push_back(body.motion != Motion::dynamic);
    for (bool more = true; more;) {
      more = false;
      for (auto const& joint : scene.joints) {
        bool const a = joint.a < 0 || held[nth(joint.a)], b = joint.b < 0 || held[nth(joint.b)];
        if (a == b) continue;
        held[nth(a ? joint.b : joint.a)] = more = true;
      }
    }
    return std::ranges::find(held, false) != held.end();
  }

  void sizes() {
    scene_.any([&](Scene const& scene) {
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
        add(most->path, fmt::format("\"{}\" reaches {:.3g} m from its centre, and \"{}\" {:.3g} m: "
                                    "sizes are in metres, and a thousand times apart",
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
      Real least = least_density, most = most_density;
      if (!gives(body, "density")) {
        least /= room_of_mass;
        most *= volume > litre ? room_of_litres : room_of_mass;
      }
      bool const odd = density < least || density > most;
      if (odd)
        add(body.path, fmt::format("\"{}\" has {:.3g} kg/m^3: foams begin at 10, water has 1000, "
                                   "and the densest solid 22590; the units are kg and m",
                                   body.name, density));
      return odd;
    });
  }

  /// Whether the file gives a key of a body.
  bool gives(BodySpec const& body, char const* key) const {
    Json::json_pointer const at(body.path.substr(e_.path.size()));
    return e_.resolved.contains(at) && e_.resolved[at].contains(key);
  }

  /// An inertia in g cm^2, or of another size, is not that of the shapes: bodies are hollow, and
  /// parts of them are left out, by less than two digits.
  void inertias() {
    first_of_bodies([&](BodySpec const& body) {
      if (body.path.find("/bodies/") == std::string::npos || !gives(body, "inertia")) return false;
      auto const solid = solid_of(body.shapes);
      auto const trace = [](Mat3 const& I) { return I[0][0] + I[1][1] + I[2][2]; };
      Real const given = trace(body.inertia_B),
                 its = body.mass / solid.volume * trace(solid.inertia);
      bool const odd = solid.volume > 0 && given > 0 && body.motion == Motion::dynamic &&
                       !(given < room_of_inertia * its && its < room_of_inertia * given);
      if (odd)
        add(body.path + "/inertia",
            fmt::format("the moments of \"{}\" add up to {:.3g} kg m^2, and those of its shapes to "
                        "{:.3g} with its mass: the units are kg and m",
                        body.name, given, its));
      return odd;
    });
  }

  /// Of all orientations in the scene, until one is doubtful.
  bool orientations(Json const& in, std::string const& where) {
    if (in.is_array() && (in.empty() || in[0].is_primitive())) return false;
    if (in.is_object())
      if (auto const turned = in.find("orientation"); turned != in.end())
        if (auto const said = doubtful(*turned); !said.empty()) {
          add(where + "/orientation" + (turned->is_object() ? "/angle" : ""), said);
          return true;
        }
    for (auto const& [key, part] : in.items())
      if (part.is_structured() && orientations(part, where + "/" + key)) return true;
    return false;
  }

  static Real number(Json const& x) { return x.is_number() ? x.get<Real>() : NAN; }

  /// Whether some orientation, but for that of absent ones, is half a turn unless w stands first:
  /// then it does in the others.
  static bool has_leading_w(Json const& in) {
    if (in.is_array() && (in.empty() || in[0].is_primitive())) return false;
    if (in.is_object())
      if (auto const turned = in.find("orientation"); turned != in.end())
        if (turned->is_array() && turned->size() == 4 && number((*turned)[0]) != 0 &&
            number((*turned)[3]) == 0 && (number((*turned)[1]) != 0 || number((*turned)[2]) != 0))
          return true;
    return std::ranges::any_of(
        in, [](Json const& part) { return part.is_structured() && has_leading_w(part); });
  }

  /// A quaternion without w turns by half a turn: mostly w stands last, where it is not negative.
  /// Angles are in degrees: parts of pi, to three digits, are radians.
  std::string doubtful(Json const& turned) const {
    if (turned.is_array() && turned.size() == 4) {
      if (w_leads_ || number(turned[0]) != 0 || !(number(turned[3]) > 0)) return "";
      return fmt::format(
          "[0, {0:.4g}, {1:.4g}, {2:.4g}] is half a turn: w stands first; if it stands last here, "
          "[{2:.4g}, 0, {0:.4g}, {1:.4g}] is meant",
          number(turned[1]), number(turned[2]), number(turned[3]));
    }
    Real const angle = turned.is_object() && turned.contains("angle") ? number(turned["angle"]) : 0;
    for (Real const part : {1 / 6., 1 / 4., 1 / 3., 1 / 2., 2 / 3., 3 / 4., 1., 3 / 2., 2.})
      if (std::abs(std::abs(angle) / (part * std::numbers::pi) - 1) < 6e-4)
        return fmt::format(
            "{} degrees is a small angle, and {:.3g} pi: the unit is degrees, and {} rad are "
            "{:.6g}",
            text(angle), part, text(angle), std::copysign(180 * part, angle));
    return "";
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
      return add(body.path,
                 fmt::format("\"{}\" at {:.4g} m/s goes {:.3g} m in a step of {} s, and the scene "
                             "is {:.3g} m large: lengths are in m, velocities in m/s",
                             body.name, v, v * e_.setup.h, text(e_.setup.h), size));
    }
  }

  bool w_leads_ = false;  // of all quaternions
};

}  // namespace

std::vector<std::string> doubts(Experiment const& experiment) { return Doubts(experiment).all(); }

}  // namespace orthant
