// Mistakes of those who write their first experiment: the message names the place, the value, what
// is allowed and what is probably meant. What is allowed and probably not meant is warned of.
#include <gmock/gmock.h>

#include "experiments/app/runnable/runnable.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::IsEmpty;

/// A box and a ball on a hinge, above a floor. A value a line, so that a line tells a value.
Json hinged() {
  return Json::parse(R"({
    "scene": {
      "bodies": [
        {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
        {"name": "box", "mass": 1, "position": [0, 0, 0.1],
         "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
        {"name": "ball", "mass": 1, "position": [1, 0, 0.5],
         "shapes": [{"type": "sphere", "radius": 0.1}]}],
      "joints": [
        {"type": "hinge", "name": "j", "a": "box", "b": "ball", "point": [0.5, 0, 0.5],
         "axis": [0, 1, 0]}]},
    "step": 0.01, "duration": 1, "solver": "newton"})");
}

struct Mistake {
  std::string pointer;
  Json value;  // null: the key is erased
  std::vector<std::string> says;
};

Json with(Mistake const& mistake) {
  Json input = hinged();
  Json::json_pointer const at(mistake.pointer);
  if (mistake.value.is_null())
    input[at.parent_pointer()].erase(at.back());
  else
    input[at] = mistake.value;
  return input;
}

/// The number of the line that has the text; 0: none.
int line_of(std::string const& text, std::string const& part) {
  auto const at = text.find(part);
  return at == text.npos ? 0
                         : 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
}

TEST(Mistakes, AreNamedWithPlaceValueAndWhatIsMeant) {
  std::string const box = "/scene/bodies/1", ball = "/scene/bodies/2", j = "/scene/joints/0";
  std::vector<Mistake> const mistakes = {
      {ball + "/shapes/0/type", "spere", {"\"spere\"", "nearest: \"sphere\"", "scene.bodies.ball"}},
      {box + "/shapes/0/type", "cube", {"nearest: \"box\""}},
      {ball + "/shapes/0/type", "ball", {"nearest: \"sphere\""}},
      {"/step", "0,02", {"found \"0,02\"", "with a decimal point: 0.02"}},
      {j + "/spring", {{"stiffness", 40}, {"rest_length", 1}}, {"nearest: \"rest\""}},
      {"/sweep", {{"step", "0.01, 0.005"}}, {"such as [0.01, 0.005]"}},
      {"/expect",
       {{"steps", {{"min", 1}, {"max", 0}}}},
       {"a.json/expect/steps: found \"min\" 1 above \"max\" 0"}},
      {"/expect", {{"steps", {{"near", 1}, {"within", -1}}}}, {"a number > 0"}},
      {box + "/mass", "1 kg", {"\"1 kg\"", "a number > 0", "unit: 1", "scene.bodies.box.mass)"}},
      {box + "/mass", 0, {"a number > 0", "\"motion\": \"fixed\""}},
      {box + "/masss", 1, {"nearest: \"mass\""}},
      {box + "/weight", 1, {"nearest: \"mass\""}},
      {box + "/size", {1, 1, 1}, {"unknown key", "such a key stands in \"shapes/0\""}},
      {box + "/position", {0, 0}, {"[0,0]", "an array of 3"}},
      {box + "/orientation", {0.1, 0, 0, 1}, {"(w, x, y, z)", "[0.09950372, 0, 0, 0.9950372]"}},
      {box + "/shapes/0/size/0", -0.2, {"without its sign: 0.2", "scene.bodies.box.shapes.0.size"}},
      {box + "/shapes/0", {{"type", "half_space"}}, {"\"motion\": \"fixed\""}},
      {ball + "/shapes", nullptr, {"\"shapes\", whose solid gives one", "scene.bodies.ball"}},
      {ball + "/motion", "static", {"nearest: \"fixed\""}},
      {"/scene/bodies/0/friction", -0.1, {"-0.1", ">= 0", "without its sign: 0.1"}},
      {"/scene/gravity", -9.81, {"along z: [0, 0, -9.81]"}},
      {j + "/b", "bal", {"\"bal\"", "nearest: \"ball\"", "scene.joints.j.b)"}},
      {j + "/type", "revolute", {"nearest: \"hinge\""}},
      {j + "/axis", {0, 0, 0}, {"a zero vector", "such as [0, 0, 1]"}},
      {j + "/limits", {-1, 1}, {"\"lower\": ..., \"upper\""}},
      {"/solver", "newtn", {"\"newtn\"", "nearest: \"newton\""}},
      {"/solver", "pgs", {"nearest: \"nsgs\""}},
      {"/solver", {{"type", "newton"}, {"linear", "lu"}}, {"nearest: \"dense_lu\""}},
      {"/integrator", "euler", {"nearest: \"implicit_euler\""}},
      {"/dt", 0.01, {"a.json/dt", "nearest: \"step\""}},
      {"/time", 1, {"a.json/time", "nearest: \"duration\""}},
      {"/duration", 1.003, {"1.003", "a multiple of \"step\"", "such as 1 "}},
      {"/expect",
       {{"metrics.speed", {{"max", 1}}}},
       {"nearest: metrics.speed_max_m_s, metrics.speed_end_m_s, ", "orthant schema --metrics"}},
      {"/expect",
       {{"metrics.max_penetration", {{"max", 1}}}},
       {"nearest: metrics.penetration_max_m, "}},
      {"/metrics", {{"s", "speed(box)"}}, {"meant: sqrt(vx(box)^2 + vy(box)^2 + vz(box)^2)"}},
      {"/metrics", {{"t", "tilt(box)"}}, {"meant: acos(z_axis_z(box))", "as position(joint)"}},
      {"/metrics", {{"v", "velocity(box)"}}, {"meant: vx(box), vy(box) and vz(box)"}},
      {"/metrics", {{"v", "box.vx"}}, {"meant: vx(box)"}},
      {"/metrics", {{"e", "energy"}}, {"meant: kinetic_J + potential_J"}},
      {"/metrics", {{"f", "friktion_force(box)"}}, {"nearest: friction_force, ", "--metrics"}},
      {box + "/mass", nullptr, {"a number > 0 [kg]", "\"density\"", "\"motion\": \"fixed\""}},
      {box + "/mass", "$m", {"\"$m\"", "\"parameters\": {\"m\": 1}"}},
      {box + "/orientation",
       {0, 0, 30},
       {"found [0,0,30]", "in degrees", "{\"axis\": [0, 0, 1], \"angle\": 30}"}},
      {box + "/orientation", {90, 0, 0}, {"{\"axis\": [1, 0, 0], \"angle\": 90}"}},
      {box + "/orientation", {10, 20, 0}, {"such as {\"axis\": [0, 0, 1]", "several angles"}},
      {box + "/orientation", 45, {"{\"axis\": [0, 0, 1], \"angle\": 45}"}},
      {box + "/rpy", {0, 0, 30}, {"nearest: \"orientation\""}},
      {box + "/mu", 0.5, {"nearest: \"friction\""}},
      {box + "/initial_velocity", {0, 0, 1}, {"nearest: \"velocity\""}},
      {box + "/velocity", {0, 0, 1, 0, 0, 0}, {"\"angular_velocity\" has the other three"}},
      {box + "/position", "0 0 0.1", {"an array of 3", "without quotes: [0, 0, 0.1]"}},
      {box + "/shapes/0/size", 0.2, {"such as [0.2, 0.2, 0.2]"}},
      {box + "/shapes",
       {{"type", "box"}, {"size", {0.2, 0.2, 0.2}}},
       {"an array of objects", "\"shapes\": [{...}]"}},
      {box + "/shapes/0",
       {{"type", "box"}, {"half_extents", {0.1, 0.1, 0.1}}},
       {"half_extents: unknown key, nearest: \"size\""}},
      {ball + "/shapes/0", {{"type", "sphere"}, {"diameter", 0.2}}, {"nearest: \"radius\""}},
      {j,
       {{"type", "hinge"}, {"parent", "box"}, {"child", "ball"}, {"name", "j"}},
       {"child: unknown key, nearest: \"b\"", "the name of a body, or \"world\""}},
      {j + "/b", 2, {"found 2", "the name of a body", "not numbers"}},
      {j + "/axis", "z", {"found \"z\"", "along z: [0,0,1]"}},
      {j + "/axis", "-y", {"along -y: [0,-1,0]"}},
      {j + "/motor", {{"type", "torque"}}, {"one of position, velocity, force", "\"force\""}},
      {j + "/motor",
       {{"type", "position"}, {"stiffness", 10}, {"target", 1}},
       {"stiffness: unknown key, nearest: \"kp\""}},
      {"/step", "10 ms", {"\"10 ms\"", "a number > 0", "without quotes and unit: 0.01"}},
      {"/output", {{"contacts", "true"}}, {"true or false; without quotes: true"}},
      {"/output", "results", {"the directory of the results is given by --output"}},
      {"/solver", {"newton", "nsgs"}, {"a name, or an object", "a \"sweep\" over \"solver\""}},
      {"/solver", {{"type", "newton"}, {"max_iter", 50}}, {"nearest: \"max_iterations\""}},
      {"/sweep", {{"solver", {{"ncp", {"minimum_map"}}}}}, {"have dots: \"solver.ncp\""}},
      {"/sweep", {{"solver.ncp", "minimum_map"}}, {"such as [\"minimum_map\"]"}},
      {"/sweep", {{"solver/ncp", {"minimum_map"}}}, {"a path with dots: \"solver.ncp\""}},
      {"/bodies", Json::array({{{"name", "a"}}}), {"it in \"scene\": {\"bodies\": [...]}"}},
      {"/scene/robots", Json::array({{{"file", "a.urdf"}}}), {"nearest: \"assemblies\""}},
      {"/expect",
       {{"metrics.speed_max_m_s", 1}},
       {"{\"min\": ..., \"max\": ...}", "{\"near\": number, \"within\": number}"}}};
  Folder const folder;
  for (auto const& mistake : mistakes) {
    auto const text = with(mistake).dump(1);
    auto const file = folder.write("a.json", text);
    auto const said = refusal([&] { load_runnable(file, {}); });
    EXPECT_EQ(said.rfind(file + "/", 0), 0u) << said;
    for (auto const& part : mistake.says)
      EXPECT_THAT(said, HasSubstr(part)) << mistake.pointer << " " << mistake.value;
    EXPECT_THAT(said, ::testing::ContainsRegex("\\(line [0-9]+[):]")) << said;
  }
}

TEST(Mistakes, HaveTheLineOfTheFileOrTheirSet) {
  Folder const folder;
  auto const text = with({"/scene/bodies/1/mass", -7, {}}).dump(1);
  auto const file = folder.write("a.json", text);
  auto const line = std::to_string(line_of(text, "-7"));
  EXPECT_THAT(refusal([&] { load_runnable(file, {}); }),
              HasSubstr("(line " + line + ": scene.bodies.box.mass)"));
  auto const good = folder.write("b.json", hinged().dump(1));
  EXPECT_THAT(refusal([&] {
                load_runnable(good, {"step=0.02", "scene.bodies.box.mass=-7"});
              }),
              HasSubstr("(--set scene.bodies.box.mass=-7: scene.bodies.box.mass)"));
  EXPECT_THAT(refusal([&] { load_runnable(good, {"scene.bodies.bxo.mass=7"}); }),
              HasSubstr("nearest: \"box\""));
  EXPECT_EQ(refusal([&] { load_runnable(good, {"scene.bodies.box.mass=7"}); }), "");
}

/// A `--set` that undoes an earlier one is a slip; one that changes a part of it is not.
TEST(Mistakes, SetsThatUndoEarlierOnesAreRefused) {
  Folder const folder;
  auto const file = folder.write("a.json", hinged().dump(1));
  auto const said = [&](std::vector<std::string> const& set) {
    return refusal([&] { load_runnable(file, set); });
  };
  EXPECT_THAT(said({"step=0.01", "step=0.02"}),
              HasSubstr("--set \"step=0.02\": found what replaces --set \"step=0.01\""));
  EXPECT_THAT(said({"scene.bodies.box.mass=2", "duration=2", "scene.bodies.1.mass=3"}),
              HasSubstr("replaces --set \"scene.bodies.box.mass=2\""));
  EXPECT_THAT(said({"solver.ncp=minimum_map", "solver=newton"}),
              HasSubstr("replaces --set \"solver.ncp=minimum_map\""));
  EXPECT_THAT(said({"scene.bodies.1.mass=2", "scene.bodies.1="}), HasSubstr("replaces"));
  EXPECT_EQ(said({"solver=newton", "solver.ncp=minimum_map", "steps=5", "duration="}), "");
  EXPECT_EQ(said({"scene.joints=", "scene.bodies.1=", "scene.bodies.1="}), "");
}

/// The sweep of a path by name is that by number, and both at once are refused.
TEST(Mistakes, SweepsTakeNamesToo) {
  Json input = hinged();
  input["sweep"] = {{"scene.bodies.box.mass", {1, 2}}};
  auto const sweep = whole_sweep(input, "a.json");
  EXPECT_EQ(sweep.apply(input, sweep.cases()[1])["scene"]["bodies"][1]["mass"], 2);
  input["sweep"]["scene.bodies.1.mass"] = {3, 4};
  auto const twice = whole_sweep(input, "a.json");
  EXPECT_THAT(refusal([&] { twice.apply(input, twice.cases()[0]); }), HasSubstr("the same path"));
  Folder const folder;
  input["sweep"] = {{"scene.bodies.box.mass", {1, -2}}};
  auto const ended = folder.run({"check", folder.write("a.json", input.dump(1))});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("a.json/sweep/scene.bodies.box.mass/1: refused: "));
}

