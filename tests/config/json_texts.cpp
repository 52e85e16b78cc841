// JSON as people write it by hand: what is wrong is named, with its line and column; and where a
// value stands.
#include "orthant/core/config/detail/json_text.hpp"
#include "tests/config/refusal.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

using ::testing::StartsWith;

[[maybe_unused]] bool const slips = test_rows("Slips", "config/texts.json", [](Json const& row) {
  std::string const found = row["found"], allowed = row["allowed"];
  auto const message = refusal([&] { parse_json(row["text"], "a.json"); });
  EXPECT_THAT(message, StartsWith("a.json: found " + found + " ("));
  EXPECT_THAT(message, HasSubstr("), allowed: " + allowed));
  EXPECT_EQ(message.find('\n'), std::string::npos);
});

TEST(JsonTexts, AKeyTwiceIsNamedWithItsPlace) {
  EXPECT_EQ(refusal([&] { parse_json("{\"a\": 1,\n\"b\": {\"c\": 1, \"c\": 2}}", "a.json"); }),
            "a.json: found the key \"c\", which stands twice in one object at line 2, column 15, "
            "allowed: each key once");
}

/// Good text has no fault, whatever it holds.
TEST(JsonTexts, GoodTextHasNoFault) {
  for (std::string const text :
       {R"({})", R"([])", R"([{"a": 1}, {"a": 2}])", R"("a // b # c, \" '")", R"(-0.5e-3)",
        R"([1E+2, 0, -0, true, null])", "\xef\xbb\xbf{\"a\": [{}, {\"b\": [[]]}]}\r\n",
        R"({"\u00e4": "\\", "/": "C:\\data"})"}) {
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
