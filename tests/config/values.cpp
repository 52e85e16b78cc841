// Values of one object: types, ranges, defaults, and messages for wrong values.
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

auto real(Range range) {
  return [range](Config& c) {
    double x = 1;
    c.real("x", x, range, "");
  };
}

void integer(Config& c) {
  int n = 1;
  c.integer("n", n, between(1, 9), "");
}

TEST(Values, WrongTypesAreRefusedWithPathValueAndWhatIsAllowed) {
  EXPECT_EQ(refusal_of({{"x", "long"}}, real(positive())),
            "file/x: found \"long\", allowed: a number > 0");
  EXPECT_EQ(refusal_of({{"x", true}}, real(any_number())),
            "file/x: found true, allowed: a finite number");
  EXPECT_EQ(refusal_of({{"x", {1, 2}}}, real(not_negative())),
            "file/x: found an array of 2, allowed: a number >= 0");
  EXPECT_EQ(refusal_of({{"n", 1.5}}, integer),
            "file/n: found 1.5, allowed: an integer, a number >= 1 and <= 9");
  EXPECT_EQ(refusal_of({{"f", 1}},
                       [](Config& c) {
                         bool f = false;
                         c.flag("f", f, "");
                       }),
            "file/f: found 1, allowed: true or false");
  EXPECT_EQ(refusal_of({{"t", Json::object()}},
                       [](Config& c) {
                         std::string t;
                         c.text("t", t, "");
                       }),
            "file/t: found an object, allowed: a string");
  EXPECT_EQ(refusal_of({{"c", 3}}, [](Config& c) { c.child("c"); }),
            "file/c: found 3, allowed: an object");
  EXPECT_EQ(refusal_of({{"c", Json::array({3})}}, [](Config& c) { c.children("c"); }),
            "file/c/0: found 3, allowed: an object");
}

TEST(Values, RangesHaveTheEndsThatTheyName) {
  EXPECT_EQ(refusal_of({{"x", 0}}, real(not_negative())), "");
  EXPECT_EQ(refusal_of({{"x", 0}}, real(positive())), "file/x: found 0, allowed: a number > 0");
  EXPECT_EQ(refusal_of({{"x", 0.5}}, real(at_least(0.5))), "");
  EXPECT_EQ(refusal_of({{"x", 1.0000000000000002}}, real(between(0, 1))),
            "file/x: found 1.0000000000000002, allowed: a number >= 0 and <= 1");
  EXPECT_EQ(refusal_of({{"n", 10}}, integer),
            "file/n: found 10, allowed: an integer, a number >= 1 and <= 9");
}

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

