// Reads mass, inertia and centre of mass of a body, and checks them.
#include "orthant/core/scene/read_mass.hpp"

#include <cmath>
#include <cstdio>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "orthant/core/scene/read_body.hpp"
#include "orthant/core/scene/zero_moments.hpp"

namespace orthant {
namespace {

enum class BodyFrame { centre_of_mass, shapes };
constexpr Named<BodyFrame> body_frames[] = {{BodyFrame::centre_of_mass, "centre_of_mass"},
                                            {BodyFrame::shapes, "shapes"}};

char const* const inertia_schema = R"({
  "description": "[kg m^2] about the centre of mass, body axes: three principal moments, or a symmetric matrix; zero of a point mass, about its axis of a slender rod; absent: that of the shapes as a solid",
  "type": "array", "minItems": 3, "maxItems": 3, "oneOf": [
    {"items": {"type": "number"}},
    {"items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}]})";

Mat3 read_inertia(Config& config) {
  Mat3 inertia;
  Json const& given = config.raw("inertia");
  if (given.is_array() && given.size() == 3 && given[0].is_array()) {
    inertia = read_matrix(config, "inertia");
  } else {
    auto const moments = config.reals("inertia", 3);
    inertia = diagonal(Vec3{{moments[0], moments[1], moments[2]}});
  }
  auto const flaw = flaw_of_inertia(inertia);
  if (flaw.empty() || (flaw == not_definite && zero_moments(inertia) > 0)) return inertia;
  refuse(config.where("inertia"), "a matrix that is " + flaw,
         "an inertia [kg m^2]: symmetric, positive definite, each principal moment at most the sum "
         "of the other two; or zeros alone, of a point mass; or 0 and two that are the same, of a "
         "slender rod");
}

Real density_field(Fields& f) {
  return positive_field(f, "density", "[kg/m^3] in place of a mass");
}
Real mass_field(Fields& f) { return positive_field(f, "mass", "[kg]"); }

void body_frame_field(Fields& f, BodyFrame& frame) {
  f.choice("frame", frame, body_frames,
           "in which position, orientation, velocity and shapes are given: its origin is the "
           "centre of mass; or anywhere, and the centre of mass is that of the shapes as a solid");
}

std::string nine_digits(Vec3 const& p) {
  char out[80];
  std::snprintf(out, sizeof out, "(%.9g, %.9g, %.9g)", p[0], p[1], p[2]);
  return out;
}

/// Moves the origin of the body to the point c of its frame, which stays where it is.
void move_origin(BodySpec& body, Vec3 const& c) {
  Vec3 const arm = rotate(body.pose.q_WB, c);
  body.pose.p_WB += arm;
  body.twist = stacked(linear(body.twist) + cross(angular(body.twist), arm), angular(body.twist));
  for (auto& shape : body.shapes) shape.X_BS.p_WB -= c;
}

}  // namespace

Mat3 read_matrix(Config& config, std::string const& key) {
  Json const& given = config.raw(key);
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      if (!given[r].is_array() || given[r].size() != 3 || !given[r][c].is_number())
        refuse(config.where(key) + "/" + std::to_string(r), shown(given[r]), "three numbers");
      out[r][c] = given[r][c].get<double>();
    }
  return out;
}

void read_mass(Config& config, BodySpec& body) {
  BodyFrame frame = BodyFrame::centre_of_mass;
  body_frame_field(config, frame);
  Solid const solid = solid_of(body.shapes);
  if (config.has("density")) {
    if (config.has("mass"))
      refuse(config.where("density"), "a density beside a mass", "one of the two");
    if (!(solid.volume > 0))
      refuse(config.where("density"), "a body without volume", "\"mass\" and \"inertia\"");
    body.mass = density_field(config) * solid.volume;
  } else {
    if (auto const* given = config.given("mass"); given && given->is_number() && *given == 0)
      throw WrongValue(config.where("mass"),
                       "found 0, allowed: a number > 0; a body that never moves has \"motion\": "
                       "\"fixed\" in its place");
    config.need("mass",
                "a number > 0 [kg], or a \"density\" [kg/m^3] of its shapes; a body that never "
                "moves has \"motion\": \"fixed\"");
    body.mass = mass_field(config);
  }
  bool const given = config.has("inertia"), moves = frame == BodyFrame::shapes;
  if (moves && !(solid.volume > 0))
    refuse(config.where("frame"), "\"shapes\" of a body without volume", "\"centre_of_mass\"");
  if (moves) move_origin(body, solid.centre);
  if (given) {
    body.inertia_B = read_inertia(config);
    return;
  }
  if (!(solid.volume > 0)) {
    if (!config.has("shapes")) config.refuse_misspelt("shapes", "an array of shapes");
    config.need("inertia", config.has("shapes")
                               ? "an inertia, as no shape has a volume that gives one"
                               : "\"shapes\" of this body, whose solid gives one, such as "
                                 "[{\"type\": \"sphere\", \"radius\": 0.1}], or an inertia");
  }
  if (!moves && norm(solid.centre) > 1e-9 * std::cbrt(solid.volume))
    refuse(config.where("shapes"),
           "a solid whose centre " + nine_digits(solid.centre) + " is not the body's origin",
           "shapes about the centre of mass; \"frame\": \"shapes\", which moves the origin there; "
           "or an \"inertia\"");
  make_solid(body, body.mass);
}

void describe_mass(Fields& f) {
  density_field(f);
  mass_field(f);
  f.described("inertia", inertia_schema);
  BodyFrame frame = BodyFrame::centre_of_mass;
  body_frame_field(f, frame);
}

void make_solid(BodySpec& body, Real mass) {
  Solid const solid = solid_of(body.shapes);
  Vec3 const& c = solid.centre;
  body.mass = mass;
  for (int r = 0; r < 3; ++r)
    for (int k = 0; k < 3; ++k)
      body.inertia_B[r][k] =
          mass * (solid.inertia[r][k] / solid.volume - ((r == k ? dot(c, c) : 0) - c[r] * c[k]));
}

}  // namespace orthant
