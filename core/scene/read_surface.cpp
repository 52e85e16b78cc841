// Reads coefficients of friction and restitution, spring, damper and velocity of a surface.
#include "orthant/core/scene/read_surface.hpp"

#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

char const* const friction_schema = R"({
  "description": "Coulomb's coefficient: a number; an ellipse; or one that falls with the sliding speed s, from static to kinetic by exp(-(s/stribeck_speed)^exponent) of their difference",
  "default": 0.5,
  "oneOf": [
    {"type": "number", "minimum": 0},
    {"type": "object", "required": ["along", "across"], "additionalProperties": false, "properties": {
      "along": {"type": "number", "exclusiveMinimum": 0, "description": "coefficient along the direction"},
      "across": {"type": "number", "minimum": 0, "description": "coefficient at right angles to it; 0: slides freely there"},
      "direction": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3,
        "description": "axes of the shape; its part along the surface counts", "default": [1, 0, 0]}}},
    {"type": "object", "required": ["static", "kinetic", "stribeck_speed"], "additionalProperties": false, "properties": {
      "static": {"type": "number", "exclusiveMinimum": 0, "description": "coefficient at rest"},
      "kinetic": {"type": "number", "minimum": 0, "description": "coefficient of fast sliding, at most that at rest"},
      "stribeck_speed": {"type": "number", "exclusiveMinimum": 0, "description": "[m/s] of sliding, at which most of the fall is over"},
      "exponent": {"type": "number", "minimum": 1, "maximum": 4, "description": "of the speed", "default": 2}}}]})";

/// Reads one coefficient along a direction and one across it.
void read_ellipse(Config& ellipse, Surface& surface) {
  Real across = 0;
  ellipse.need("along", "a number > 0");
  ellipse.need("across", "a number >= 0");
  ellipse.real("along", surface.friction, positive(), "");
  ellipse.real("across", across, not_negative(), "");
  ellipse.vector("direction", surface.direction, "");
  surface.anisotropy = across / surface.friction;
  if (!(norm(surface.direction) > 0))
    refuse(ellipse.where("direction"), "a zero vector", "a direction");
  surface.direction = unit(surface.direction);
}

/// Reads one coefficient at rest and one for fast sliding.
void read_fall(Config& fall, Surface& surface) {
  Real kinetic = 0;
  fall.allow({"exponent"});
  fall.need("static", "a number > 0");
  fall.need("kinetic", "a number >= 0, at most \"static\"");
  fall.need("stribeck_speed", "a number > 0");
  fall.real("static", surface.friction, positive(), "");
  fall.real("kinetic", kinetic, not_negative(), "");
  fall.real("stribeck_speed", surface.stribeck_speed, positive(), "");
  fall.real("exponent", surface.stribeck_exponent, between(1, 4), "");
  if (kinetic > surface.friction)
    refuse(fall.where("kinetic"), text(kinetic) + " beside \"static\" " + text(surface.friction),
           "a coefficient that falls with the speed: at most \"static\"");
  surface.kinetic = kinetic / surface.friction;
}

/// Reads a coefficient, an ellipse, or a coefficient that falls with the sliding speed.
void read_friction(Config& config, Surface& surface) {
  bool const one = surface.anisotropy == 1 && surface.kinetic == 1;
  if (!config.has("friction")) {
    if (one) config.real("friction", surface.friction, not_negative(), "");
    return;
  }
  surface.anisotropy = surface.kinetic = 1;
  if (!config.has_object("friction"))
    return config.real("friction", surface.friction, not_negative(), "");
  Config parts = config.child("friction");
  bool const falls = parts.has("static") || parts.has("kinetic") || parts.has("stribeck_speed");
  falls ? read_fall(parts, surface) : read_ellipse(parts, surface);
  parts.done();
}

/// Accepts only one of two keys for the same quantity. Returns whether it is the first.
bool first_of(Config& config, char const* first, char const* second) {
  if (!config.has(first)) return false;
  if (config.has(second))
    refuse(config.where(first), "a value beside \"" + std::string(second) + "\"", "one of the two");
  return true;
}

