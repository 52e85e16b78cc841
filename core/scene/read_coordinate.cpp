// Reads the laws along a coordinate of a joint: limits, dry friction, springs, motors.
#include <cmath>
#include <numbers>

#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/read_joint.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

void limit_fields(Fields& f, CoordinateSpec& c) {
  f.real("lower", c.lower, any_number(), "[m or rad] absent: none");
  f.real("upper", c.upper, any_number(), "[m or rad] absent: none");
  f.real("compliance", c.limit_compliance, not_negative(), "[m/N or rad/(N m)] 0: rigid");
  f.real("damping", c.limit_damping, not_negative(), "[N s/m or N m s/rad] beside it");
}

/// What [-45, 45] would be; of angles beyond two turns, as in the doubts, in degrees.
std::string meant_limits(Json const& given, std::string const& coordinate) {
  bool const pair =
      given.is_array() && given.size() == 2 && given[0].is_number() && given[1].is_number();
  if (!pair) return "{\"lower\": ..., \"upper\": ...} [m or rad]";
  Real lower = given[0].get<Real>(), upper = given[1].get<Real>();
  bool const angle = coordinate.starts_with("angle");
  bool const degrees = angle && larger(fabs(lower), fabs(upper)) > 4 * std::numbers::pi;
  if (degrees) lower *= std::numbers::pi / 180, upper *= std::numbers::pi / 180;
  auto const told = [](Real x) { return text(std::round(1e6 * x) / 1e6); };
  auto const out =
      "{\"lower\": " + told(lower) + ", \"upper\": " + told(upper) + (angle ? "} [rad]" : "} [m]");
  return degrees ? out + " if degrees are meant: angles are in radians" : out;
}

void read_limits(Config& of, CoordinateSpec& c) {
  if (!of.has_object("limits"))
    refuse(of.where("limits"), shown(of.raw("limits")),
           meant_limits(of.raw("limits"), c.coordinate));
  Config config = of.child("limits");
  limit_fields(config, c);
  if (!(c.lower <= c.upper))
    refuse(config.where("upper"), text(c.upper), "a number >= \"lower\", " + text(c.lower));
  config.done();
}

void spring_fields(Fields& f, CoordinateSpec& c, bool straight = true) {
  if (straight) f.real("stiffness", c.stiffness, not_negative(), "[N/m or N m/rad]");
  f.real("damping", c.damping, not_negative(), "[N s/m or N m s/rad]");
  f.real("rest", c.rest, any_number(),
         "[m or rad] absent: where it starts; 0 beside a table of the force");
}

void interpolation_field(Fields& f, Interpolation& how) {
  f.choice("interpolation", how,
           {{Interpolation::cubic, "cubic"}, {Interpolation::linear, "linear"}},
           "between the points: monotone and of continuous slope, or straight lines");
}

/// Reads the points (x, f) at "force" as pieces of a curve.
std::vector<CurvePiece> read_curve(Config& config) {
  auto const points = read_points(config, "force");
  auto how = Interpolation::cubic;
  interpolation_field(config, how);
  return curve_of(points, how);
}

void read_spring(Config config, CoordinateSpec& c) {
  bool const curved = config.has("force");
  if (curved) {
    if (config.has("stiffness"))
      refuse(config.where("stiffness"), "a value beside \"force\"",
             "a stiffness, or a table of the force");
    c.spring = read_curve(config);
    c.rest = 0;
  } else if (config.has("interpolation")) {
    refuse(config.where("interpolation"), "a value without \"force\"",
           "a table of the force beside it");
  }
  spring_fields(config, c, !curved);
  config.done();
}

void read_damper(Config config, CoordinateSpec& c) {
  if (c.damping > 0)
    refuse(config.path(), "a damper beside the spring's \"damping\"",
           "a damping, or a table of the damper's force");
  config.need("force", "a table of points [v, f]");
  c.damper = read_curve(config);
  config.done();
}

void describe_curve(SchemaFields& f, char const* about) {
  f.add("force", points_schema(about));
  auto how = Interpolation::cubic;
  interpolation_field(f, how);
}

void friction_field(Fields& f, CoordinateSpec& c) {
  f.real("friction", c.friction, not_negative(), "[N or N m] largest dry friction");
}

void rotor_fields(Fields& f, CoordinateSpec& c) {
  f.real("rotor_inertia", c.inertia, not_negative(),
         "[kg or kg m^2] of a rotor that turns with the coordinate, as seen there: its own times "
         "the square of the gear's ratio");
  f.real("max_rate", c.max_rate, positive(), "[m/s or rad/s] largest rate; absent: any");
}

void function_fields(Fields& f, TimeFunction& t) {
  f.real("offset", t.offset, any_number(), "");
  f.real("rate", t.rate, any_number(), "[1/s] times the unit");
  f.real("amplitude", t.amplitude, any_number(), "");
  f.real("frequency", t.frequency, any_number(), "[Hz]");
  f.real("phase", t.phase, any_number(), "[rad]");
}

TimeFunction read_function(Config& config, std::string const& key) {
  TimeFunction f;
  config.need(key, "a number, or a function of time");
  if (!config.raw(key).is_object()) {
    config.real(key, f.offset, any_number(), "");
    return f;
  }
  Config parts = config.child(key);
  function_fields(parts, f);
  parts.done();
  return f;
}

constexpr Named<Motor> motors[] = {{Motor::position, "position"},
                                   {Motor::velocity, "velocity"},
                                   {Motor::force, "force"},
                                   {Motor::prescribed, "prescribed"}};

char const* target_key(Motor motor) { return motor == Motor::force ? "value" : "target"; }

