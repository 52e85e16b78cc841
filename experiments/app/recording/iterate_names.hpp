// The names of the blocks of an iterate in tables.
#pragma once
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The part of the residual to which a row belongs.
enum class RowPart : int { bilateral, normal, friction };

inline RowPart part_of(WorldRows::Block const& block, int row) {
  if (block.law == Law::free) return RowPart::bilateral;
  bool const slides = block.law == Law::disc || (block.law == Law::coulomb && row > block.row);
  return slides ? RowPart::friction : RowPart::normal;
}
inline char const* name_of(RowPart part) {
  return part == RowPart::bilateral ? "h_b" : part == RowPart::normal ? "h_n" : "h_f";
}

inline std::string body_name(Scene const& scene, int body) {
  return body < 0 ? "world" : scene.bodies[nth(body)].name;
}

/// The bodies of a block, reacting or not.
inline std::pair<std::string, std::string> bodies_of(Scene const& scene, BlockSource const& of) {
  if (of.joint < 0) return {body_name(scene, of.a), body_name(scene, of.b)};
  auto const& joint = scene.joints[nth(of.joint)];
  return {body_name(scene, joint.a), body_name(scene, joint.b)};
}

/// A joint's name, or "contact A - B".
inline std::string source_name(Scene const& scene, BlockSource const& of) {
  if (of.joint >= 0) return scene.joints[nth(of.joint)].name;
  auto const [a, b] = bodies_of(scene, of);
  return of.kind + " " + a + " - " + b;
}

}  // namespace orthant
