// One `--set path=value`: its target, the resulting value, and refusals.
#include "orthant/core/config/json_path.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

Json const start = {{"step", 0.1}, {"solver", {{"ncp", "minimum_map"}}}, {"list", {{{"n", 1}}, 2}}};

Json after(std::string const& assignment) {
  Json root = start;
  assign(root, assignment);
  return root;
}

Json with(std::string const& pointer, Json const& value) {
  Json root = start;
  root[Json::json_pointer(pointer)] = value;
  return root;
}

std::string refusal_of_assignment(std::string const& assignment) {
  return refusal([&] { after(assignment); });
}

TEST(Assignments, ReachKeysIndicesAndNewPlaces) {
  EXPECT_EQ(after("step=0.2"), with("/step", 0.2));
  EXPECT_EQ(after("list.0.n=5"), with("/list/0/n", 5));
  EXPECT_EQ(after("list.1=5"), with("/list/1", 5));
  EXPECT_EQ(after("a.b.c=true"), with("/a/b/c", true));
}

TEST(Assignments, NamesOfElementsStandForTheirNumbers) {
  Json const bodies = {{"bodies",
                        {{{"name", "box"}, {"mass", 1}},
                         {{"name", "ball"}},
                         {{"name", "twin"}},
                         {{"name", "twin"}},
                         {{"name", "1"}}}}};
  auto const set = [&](std::string const& assignment) {
    Json root = bodies;
    assign(root, assignment);
    return root;
  };
  EXPECT_EQ(set("bodies.ball.mass=2")["bodies"][1]["mass"], 2);
  EXPECT_EQ(set("bodies.1.mass=2"), set("bodies.ball.mass=2")) << "a number is a number";
  EXPECT_FALSE(set("bodies.box.mass=")["bodies"][0].contains("mass"));
  EXPECT_EQ(set("bodies.ball=")["bodies"].size(), 4u);
  EXPECT_THAT(refusal([&] { set("bodies.twin.mass=2"); }), HasSubstr("an index below 5"))
      << "which of the two";
  EXPECT_THAT(refusal([&] { set("bodies.bxo.mass=2"); }),
              HasSubstr("found \"bxo\", allowed: an index below 5, or the name of one: box, ball"));
  EXPECT_THAT(refusal([&] { set("bodies.bxo.mass=2"); }), HasSubstr("; nearest: \"box\""));
  EXPECT_EQ(numbered_path(bodies, "bodies.ball.shapes.0"), "bodies.1.shapes.0");
  EXPECT_EQ(named_path(bodies, "/bodies/1/mass"), "bodies.ball.mass");
  EXPECT_EQ(named_path(bodies, "/bodies/2/mass"), "bodies.2.mass");
  EXPECT_EQ(named_path(bodies, "/bodies/4/mass"), "bodies.4.mass");
}

TEST(Assignments, TheValueIsJsonOrElseAString) {
  EXPECT_EQ(after("step=null"), with("/step", nullptr));
  EXPECT_EQ(after("step=[1, 2]"), with("/step", {1, 2}));
  EXPECT_EQ(after("step={\"a\": 1}"), with("/step", {{"a", 1}}));
  EXPECT_EQ(after("step=\"1\""), with("/step", "1"));
  EXPECT_EQ(after("step=a word"), with("/step", "a word"));
  EXPECT_EQ(after("step=a=b"), with("/step", "a=b")) << "only the first sign divides";
  EXPECT_EQ(after("step=\"\""), with("/step", ""));
}

TEST(Assignments, WithoutAValueTheyRemoveWhatIsThere) {
  Json without = start;
  without.erase("step");
  EXPECT_EQ(after("step="), without);
  EXPECT_EQ(after("solver.ncp="), with("/solver", Json::object()));
  EXPECT_EQ(after("list.0="), with("/list", Json::array({2})));
  EXPECT_EQ(after("list.0.n="), with("/list/0", Json::object()));
  EXPECT_EQ(
      refusal_of_assignment("stepp="),
      "--set \"stepp=\": found no \"stepp\" there, allowed: a key that is there, to be removed");
  for (char const* nothing : {"solver.ncp.tau=", "no.step=", "step.x="})
    EXPECT_THAT(refusal_of_assignment(nothing), HasSubstr("a key that is there")) << nothing;
  EXPECT_THAT(refusal_of_assignment("list.2="), HasSubstr("an index below 2"));
}

TEST(Assignments, ThePlugInsShortFormOpensUp) {
  EXPECT_EQ(after("solver.ncp.tau=0.5"),
            with("/solver/ncp", {{"type", "minimum_map"}, {"tau", 0.5}}));
}

TEST(Assignments, WrongOnesAreRefused) {
  EXPECT_EQ(refusal_of_assignment("step"),
            "--set \"step\": found no \"=\", allowed: path.to.key=value");
  EXPECT_THAT(refusal_of_assignment("=3"), HasSubstr("path.to.key=value"));
  EXPECT_EQ(refusal_of_assignment("list.2=3"),
            "--set \"list.2=3\": found \"2\", allowed: an index below 2");
  for (char const* index : {"list.x=3", "list.-1=3", "list.1e0=3", "list.99999999999999999999=3"})
    EXPECT_THAT(refusal_of_assignment(index), HasSubstr("an index below 2")) << index;
  EXPECT_EQ(refusal_of_assignment("step.x=3"),
            "--set \"step.x=3\": found 0.1 before \"x\", allowed: an object");
  EXPECT_THAT(refusal_of_assignment("step={\"a\": 1, \"a\": 2}"), HasSubstr("stands twice"));
}

}  // namespace
}  // namespace orthant::test
