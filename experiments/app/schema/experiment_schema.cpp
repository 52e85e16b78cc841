// The keys of an experiment, and its plug-ins by kind.
#include "experiments/app/schema/experiment_schema.hpp"

#include <map>

#include "experiments/app/problems/problem_experiment.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/limits.hpp"
#include "experiments/app/run/own_metrics.hpp"
#include "experiments/app/run/search_settings.hpp"
#include "orthant/core/config/over_worlds.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

JointTypes joint_types() {
  JointTypes out;
  for (auto const& name : backends().names()) {
    Json const input = {{"type", name}};
    Json resolved;
    out.merge(backends().make(Config(input, resolved, name))->joint_types());
  }
  return out;
}

/// The schemas of all plug-ins in the catalogue, except those that only scenes name.
Json plugin_definitions() {
  std::map<std::string, std::vector<Variant>> kinds;
  for (auto const& each : catalog())
    kinds[each.kind].push_back({each.name, each.about, schema_of(each.describe)});
  for (auto const& [name, entry] : references().entries())
    kinds["reference"].push_back({name, entry.about, schema_of(entry.describe)});
  for (char const* kind : {"constraint", "joint coordinate", "assembly"}) kinds.erase(kind);
  Json out = Json::object();
  for (auto const& [kind, all] : kinds) {
    auto const key = definition_of(kind).substr(std::string("#/$defs/").size());
    out[key] = plugin_schema(all);
  }
  return out;
}

/// The schema of the solver of steps, or of stored problems.
Json solver_of(char const* kind, char const* otherwise) {
  return {{"$ref", definition_of(kind)}, {"default", otherwise}};
}

void describe_run(SchemaFields& f) {
  Json chosen = schema_of([](Fields& each) { ChosenStep{}.fields(each); });
  for (auto& [key, each] : chosen["properties"].items()) each.erase("default");
  f.add("step",
        {{"anyOf", {{{"type", "number"}, {"exclusiveMinimum", 0}}, std::move(chosen)}},
         {"description", "[s] length of a step, h; or the accuracy by which lengths are chosen"}});
  f.described(
      "duration",
      R"({"type": "number", "minimum": 0, "description": "[s] a multiple of the step; or steps"})");
  f.described("steps",
              R"({"type": "integer", "minimum": 0, "description": "their number; or a duration"})");
  f.described("worlds", R"({"type": "integer", "minimum": 1, "maximum": 10000000, "default": 1,
    "description": "how many copies of the scene are stepped at once"})");
  f.described("seed", R"({"type": "integer", "minimum": 0, "default": 1,
    "description": "of the numbers of a scene that are drawn for each world"})");
  f.part("integrator", "integrator", "implicit_euler", "how a step follows from velocities");
  f.add(
      "solver",
      {{"anyOf",
        {{{"$ref", definition_of("nonlinear solver")}}, {{"$ref", definition_of("cone solver")}}}},
       {"default", "cascade"},
       {"description",
        "of the step's problem; of stored problems a cone solver, by default hybrid"}});
  f.described("islands", R"({"type": "boolean",
    "description": "true: groups of bodies that no contact or joint couples are solved one by one; false: all at once. Absent: true, but false in a batch of worlds and on a device"})");
  f.part("backend", "backend", "serial", "where it runs");
}

/// The rules for a scene: a reference may determine the duration.
Json rules_of_scenes() {
  Json const either = {{"not", {{"required", Json::array({"steps", "duration"})}}}};
  Json const one = {
      {"oneOf",
       {{{"required", Json::array({"steps"})}}, {{"required", Json::array({"duration"})}}}}};
  return {{"required", {"scene", "step"}},
          {"properties", {{"solver", solver_of("nonlinear solver", "cascade")}}},
          {"if", {{"required", Json::array({"reference"})}}},
          {"then", either},
          {"else", one}};
}

/// The rules for stored problems: only a few of the other keys are allowed.
Json rules_of_problems() {
  return {{"properties", {{"solver", solver_of("cone solver", "hybrid")}}},
          {"propertyNames",
           {{"enum",
             {"$schema", "name", "description", "parameters", "problems", "solver", "unsolved",
              "expect", "sweep"}}}}};
}

/// Whether one of several alternatives is an array, so that a plain list means that.
bool has_array(Json const& alternatives) {
  for (auto const& each : alternatives)
    if (each.contains("items")) return true;
  return false;
}

