// Values of one object: types, ranges, defaults, and messages for wrong values.
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"
#include "tests/config/refusal.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

auto real(Range range) {
  return [range](Config& c) {
    double x = 1;
    c.real("x", x, range, "");
  };
}

Range range_of(std::string const& name) {
  if (name == "positive") return positive();
  if (name == "not negative") return not_negative();
  if (name == "from 0.5") return at_least(0.5);
  if (name == "0 to 1") return between(0, 1);
  return name == "1 to 9" ? between(1, 9) : any_number();
}

/// Reads keys by calls such as ["real", "x", "positive"].
void read_keys(Config& c, Json const& calls) {
  for (auto const& call : calls) {
    std::string const how = call[0], key = call.size() > 1 ? call[1] : Json("");
    Json const more = call.size() > 2 ? call[2] : Json();
    double x = 1;
    int n = 1;
    bool flag = false;
    std::string text;
    Vec3 v{{1, 2, 3}};
    if (how == "real") c.real(key, x, range_of(more), "");
    if (how == "integer") c.integer(key, n, range_of(more), "");
    if (how == "flag") c.flag(key, flag, "");
    if (how == "text") c.text(key, text, "");
    if (how == "name") c.name(key, text, more.get<std::vector<std::string>>(), "");
    if (how == "vector") c.vector(key, v, range_of(more), "");
    if (how == "reals") c.reals(key, more.get<int>());
    if (how == "need") c.need(key, more.get<std::string>().c_str());
    if (how == "allow") c.allow({key});
    if (how == "plugin") c.plugin(key);
    if (how == "children") c.children(key);
    if (how == "child") {
      auto child = c.child(key);
      read_keys(child, more.is_null() ? Json::array() : more);
    }
    if (how == "done") c.done();
  }
}

[[maybe_unused]] bool const keys =
    test_rows("KeysOfConfig", "config/values.json", [](Json const& row) {
      expect_said(refusal_of(row["of"], [&](Config& c) { read_keys(c, row["read"]); }), row);
    });

enum class Tint { light, dark };
constexpr Named<Tint> tints[] = {{Tint::dark, "dark"}, {Tint::light, "light"}};

TEST(Values, OneOfAListIsReadByItsName) {
  auto tint = Tint::light;
  auto const read = [&](Config& c) { c.choice("tint", tint, tints, "how it looks"); };
  EXPECT_EQ(resolved_of(Json::object(), read), Json({{"tint", "light"}}));
  EXPECT_EQ(resolved_of({{"tint", "dark"}}, read), Json({{"tint", "dark"}}));
  EXPECT_EQ(tint, Tint::dark);
  EXPECT_EQ(refusal_of({{"tint", "grey"}}, read), "file/tint: \"grey\" is not one of dark, light");
  EXPECT_EQ(schema_of([&](Fields& f) { f.choice("tint", tint, tints, "how it looks"); }),
            Json::parse(R"({"type": "object", "additionalProperties": false, "properties":
              {"tint": {"enum": ["dark", "light"], "default": "dark",
                         "description": "how it looks"}}})"));
}

TEST(Values, OneOfAListHasToBeThereWhereTheListHasNoDefault) {
  auto tint = static_cast<Tint>(-1);
  EXPECT_EQ(refusal_of(Json::object(), [&](Config& c) { c.choice("tint", tint, tints, ""); }),
            "file/tint: nothing is not one of dark, light");
}

TEST(Values, NumbersThatAreNotFiniteAreRefused) {
  double const infinity = std::numeric_limits<double>::infinity();
  for (double x : {infinity, -infinity, std::nan("")})
    EXPECT_THAT(refusal_of({{"x", x}}, real(any_number())), HasSubstr("a finite number"));
  EXPECT_THAT(refusal_of({{"v", {1, std::nan(""), 3}}}, [](Config& c) { c.reals("v", 3); }),
              HasSubstr("file/v/1"));
}

