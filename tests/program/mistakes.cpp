// Lines, names and `--set` in messages, and what is allowed and probably not meant is warned of.
#include <gmock/gmock.h>

#include "experiments/app/runnable/runnable.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

Json hinged() { return base_of("hinged"); }

/// The number of the line that has the text; 0: none.
int line_of(std::string const& text, std::string const& part) {
  auto const at = text.find(part);
  return at == text.npos ? 0
                         : 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
}

TEST(Mistakes, HaveTheLineOfTheFileOrTheirSet) {
  Folder const folder;
  auto const text = changed(hinged(), {{"/scene/bodies/1/mass", -7}}).dump(1);
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

[[maybe_unused]] bool const doubts =
    test_rows("DoubtfulExperiments", "program/doubts.json", [](Json const& row) {
      auto const said = warnings(input_of(row));
      ASSERT_EQ(said.size(), row.contains("warns") ? 1u : 0u) << Json(said);
      if (said.empty()) return;
      EXPECT_EQ(said[0].find('\n'), std::string::npos);
      expect_parts(said[0], row["warns"]);
    });

/// Millimetres make bodies overlap at the start: the refusal says why.
TEST(Doubts, AreSaidOfBodiesThatOverlap) {
  auto const said = refusal([] {
    warnings(changed(hinged(), {{"/scene/bodies/1/shapes/0/size", {200, 200, 200}}}));
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

}  // namespace
}  // namespace orthant::test
