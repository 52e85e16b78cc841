// Coefficients of friction and restitution, and the spring and damper of a surface.
#include "core/scene/read_surface.hpp"

#include <nlohmann/json.hpp>

namespace orthant {
namespace {

/// A coefficient, or one along a direction and one across.
void read_friction(Config& config, Surface& surface) {
  if (!config.has("friction")) {
    if (surface.anisotropy == 1) config.real("friction", surface.friction, not_negative(), "");
    return;
  }
  if (!config.has_object("friction")) {
    config.real("friction", surface.friction, not_negative(), "");
    surface.anisotropy = 1;
    return;
  }
  Config ellipse = config.child("friction");
  Real across = 0;
  ellipse.need("along", "a number > 0");
  ellipse.need("across", "a number > 0");
  ellipse.real("along", surface.friction, positive(), "");
  ellipse.real("across", across, positive(), "");
  ellipse.vector("direction", surface.direction, "");
  ellipse.done();
  surface.anisotropy = across / surface.friction;
  if (!(norm(surface.direction) > 0))
    refuse(ellipse.where("direction"), "a zero vector", "a direction");
  surface.direction = unit(surface.direction);
}

/// A value under one of two names, of which only one may be given. Returns whether it is the first.
bool first_of(Config& config, char const* first, char const* second) {
  if (!config.has(first)) return false;
  if (config.has(second))
    refuse(config.where(first), "a value beside \"" + std::string(second) + "\"", "one of the two");
  return true;
}

void read_elasticity(Config& config, Surface& surface) {
  if (first_of(config, "stiffness", "compliance")) {
    Real stiffness = 0;
    config.real("stiffness", stiffness, positive(), "[N/m] of a contact point");
    surface.compliance = 1 / stiffness;
  } else {
    config.real("compliance", surface.compliance, not_negative(), "[m/N] of a contact point");
  }
  bool const rigid = surface.compliance == 0;
  if (rigid) surface.relaxation = 0;
  bool const by_damping = first_of(config, "damping", "relaxation_time");
  char const* const key = by_damping ? "damping" : "relaxation_time";
  Real value = surface.relaxation;
  config.real(key, value, not_negative(), "[N s/m] beside the compliance, or [s]");
  if (rigid && value > 0)
    refuse(config.where(key), "a damper on a rigid surface",
           "a \"stiffness\" or a \"compliance\" > 0 with it");
  surface.relaxation = by_damping ? surface.compliance * value : value;
}

}  // namespace

Surface read_surface(Config& config, Surface other) {
  read_friction(config, other);
  config.real("restitution", other.restitution, between(0, 1), "[-]");
  read_elasticity(config, other);
  config.real("torsional_friction", other.torsional_friction, not_negative(), "[m]");
  config.real("rolling_friction", other.rolling_friction, not_negative(), "[m]");
  return other;
}

}  // namespace orthant