TEST(Values, VectorsHaveTheirLengthAndRange) {
  auto const edges = [](Config& c) {
    Vec3 v{{1, 2, 3}};
    c.vector("v", v, positive(), "");
  };
  EXPECT_EQ(resolved_of({{"v", {4, 5, 6}}}, edges), Json({{"v", {4.0, 5.0, 6.0}}}));
  EXPECT_EQ(resolved_of(Json::object(), edges), Json({{"v", {1.0, 2.0, 3.0}}}));
}

TEST(Values, DefaultsStandInTheResolvedTree) {
  auto const read = [](Config& c) {
    double limit = std::numeric_limits<double>::infinity();
    int n = 3;
    bool f = true;
    std::string t = "word", name = "b";
    c.real("limit", limit, positive(), "");
    c.integer("n", n, any_number(), "");
    c.flag("f", f, "");
    c.text("t", t, "");
    c.name("name", name, {"a", "b"}, "");
    c.done();
  };
  Json const expected = {{"limit", nullptr}, {"n", 3}, {"f", true}, {"t", "word"}, {"name", "b"}};
  Json const once = resolved_of(Json::object(), read);
  EXPECT_EQ(once, expected);
  EXPECT_EQ(resolved_of(once, read), once) << "the resolved tree is an input that means the same";
}

TEST(Spelling, CountsEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("mass", "mass"), 0);
  EXPECT_EQ(edit_distance("mas", "mass"), 1);
  EXPECT_EQ(edit_distance("amss", "mass"), 1) << "two neighbours are swapped";
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("ca", "abc"), 3) << "no part is edited twice";
}

TEST(Spelling, FindsTheNearestOfTheNamesThatAreNear) {
  EXPECT_EQ(nearest_name("frction", {"fraction", "friction", "function"}), "fraction");
  EXPECT_EQ(nearest_name("friction", {"fraction", "friction"}), "friction");
  EXPECT_EQ(nearest_name("weight", {"mass", "motion"}), "");
  EXPECT_EQ(nearest_name("kp", {"kd"}), "") << "short words do not resemble each other";
}

TEST(Spelling, SaysWhatAWordProbablyMeans) {
  EXPECT_EQ(meant_name("newtn", {"nncg", "newton"}), "newton");
  EXPECT_EQ(meant_name("revolute", {"ball", "hinge"}), "hinge") << "as other programs call it";
  EXPECT_EQ(meant_name("weight", {"mass", "motion"}), "mass");
  EXPECT_EQ(meant_name("euler", {"bdf2", "semi_implicit_euler", "implicit_euler"}),
            "implicit_euler");
  EXPECT_EQ(meant_name("lu", {"klu", "dense_lu"}), "dense_lu") << "a part of the name";
  EXPECT_EQ(meant_name("FB", {"chks", "fischer_burmeister"}), "fischer_burmeister") << "initials";
  EXPECT_EQ(meant_name("PGS", {"newton", "nsgs"}), "nsgs");
  EXPECT_EQ(meant_name("ac", {"associated", "alart_curnier"}), "alart_curnier");
  EXPECT_EQ(meant_name("xy", {"associated", "alart_curnier"}), "");
  EXPECT_EQ(meant_name("", {"mass"}), "");
  EXPECT_EQ(meant_name("torus", {"sphere", "box"}), "");
  EXPECT_EQ(
      nearest_names("metrics.speed",
                    {"metrics.spin_end", "metrics.drift", "metrics.speed_max", "metrics.speed_end"},
                    3),
      (std::vector<std::string>{"metrics.speed_max", "metrics.speed_end", "metrics.spin_end"}));
}

TEST(Values, LongValuesAreCutInMessages) {
  std::string const message = refusal_of({{"x", std::string(10000, 'a')}}, real(positive()));
  EXPECT_LT(message.size(), 200u);
  EXPECT_THAT(message, HasSubstr("aaa..."));
}

}  // namespace
}  // namespace orthant::test