/// So are the places of a fit.
TEST(Mistakes, FitsTakeNamesToo) {
  FitParameter const by_name{"m", 1, 0, 3, {{"scene.bodies.box.mass", 2}}};
  FitParameter const by_number{"n", 1, 0, 3, {{"scene.bodies.1.mass", 1}}};
  Json const set = with_values(hinged(), {by_name}, {1.5}, "a.json/fit");
  EXPECT_EQ(set["scene"]["bodies"][1]["mass"], 3);
  EXPECT_THAT(refusal([&] {
                with_values(hinged(), {by_name, by_number}, {1, 1}, "a.json/fit");
              }),
              HasSubstr("a.json/fit/parameters/n: found \"scene.bodies.1.mass\", which another"));
}

std::vector<std::string> warnings(Json const& input) {
  return build_experiment(input, "a.json").warnings;
}

TEST(Doubts, NameWhatIsAllowedAndProbablyNotMeant) {
  std::string const box = "/scene/bodies/1", j = "/scene/joints/0";
  auto motor = [](double target) {
    return Json{{"type", "position"}, {"kp", 1}, {"target", target}};
  };
  Json const grain = {{"name", "ball"},
                      {"density", 1000},
                      {"position", {1, 0, 0.5}},
                      {"shapes", {{{"type", "sphere"}, {"radius", 2e-5}}}}};
  std::vector<Mistake> const odd = {
      {"/step", 10, {"a.json/step: 10 s", "0.01 if"}},
      {"/scene/gravity", {0, 0, -9810}, {"a.json/scene/gravity: 9810 m/s^2", "mm/s^2"}},
      {"/scene/gravity", {0, -0.00981, 0}, {"0.00981 m/s^2", "a thousandth"}},
      {box + "/orientation",
       {{"axis", {0, 0, 1}}, {"angle", 1.5708}},
       {"orientation/angle: 1.5708 degrees", "0.5 pi", "90"}},
      {box + "/orientation", {{"axis", {0, 0, 1}}, {"angle", -0.785}}, {"-45"}},
      {"/scene/bodies/0/friction", 30, {"a.json/scene/bodies/0: friction 30 of \"floor\""}},
      {"/scene/bodies/2", grain, {"\"box\" reaches 0.173 m", "\"ball\" 2e-05 m"}},
      {"/scene/bodies/2/velocity", {300, 0, 0}, {"\"ball\" at 300 m/s goes 3 m in a step"}},
      {j + "/motor", motor(400), {"joints/0/motor/target: 400 rad of \"j\"", "6.98132"}},
      {j + "/limits", {{"lower", -90}, {"upper", 1}}, {"joints/0/limits/lower: -90 rad"}},
      {j + "/limits", {{"lower", 0.5}, {"upper", 1}}, {"\"j\" starts at 0 rad", "0.5 to 1"}}};
  for (auto const& each : odd) {
    auto input = with(each);
    if (each.pointer == "/step") input["duration"] = 100;
    auto const said = warnings(input);
    ASSERT_EQ(said.size(), 1u) << each.pointer << ": " << Json(said);
    EXPECT_EQ(said[0].find('\n'), std::string::npos);
    for (auto const& part : each.says) EXPECT_THAT(said[0], HasSubstr(part));
  }
  for (auto const& [density, odd_one] : {std::pair{1.0, true},
                                         {7.8, true},
                                         {20., false},
                                         {1000., false},
                                         {19300., false},
                                         {1e6, true}}) {
    Json input = hinged();
    input["scene"]["bodies"][1].erase("mass");
    input["scene"]["bodies"][1]["density"] = density;
    EXPECT_EQ(warnings(input).size(), odd_one ? 1u : 0u) << density;
  }
}

