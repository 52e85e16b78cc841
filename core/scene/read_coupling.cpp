// Reads a coupling: a coordinate made of coordinates of other joints, and the laws along it.
#include <algorithm>
#include <cmath>

#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/scene/read_hold.hpp"
#include "orthant/core/scene/read_joint.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

/// The name of a joint in messages, also if it has no name yet.
std::string called(Scene const& scene, std::size_t k) {
  auto const& name = scene.joints[k].name;
  return name.empty() ? "joint " + std::to_string(k) : name;
}

/// Reads the joint of a term, which must come before the coupling.
int read_coupled_joint(Config& config, Scene const& scene, JointTypes const& types) {
  std::string name;
  config.need("joint", "the name of a joint");
  config.text("joint", name, "");
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < scene.joints.size(); ++k)
    if (called(scene, k) == name) found.push_back(k);
  if (found.size() != 1)
    refuse(config.where("joint"),
           "\"" + name + "\"" + (found.empty() ? "" : ", the name of more than one joint"),
           "the name of one joint that stands before the coupling in the list" +
               nearest_hint(name, names_of(scene.joints)));
  auto const& joint = scene.joints[found.front()];
  auto const type = types.find(joint.type);
  if (type == types.end() || type->second.coordinates.empty())
    refuse(config.where("joint"), "\"" + name + "\", of type \"" + joint.type + "\"",
           "a joint that has a coordinate: a hinge, a slider and the like, not one that holds all "
           "it has, wheels or a coupling");
  return static_cast<int>(found.front());
}

/// The coordinate of a joint; if it has several, the one named by its key.
std::string read_coupled_coordinate(Config& config, JointType const& type) {
  auto const& slots = type.coordinates;
  if (slots.size() == 1 && *slots.front().key == '\0') return slots.front().coordinate;
  std::vector<std::string> keys;
  keys.reserve(slots.size());
  for (auto const& slot : slots) keys.emplace_back(slot.key);
  std::string key;
  config.name("coordinate", key, keys, "");
  return slots[nth(std::ranges::find(keys, key) - keys.begin())].coordinate;
}

bool is_angle(std::string const& coordinate) { return coordinate.starts_with("angle"); }

void ratio_field(Fields& f, CoupledSpec& of) {
  f.real("ratio", of.polynomial[0], any_number(),
         "what the sum gains by each m or rad of the coordinate; not 0");
}
void start_field(Fields& f, CoupledSpec& of) {
  f.real("start", of.start, any_number(),
         "[m or rad] of the coordinate where the function counts as 0; absent: where frames "
         "coincide, of two points their distance at the start");
}
void period_field(Fields& f, CoupledSpec& of) {
  f.real("period", of.period, positive(),
         "[m or rad] of the first harmonic; absent: a turn, of a length there has to be one");
}

/// The natural cubic spline through points. Its second derivative is continuous, and zero at the
/// ends and beyond. With the slopes s_k between the points and M_k the values of f'',
///   h_{k-1} M_{k-1} + 2 (h_{k-1} + h_k) M_k + h_k M_{k+1} = 6 (s_k - s_{k-1}),   M_0 = M_n = 0.
/// Integrals are not needed here.
std::vector<CurvePiece> spline_of(std::vector<Vec<2>> const& points) {
  std::size_t const n = points.size() - 1;
  std::vector<Real> h(n), s(n), M(n + 1, 0), pivot(n + 1, 1);
  for (std::size_t k = 0; k < n; ++k) {
    h[k] = points[k + 1][0] - points[k][0];
    s[k] = (points[k + 1][1] - points[k][1]) / h[k];
  }
  for (std::size_t k = 1; k < n; ++k) {
    Real const factor = k > 1 ? h[k - 1] / pivot[k - 1] : 0;
    pivot[k] = 2 * (h[k - 1] + h[k]) - factor * h[k - 1];
    M[k] = 6 * (s[k] - s[k - 1]) - factor * M[k - 1];
  }
  for (std::size_t k = n - 1; k > 0; --k) M[k] = (M[k] - h[k] * M[k + 1]) / pivot[k];
  std::vector<CurvePiece> out(n + 1);
  for (std::size_t k = 0; k <= n; ++k) {
    auto& p = out[k];
    p.x = points[k][0];
    p.f = points[k][1];
    if (k == n) {
      p.b = s[n - 1] + h[n - 1] * M[n - 1] / 6;
      continue;
    }
    p.b = s[k] - h[k] * (2 * M[k] + M[k + 1]) / 6;
    p.c = M[k] / 2;
    p.d = (M[k + 1] - M[k]) / (6 * h[k]);
  }
  return out;
}

