// Parameters of an experiment: one number in several places, and what is refused.
#include "experiments/app/expressions/parameters.hpp"

#include <gmock/gmock.h>

#include "experiments/app/expressions/expression.hpp"
#include "experiments/app/run/sweep.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

double value_of(std::string const& text) { return Expression(text, "here")({}); }

TEST(Expressions, FollowTheRulesOfArithmetic) {
  std::pair<char const*, double> const known[] = {{"1 + 2 * 3", 7},
                                                  {"2 - 3 - 4", -5},
                                                  {"12 / 3 / 2", 2},
                                                  {"-2^2", -4},
                                                  {"2^3^2", 512},
                                                  {"2^-1", 0.5},
                                                  {"(1 + 2) * 3", 9},
                                                  {"+1.5e1", 15},
                                                  {"max(1, min(5, 3))", 3},
                                                  {"degrees(atan2(1, 1))", 45},
                                                  {"acos(1.0000000001)", 0},
                                                  {"sqrt(16) > 3 and not 1 > 2", 1},
                                                  {"1 < 0 or 2 <= 1", 0},
                                                  {"not 0 and 0", 0}};
  for (auto const& [text, value] : known) EXPECT_DOUBLE_EQ(value_of(text), value) << text;
  EXPECT_DOUBLE_EQ(value_of("radians(180)"), value_of("pi"));
}

TEST(Expressions, AskForTermsOnce) {
  Expression const e("x(a box) - x( 'b, c' ) + x(a box) * tilt.max - $mu", "here");
  EXPECT_THAT(e.terms(), ElementsAre(Term{"x", {"a box"}}, Term{"x", {"b, c"}}, Term{"tilt.max"},
                                     Term{"$mu"}));
  double const values[] = {2, 3, 5, 1};
  EXPECT_DOUBLE_EQ(e(values), 2 - 3 + 2 * 5 - 1);
}

TEST(Expressions, WrongOnesAreRefusedWithTheirPlace) {
  for (char const* wrong : {"", "1 +", "(1", "1 2", "sqrt", "sqrt()", "max(1)", "x(", "x()", "a b",
                            "1 = 1", "1 < 2 < 3", "x('a)", "1e999", "#"})
    EXPECT_THAT(test::refusal([&] { Expression(wrong, "here"); }), HasSubstr("here: found"))
        << wrong;
  EXPECT_THAT(test::refusal([] { Expression("1 + sqr(x(a))", "here"); }),
              HasSubstr("nearest: \"sqrt\""));
  EXPECT_THAT(test::refusal([] { Expression("deg(acos(x(a)))", "here"); }),
              HasSubstr("at character 1 of the expression, allowed: of expressions abs, acos"));
  EXPECT_THAT(test::refusal([] { Expression(std::string(200, '(') + "1", "here"); }),
              HasSubstr("100"));
  EXPECT_THAT(test::refusal([] { Expression(std::string(5000, ' '), "here"); }), HasSubstr("4000"));
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
