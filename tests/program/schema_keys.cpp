// The schema and the readers know the same keys in every object, and each refuses the values that
// the other refuses by type.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>

#include "experiments/app/run/experiment.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant::test {
namespace {

using Pointer = Json::json_pointer;

/// An object of an experiment, and its schema.
struct Place {
  std::string name;
  Json experiment;
  Pointer at;
  Json schema;
};

Json base() {
  return Json::parse(R"({
    "scene": {"bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "ball", "mass": 1, "position": [0, 0, 2],
       "shapes": [{"type": "sphere", "radius": 0.1}]}]},
    "step": 0.001, "steps": 1})");
}

/// Values of required keys.
Json needed_value(std::string const& key) {
  static Json const values = Json::parse(R"({
    "radius": 0.1, "length": 1, "size": [1, 1, 1], "half_axes": [1, 1, 1], "b": "ball", "point": [0, 0, 2],
    "point_a": [0, 0, 0], "point_b": [0, 0, 2], "axis": [0, 1, 0], "axis_b": [1, 0, 0],
    "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "triangles": [[0, 1, 2]], "cell": [1, 1],
    "heights": [[0, 0], [0, 0]], "teeth_a": 20, "teeth_b": 30, "of": [{"joint": "pin", "ratio": 2}], "kp": 1, "target": 0, "value": 0})");
  return values.at(key);
}

/// A file of a robot in a format, of one link.
Json robot_file(std::string const& format) {
  std::map<std::string, char const*> const texts = {
      {"urdf", R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>)"},
      {"mjcf",
       R"(<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>)"},
      {"sdf", R"(<sdf version="1.9"><model name="r"><link name="a"/></model></sdf>)"}};
  std::string const file = ::testing::TempDir() + "schema_keys." + format;
  std::ofstream(file) << texts.at(format);
  return file;
}

void add_variants(std::vector<Place>& out, std::string const& kind, Json const& schema,
                  Json const& experiment, std::string const& at,
                  Json const& given = Json::object()) {
  for (auto const& branch : schema["allOf"]) {
    auto const& choice = branch["if"]["properties"];
    std::string const key = choice.begin().key(), name = choice.begin().value()["const"];
    Json object = given;
    object[key] = name;
    for (auto const& each : branch["then"].value("required", Json::array()))
      if (each != key)
        object[each.get<std::string>()] = each == "file" ? robot_file(name) : needed_value(each);
    auto const give_first = [&](Json const& alternatives) {
      if (alternatives.empty()) return;
      for (auto const& each : alternatives[0].value("required", Json::array()))
        object[each.get<std::string>()] = needed_value(each);
    };
    give_first(branch["then"].value("oneOf", Json::array()));
    for (auto const& one : branch["then"].value("allOf", Json::array()))
      give_first(one.value("anyOf", Json::array()));
    if (name == "mesh") object["triangles"] = needed_value("triangles");
    if (kind == "joint" && branch["then"]["properties"].contains("level"))
      object["level"] = "velocity";  // which adds a key
    Json whole = experiment;
    whole[Pointer(at)] = object;
    out.push_back({kind + " " + name, whole, Pointer(at), branch["then"]});
  }
}

