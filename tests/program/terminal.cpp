// What comes from outside commands no terminal and no spreadsheet program.
#include <gmock/gmock.h>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/run/sweep.hpp"
#include "orthant/core/config/visible.hpp"
#include "tests/program/process.hpp"
#include "tests/table_text.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Terminal, ShowsWhatWouldCommandIt) {
  EXPECT_EQ(visible("größe ⊥ 𝛌 \"a\"\n"), "größe ⊥ 𝛌 \"a\"\n");
  EXPECT_EQ(visible("\x1b]0;x\a\t\r\x7f"), "\\u001b]0;x\\u0007\\u0009\\u000d\\u007f");
  EXPECT_EQ(visible("\u009b\u200f\u2028\u202e\u2069"), "\\u009b\\u200f\\u2028\\u202e\\u2069");
  EXPECT_EQ(visible(std::string("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(visible("\ufffd\ufffe\uffff"), "\ufffd\\ufffe\\uffff");
  // Bytes that are no UTF-8: alone, cut off, too long, a surrogate.
  EXPECT_EQ(visible("\x9b\xc3"), "\\x9b\\xc3");
  EXPECT_EQ(visible("\xc0\x9b"), "\\xc0\\x9b");
  EXPECT_EQ(visible("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

/// what() ends at the first NUL of its text.
TEST(Terminal, ShowsErrorsBeyondNuls) {
  std::string const where("a\0b", 3);
  EXPECT_STREQ(Error(where + ": wrong").what(), "a\\u0000b: wrong");
  WrongValue const wrong(where, "unknown key");
  EXPECT_STREQ(wrong.what(), "a\\u0000b: unknown key");
  EXPECT_EQ(wrong.where(), "a\\u0000b");
}

constexpr char const* bad = "a\x1b[2J\u009b2J\u202eb\nerror: c";
constexpr char const* shown_bad = "a\\u001b[2J\\u009b2J\\u202eb";

void expect_plain(Ended const& ended) {
  for (auto const& text : {ended.out, ended.err}) EXPECT_EQ(visible(text), text);
  EXPECT_THAT(ended.out + ended.err, HasSubstr(shown_bad));
  EXPECT_THAT("\n" + ended.err, Not(HasSubstr("\nerror: c")));
}

TEST(Terminal, GetsNoCommandsFromKeysAndValues) {
  Folder const folder;
  Json input = small_experiment();
  input[bad] = 1;
  expect_plain(folder.run({"check", folder.write("key.json", input.dump())}));
  input = small_experiment();
  input["solver"] = {{"type", std::string("newton\x1b") + bad}};
  auto const ended = folder.run({"check", folder.write("value.json", input.dump())});
  EXPECT_EQ(visible(ended.err), ended.err);
}

TEST(Terminal, GetsNoCommandsFromNamesOfFilesAndOptions) {
  Folder const folder;
  expect_plain(folder.run({"check", bad}));
  expect_plain(folder.run({bad}));
  expect_plain(folder.run({"check", "x", bad}));
  expect_plain(folder.run({"report", bad}));
  auto const file = folder.write("a.json", small_experiment().dump());
  expect_plain(folder.run({"run", file, "-o", bad}));
}

TEST(Terminal, GetsNoCommandsFromACase) {
  Folder const folder;
  Json input = small_experiment();
  input["sweep"] = {{"description", {"b", bad}}};
  auto const ended = folder.run({"compare", folder.write("a.json", input.dump()), "-o", "out"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("a.json/sweep/description/1: found "));
  expect_plain(ended);
}

TEST(Spreadsheets, GetTextAsText) {
  Table const table{{"=1", "@a", "c"},
                    {{"+1+1", "-0.5", "-inf"},
                     {"-x", "'=1", "''-2"},
                     {"'", "'a", "\t=1"},
                     {"+5", "=\"a\",\"b\"", "-"}}};
  auto const text = to_csv(table);
  EXPECT_EQ(from_csv(text, "t"), table);
  EXPECT_THAT(text, HasSubstr("'=1,'@a,c\n'+1+1,-0.5,-inf\n'-x,''=1,'''-2\n"));
}

TEST(Spreadsheets, GetNoFormulaFromACase) {
  Folder const folder;
  Json input = small_experiment();
  input["sweep"] = {{"description", {"=1+1", "b"}}};
  input["description"] = "a";
  ASSERT_EQ(folder.run({"compare", folder.write("a.json", input.dump()), "-q", "-o", "out"}).status,
            0);
  auto const table = contents(folder / "out/cases.csv");
  EXPECT_THAT(table, HasSubstr(",'=1+1,"));
  EXPECT_THAT(table, Not(HasSubstr(",=1+1,")));
}

}  // namespace
}  // namespace orthant::test