/// A floor in the wrong plane lets bodies fall beside it. Walls alone are no floor.
TEST(Doubts, AreSaidOfGravityAlongTheFloor) {
  Json input = with({"/scene/gravity", {0, -9.81, 0}, {}});
  auto const said = warnings(input);
  ASSERT_EQ(said.size(), 1u) << Json(said);
  EXPECT_THAT(said[0], HasSubstr("a.json/scene/gravity: [0, -9.81, 0] acts along the floor "
                                 "\"floor\", whose normal is [0, 0, 1]"));
  auto& bodies = input["scene"]["bodies"];
  bodies.push_back({{"name", "ground"},
                    {"motion", "fixed"},
                    {"position", {0, -1, 0}},
                    {"orientation", {{"axis", {1, 0, 0}}, {"angle", -90}}},
                    {"shapes", {{{"type", "half_space"}}}}});
  EXPECT_THAT(warnings(input), IsEmpty());
  bodies.back() = {{"name", "table"},
                   {"motion", "fixed"},
                   {"position", {0, -1, 0}},
                   {"shapes", {{{"type", "box"}, {"size", {4, 0.2, 4}}}}}};
  EXPECT_THAT(warnings(input), IsEmpty());
  bodies.erase(3);
  input["scene"]["joints"][0]["a"] = "world";
  EXPECT_THAT(warnings(input), IsEmpty());
}

