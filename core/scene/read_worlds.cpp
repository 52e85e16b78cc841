// Reads a scene once for each world, so that every check covers all worlds.
#include "orthant/core/config/error.hpp"
#include "orthant/core/scene/read_scene.hpp"

namespace orthant {
namespace {

Scene read_one(Config const& config, JointTypes const& types, std::filesystem::path const& folder,
               OverWorlds& over, int world, std::vector<ModelNotes>* notes = nullptr) {
  over.set_world(world);
  auto const in_world = [&](Error const& e) {
    return over.numbers().empty()
               ? std::string(e.what())
               : e.what() + std::string(" (world ") + std::to_string(world) + ")";
  };
  try {
    return read_scene(config, types, folder, notes);
  } catch (WrongValue const& e) {
    throw WrongValue(e.where(), in_world(e).substr(e.where().size() + 2));
  } catch (Error const& e) {
    throw Error(in_world(e));
  }
}

/// Checks that a world agrees with the first in numbers of items and in names.
class Comparison {
 public:
  Comparison(Scene const& first, Scene const& other, int world)
      : first_(first), other_(other), world_(" in world " + std::to_string(world)) {}

  void require_alike(std::string const& scene) const {
    same(scene, "bodies", first_.bodies.size(), other_.bodies.size());
    same(scene, "joints", first_.joints.size(), other_.joints.size());
    same(scene, "loads", first_.loads.size(), other_.loads.size());
    for (std::size_t b = 0; b < first_.bodies.size(); ++b) body(first_.bodies[b], other_.bodies[b]);
    for (std::size_t k = 0; k < first_.joints.size(); ++k)
      joint(first_.joints[k], other_.joints[k]);
  }

 private:
  void same(std::string const& where, std::string const& what, std::size_t a, std::size_t b) const {
    if (a != b)
      differs(where,
              std::to_string(b) + " " + what + world_ + ", " + std::to_string(a) + " in world 0");
  }
  [[noreturn]] static void differs(std::string const& where, std::string const& found) {
    refuse(where, found,
           "worlds of a batch that differ in numbers, and not in how many bodies, shapes, joints "
           "and rows they have, or of which kinds");
  }

  void body(BodySpec const& a, BodySpec const& b) const {
    same(a.path, "shapes", a.shapes.size(), b.shapes.size());
    bool alike = a.name == b.name && a.motion == b.motion && a.collide == b.collide;
    for (std::size_t k = 0; k < a.shapes.size(); ++k)
      alike = alike && a.shapes[k].kind == b.shapes[k].kind;
    if (!alike) differs(a.path, "a body of another kind" + world_);
  }
  void joint(JointSpec const& a, JointSpec const& b) const {
    if (a.type != b.type)
      differs(a.path, "\"" + b.type + "\"" + world_ + ", \"" + a.type + "\" in world 0");
    bool alike = a.a == b.a && a.b == b.b && a.coordinates.size() == b.coordinates.size();
    for (std::size_t c = 0; alike && c < a.coordinates.size(); ++c)
      alike = a.coordinates[c].coordinate == b.coordinates[c].coordinate &&
              a.coordinates[c].motor == b.coordinates[c].motor;
    if (!alike) differs(a.path, "a joint of another kind" + world_);
  }

  Scene const &first_, &other_;
  std::string world_;
};

/// Refuses settings of contact detection that differ, because the batch shares them.
void refuse_settings(OverWorlds const& over, std::string const& scene) {
  for (auto const& [path, number] : over.numbers())
    if (path.starts_with("/scene/contact/"))
      refuse(scene + path.substr(std::string("/scene").size()), "a number for each world",
             "one number: contacts are found and held by the same rules in all worlds; what "
             "surfaces are made of may differ");
}

/// Each world is read and checked by itself, which takes some 50 microseconds a body.
void require_readable(Scene const& first, int worlds, std::string const& scene) {
  double const most = 1e6;
  double const items =
      static_cast<double>(worlds) * static_cast<double>(first.bodies.size() + first.joints.size());
  if (items > most)
    refuse(scene, text(items) + " bodies and joints in worlds that differ",
           "up to " + text(most) + ": fewer worlds, or the same numbers in all of them");
}

}  // namespace

Scene read_worlds(Config config, JointTypes const& types, OverWorlds& over,
                  std::filesystem::path const& folder, std::vector<ModelNotes>* notes) {
  config.vary(over);
  Scene out = read_one(config, types, folder, over, 0, notes);
  if (over.numbers().empty()) return out;
  refuse_settings(over, config.path());
  require_readable(out, over.worlds(), config.path());
  std::vector<Scene> worlds{out};
  for (int w = 1; w < over.worlds(); ++w) {
    worlds.push_back(read_one(config, types, folder, over, w));
    Comparison(worlds.front(), worlds.back(), w).require_alike(config.path());
  }
  over.set_world(0);
  out.worlds = std::move(worlds);
  return out;
}

}  // namespace orthant
