// Sweeps enumerated into cases: products, zips, seeds and repeats, and refusals.
#include "experiments/app/run/sweep.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

std::vector<std::string> labels(char const* sweep) {
  std::vector<std::string> out;
  for (auto const& each : read_sweep(Json::parse(sweep), "file").cases())
    out.push_back(each.label());
  return out;
}

std::string refused(char const* sweep) {
  return refusal([&] { read_sweep(Json::parse(sweep), "file"); });
}

TEST(Sweeps, AProductTakesEveryValueWithEveryOther) {
  EXPECT_THAT(labels(R"({"b": [1, 2], "a.x": ["p", "q"]})"),
              ElementsAre("a.x=p, b=1", "a.x=p, b=2", "a.x=q, b=1", "a.x=q, b=2"));
  EXPECT_THAT(labels("{}"), ElementsAre("base"));
}

TEST(Sweeps, AZipTakesValuesTogetherWithinTheProduct) {
  EXPECT_THAT(labels(R"({"zip": {"b": [1, 2, 3], "c": [4, 5, 6]}})"),
              ElementsAre("b=1, c=4", "b=2, c=5", "b=3, c=6"));
  EXPECT_THAT(labels(R"({"zip": {"b": [1, 1], "c": [null, 5]}})"),
              ElementsAre("b=1, c=null", "b=1, c=5"));
  EXPECT_THAT(labels(R"({"z": [7, 8], "zip": {"b": [1, 2], "c": [4, 5]}})"),
              ElementsAre("b=1, c=4, z=7", "b=2, c=5, z=7", "b=1, c=4, z=8", "b=2, c=5, z=8"));
}

TEST(Sweeps, SeveralZipsMultiplyEachOther) {
  EXPECT_THAT(labels(R"({"zip": [{"b": [1, 2], "c": [4, 5]}, {"d": [6, 7]}]})"),
              ElementsAre("b=1, c=4, d=6", "b=1, c=4, d=7", "b=2, c=5, d=6", "b=2, c=5, d=7"));
}

TEST(Sweeps, NamesStandForTheValuesOfAZip) {
  EXPECT_THAT(
      labels(
          R"({"a": [1, 2], "zip": [{"names": ["low", "high"], "b": [1, 2], "c": [4, 5]}, {"d": [6]}]})"),
      ElementsAre("low, a=1, d=6", "high, a=1, d=6", "low, a=2, d=6", "high, a=2, d=6"));
  auto const sweep = read_sweep(Json::parse(R"({"zip": {"names": ["low"], "b": [1]}})"), "file");
  EXPECT_EQ(sweep.apply(Json::object(), sweep.cases().front()), Json::parse(R"({"b": 1})"));
}

TEST(Sweeps, SeedsAndRepeatsMultiplyTheCases) {
  EXPECT_THAT(labels(R"({"a": [1, 2], "seeds": {"s": [5, 0]}})"),
              ElementsAre("a=1, seed=5", "a=1, seed=0", "a=2, seed=5", "a=2, seed=0"));
  EXPECT_THAT(
      labels(R"({"seeds": {"s": 2}, "repeats": 2})"),
      ElementsAre("seed=1, repeat=0", "seed=1, repeat=1", "seed=2, repeat=0", "seed=2, repeat=1"));
  EXPECT_THAT(labels(R"({"a": [1], "repeats": 1})"), ElementsAre("a=1"));
}

TEST(Sweeps, PlugInsAreNamesOrObjects) {
  EXPECT_THAT(labels(R"({"s": ["pcr", {"type": "cg"}, {"type": "cg", "tolerance": 0.5}]})"),
              ElementsAre("s=pcr", "s=cg", R"(s={"tolerance":0.5,"type":"cg"})"));
}

