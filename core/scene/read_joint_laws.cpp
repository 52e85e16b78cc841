// Reads levels, corrections, compliances and dampings of rows.
#include "orthant/core/scene/read_joint_laws.hpp"

#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "orthant/core/scene/read_mass.hpp"

namespace orthant {
namespace {

char const* const tensor_schema = R"({
  "description": "a number, three for the axes, or a symmetric positive semidefinite matrix",
  "oneOf": [
    {"type": "number", "minimum": 0},
    {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 3, "maxItems": 3},
    {"type": "array", "minItems": 3, "maxItems": 3,
     "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}]})";

char const* const correction_schema = R"({
  "description": "a number, three for the axes, or a symmetric matrix with eigenvalues in [0, 1]",
  "oneOf": [
    {"type": "number", "minimum": 0, "maximum": 1},
    {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "minItems": 3,
     "maxItems": 3},
    {"type": "array", "minItems": 3, "maxItems": 3,
     "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}]})";

/// A compliance or damping: a number, three numbers for the axes, or a symmetric positive
/// semidefinite matrix. Zero if the key is absent.
Mat3 read_tensor(Config& config, std::string const& key) {
  if (!config.has(key)) {
    Real zero = 0;
    config.real(key, zero, not_negative(), "");
    return {};
  }
  Json const& given = config.raw(key);
  if (!given.is_array()) {
    Real x = 0;
    config.real(key, x, not_negative(), "");
    return diagonal({{x, x, x}});
  }
  if (given.size() != 3 || !given[0].is_array()) {
    Vec3 d;
    config.vector(key, d, not_negative(), "");
    return diagonal(d);
  }
  Mat3 const out = read_matrix(config, key);
  if (auto const flaw = flaw_of_semidefinite(out); !flaw.empty())
    refuse(config.where(key), "a matrix that is " + flaw,
           "a symmetric positive semidefinite matrix");
  return out;
}

void level_field(Fields& f, JointSpec& joint) {
  f.choice("level", joint.level, levels, "c(q+) = 0 (position), or J u + Y c(q-)/h = 0 (velocity)");
}

/// A symmetric matrix Upsilon: the part of an error that a step removes, along its axes.
Mat3 read_correction(Config& config, std::string const& key) {
  Mat3 const Y = read_tensor(config, key);
  Mat3 rest;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rest[i][k] = (i == k) - Y[i][k];
  if (!flaw_of_semidefinite(rest).empty())
    refuse(config.where(key), shown(config.raw(key)),
           "a number in [0, 1], three for the axes, or a symmetric matrix with eigenvalues there");
  return Y;
}

/// A single number applies to all rows.
void read_corrections(Config& config, JointSpec& joint) {
  joint.correction = read_correction(config, "baumgarte");
  bool const one = config.has("baumgarte") && config.raw("baumgarte").is_number();
  joint.angular_correction = one && !config.has("angular_baumgarte")
                                 ? joint.correction
                                 : read_correction(config, "angular_baumgarte");
}

}  // namespace

void read_joint_laws(Config& config, JointSpec& joint, JointType const& type) {
  level_field(config, joint);
  if (joint.level == Level::velocity) read_corrections(config, joint);
  auto const read = [&](std::string const& part, int rows, Mat3& compliance, Mat3& damping) {
    compliance = read_tensor(config, part + "compliance");
    if (rows == 0 && largest(compliance) > 0)
      refuse(config.where(part + "compliance"), shown(config.raw(part + "compliance")),
             "0, as a " + joint.type + " has no " + (part.empty() ? "linear" : "angular") +
                 " rows that could yield");
    damping = read_tensor(config, part + "damping");
    if (largest(damping) > 0 && !(largest(compliance) > 0))
      refuse(config.where(part + "damping"), "damping of rows that do not yield",
             "a \"" + part + "compliance\" beside it");
  };
  read("", type.linear_rows, joint.compliance, joint.damping);
  read("angular_", type.angular_rows, joint.angular_compliance, joint.angular_damping);
}

void describe_joint_laws(SchemaFields& f) {
  JointSpec joint;
  level_field(f, joint);
  f.add("baumgarte",
        {{"$ref", "#/$defs/correction"},
         {"default", 0},
         {"description",
          "Y: share of an error of the linear rows that a step removes; at velocity level"}});
  f.add("angular_baumgarte",
        {{"$ref", "#/$defs/correction"},
         {"description", "of the angular rows; absent: baumgarte where that is a number, else 0"}});
  std::pair<char const*, char const*> const tensors[] = {
      {"compliance", "[m/N] of the linear rows; 0: rigid"},
      {"damping", "[N s/m] beside the compliance"},
      {"angular_compliance", "[rad/(N m)] of the angular rows; 0: rigid"},
      {"angular_damping", "[N m s/rad] beside the angular compliance"}};
  for (auto const& [key, about] : tensors)
    f.add(key, {{"$ref", "#/$defs/tensor"}, {"default", 0}, {"description", about}});
}

void describe_joint_law_parts(Json& definitions) {
  definitions["tensor"] = Json::parse(tensor_schema);
  definitions["correction"] = Json::parse(correction_schema);
}

}  // namespace orthant
