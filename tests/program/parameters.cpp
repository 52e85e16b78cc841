// Parameters of an experiment: one number in several places, and what is refused.
#include "experiments/app/expressions/parameters.hpp"

#include <gmock/gmock.h>

#include "experiments/app/expressions/expression.hpp"
#include "experiments/app/run/sweep.hpp"
#include "tests/config/refusal.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

[[maybe_unused]] bool const expressions =
    test_rows("RowsOfExpressions", "program/expressions.json", [](Json const& row) {
      double found = NAN;
      auto const said =
          test::refusal([&] { found = Expression(row["text"].get<std::string>(), "here")({}); });
      if (row.contains("says")) return expect_said(said, row);
      EXPECT_DOUBLE_EQ(found, row["value"]) << said;
    });

TEST(Expressions, AskForTermsOnce) {
  EXPECT_THAT(Expression("x('f(x)') + force('e(f', 'c)d')", "here").terms(),
              ElementsAre(Term{"x", {"f(x)"}}, Term{"force", {"e(f", "c)d"}}));
  Expression const e("x(a box) - x( 'b, c' ) + x(a box) * tilt.max - $mu", "here");
  EXPECT_THAT(e.terms(), ElementsAre(Term{"x", {"a box"}}, Term{"x", {"b, c"}}, Term{"tilt.max"},
                                     Term{"$mu"}));
  double const values[] = {2, 3, 5, 1};
  EXPECT_DOUBLE_EQ(e(values), 2 - 3 + 2 * 5 - 1);
}

Json with(char const* text) { return with_parameters(Json::parse(text), "file"); }

TEST(Parameters, StandWhereTheirNamesStand) {
  auto const out = with(R"({"parameters": {"mu": 0.3, "n": 3, "v": [1, 2, 3], "m": "$mu * 2"},
    "description": "costs $mu", "a": ["$mu", {"b": "$v", "c": "$n * 2"}], "d": "-$m",
    "metrics": {"e": "x(ball) - $mu"}, "sweep": {"a": ["$mu", 1]}})");
  EXPECT_EQ(out["a"], Json::parse(R"([0.3, {"b": [1, 2, 3], "c": 6}])"));
  EXPECT_TRUE(out["a"][1]["c"].is_number_integer());
  EXPECT_EQ(out["d"], -0.6);
  EXPECT_EQ(out["description"], "costs $mu");
  EXPECT_EQ(out["metrics"]["e"], "x(ball) - (0.3)");
  EXPECT_EQ(out["sweep"]["a"][0], "$mu") << "a case is read after its values are set";
}

TEST(Parameters, AReplacedPlaceLeavesThemOut) {
  Json const input = Json::parse(R"({"parameters": {"a": 1, "b": "$a", "c": 2}, "x": "$b",
    "y": "$c", "sweep": {"x": [5], "parameters.c": [3]}})");
  auto const sweep = read_sweep(input["sweep"], "file");
  EXPECT_EQ(sweep.apply(input, sweep.cases()[0]),
            Json::parse(R"({"parameters": {"c": 3}, "x": 5, "y": "$c"})"));
  Json changed = input;
  change_by(changed, {"x=7", "parameters.d=1"});
  EXPECT_EQ(changed["parameters"], Json::parse(R"({"c": 2, "d": 1})"))
      << "one that is named and not used is an error later";
  EXPECT_THAT(test::refusal([&] { change_by(changed, {"c=1"}); }),
              HasSubstr("\"c\": found no such key, allowed: \"parameters.c\""));
  EXPECT_THAT(places_of(input, "a"), ElementsAre("x"));
}

/// What a sweep over a path says of it; "" if it takes it.
std::string refused_axis(Json const& input) {
  auto const sweep = read_sweep(input["sweep"], "file");
  return test::refusal([&] { sweep.apply(input, sweep.cases()[0]); });
}

TEST(Parameters, AnUnknownOneIsRefusedWhereASweepNamesIt) {
  Json input = Json::parse(R"({"parameters": {"mass": 1, "mu": 2}, "x": "$mass", "y": "$mu",
    "sweep": {"parameters.mas": [3]}})");
  EXPECT_THAT(refused_axis(input),
              HasSubstr("file/sweep/parameters.mas: found \"mas\", which is none of the "
                        "experiment's parameters, allowed: mass, mu; nearest: \"mass\""));
  input["sweep"] = {{"seeds", {{"parameters.n", 2}}}};
  EXPECT_THAT(refused_axis(input), HasSubstr("file/sweep/seeds/parameters.n: found \"n\""));
  input["sweep"] = {{"zip", {{"parameters.n", {1}}, {"x", {"$n"}}}}};
  auto const sweep = read_sweep(input["sweep"], "file");
  EXPECT_EQ(sweep.apply(input, sweep.cases()[0]),
            Json::parse(R"({"parameters": {"mu": 2, "n": 1}, "x": "$n", "y": "$mu"})"));
  EXPECT_THAT(refused_axis(Json::parse(R"({"x": 1, "sweep": {"parameters.n": [1]}})")),
              HasSubstr("allowed: \"$n\" where it is to stand"));
}

}  // namespace
}  // namespace orthant::test
