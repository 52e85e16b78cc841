// The list of plug-ins and the completion of command lines; sessions of all commands.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/program/process.hpp"
#include "tests/program/sessions.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "program/sessions.json", [](Json const& row) { play(row); });

TEST(Options, ListShowsTheSameAsTextAndAsJson) {
  Folder const folder;
  auto const text = folder.run({"list"}), json = folder.run({"list", "--json"});
  EXPECT_EQ(text.status, 0);
  Json const entries = Json::parse(json.out);
  EXPECT_GT(entries.size(), 20u);
  for (auto const& entry : entries) {
    EXPECT_THAT(text.out, HasSubstr(entry["kind"].get<std::string>() + "\n"));
    EXPECT_THAT(text.out, HasSubstr("  " + entry["name"].get<std::string>() + " "));
    EXPECT_THAT(text.out, HasSubstr(entry["about"].get<std::string>() + "\n"));
  }
}

/// What bash offers at the end of a line.
std::string completed(Folder const& folder, std::string const& script, std::string const& line) {
  std::string const ask = "source " + script + "; COMP_LINE='" + line +
                          "'; COMP_POINT=" + std::to_string(line.size()) + "; COMP_WORDS=(" + line +
                          "); _orthant; printf '%s ' \"${COMPREPLY[@]}\"";
  auto const to = (folder / "offered").string();
  folder.write("ask", ask);
  if (std::system(("cd " + (folder / "").string() + " && bash ask > " + to).c_str()) != 0)
    return "";
  return contents(to);
}

TEST(Completion, OffersCommandsOptionsFilesAndNamesOfParts) {
  Folder const folder;
  auto const ended = folder.run({"completion", "bash"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  auto const script = folder.write("script", ended.out);
  auto const offered = [&](std::string const& line) { return completed(folder, script, line); };
  EXPECT_EQ(offered("orthant ch"), "check ");
  EXPECT_THAT(offered("orthant "), AllOf(HasSubstr("compare "), Not(HasSubstr("work"))));
  EXPECT_EQ(offered("orthant run --th"), "--threads ");
  EXPECT_EQ(offered("orthant run sce"), " ") << "files are the shell's own";
  EXPECT_THAT(ended.out, HasSubstr("complete -o default "));
  EXPECT_EQ(offered("orthant run scene.json --set dur"), "duration= ");
  EXPECT_EQ(offered("orthant run scene.json --set solver.linear=umf"), "umfpack ");
  EXPECT_EQ(offered("orthant run scene.json --set integrator=bd"), "bdf2 ");
  EXPECT_EQ(offered("orthant run scene.json --set unsolved="), "ignore stop warn ");
  auto const zsh = folder.run({"completion", "zsh"});
  EXPECT_EQ(zsh.out.rfind("#compdef orthant\n", 0), 0u);
  EXPECT_THAT(zsh.out, HasSubstr("bashcompinit"));
}

}  // namespace
}  // namespace orthant::test
