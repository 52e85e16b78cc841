// Boxes that stand on each other: a stack, a wall, a house of cards, a pyramid, a tower of planks.
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Boxes on top of each other.
struct Stack {
  int count = 10;
  Vec3 size{{1, 1, 1}}, velocity;
  double mass = 1, top_mass = 0, friction = 0.5;

  void fields(Fields& f) {
    f.integer("count", count, between(1, 1e6), "boxes");
    f.vector("size", size, positive(), "[m] edges of a box");
    f.real("mass", mass, positive(), "[kg] of a box");
    f.real("top_mass", top_mass, not_negative(), "[kg] of the uppermost box; 0: as the others");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all boxes at the start");
  }
  double bodies() const { return 1.0 + count; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int k = 0; k < count; ++k) {
      bool const heavy = k == count - 1 && top_mass > 0;
      scene.add(solid_box(numbered(name, {k}), size, heavy ? top_mass : mass, friction,
                          {{{0, 0, (k + 0.5) * size[2]}}, {}}, velocity));
    }
  }
};

/// A wall of bricks in running bond.
struct BrickWall {
  int courses = 10, columns = 10;
  Vec3 size{{0.2, 0.1, 0.1}};
  double mass = 2, friction = 0.6, offset = 0.05, joint = 0.002;

  void fields(Fields& f) {
    f.integer("courses", courses, between(1, 1000), "layers of bricks");
    f.integer("columns", columns, between(1, 1000), "bricks in a course");
    f.vector("size", size, positive(), "[m] edges of a brick; x along the wall");
    f.real("mass", mass, positive(), "[kg] of a brick");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.real("offset", offset, any_number(), "[m] by which every other course is shifted");
    f.real("joint", joint, not_negative(), "[m] between neighbours in a course");
  }
  double bodies() const { return 1 + 1.0 * courses * columns; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int k = 0; k < courses; ++k)
      for (int i = 0; i < columns; ++i) {
        Vec3 const centre{{(i - 0.5 * (columns - 1)) * (size[0] + joint) + (k % 2 ? offset : 0), 0,
                           (k + 0.5) * size[2]}};
        scene.add(solid_box(numbered(name, {k, i}), size, mass, friction, {centre, {}}));
      }
  }
};

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

/// Level l of L has (L - l) (L - l + ridge) cubes. Each stands on the corners of four cubes, at
/// four points on each.
struct Pyramid {
  int levels = 4, ridge = 0;
  double edge = 0.2, gap = 0.02, mass = 4, friction = 0.5;
  Vec3 velocity;

  void fields(Fields& f) {
    f.integer("levels", levels, between(1, 200), "levels");
    f.integer("ridge", ridge, between(0, 1000), "cubes that the top has more than one, along x");
    f.real("edge", edge, positive(), "[m] of a cube");
    f.real("gap", gap, not_negative(), "[m] between neighbours in a level");
    f.real("mass", mass, positive(), "[kg] of a cube");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all cubes at the start");
  }
  double bodies() const {
    double out = 1;
    for (int across = 1; across <= levels; ++across) out += (across + 1.0 * ridge) * across;
    return out;
  }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int level = 0; level < levels; ++level) {
      int const across = levels - level, along = across + ridge;
      for (int i = 0; i < along; ++i)
        for (int j = 0; j < across; ++j) {
          Vec3 const centre{{(i - 0.5 * (along - 1)) * (edge + gap),
                             (j - 0.5 * (across - 1)) * (edge + gap), (level + 0.5) * edge}};
          scene.add(solid_box(numbered(name, {level, i, j}), {{edge, edge, edge}}, mass, friction,
                              {centre, {}}, velocity));
        }
    }
  }
};

/// Layers of parallel planks, each across the one below. With p planks a layer, p^2 pairs of faces
/// meet between two layers, at four points each. The default plank has the proportions 15 : 3 : 1
/// of the toy.
struct PlankTower {
  int layers = 10, planks = 2;
  Vec3 size{{0.117, 0.0234, 0.0078}}, velocity;
  double mass = 0.011, friction = 0.5;

  void fields(Fields& f) {
    f.integer("layers", layers, between(1, 10000), "layers");
    f.integer("planks", planks, between(1, 1000), "planks in a layer, spread over its width");
    f.vector("size", size, positive(), "[m] edges of a plank: length, width, height");
    f.real("mass", mass, positive(), "[kg] of a plank");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all planks at the start");
  }
  double bodies() const { return 1 + 1.0 * layers * planks; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    Real const pitch = planks > 1 ? (size[0] - size[1]) / (planks - 1) : 0;
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < planks; ++i) {
        Real const aside = (i - 0.5 * (planks - 1)) * pitch, height = (k + 0.5) * size[2];
        bool const along_x = k % 2 == 0;
        Vec3 const edges = along_x ? size : Vec3{{size[1], size[0], size[2]}};
        Vec3 const centre = along_x ? Vec3{{0, aside, height}} : Vec3{{aside, 0, height}};
        scene.add(solid_box(numbered(name, {k, i}), edges, mass, friction, {centre, {}}, velocity));
      }
  }
};

void register_boxes(Assemblies& registry) {
  register_assembly<Stack>(registry, "stack", "boxes on top of each other, on a floor");
  register_assembly<BrickWall>(registry, "brick_wall", "bricks in running bond, on a floor");
  register_assembly<CardHouse>(registry, "card_house", "leaning cards and roof plates, on a floor");
  register_assembly<Pyramid>(registry, "pyramid", "cubes, each on the corners of four, on a floor");
  register_assembly<PlankTower>(registry, "plank_tower",
                                "layers of planks laid crosswise, on a floor");
}

}  // namespace orthant
