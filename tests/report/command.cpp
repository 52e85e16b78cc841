// `orthant report` as a process.
#include <gmock/gmock.h>

#include "experiments/app/pages/page.hpp"
#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ReportCommand, RefusesWhatIsNoResult) {
  Folder const folder;
  auto const ended = folder.run({"report", "none"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(ended.out, "");
  if (have_pages())
    EXPECT_THAT(ended.err, HasSubstr("error: none: found no directory, allowed: the output of"));
  else
    EXPECT_THAT(ended.err, HasSubstr("error: this build has no pages"));
  EXPECT_EQ(folder.run({"report"}).status, 2);
}

TEST(ReportCommand, WritesAPageThatNeedsNoOtherFile) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  write_comparison(folder / "a & b", {{{"a", "</script>"}}, {{"a", "pcr"}}});
  write_run(folder / "a & b/cases/0000", 4);
  auto const ended = folder.run({"report", "--no-figures", "a & b"});
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

/// The page must not depend on other programs; old figures must not remain.
TEST(ReportCommand, WithoutNodeItSaysSoAndWritesThePage) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  write_run(folder / "r", 4);
  std::filesystem::create_directories(folder / "r/figures");
  folder.write("r/figures/residual.svg", "old");
  auto const ended = folder.run({"report", "r"}, "PATH=/nowhere");
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("no figures as files: no program \"node\""));
  EXPECT_TRUE(std::filesystem::exists(folder / "r/report.html"));
  EXPECT_FALSE(std::filesystem::exists(folder / "r/figures"));
}

TEST(ReportCommand, FiguresAreFiles) {
  if (!have_pages()) GTEST_SKIP() << "this build has no pages";
  Folder const folder;
  write_run(folder / "r", 8);
  auto const ended = folder.run({"report", "r"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  if (ended.out.find("no program \"node\"") != std::string::npos) GTEST_SKIP() << ended.out;
  auto const svg = contents(folder / "r/figures/residual.svg");
  EXPECT_EQ(svg.rfind("<svg ", 0), 0u);
  EXPECT_THAT(svg, HasSubstr("Residual against iteration"));
  EXPECT_FALSE(std::filesystem::exists(folder / "r/figures/draw.cjs"));
  EXPECT_FALSE(std::filesystem::exists(folder / "r/figures/heat_map.svg"));
}

}  // namespace
}  // namespace orthant::test
