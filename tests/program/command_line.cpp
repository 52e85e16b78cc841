// Words of a command line that no command takes, and the completion of those that they do.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CommandLine, WrongWordsAreNamedWithWhatIsMeantAndAnExample) {
  struct Wrong {
    std::vector<std::string> words, says;
  };
  std::string const example = "for example: orthant run scene.json --set step=0.005";
  std::vector<Wrong> const wrong = {
      {{}, {"orthant: found no command, allowed: run, check"}},
      {{"rnu", "x"}, {"found \"rnu\"", "nearest: \"run\""}},
      {{"--vresion"}, {"found no option \"--vresion\"", "nearest: \"--version\""}},
      {{"run"}, {"orthant run: found no experiment", example}},
      {{"run", "--sett", "a=1", "x.json"},
       {"orthant run: found no option \"--sett\"", "nearest: \"--set\"", example}},
      {{"run", "x.json", "--out", "a"}, {"found no option \"--out\"", "nearest: \"--output\""}},
      {{"run", "x.json", "--o", "a"}, {"nearest: \"--output\""}},
      {{"check", "x.json", "--out", "a"},
       {"found no option \"--out\", allowed: --help, --set; for example"}},
      {{"run", "x.json", "--set"}, {"--set without a value", "path.to.key=value", example}},
      {{"run", "x.json", "--threads", "abc"}, {"--threads \"abc\"", "1 to 4096"}},
      {{"compare", "x.json", "--limit", "0"}, {"--limit \"0\"", "in range > 0;"}},
      {{"replay", "x", "--png", "a", "--gif", "b"}, {"[--png,--gif,--mp4]", "replay --help` says"}},
      {{"check", "a", "b"}, {"orthant check: found \"b\" too many", "orthant check scene.json"}},
      {{"solve", "x", "--kind", "contct"}, {"--kind \"contct\"", "nearest: \"contact\""}},
      {{"list", "--jsn"}, {"found no option \"--jsn\"", "nearest: \"--json\""}},
      {{"replay", "x", "--at", "3"}, {"--at requires --png"}},
      {{"schema", "--metrics", "--reference"}, {"excludes", "one of the two"}},
      {{"simulate", "a.json"}, {"found \"simulate\"", "nearest: \"run\""}},
      {{"a.json"}, {"found \"a.json\"", "meant: orthant run a.json"}},
      {{"run", "b.json"}, {"b.json: found no readable file", "nearest: a.json"}},
      {{"run", "inclines"}, {"inclines: found a directory", "such as inclines/scene.json"}},
      {{"check", "results"}, {"results: found a directory", "the results of a run"}},
      {{"run", "a.json", "out"}, {"found \"out\" too many", "--output out"}},
      {{"run", "a.json", "--set", "step", "0.01"}, {"found \"0.01\"", "--set step=0.01"}},
      {{"run", "a.json", "--set", "solver/ncp=x"}, {"\"/\" in a path", "dots: solver.ncp=x"}},
      {{"run", "a.json", "--set", "scene.gravity.2=-5"},
       {"element 2 of an array that the file does not give", "the whole array"}},
      {{"run", "a.json", "--jobs", "4"}, {"no option \"--jobs\"", "one of `orthant compare`"}},
      {{"diff", "results"}, {"no second, allowed: the directory of another run's results"}},
      {{"new", "friction", "x"}, {"kind \"friction\"", "ncp, joint, linear_solver, integrator"}},
      {{"import", "none.urdf"}, {"none.urdf: found no readable file", "URDF, MJCF or SDF"}},
      {{"report", "inclines"}, {"inclines: found neither comparison.json nor result.json"}},
      {{"replay", "a.json"}, {"a.json: found no directory, allowed: that of a run"}},
      {{"completion", "fish"}, {"found \"fish\", allowed: bash, zsh"}}};
  Folder const folder;
  folder.write("a.json", "{}");
  for (char const* each : {"inclines", "results"}) std::filesystem::create_directory(folder / each);
  folder.write("inclines/scene.json", "{}");
  folder.write("results/result.json", "{}");
  for (auto const& [words, says] : wrong) {
    auto const ended = folder.run(words);
    EXPECT_EQ(ended.status, 2) << Json(words);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    for (auto const& part : says) EXPECT_THAT(ended.err, HasSubstr(part));
  }
  EXPECT_THAT(folder.run({"run", "--help"}).out, HasSubstr(example));
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