/// Allows every number of a schema to differ between worlds.
void widen(Json& schema, bool lists = true) {
  if (schema.is_array())
    for (auto& each : schema) widen(each, lists);
  if (!schema.is_object()) return;
  bool const alone = schema.contains("oneOf") && has_array(schema["oneOf"]);
  for (auto& [key, each] : schema.items())
    if (key != "default" && key != "enum" && key != "const") widen(each, lists && !alone);
  if (!schema.contains("type")) return;
  Json const& type = schema["type"];
  if (type != "number" && type != Json({"number", "null"})) return;
  Json plain = Json::object();
  for (char const* key : {"type", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"})
    if (schema.contains(key)) {
      plain[key] = schema[key];
      schema.erase(key);
    }
  schema["anyOf"] = {plain, {{"$ref", lists ? "#/$defs/each_world" : "#/$defs/spread"}}};
}

/// Allows "$mu" in place of a value, wherever there may be a number, a flag, an array or a name.
void allow_parameters(Json& schema) {
  if (schema.is_array())
    for (auto& each : schema) allow_parameters(each);
  if (!schema.is_object()) return;
  for (auto& [key, each] : schema.items()) {
    if (key == "properties" || key == "$defs")
      for (auto& [name, value] : each.items()) allow_parameters(value);
    else if (key == "items" || key == "additionalProperties" || key == "then" || key == "else" ||
             key == "oneOf" || key == "anyOf" || key == "allOf")
      allow_parameters(each);
  }
  Json const type = schema.value("type", Json());
  bool const replaceable = schema.contains("enum") || type == "number" || type == "integer" ||
                           type == "boolean" || type == "array" || type == Json({"number", "null"});
  if (!replaceable) return;
  Json plain = Json::object(), about = Json::object();
  for (auto& [key, each] : schema.items())
    (key == "description" || key == "default" ? about : plain)[key] = std::move(each);
  about["anyOf"] = {std::move(plain), {{"$ref", "#/$defs/parameter"}}};
  schema = std::move(about);
}

}  // namespace

Json published_schema() {
  Json out = experiment_schema();
  widen(out["properties"]["scene"]);
  for (char const* name : {"body", "shape", "joint", "coordinate", "limits", "spring", "motor",
                           "time_function", "tensor", "assembly"})
    widen(out["$defs"][name]);
  Json spread = OverWorlds::schema();
  out["$defs"]["each_world"] = {
      {"anyOf",
       {{{"type", "array"}, {"items", {{"type", "number"}}}}, {{"$ref", "#/$defs/spread"}}}}};
  out["$defs"]["spread"] = std::move(spread);
  for (auto& [key, each] : out["properties"].items())
    if (key != "sweep" && key != "fit" && key != "parameters") allow_parameters(each);
  for (auto& [key, each] : out["$defs"].items())
    if (key != "values") allow_parameters(each);
  out["$defs"]["parameter"] = {
      {"type", "string"},
      {"pattern", "\\$[A-Za-z_]"},
      {"description", "the value of a parameter, or an expression of some"}};
  return out;
}

Json experiment_schema() {
  Json definitions = plugin_definitions();
  SchemaFields f;
  f.described("$schema", R"({"type": "string", "description": "this schema, for editors"})");
  f.described("name", R"({"type": "string", "pattern": "^[^/.-][^/]*$", "maxLength": 200,
    "description": "of the results' folder; absent: that of the file, or of its folder"})");
  f.described("description", R"({"type": "string", "description": "for people"})");
  f.described("parameters", R"({"type": "object",
    "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"},
    "additionalProperties": {"not": {"type": "object"}},
    "description": "numbers, texts or arrays with a name: where \"$name\" stands, is the value, and where \"$name * 2\" stands, the number"})");
  f.add("scene", scene_schema(joint_types(), definitions));
  f.add("problems", problems_schema());
  describe_run(f);
  f.part("reference", "reference", nullptr,
         "data that the run starts from and is compared with; says how many steps and worlds");
  f.add("output", schema_of([](Fields& each) { OutputSettings{}.fields(each); }));
  Json record = schema_of(describe_record_settings);
  record["description"] = "steps that are recorded as stored contact problems";
  f.add("record_problems", std::move(record));
  Json systems = schema_of(describe_system_settings);
  systems["description"] = "iterates whose whole systems are recorded, for numpy and MATLAB";
  f.add("record_systems", std::move(systems));
  auto unsolved = Unsolved::warn;
  unsolved_field(f, unsolved);
  auto on_warning = OnWarning::warn;
  warnings_field(f, on_warning);
  f.add("limits", limits_schema());
  f.add("metrics", own_metrics_schema());
  f.add("expect", expectations_schema());
  definitions["bounds"] = bounds_schema();
  f.described("sweep", sweep_schema().c_str());
  f.add("search", search_schema());
  f.add("fit", fit_schema());
  definitions["values"] = Json::parse(R"({"type": "array", "minItems": 1, "uniqueItems": true,
    "description": "each value once"})");

  Json out = f.schema();
  out["if"] = {{"required", Json::array({"problems"})}};
  out["then"] = rules_of_problems();
  out["else"] = rules_of_scenes();
  out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  out["title"] = "An experiment of Orthant";
  out["properties"]["reference"]["not"] = {{"type", "object"}, {"not", {{"required", {"type"}}}}};
  for (char const* part : {"properties", "then", "else"}) complete_plugins(out[part], definitions);
  Json const known = definitions;
  complete_plugins(definitions, known);
  out["$defs"] = std::move(definitions);
  return out;
}

}  // namespace orthant