void stiffness_field(Fields& f, Real& stiffness) {
  f.real("stiffness", stiffness, positive(), "[N/m] of a contact point, in place of a compliance");
}
void compliance_field(Fields& f, Surface& s) {
  f.real("compliance", s.compliance, not_negative(), "[m/N] of a contact point; 0: rigid");
}
void damping_field(Fields& f, Real& damping) {
  f.real("damping", damping, not_negative(), "[N s/m] beside the compliance");
}
void relaxation_field(Fields& f, Surface& s) {
  f.real("relaxation_time", s.relaxation, not_negative(), "[s] damping times compliance");
}
void other_fields(Fields& f, Surface& s) {
  f.real("adhesion", s.adhesion, not_negative(),
         "[N] with which each closed contact point holds; of two surfaces the larger counts");
  f.real("restitution", s.restitution, between(0, 1),
         "[-] e: surfaces that strike part at e times their speed");
  f.real("torsional_friction", s.torsional_friction, not_negative(),
         "[m] largest moment about the normal, over the normal force");
  f.real("rolling_friction", s.rolling_friction, not_negative(),
         "[m] largest moment along the surface, over the normal force");
}

char const* const velocity_schema = R"({
  "description": "of the surface relative to its body, as of a belt: a velocity, whose part along the surface counts; or one around an axis, as of a track: speed axis x n, with the outward normal n",
  "default": [0, 0, 0],
  "oneOf": [
    {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3,
     "description": "[m/s] axes of the body"},
    {"type": "object", "required": ["axis", "speed"], "additionalProperties": false, "properties": {
      "axis": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3,
        "description": "of the body, of any length, not zero"},
      "speed": {"type": "number", "description": "[m/s] of the surface: speed axis x n, with the outward normal n"}}}]})";

/// Reads the velocity of a surface relative to its body, or an axis around which it runs.
void read_velocity(Config& config, Surface& surface) {
  if (!config.has("surface_velocity")) return;
  surface.velocity = surface.track = {};
  if (!config.has_object("surface_velocity"))
    return config.vector("surface_velocity", surface.velocity, "");
  Config parts = config.child("surface_velocity");
  Real speed = 0;
  Vec3 axis;
  parts.need("axis", "an array of 3 finite numbers");
  parts.need("speed", "a finite number, in m/s");
  parts.vector("axis", axis, "");
  parts.real("speed", speed, any_number(), "");
  if (!(norm(axis) > 0)) refuse(parts.where("axis"), "a zero vector", "a direction");
  surface.track = speed * unit(axis);
  parts.done();
}

void read_elasticity(Config& config, Surface& surface) {
  if (first_of(config, "stiffness", "compliance")) {
    Real stiffness = 0;
    stiffness_field(config, stiffness);
    surface.compliance = 1 / stiffness;
  } else {
    compliance_field(config, surface);
  }
  bool const rigid = surface.compliance == 0;
  if (rigid) surface.relaxation = 0;
  bool const by_damping = first_of(config, "damping", "relaxation_time");
  Real damping = 0;
  if (by_damping)
    damping_field(config, damping);
  else
    relaxation_field(config, surface);
  if (rigid && (damping > 0 || surface.relaxation > 0))
    refuse(config.where(by_damping ? "damping" : "relaxation_time"), "a damper on a rigid surface",
           "a \"stiffness\" or a \"compliance\" > 0 with it");
  if (by_damping) surface.relaxation = surface.compliance * damping;
}

}  // namespace

Surface read_surface(Config& config, Surface other) {
  read_friction(config, other);
  read_elasticity(config, other);
  other_fields(config, other);
  read_velocity(config, other);
  return other;
}

void describe_surface(Fields& f) {
  Surface surface;
  Real none = 0;
  f.described("friction", friction_schema);
  stiffness_field(f, none);
  compliance_field(f, surface);
  f.one_of({"stiffness", "compliance"}, false);
  damping_field(f, none);
  relaxation_field(f, surface);
  f.one_of({"damping", "relaxation_time"}, false);
  other_fields(f, surface);
  f.described("surface_velocity", velocity_schema);
}

}  // namespace orthant
