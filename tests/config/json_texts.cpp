// JSON as people write it by hand: what is wrong is named, with its line and column; and where a
// value stands.
#include "core/config/json_text.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

struct Slip {
  std::string text, found, place;
};

TEST(JsonTexts, SlipsAreNamedWithTheirPlace) {
  std::vector<Slip> const slips = {
      {"// mine\n{}", "a comment", "line 1, column 1"},
      {"{\"a\": 1, /* b */\n\"b\": 2}", "a comment", "line 1, column 10"},
      {"{\"a\": 1} # note", "a comment", "line 1, column 10"},
      {"{\"a\": 1,\n \"b\": 2,\n}", "a comma before \"}\"", "line 2, column 8"},
      {"[1, 2,]", "a comma before \"]\"", "line 1, column 6"},
      {"{'a': 1}", "' as a quotation mark", "line 1, column 2"},
      {"{\"a\": 'b'}", "' as a quotation mark", "line 1, column 7"},
      {"{“a”: 1}", "“ as a quotation mark", "line 1, column 2"},
      {"{\"a\": 1\n \"b\": 2}", "no comma before \"b\"", "line 1, column 8"},
      {"[1 2]", "no comma before \"2\"", "line 1, column 3"},
      {"{\"a\": 1,, \"b\": 2}", "two commas", "line 1, column 9"},
      {"{\"a\" 1}", "no \":\" after a key", "line 1, column 6"},
      {"{\"a\" = 1}", "\"=\" after a key", "line 1, column 6"},
      {"{a: 1}", "\"a\" in place of a key in quotes", "line 1, column 2"},
      {"{\"a\": True}", "True", "line 1, column 7"},
      {"{\"a\": False}", "False", "line 1, column 7"},
      {"{\"a\": None}", "None", "line 1, column 7"},
      {"{\"a\": NaN}", "NaN", "line 1, column 7"},
      {"{\"a\": Infinity}", "Infinity", "line 1, column 7"},
      {"{\"a\": -Infinity}", "Infinity", "line 1, column 8"},
      {"{\"a\": newton}", "\"newton\" without quotes", "line 1, column 7"},
      {"{\"a\": .5}", "a number that begins with \".\"", "line 1, column 7"},
      {"{\"a\": +5}", "a number that begins with \"+\"", "line 1, column 7"},
      {"{\"a\": 5.}", "a number that ends with \".\"", "line 1, column 7"},
      {"{\"a\": 05}", "a number that begins with 0", "line 1, column 7"},
      {"{\"a\": 1e}", "an exponent without digits", "line 1, column 7"},
      {"{\"a\": 1kg}", "\"kg\" after a number", "line 1, column 8"},
      {"{\"a\": \"b}\n", "a text that does not end on its line", "line 1, column 7"},
      {"{\"a\": \"C:\\data\"}", "a single \\ in a text", "line 1, column 10"},
      {"{\"a\": [1, 2}", "\"}\" inside the \"[\" of line 1, column 7", "line 1, column 12"},
      {"{\"a\": {\n\"b\": 1}", "the end of the text inside the \"{\" of line 1, column 1",
       "line 2, column 8"},
      {"{\"a\": }", "\"}\" in place of a value", "line 1, column 7"},
      {"{\"a\": 1}\nhello", "text after the end: \"hello\"", "line 2, column 1"},
      {"{\"a\": 1,\n\"b\": {\"c\": 1, \"c\": 2}}",
       "the key \"c\", which stands twice in one object", "line 2, column 15"},
      {"", "the end of the text in place of a value", "line 1, column 1"}};
  for (auto const& [text, found, place] : slips)
    EXPECT_THAT(refusal([&] { parse_json(text, "a.json"); }),
                HasSubstr("a.json: found " + found + " at " + place + ", allowed: "))
        << text;
}

/// Good text has no fault, whatever it holds.
TEST(JsonTexts, GoodTextHasNoFault) {
  for (std::string const text :
       {R"({})", R"([])", R"("a // b # c, \" '")", R"(-0.5e-3)", R"([1E+2, 0, -0, true, null])",
        "\xef\xbb\xbf{\"a\": [{}, {\"b\": [[]]}]}\r\n", R"({"\u00e4": "\\", "/": "C:\\data"})"}) {
    EXPECT_FALSE(fault_of_json(text)) << text;
    EXPECT_NO_THROW(parse_json(text, "a.json")) << text;
  }
}

TEST(JsonTexts, AValueIsFoundByItsPath) {
  std::string const text = "{\n  \"a\": [1,\n    {\"b\": {\"c\": 2}}],\n  \"d\": \"}\"\n}";
  auto const place = [&](char const* pointer) {
    auto const found = place_in_json(text, pointer);
    return found ? found->says() : "";
  };
  EXPECT_EQ(place("/a"), "line 2, column 3");
  EXPECT_EQ(place("/a/0"), "line 2, column 9");
  EXPECT_EQ(place("/a/1"), "line 3, column 5");
  EXPECT_EQ(place("/a/1/b/c"), "line 3, column 12");
  EXPECT_EQ(place("/a/1/b/missing"), "line 3, column 6") << "the nearest above";
  EXPECT_EQ(place("/d/type"), "line 4, column 3");
  EXPECT_EQ(place("/none"), "");
}

}  // namespace
}  // namespace orthant::test