enum class TableCurve { spline, cubic };

void interpolation_field(Fields& f, TableCurve& how) {
  f.choice("interpolation", how, {{TableCurve::spline, "spline"}, {TableCurve::cubic, "cubic"}},
           "of a table: of continuous second derivative, or monotone wherever the points are");
}

/// Reads one of the four functions.
void read_function_of(Config& config, CoupledSpec& of) {
  bool const waves = config.has("cosine") || config.has("sine");
  int const given = config.has("ratio") + config.has("polynomial") + config.has("table") + waves;
  if (given != 1)
    refuse(config.path(), given == 0 ? "no function of the coordinate" : "more than one function",
           "a \"ratio\", a \"polynomial\", a \"table\", or harmonics by \"cosine\" and \"sine\"; "
           "of a sum of them "
           "name the joint more than once");
  if (config.has("ratio")) {
    ratio_field(config, of);
    if (of.polynomial[0] == 0) refuse(config.where("ratio"), "0", "another number");
  } else if (config.has("polynomial")) {
    read_coefficients(config, "polynomial", of.polynomial, CoupledSpec::degree);
    if (std::ranges::all_of(of.polynomial, [](Real c) { return c == 0; }))
      refuse(config.where("polynomial"), "coefficients that are all 0", "another number");
  } else if (config.has("table")) {
    auto const points = read_points(config, "table");
    if (std::ranges::all_of(points, [&](auto const& p) { return p[1] == points.front()[1]; }))
      refuse(config.where("table"), "the same value at all points", "a function that changes");
    auto how = TableCurve::spline;
    interpolation_field(config, how);
    of.table =
        how == TableCurve::spline ? spline_of(points) : curve_of(points, Interpolation::cubic);
  } else {
    read_harmonics(config, "cosine", of.wave.cosine, of.wave.count);
    read_harmonics(config, "sine", of.wave.sine, of.wave.count);
    if (of.wave.count == 0)
      refuse(config.path(), "harmonics that are all 0",
             "\"cosine\" or \"sine\" with another number");
    if (!is_angle(of.coordinate)) config.need("period", "a number > 0 [m] along a length");
    period_field(config, of);
  }
}

/// The bodies of the joints that are not fixed, in the order of their first appearance.
std::vector<int> moving_bodies(Scene const& scene, JointSpec const& coupling) {
  std::vector<int> out;
  for (auto const& of : coupling.coupled) {
    auto const& joint = scene.joints[nth(of.joint)];
    for (int const b : {joint.a, joint.b})
      if (b >= 0 && scene.bodies[nth(b)].motion != Motion::fixed &&
          std::ranges::find(out, b) == out.end())
        out.push_back(b);
  }
  return out;
}

/// Two of its bodies stand for all: b reacts, if any does.
void read_bodies(Config const& config, Scene const& scene, JointSpec& joint) {
  auto const moving = moving_bodies(scene, joint);
  if (moving.empty())
    refuse(config.where("of"), "joints of bodies that do not move", "a body that is dynamic");
  joint.b = moving.back();
  for (int const b : moving)
    if (scene.bodies[nth(b)].motion == Motion::dynamic) joint.b = b;
  joint.a = -1;
  for (int const b : moving)
    if (b != joint.b && joint.a < 0) joint.a = b;
}

constexpr char const* laws_along[] = {"limits", "friction", "rotor_inertia", "max_rate",
                                      "spring", "damper",   "motor"};

CoordinateSpec read_held(Config& config, std::string const& coordinate) {
  for (char const* key : laws_along)
    if (config.is_given(key))
      refuse(config.where(key), "a value beside a coupling that is held",
             "\"held\": false with it, or a \"compliance\", \"damping\" or \"backlash\" in its "
             "place");
  return read_hold(config, coordinate, hold_of_coupling);
}

CoordinateSpec read_free(Config& config, std::string const& coordinate) {
  for (char const* key : {"compliance", "damping", "backlash"})
    if (config.is_given(key))
      refuse(config.where(key), "a value beside \"held\": false", "a coupling that is held");
  bool any = false;
  for (char const* key : laws_along) any = config.is_given(key) || any;
  if (!any)
    refuse(config.where("held"), "false, and nothing that acts along the coupling",
           "one of these beside it: " + comma_separated(laws_along));
  return read_coordinate(config, coordinate, 0);
}