TEST(Values, IntegersThatNoIntHoldsAreRefused) {
  auto const any = [](Config& c) {
    int n = 0;
    c.integer("n", n, any_number(), "");
  };
  for (Json const& wide : {Json(2147483648u), Json(-3000000000), Json(18446744073709551615u)})
    EXPECT_THAT(refusal_of({{"n", wide}}, any), HasSubstr("found " + wide.dump()));
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
  EXPECT_EQ(refusal_of({{"v", {1, 2}}}, edges),
            "file/v: found an array of 2, [1,2], allowed: an array of 3 finite numbers");
  EXPECT_EQ(refusal_of({{"v", {1, "2", 3}}}, edges),
            "file/v/1: found \"2\", allowed: a finite number");
  EXPECT_EQ(refusal_of({{"v", {1, 2, -3}}}, edges),
            "file/v/2: found -3, allowed: a number > 0; without its sign: 3");
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

TEST(Values, NullIsNoNumberWhereALimitCannotBeOff) {
  EXPECT_EQ(refusal_of({{"x", nullptr}}, real(positive())),
            "file/x: found null, allowed: a number > 0");
}

TEST(Values, UnknownKeysAreNamedWithTheKnownOnes) {
  EXPECT_EQ(refusal_of({{"n", 2}, {"m", 2}},
                       [](Config& c) {
                         integer(c);
                         real(any_number())(c);
                         c.done();
                       }),
            "file/m: unknown key, allowed: n, x");
}

TEST(Values, MissingKeysAreNamed) {
  EXPECT_EQ(refusal_of(Json::object(), [](Config& c) { c.need("x", "a number"); }),
            "file/x: found nothing, allowed: a number");
  EXPECT_EQ(refusal_of(Json::object(), [](Config& c) { c.reals("v", 2); }),
            "file/v: found nothing, allowed: an array of 2 finite numbers");
}

TEST(Values, AMisspeltKeyIsNamedWithTheNeededOneThatItResembles) {
  auto const read = [](Config& c) {
    double radius = 0;
    c.need("radius", "a number > 0");
    c.real("radius", radius, positive(), "");
    Vec3 position;
    c.vector("position", position, "");
    c.done();
  };
  std::string const needed =
      ": unknown key, nearest: \"radius\", which is needed and missing, allowed: a number > 0";
  for (std::string const wrong : {"radus", "raduis", "radiuss", "readius"})
    EXPECT_EQ(refusal_of({{"position", {0, 0, 0}}, {wrong, 1}}, read), "file/" + wrong + needed);
  EXPECT_EQ(refusal_of({{"colour", 1}}, read), "file/radius: found nothing, allowed: a number > 0")
      << "a key that does not resemble it";
  EXPECT_EQ(refusal_of({{"radius", 1}, {"postion", {0, 0, 0}}}, read),
            "file/postion: unknown key, allowed: position, radius; nearest: \"position\"");
}

TEST(Values, MisspeltKeysOfAnyKindAreNamed) {
  auto const misspelt = [](std::string const& given, std::string const& key) {
    return "file/" + given + ": unknown key, nearest: \"" + key +
           "\", which is needed and missing, allowed: ";
  };
  EXPECT_EQ(refusal_of({{"typ", "a"}},
                       [](Config& c) {
                         std::string type;
                         c.name("type", type, {"a", "b"}, "");
                       }),
            misspelt("typ", "type") + "one of a, b");
  EXPECT_EQ(refusal_of({{"pair_", {1, 2}}}, [](Config& c) { c.reals("pair", 2); }),
            misspelt("pair_", "pair") + "an array of 2 finite numbers");
  EXPECT_EQ(refusal_of({{"solvers", "a"}}, [](Config& c) { c.plugin("solver"); }),
            misspelt("solvers", "solver") + "a name, or an object with a \"type\"");
}

TEST(Values, AnAllowedKeyIsNotTakenForANeededOneMisspelt) {
  auto const read = [](Config& c) {
    c.allow({"steps"});
    c.need("step", "a number > 0");
  };
  EXPECT_EQ(refusal_of({{"steps", 2}}, read), "file/step: found nothing, allowed: a number > 0");
  EXPECT_THAT(refusal_of({{"steps", 2}, {"setp", 1}}, read), HasSubstr("file/setp: unknown key"));
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
  EXPECT_EQ(meant_name("", {"mass"}), "");
  EXPECT_EQ(meant_name("torus", {"sphere", "box"}), "");
  EXPECT_EQ(
      nearest_names("metrics.speed",
                    {"metrics.spin_end", "metrics.drift", "metrics.speed_max", "metrics.speed_end"},
                    3),
      (std::vector<std::string>{"metrics.speed_max", "metrics.speed_end", "metrics.spin_end"}));
}

TEST(Values, WhatIsProbablyMeantIsSaid) {
  EXPECT_EQ(refusal_of({{"x", "1.5 kg"}}, real(positive())),
            "file/x: found \"1.5 kg\", allowed: a number > 0; without quotes and unit: 1.5");
  EXPECT_EQ(refusal_of({{"x", -0.2}}, real(positive())),
            "file/x: found -0.2, allowed: a number > 0; without its sign: 0.2");
  auto const point = [](Config& c) { c.reals("p", 3); };
  EXPECT_EQ(refusal_of({{"p", {0, 1}}}, point),
            "file/p: found an array of 2, [0,1], allowed: an array of 3 finite numbers");
  EXPECT_EQ(refusal_of({{"p", -9.81}}, point),
            "file/p: found -9.81, allowed: an array of 3 finite numbers; along z: [0, 0, -9.81]");
  EXPECT_EQ(refusal_of({{"size", 1}, {"shape", {{"size", 2}}}},
                       [](Config& c) {
                         double size = 0;
                         auto shape = c.child("shape");
                         shape.real("size", size, positive(), "");
                         c.done();
                       }),
            "file/size: unknown key, allowed: shape; such a key stands in \"shape\"");
}

TEST(Values, LongValuesAreCutInMessages) {
  std::string const message = refusal_of({{"x", std::string(10000, 'a')}}, real(positive()));
  EXPECT_LT(message.size(), 200u);
  EXPECT_THAT(message, HasSubstr("aaa..."));
}

}  // namespace
}  // namespace orthant::test
