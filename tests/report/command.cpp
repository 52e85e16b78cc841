// `orthant report` as a process.
#include <gmock/gmock.h>

#include "experiments/app/pages/page.hpp"
#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReportCommand, WritesAPageThatNeedsNoOtherFile) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  write_comparison(folder / "a & b", {{{"a", "</script>"}}, {{"a", "pcr"}}});
  write_run(folder / "a & b/cases/0000", 4);
  auto const ended = folder.run({"report", "a & b"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, "report: a & b/report.html\n");
  auto const text = contents(folder / "a & b/report.html");
  EXPECT_THAT(text, HasSubstr("<title>a &amp; b – Orthant</title>"));
  EXPECT_THAT(text, HasSubstr("\\u003c/script>"));
  for (char const* other : {"<link", "<img", "src=\"http", "@import"})
    EXPECT_THAT(text, Not(HasSubstr(other)));
  for (auto const& each : std::filesystem::directory_iterator(folder / "a & b"))
    EXPECT_THAT(each.path().string(), Not(HasSubstr(".part")));
}

/// The page is made without the program that draws, too.
TEST(ReportCommand, HasAFigureForAPaperWhereMatplotlibIs) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  write_run(folder / "r", 4);
  ASSERT_EQ(folder.run({"report", "r"}, "PATH=/nowhere").status, 0);
  auto const ended = folder.run({"figure", "r", "-o", "r.svg"});
  if (ended.status != 0) GTEST_SKIP() << ended.err;
  ASSERT_EQ(folder.run({"report", "r"}).status, 0);
  EXPECT_THAT(contents(folder / "r/report.html"), HasSubstr("\"figure\":\"\\u003c?xml version"));
  for (auto const& each : std::filesystem::directory_iterator(folder / "r"))
    EXPECT_THAT(each.path().string(), Not(HasSubstr(".part")));
}

}  // namespace
}  // namespace orthant::test