void held_field(Fields& f, bool& held) {
  f.flag("held", held, "at 0, its start; false: it is free but for what acts along it");
}

}  // namespace

void read_coupling(Config& config, Scene const& scene, JointTypes const& types, JointSpec& joint) {
  config.need("of", "the coordinates of joints, one to four");
  auto parts = config.children("of");
  if (parts.empty() || parts.size() > CoupledSpec::most)
    refuse(config.where("of"), std::to_string(parts.size()) + " coordinates",
           "one to " + std::to_string(CoupledSpec::most));
  for (auto& part : parts) {
    CoupledSpec of;
    of.joint = read_coupled_joint(part, scene, types);
    auto const& other = scene.joints[nth(of.joint)];
    auto const& type = types.at(other.type);
    of.coordinate = read_coupled_coordinate(part, type);
    if (type.frames == Frames::two_points) of.start = other.length;
    start_field(part, of);
    read_function_of(part, of);
    part.done();
    joint.coupled.push_back(std::move(of));
  }
  read_bodies(config, scene, joint);
  bool held = true;
  held_field(config, held);
  joint.coordinates.push_back(held ? read_held(config, "coupling") : read_free(config, "coupling"));
}

int read_coefficients(Config& config, char const* key, Real* out, int most) {
  if (!config.has(key)) return 0;
  Json const& given = config.raw(key);
  if (!are_numbers(given, given.size()) || given.size() > nth(most))
    refuse(config.where(key), shown(given),
           "a list of numbers, " + std::to_string(most) + " at most");
  int count = 0;
  for (std::size_t k = 0; k < given.size(); ++k) {
    out[k] = given[k].get<double>();
    if (out[k] != 0) count = static_cast<int>(k) + 1;
  }
  return count;
}

void read_harmonics(Config& config, char const* key, Real* out, int& count) {
  count = std::max(count, read_coefficients(config, key, out, Harmonics::most));
}

Json coefficients_schema(char const* about, int most) {
  return {{"type", "array"},
          {"items", {{"type", "number"}}},
          {"maxItems", most},
          {"description", about}};
}
Json harmonics_schema(char const* about) { return coefficients_schema(about, Harmonics::most); }

Json coupled_schema() {
  CoupledSpec of;
  SchemaFields f;
  f.need("joint", "");
  f.described("joint", R"({"type": "string", "description": "a joint before this one"})");
  f.described("coordinate", R"({"enum": ["translation", "rotation", "rotation_a", "rotation_b",
    "rotation_x", "rotation_y", "rotation_z", "translation_x", "translation_y", "translation_z"],
    "description": "of a joint that has several"})");
  ratio_field(f, of);
  f.add("polynomial",
        coefficients_schema("p_1 g + p_2 g^2 + ... of the coordinate g", CoupledSpec::degree));
  start_field(f, of);
  f.add("table", points_schema("points [x, f] in ascending order of x; straight beyond the "
                               "first and the last"));
  auto how = TableCurve::spline;
  interpolation_field(f, how);
  f.add("cosine", harmonics_schema("of the first, second, ... harmonic: a_k (cos k t - 1)"));
  f.add("sine", harmonics_schema("likewise: b_k sin k t, with t = 2 pi x / period"));
  period_field(f, of);
  f.forget_defaults();
  Json out = f.schema();
  auto const needs = [](std::vector<std::string> const& keys) {
    Json any = Json::array();
    for (auto const& key : keys) any.push_back({{"required", Json::array({key})}});
    return Json{{"anyOf", any}};
  };
  out["oneOf"] = {needs({"ratio"}), needs({"polynomial"}), needs({"table"}),
                  needs({"cosine", "sine"})};
  out["description"] = "a coordinate of another joint, and one function of it";
  out["dependentSchemas"]["interpolation"] = needs({"table"});
  out["dependentSchemas"]["period"] = needs({"cosine", "sine"});
  out["properties"]["ratio"]["not"] = {{"const", 0}};
  return out;
}

void describe_coupling(SchemaFields& f) {
  f.need("of", "");
  f.add("of", {{"type", "array"},
               {"items", {{"$ref", "#/$defs/coupled"}}},
               {"minItems", 1},
               {"maxItems", CoupledSpec::most},
               {"description", "what its coordinate is the sum of"}});
  bool held = true;
  held_field(f, held);
  describe_hold(f, hold_of_coupling);
  describe_coordinate(f);
}

}  // namespace orthant