/// Millimetres make bodies overlap at the start: the refusal says why.
TEST(Doubts, AreSaidOfBodiesThatOverlap) {
  auto const said = refusal([] {
    warnings(with({"/scene/bodies/1/shapes/0/size", {200, 200, 200}, {}}));
  });
  EXPECT_THAT(said, HasSubstr("\"floor\" and \"box\" overlapping by 99.9 m"));
  EXPECT_THAT(said, HasSubstr("\"box\" reaches 173 m from its centre"));
  auto input = hinged();
  for (auto& body : input["scene"]["bodies"]) {
    if (body["name"] == "floor") continue;
    body.erase("mass");
    body["density"] = 1000;
    for (auto& x : body["position"]) x = 1000 * x.get<double>();
  }
  input["scene"]["bodies"][1]["shapes"][0]["size"] = {200, 200, 200};
  input["scene"]["bodies"][2]["shapes"][0]["radius"] = 100;
  EXPECT_THAT(warnings(input), ::testing::Contains(HasSubstr("0.173 if millimetres are meant")));
}

TEST(Doubts, LeaveGoodExperimentsAlone) {
  EXPECT_THAT(warnings(hinged()), IsEmpty());
  Json const field = {{"name", "floor"},
                      {"motion", "fixed"},
                      {"position", {0, 0, -0.5}},
                      {"shapes", {{{"type", "box"}, {"size", {1e3, 1e3, 1}}}}}};
  std::vector<Mistake> const good = {
      {"/scene/joints/0/limits", {{"lower", -12}, {"upper", 12}}, {}},
      {"/scene/joints/0/limits", {{"lower", 0}, {"upper", 0}}, {}},
      {"/scene/joints/0/motor", {{"type", "velocity"}, {"target", 400}}, {}},
      {"/scene/bodies/0/friction", 1.5, {}},
      {"/scene/bodies/0", field, {}},
      {"/scene/bodies/1/orientation", {{"axis", {0, 0, 1}}, {"angle", 90}}, {}},
      {"/scene/bodies/1/orientation", {{"axis", {0, 0, 1}}, {"angle", 1.5}}, {}},
      {"/scene/bodies/1/orientation", {{"axis", {0, 0, 1}}, {"angle", 3}}, {}},
      {"/scene/gravity", {0, 0, -274}, {}},
      {"/scene/gravity", {0, 0, 0}, {}}};
  for (auto const& each : good)
    EXPECT_THAT(warnings(with(each)), IsEmpty()) << each.pointer << " " << each.value;
}

TEST(Doubts, AreSaidRefusedOrLeftToTheResult) {
  Folder const folder;
  Json input = hinged();
  input["step"] = 2;
  input["duration"] = 2;
  auto const file = folder.write("a.json", input.dump(1));
  auto const run = [&](std::string const& how) {
    return folder.run({"run", file, "-q", "-o", "out", "--set", "unsolved=ignore", "--set", how});
  };
  auto ended = run("warnings=warn");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("warning: " + file + "/step: 2 s"));
  EXPECT_THAT(ended.err, HasSubstr("(line "));
  auto result = Json::parse(contents(folder / "out/result.json"));
  EXPECT_EQ(result["warnings"].size(), 1u);
  ended = run("warnings=ignore");
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(Json::parse(contents(folder / "out/result.json"))["warnings"], result["warnings"]);
  ended = run("warnings=error");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("error: " + file + "/step: 2 s"));
  EXPECT_EQ(folder.run({"check", file, "--set", "warnings=error"}).status, 2);
  EXPECT_EQ(folder.run({"check", file}).status, 0);
}

}  // namespace
}  // namespace orthant::test
