// The scripts of figures: what they do with names, and with what an author changed.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Nothing in a name is a format, a formula or a command.
TEST(FigureScripts, NamesAreDrawnAsTheyAre) {
  Folder const folder;
  std::vector<std::string> const names = {"10 % of mu", "$x$",   "a_b^{c}",  "\\alpha \\n",
                                          "<b>&amp;",   "]]>",   "'\"\"\"'", "__import__('os')",
                                          "{FIGURE}",   "%(x)s", "$",        "#]"};
  std::string table = "method,x,y\n";
  for (auto const& name : names) {
    auto quoted = name;
    for (auto at = quoted.find('"'); at != std::string::npos; at = quoted.find('"', at + 2))
      quoted.insert(at, 1, '"');
    for (char const* row : {"1,1", "2,2"}) table += '"' + quoted + "\"," + row + '\n';
  }
  folder.write("t.csv", table);
  if (no_matplotlib(folder)) GTEST_SKIP() << "no matplotlib";
  for (char const* against : {"x", "method"}) {
    auto const svg = drawn(folder, {"t.csv", "--metric", "y", "--against", against},
                           std::string(against) + ".svg");
    for (auto const& name : names) {
      std::string escaped;
      for (char const c : name)
        escaped += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
      EXPECT_THAT(svg, HasSubstr(">" + escaped + "</text>"));
    }
  }
}

/// The same data are the same bytes, whatever a reader's matplotlibrc says, and the script draws
/// them again.
TEST(FigureScripts, TheScriptDrawsTheSameFigureAgain) {
  Folder const folder;
  if (no_matplotlib(folder)) GTEST_SKIP() << "no matplotlib";
  write_run(folder / "c", 4);
  for (char const* file : {"a.svg", "a.pdf", "a.png"}) {
    auto const first = drawn(folder, {"c"}, file);
    folder.write("matplotlibrc", "font.size: 30\nlines.linewidth: 9\nsvg.fonttype: path\n");
    EXPECT_EQ(drawn(folder, {"c"}, file), first);
    std::filesystem::remove(folder / file);
    auto const script = (folder / "a_figure.py").string();
    ASSERT_EQ(std::system(("python3 " + script + " || /usr/bin/python3 " + script).c_str()), 0);
    EXPECT_EQ(contents(folder / file), first);
  }
}

TEST(FigureScripts, WithoutMatplotlibItNamesThePackage) {
  Folder const folder;
  write_run(folder / "c", 4);
  std::filesystem::create_directories(folder / "none");
  folder.write("none/matplotlib.py", "raise ImportError('none')\n");
  auto const without = "PYTHONPATH=" + (folder / "none").string();
  auto const ended = folder.run({"figure", "c", "-o", "c.pdf"}, without);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, AllOf(HasSubstr("apt install python3-matplotlib"),
                               HasSubstr("the script is c_figure.py")));
  for (auto const& each : std::filesystem::directory_iterator(folder / ""))
    EXPECT_THAT(each.path().string(), Not(HasSubstr(".part")));
  EXPECT_EQ(folder.run({"figure", "c", "-o", "c.py"}, without).status, 0);
}

}  // namespace
}  // namespace orthant::test
