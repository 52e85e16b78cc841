// Bodies, their shapes, and the checks on them.
#include "core/scene/read_body.hpp"

#include <nlohmann/json.hpp>

#include "core/scene/mass_properties.hpp"
#include "core/scene/read_surface.hpp"

namespace orthant {
namespace {

constexpr char const* shape_names[] = {"sphere", "capsule", "box", "ellipsoid", "half_space"};

/// A unit quaternion (w, x, y, z); within 1e-6 of length one, the rest is taken for round-off.
Quat<> read_orientation(Config& config) {
  if (!config.has("orientation")) return {};
  auto const q = config.reals("orientation", 4);
  Real const length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(std::abs(length - 1) <= 1e-6))
    refuse(config.where("orientation"), "a quaternion of length " + text(length),
           "a unit quaternion (w, x, y, z)");
  return normalised(Quat<>{q[0], q[1], q[2], q[3]});
}

Real read_positive(Config& config, char const* key) {
  Real value = 0;
  config.need(key, "a number > 0");
  config.real(key, value, positive(), "");
  return value;
}

Shape read_shape(Config& config, Surface const& surface) {
  Shape shape;
  std::string type;
  config.name("type", type, {std::begin(shape_names), std::end(shape_names)}, "");
  for (int k = 0; k < 5; ++k)
    if (type == shape_names[k]) shape.kind = static_cast<ShapeKind>(k);
  switch (shape.kind) {
    case ShapeKind::sphere:
      shape.size[0] = read_positive(config, "radius");
      break;
    case ShapeKind::capsule: {
      shape.size[0] = read_positive(config, "radius");
      Real length = 0;
      config.need("length", "a number >= 0, without the caps");
      config.real("length", length, not_negative(), "");
      shape.size[1] = length / 2;
      break;
    }
    case ShapeKind::box: {
      auto const edges = config.reals("size", 3);
      for (int i = 0; i < 3; ++i) {
        if (!(edges[i] > 0))
          refuse(config.where("size") + "/" + std::to_string(i), text(edges[i]), "a number > 0");
        shape.size[i] = edges[i] / 2;
      }
      break;
    }
    case ShapeKind::ellipsoid: {
      auto const axes = config.reals("half_axes", 3);
      for (int i = 0; i < 3; ++i) {
        if (!(axes[i] > 0))
          refuse(config.where("half_axes") + "/" + std::to_string(i), text(axes[i]),
                 "a number > 0");
        shape.size[i] = axes[i];
      }
      break;
    }
    case ShapeKind::half_space:
      break;
  }
  config.vector("position", shape.X_BS.p_WB, "");
  shape.X_BS.q_WB = read_orientation(config);
  shape.surface = read_surface(config, surface);
  config.done();
  return shape;
}

Mat3 read_inertia(Config& config) {
  Mat3 inertia;
  Json const& given = config.raw("inertia");
  if (given.is_array() && given.size() == 3 && given[0].is_array()) {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) {
        auto const at = config.where("inertia") + "/" + std::to_string(r);
        if (!given[r].is_array() || given[r].size() != 3 || !given[r][c].is_number())
          refuse(at, shown(given[r]), "three numbers");
        inertia[r][c] = given[r][c].get<double>();
      }
  } else {
    auto const moments = config.reals("inertia", 3);
    inertia = diagonal(Vec3{{moments[0], moments[1], moments[2]}});
  }
  if (auto const flaw = flaw_of_inertia(inertia); !flaw.empty())
    refuse(config.where("inertia"), "a matrix that is " + flaw,
           "an inertia [kg m^2]: symmetric, positive definite, each principal moment at most the "
           "sum of the other two");
  return inertia;
}

void read_mass(Config& config, BodySpec& body) {
  Solid const solid = solid_of(body.shapes);
  if (config.has("density")) {
    if (config.has("mass"))
      refuse(config.where("density"), "a density beside a mass", "one of the two");
    if (!(solid.volume > 0))
      refuse(config.where("density"), "a body without volume", "\"mass\" and \"inertia\"");
    body.mass = read_positive(config, "density") * solid.volume;
  } else {
    body.mass = read_positive(config, "mass");
  }
  if (config.has("inertia")) {
    body.inertia_B = read_inertia(config);
    return;
  }
  if (!(solid.volume > 0))
    refuse(config.where("inertia"), "nothing", "an inertia, as no shape gives one");
  if (norm(solid.centre) > 1e-9 * std::cbrt(solid.volume))
    refuse(config.where("shapes"), "a solid whose centre is not the body's origin",
           "shapes about the centre of mass, or an \"inertia\"");
  make_solid(body, body.mass);
}

}  // namespace

void make_solid(BodySpec& body, Real mass) {
  Solid const solid = solid_of(body.shapes);
  body.mass = mass;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) body.inertia_B[r][c] = mass / solid.volume * solid.inertia[r][c];
}

BodySpec read_body(Config& config, std::string const& name) {
  BodySpec body;
  body.name = name;
  body.path = config.path();
  config.text("name", body.name, "");
  if (body.name == "world") refuse(config.where("name"), "\"world\"", "any other name");
  std::string motion = "dynamic";
  config.name("motion", motion, {"dynamic", "fixed", "kinematic"}, "");
  body.motion = motion == "dynamic" ? Motion::dynamic
                : motion == "fixed" ? Motion::fixed
                                    : Motion::kinematic;
  Surface const surface = read_surface(config, {.friction = 0.5});
  config.flag("collide", body.collide, "");
  bool plane = false;
  for (auto& each : config.children("shapes")) {
    body.shapes.push_back(read_shape(each, surface));
    plane = plane || body.shapes.back().kind == ShapeKind::half_space;
  }
  if (plane && body.motion == Motion::dynamic)
    refuse(config.where("motion"), "a dynamic body with a half_space", "fixed or kinematic");
  config.vector("position", body.pose.p_WB, "");
  body.pose.q_WB = read_orientation(config);

  Vec3 v, w, force, torque;
  if (body.motion != Motion::fixed) {
    config.vector("velocity", v, "");
    config.vector("angular_velocity", w, "");
  }
  if (body.motion == Motion::dynamic) {
    config.vector("force", force, "");
    config.vector("torque", torque, "");
    read_mass(config, body);
  }
  body.twist = stacked(v, w);
  body.wrench_W = stacked(force, torque);
  config.done();
  return body;
}

}  // namespace orthant
