// JSON as people write it by hand: what is wrong is named, with its line and column; and where a
// value stands.
#include "orthant/core/config/detail/json_text.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

using ::testing::StartsWith;

struct Slip {
  std::string text, found, allowed;
};

TEST(JsonTexts, SlipsAreNamedWithTheirPlace) {
  std::string const comments = "no comments", quotes = "\" around keys and texts";
  std::string const number = "a finite number as JSON writes it", finite = "a finite number";
  std::vector<Slip> const slips = {
      {"// mine\n{}", "\"//\" at line 1, column 1", comments},
      {"{\"a\": 1, /* b */\n\"b\": 2}", "\"/*\" at line 1, column 10", comments},
      {"{\"a\": 1} # note", "\"#\" at line 1, column 10", comments},
      {"{\"a\": 1,\n \"b\": 2,\n}", "\"}\" at line 3, column 1", "no comma after the last"},
      {"[1, 2,]", "\"]\" at line 1, column 7", "no comma after the last"},
      {"{'a': 1}", "\"'a'\" at line 1, column 2", quotes},
      {"{\"a\": 'b'}", "\"'b'\" at line 1, column 7", quotes},
      {"{“a”: 1}", "\"“a”\" at line 1, column 2", quotes},
      {"{\"a\": 1\n \"b\": 2}", "\"b\" at line 2, column 2", "a comma between two values"},
      {"[1 2]", "\"2\" at line 1, column 4", "a comma between two values"},
      {"[{} {}]", "\"{\" at line 1, column 5", "a comma between two values"},
      {"{\"a\": 1,, \"b\": 2}", "\",\" at line 1, column 9", "one comma between two values"},
      {"{\"a\" 1}", "\"1\" at line 1, column 6", "\"key\": value"},
      {"{\"a\" = 1}", "\"=\" at line 1, column 6", "\"key\": value"},
      {"{a: 1}", "\"a\" at line 1, column 2", "string literal"},
      {"{\"a\": True}", "\"True\" at line 1, column 7", "true, as JSON writes it"},
      {"{\"a\": FALSE}", "\"FALSE\" at line 1, column 7", "false, as JSON writes it"},
      {"{\"a\": None}", "\"None\" at line 1, column 7", "null, as JSON writes it"},
      {"{\"a\": NaN}", "\"NaN\" at line 1, column 7", finite},
      {"{\"a\": nan}", "\"nan\" at line 1, column 7", finite},
      {"{\"a\": Infinity}", "\"Infinity\" at line 1, column 7", finite},
      {"{\"a\": -Infinity}", "\"-Infinity\" at line 1, column 7", finite},
      {"{\"a\": newton}", "\"newton\" at line 1, column 7", "a value; a text has \" around it"},
      {"{\"a\": .5}", "\".5\" at line 1, column 7", number},
      {"{\"a\": +5}", "\"+5\" at line 1, column 7", number},
      {"{\"a\": 5.}", "\"5.\" at line 1, column 7", "digit after '.'"},
      {"{\"a\": 05}", "\"05\" at line 1, column 7", number},
      {"{\"a\": 1e}", "\"1e\" at line 1, column 7", "'+', '-', or digit after exponent"},
      {"{\"a\": 1e999}", "\"1e999\" at line 1, column 7", number},
      {"{\"a\": 1kg}", "\"1kg\" at line 1, column 7", "numbers without units"},
      {"{\"a\": \"b}\n", "\"b at line 1, column 7", "\\\\ for \\, UTF-8, and \" at the end"},
      {"{\"a\": \"C:\\data\"}", "\"C at line 1, column 7", "\\\\ for \\, UTF-8"},
      {"{\"a\": [1, 2}", "\"}\" at line 1, column 12", "']'"},
      {"{\"a\": {\n\"b\": 1}", "the end of the text at line 2, column 8", "'}'"},
      {"{\"a\": }", "\"}\" at line 1, column 7", "a value"},
      {"{\"a\": 1}\nhello", "\"hello\" at line 2, column 1", "end of input"},
      {"", "the end of the text at line 1, column 1", "a value"}};
  for (auto const& [text, found, allowed] : slips) {
    auto const message = refusal([&] { parse_json(text, "a.json"); });
    EXPECT_THAT(message, StartsWith("a.json: found " + found + " (")) << text;
    EXPECT_THAT(message, HasSubstr("), allowed: " + allowed)) << text;
  }
}

TEST(JsonTexts, AKeyTwiceIsNamedWithItsPlace) {
  EXPECT_EQ(refusal([&] { parse_json("{\"a\": 1,\n\"b\": {\"c\": 1, \"c\": 2}}", "a.json"); }),
            "a.json: found the key \"c\", which stands twice in one object at line 2, column 15, "
            "allowed: each key once");
}

/// Good text has no fault, whatever it holds.
TEST(JsonTexts, GoodTextHasNoFault) {
  for (std::string const text :
       {R"({})", R"([])", R"("a // b # c, \" '")", R"(-0.5e-3)", R"([1E+2, 0, -0, true, null])",
        "\xef\xbb\xbf{\"a\": [{}, {\"b\": [[]]}]}\r\n", R"({"\u00e4": "\\", "/": "C:\\data"})"}) {
    EXPECT_NO_THROW(parse_json(text, "a.json")) << text;
  }
}

TEST(JsonTexts, AValueIsFoundByItsPath) {
  std::string const text = "{\n  \"a\": [1,\n    {\"b\": {\"c\": 2}},\n 3\n],\n  \"d\": \"}\"\n}";
  EXPECT_EQ(line_in_json(text, "/a"), 2);
  EXPECT_EQ(line_in_json(text, "/a/0"), 2);
  EXPECT_EQ(line_in_json(text, "/a/1"), 3);
  EXPECT_EQ(line_in_json(text, "/a/1/b/c"), 3);
  EXPECT_EQ(line_in_json(text, "/a/1/b/missing"), 3) << "the nearest above";
  EXPECT_EQ(line_in_json(text, "/a/2"), 4);
  EXPECT_EQ(line_in_json(text, "/d/type"), 6);
  EXPECT_EQ(line_in_json(text, "/none"), 0);
}

}  // namespace
}  // namespace orthant::test