TEST(Sweeps, ValuesAreSetInTheirPlaces) {
  Json const input = Json::parse(R"({"solver": "newton", "list": [{"seed": 1}], "kept": 3,
    "sweep": {"solver.linear": ["pcr"], "solver.linear.tolerance": [0.5],
              "seeds": {"list.0.seed": [9]}}})");
  Sweep const sweep = sweep_of(input, "file");
  EXPECT_EQ(sweep.apply(input, sweep.cases().front()), Json::parse(R"({
    "solver": {"type": "newton", "linear": {"type": "pcr", "tolerance": 0.5}},
    "list": [{"seed": 9}], "kept": 3})"));
}

TEST(Sweeps, WhatIsWrongIsRefusedWithItsPath) {
  std::pair<char const*, char const*> const wrong[] = {
      {"[]", "file/sweep: found an array of 0, allowed: an object"},
      {R"({"a": []})", "file/sweep/a: found an array of 0, allowed: an array of at least one"},
      {R"({"a": 3})", "file/sweep/a: found 3, allowed: an array"},
      {R"({"a": [1, 2, 1]})", "file/sweep/a/2: found 1 again"},
      {R"({"a..b": [1]})", R"(file/sweep/a..b: found "a..b", allowed: path.to.key)"},
      {R"({"": [1]})", R"(file/sweep/: found "")"},
      {R"({"name": ["x"]})", R"(file/sweep/name: found "name")"},
      {R"({"zip": {}})", "file/sweep/zip: found an object, allowed: an object of at least one"},
      {R"({"zip": {"a": [1, 2], "b": [1, 2, 3]}})",
       R"(file/sweep/zip/b: found an array of 3, allowed: an array of 2, as many as of "a")"},
      {R"({"zip": {"a": [1, 1, 1], "b": [2, 3, 2]}})",
       "file/sweep/zip/a/2: found 1 again, allowed: another combination of all paths"},
      {R"({"zip": []})", "file/sweep/zip: found an array of 0, allowed: an object, or an array"},
      {R"({"zip": [{"a": [1]}, {"a": [2]}]})", R"(file/sweep/zip/1/a: found "a" again)"},
      {R"({"zip": [{"a": [1]}, 3]})", "file/sweep/zip/1: found 3, allowed: an object"},
      {R"({"zip": {"names": ["x"]}})", "file/sweep/zip: found an object, allowed: an object of at"},
      {R"({"zip": {"names": ["x"], "a": [1, 2]}})",
       "file/sweep/zip/names: found an array of 1, allowed: an array of 2 names, one for each row"},
      {R"({"zip": {"names": ["x", "x"], "a": [1, 2]}})",
       R"(file/sweep/zip/names/1: found "x" again, allowed: each name once)"},
      {R"({"zip": {"names": ["x", 3], "a": [1, 2]}})", "file/sweep/zip/names/1: found 3"},
      {R"({"a": [1], "zip": {"a": [1]}})", R"(file/sweep/zip/a: found "a" again)"},
      {R"({"a": [1], "seeds": {"a": [1]}})", R"(file/sweep/seeds/a: found "a" again)"},
      {R"({"seeds": 3})", "file/sweep/seeds: found 3"},
      {R"({"seeds": {"a": 0}})", "file/sweep/seeds/a: found 0"},
      {R"({"seeds": {"a": [1, -1]}})", "file/sweep/seeds/a/1: found -1, allowed: an integer >= 0"},
      {R"({"repeats": 0})", "file/sweep/repeats: found 0, allowed: an integer >= 1"},
      {R"({"repeats": 100001})", "file/sweep: found 100001 cases, allowed: up to 1e+05"}};
  for (auto const& [sweep, message] : wrong) EXPECT_THAT(refused(sweep), StartsWith(message));
}

TEST(Sweeps, APathThatLeadsNowhereIsRefused) {
  Json const input = Json::parse(R"({"list": [1], "sweep": {"list.1": [2]}})");
  Sweep const sweep = sweep_of(input, "file");
  EXPECT_THAT(refusal([&] { sweep.apply(input, sweep.cases().front()); }),
              StartsWith(R"(file/sweep/list.1: found "1", allowed: an index below 1)"));
}

}  // namespace
}  // namespace orthant::test