/// The keys of a kind of motor, except the target and the largest effort.
void motor_fields(Fields& f, CoordinateSpec& c) {
  if (c.motor == Motor::position) {
    f.need("kp", "a number >= 0");
    f.real("kp", c.kp, not_negative(), "[N/m or N m/rad] of the error");
    f.real("kd", c.kd, not_negative(), "[N s/m or N m s/rad] of its rate");
  }
  if (c.motor == Motor::velocity) {
    c.kd = std::numeric_limits<Real>::infinity();
    f.real("kd", c.kd, not_negative(), "[N s/m or N m s/rad] of the error; absent: exact");
  }
}

void effort_field(Fields& f, CoordinateSpec& c) {
  f.real("max_effort", c.max_effort, not_negative(), "[N or N m] absent: as much as it takes");
}

Json motor_schema() {
  static constexpr char const* abouts[] = {
      "force -kp e - kd de/dt towards the target", "the rate is the target, or -kd of its error",
      "a given force or torque", "the coordinate is the target"};
  std::vector<Variant> of;
  for (int k = 0; k < 4; ++k) {
    SchemaFields f;
    CoordinateSpec c;
    c.motor = motors[k].value;
    if (c.motor != Motor::position) f.need(target_key(c.motor), "");
    f.add(target_key(c.motor), {{"$ref", "#/$defs/time_function"},
                                {"description", c.motor == Motor::position
                                                    ? "[m or rad] absent: where it starts"
                                                    : "[m or rad, of a rate per s; or N or N m]"}});
    motor_fields(f, c);
    if (c.motor != Motor::force) effort_field(f, c);
    of.push_back({motors[k].name, abouts[k], f.schema()});
  }
  Json out = variants("type", of);
  out["type"] = {"object", "null"};
  return out;
}

/// The schema of an object or null, which means none.
Json optional_object(SchemaFields const& f, char const* about) {
  Json out = f.schema();
  out["type"] = {"object", "null"};
  out["description"] = about;
  return out;
}

}  // namespace

void read_motor(Config config, CoordinateSpec& c, Real start) {
  config.choice("type", c.motor, motors, "");
  if (c.motor == Motor::position && !config.has("target"))
    c.target.offset = start;
  else
    c.target = read_function(config, target_key(c.motor));
  motor_fields(config, c);
  if (c.motor != Motor::force) effort_field(config, c);
  config.done();
}

std::vector<Vec<2>> read_points(Config& config, char const* key) {
  Json const& given = config.raw(key);
  if (!given.is_array() || given.size() < 2)
    refuse(config.where(key), shown(given), "an array of two points [x, f] or more");
  std::vector<Vec<2>> points;
  for (std::size_t i = 0; i < given.size(); ++i) {
    Json const& point = given[i];
    std::string const where = config.where(key) + "/" + std::to_string(i);
    if (!are_numbers(point, 2)) refuse(where, shown(point), "a point [x, f], two finite numbers");
    points.push_back({{point[0].get<double>(), point[1].get<double>()}});
    if (i > 0 && !(points[i][0] > points[i - 1][0]))
      refuse(where, text(points[i][0]) + " after " + text(points[i - 1][0]),
             "points in ascending order of x");
  }
  return points;
}

Json points_schema(char const* about) {
  Json table = Json::parse(R"({"type": "array", "minItems": 2,
    "items": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}})");
  table["description"] = about;
  return table;
}

CoordinateSpec read_coordinate(Config& config, std::string const& coordinate, Real rest) {
  CoordinateSpec c;
  c.coordinate = coordinate;
  c.rest = rest;
  if (config.is_given("limits")) read_limits(config, c);
  friction_field(config, c);
  rotor_fields(config, c);
  if (config.is_given("spring")) read_spring(config.child("spring"), c);
  if (config.is_given("damper")) read_damper(config.child("damper"), c);
  if (config.is_given("motor")) read_motor(config.child("motor"), c, rest);
  return c;
}

void describe_coordinate(SchemaFields& f) {
  CoordinateSpec c;
  f.add("limits", {{"$ref", "#/$defs/limits"}});
  friction_field(f, c);
  rotor_fields(f, c);
  f.add("spring", {{"$ref", "#/$defs/spring"}});
  f.add("damper", {{"$ref", "#/$defs/damper"}});
  f.add("motor", {{"$ref", "#/$defs/motor"}});
}

void describe_coordinate_parts(Json& definitions) {
  definitions["motor"] = motor_schema();
  CoordinateSpec c;
  SchemaFields limits, spring, damper, coordinate;
  limit_fields(limits, c);
  definitions["limits"] = optional_object(limits, "where a coordinate stops");
  c.rest = std::numeric_limits<Real>::infinity();  // the initial value of the coordinate
  spring_fields(spring, c);
  describe_curve(spring,
                 "points [x, f] in ascending order: the force -f(c - rest) in place of a "
                 "stiffness; straight beyond the first and the last");
  definitions["spring"] = optional_object(spring, "the force -K (c - rest) - D dc/dt");
  definitions["spring"]["not"] = {{"type", "object"}, {"required", {"stiffness", "force"}}};
  definitions["spring"]["dependentRequired"] = {{"interpolation", {"force"}}};
  damper.need("force", "");
  describe_curve(damper, "points [v, f] in ascending order of the rate v [m/s or rad/s]");
  definitions["damper"] = optional_object(damper, "the force -f(dc/dt)");
  describe_coordinate(coordinate);
  definitions["coordinate"] = optional_object(coordinate, "what acts along a coordinate");
  TimeFunction t;
  Json parts = schema_of([&](Fields& f) { function_fields(f, t); });
  parts["description"] = "offset + rate t + amplitude sin(2 pi frequency t + phase)";
  definitions["time_function"] = {{"oneOf", {{{"type", "number"}}, parts}}};
}

}  // namespace orthant
