// A house of cards.
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Level l of L has L - l tents of two leaning cards each, and one roof plate.
struct CardHouse {
  int levels = 5;
  double thickness = 0.02, height = 0.6, depth = 0.5;
  double lean = 20, density = 200, friction = 0.6;

  void fields(Fields& f) {
    f.integer("levels", levels, between(1, 500), "levels");
    f.real("thickness", thickness, positive(), "[m] of a card");
    f.real("height", height, positive(), "[m] of a card, along its lean");
    f.real("depth", depth, positive(), "[m] of a card");
    f.real("lean", lean, {.low = 0, .high = 45, .low_open = true}, "[degree] from the vertical");
    f.real("density", density, positive(), "[kg/m^3]");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
  }

  double bodies() const { return 1 + 1.0 * levels * (levels + 2); }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    Real const angle = lean * std::numbers::pi / 180, s = std::sin(angle), c = std::cos(angle);
    Real const rise = 0.5 * (thickness * s + height * c);   // height of a card's centre over its
                                                            // foot
    Real const reach = 0.5 * (thickness * c + height * s);  // horizontal distance of the centre
                                                            // from the other card
    Real const pitch = 4 * reach;                           // distance between tents
    for (int level = 0; level < levels; ++level) {
      int const tents = levels - level;
      Real const foot = level * (2 * rise + thickness);
      std::string const here = name + "/" + std::to_string(level) + "/";
      for (int k = 0; k < tents; ++k) {
        Real const middle = (k - 0.5 * (tents - 1)) * pitch;
        for (int side : {-1, 1}) {
          Quat<> const rotation = rotation_about({{0, 1, 0}}, -side * angle);
          scene.add(plate(here + std::to_string(k) + (side < 0 ? "/left" : "/right"),
                          {{thickness, depth, height}},
                          {{{middle + side * reach, 0, foot + rise}}, rotation}));
        }
      }
      Real const length = (tents - 1) * pitch + 2 * reach;
      scene.add(plate(here + "roof", {{length, depth, thickness}},
                      {{{0, 0, foot + 2 * rise + 0.5 * thickness}}, {}}));
    }
  }

 private:
  BodySpec plate(std::string const& name, Vec3 const& edges, Pose<> const& pose) const {
    return solid_box(name, edges, density * edges[0] * edges[1] * edges[2], friction, pose);
  }
};

void register_card_house(Assemblies& registry) {
  register_assembly<CardHouse>(registry, "card_house", "leaning cards and roof plates, on a floor");
}

}  // namespace orthant
