// Common parts of piles: a container and random numbers.
#pragma once
#include <cstdint>
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Random numbers between -1 and 1, the same on every machine: splitmix64 [Steele, Lea, Flood
/// 2014].
class Jitter {
 public:
  explicit Jitter(int seed) : state_(static_cast<std::uint64_t>(seed)) {}
  Real next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<Real>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }
  Vec3 vector() {
    Real const x = next(), y = next(), z = next();
    return {{x, y, z}};
  }

 private:
  std::uint64_t state_;
};

/// A floor, and four walls `width` [m] apart along x and y.
inline void add_container(Scene& scene, std::string const& name, std::array<Real, 2> const& width,
                          Real friction) {
  scene.add(floor_body(name + "/floor", 0, friction));
  for (int axis = 0; axis < 2; ++axis)
    for (int side : {-1, 1}) {
      auto wall = floor_body(name + "/wall " + (axis == 0 ? "x" : "y") + (side < 0 ? "-" : "+"), 0,
                             friction);
      wall.pose.p_WB[axis] = side * 0.5 * width[static_cast<std::size_t>(axis)];
      // z of the half-space points inwards
      Real const quarter = -side * 0.5 * std::numbers::pi;
      wall.pose.q_WB =
          axis == 0 ? rotation_about({{0, 1, 0}}, quarter) : rotation_about({{1, 0, 0}}, -quarter);
      scene.add(std::move(wall));
    }
}

}  // namespace orthant