std::vector<Place> places() {
  Json const schema = experiment_schema(), plain = base();
  Json const& all = schema["$defs"];
  std::vector<Place> out;
  out.push_back({"experiment", plain, Pointer(""), schema});
  out.push_back({"scene", plain, Pointer("/scene"), schema["properties"]["scene"]});
  out.push_back({"output", plain, Pointer("/output"), schema["properties"]["output"]});
  out.push_back({"record_problems", plain, Pointer("/record_problems"),
                 schema["properties"]["record_problems"]});
  Json systems = plain;
  systems["record_systems"] = {{"steps", {1}}};
  out.push_back({"record_systems", systems, Pointer("/record_systems"),
                 schema["properties"]["record_systems"]});
  out.push_back({"limits", plain, Pointer("/limits"), schema["properties"]["limits"]});
  out.push_back({"contact", plain, Pointer("/scene/contact"), all["contact"]});
  Json linked = plain;
  linked["/scene/joints/0"_json_pointer] =
      Json::parse(R"({"type": "hinge", "b": "ball", "point": [0, 0, 2], "axis": [0, 0, 1]})");
  for (char const* key : {"limits", "spring"})
    out.push_back({key, linked, Pointer("/scene/joints/0") / key, all[key]});
  linked["/scene/joints/0/damper"_json_pointer] = {{"force", {{-1, -2}, {1, 2}}}};
  out.push_back({"damper", linked, Pointer("/scene/joints/0/damper"), all["damper"]});
  Json turning = plain;
  turning["/scene/joints/0"_json_pointer] =
      Json::parse(R"({"type": "cylindrical", "b": "ball", "point": [0, 0, 2], "axis": [0, 0, 1]})");
  out.push_back({"coordinate", turning, Pointer("/scene/joints/0/rotation"), all["coordinate"]});

  Json loaded = plain;
  loaded["/scene/loads/0"_json_pointer] = {{"body", "ball"}, {"force", {0, 0, 1}}};
  out.push_back({"load", loaded, Pointer("/scene/loads/0"), all["load"]});
  Json const mass = {{"mass", 1}, {"inertia", {1, 1, 1}}};
  for (auto const& branch : all["body"]["allOf"]) {
    Json one = {{"allOf", Json::array({branch})}};
    bool const dynamic = branch["if"]["properties"]["motion"]["const"] == "dynamic";
    add_variants(out, "body", one, plain, "/scene/bodies/0", dynamic ? mass : Json::object());
  }
  add_variants(out, "shape", all["shape"], plain, "/scene/bodies/0/shapes/0");
  add_variants(out, "assembly", all["assembly"], plain, "/scene/assemblies/0");
  Json coupled = plain;
  coupled["/scene/joints/0"_json_pointer] = Json::parse(
      R"({"name": "pin", "type": "hinge", "b": "ball", "point": [0, 0, 2], "axis": [0, 0, 1]})");
  add_variants(out, "joint", all["joint"], coupled, "/scene/joints/1");
  add_variants(out, "motor", all["motor"], linked, "/scene/joints/0/motor");

  Json krylov = plain;
  krylov["solver"] = Json::parse(R"({"type": "newton", "linear": {"type": "gmres"}})");
  std::pair<char const*, char const*> const plug_ins[] = {
      {"integrator", "/integrator"},
      {"nonlinear_solver", "/solver"},
      {"friction", "/solver/friction"},
      {"NCP_function", "/solver/ncp"},
      {"scaling", "/solver/scaling"},
      {"step_length", "/solver/step"},
      {"regularisation", "/solver/regularisation"},
      {"linear_solver", "/solver/linear"},
      {"preconditioner", "/solver/linear/preconditioner"},
      {"backend", "/backend"}};
  for (auto const& [kind, at] : plug_ins)
    add_variants(out, kind, all[kind]["oneOf"][1], krylov, at);
  Json convex = plain;
  convex["solver"] = Json::parse(R"({"type": "newton", "friction": "associated"})");
  add_variants(out, "contact_model", all["contact_model"]["oneOf"][1], convex,
               "/scene/contact/model");
  return out;
}

std::string refusal(Json const& experiment) {
  try {
    build_experiment(experiment, "file");
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

Json with(Place const& place, std::string const& key, Json const& value) {
  Json out = place.experiment;
  out[place.at][key] = value;
  return out;
}

TEST(Schema, KnowsEveryKeyThatIsRead) {
  for (auto const& place : places()) {
    SCOPED_TRACE(place.name);
    auto const message = refusal(with(place, "misspelt", 1));
    std::string const begin = "/misspelt: unknown key, allowed: ";
    auto const found = message.find(begin);
    ASSERT_NE(found, message.npos) << message;
    std::istringstream keys(message.substr(found + begin.size()));
    std::set<std::string> listed;
    for (std::string key; std::getline(keys >> std::ws, key, ',');) listed.insert(key);
    for (auto const& key : listed) EXPECT_TRUE(place.schema["properties"].contains(key)) << key;
    for (auto const& [key, schema] : place.schema["properties"].items())
      EXPECT_TRUE(listed.contains(key)) << key << " is not among those that are said to be allowed";
  }
}

TEST(Schema, HasNoOtherKeys) {
  for (auto const& place : places())
    for (auto const& [key, schema] : place.schema["properties"].items()) {
      SCOPED_TRACE(place.name + "/" + key);
      bool const flag = schema.value("type", Json()) == "boolean";
      auto const message = refusal(with(place, key, flag ? Json("true") : Json(true)));
      EXPECT_NE(message, "") << "a value of a wrong type is read";
      EXPECT_EQ(message.find("/" + key + ": unknown key"), message.npos) << message;
    }
}

}  // namespace
}  // namespace orthant::test
