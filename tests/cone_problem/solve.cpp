// `orthant solve`: its lines, its settings, and what it refuses.
#include <gmock/gmock.h>

#include <sstream>

#include "experiments/app/cli/solve_command.hpp"
#include "orthant/backends/cone_solvers.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

class Solve : public ::testing::Test {
 protected:
  void SetUp() override {
    stick_ = folder_.write("stick.dat", "3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -2 -0.5 0 0.5");
    // Two contacts of one body, nearly: sweeps take hundreds of iterations.
    Matrix W = Matrix::Identity(6, 6);
    W.topRightCorner(3, 3).diagonal().setConstant(0.99);
    W.bottomLeftCorner(3, 3).diagonal().setConstant(0.99);
    stiff_ = folder_.write("stiff.dat",
                           "3\n2\n" + stored(W, Storage::dense) + "-2 -0.5 0 -2 -0.5 0 0.5 0.5");
  }

  Ended run(SolveCommand const& command) const {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Ended ended;
    ended.status = solve_command(command, stored_problem_solvers());
    ended.out = ::testing::internal::GetCapturedStdout();
    ended.err = ::testing::internal::GetCapturedStderr();
    return ended;
  }

  void expect_refusal(SolveCommand const& command, std::string const& part) const {
    auto const ended = run(command);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(part));
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }

  Folder folder_;
  std::string stick_, stiff_;
};

TEST_F(Solve, PrintsALineForEachProblem) {
  auto const ended = run({.problems = {stick_, stick_}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 3);
  for (auto const* part : {"problem", "time [s]", "stick.dat", "hybrid", "converged"})
    EXPECT_THAT(ended.out, HasSubstr(part));
}

TEST_F(Solve, WritesJsonLineByLine) {
  auto const ended = run({.problems = {stick_, stiff_},
                          .assignments = {"type=nsgs", "max_iterations=50"},
                          .as_json = true});
  EXPECT_EQ(ended.status, 1);  // the stiff one is not solved
  std::istringstream out(ended.out);
  std::string first, second;
  std::getline(out, first);
  std::getline(out, second);
  auto const stick = Json::parse(first), stiff = Json::parse(second);
  EXPECT_EQ(stick["problem"], "stick.dat");
  EXPECT_EQ(stick["contacts"], 1);
  EXPECT_EQ(stick["solver"], "nsgs");
  EXPECT_EQ(stick["converged"], true);
  EXPECT_GE(stick["iterations"], 1);
  EXPECT_EQ(stick["linear_solves"], 0);
  EXPECT_GE(stick["time_s"], 0);
  for (auto const* measure : {"error", "error_scaled", "cone_violation", "complementarity"})
    EXPECT_LE(stick[measure], 1e-12) << measure;
  EXPECT_EQ(stick["reason"], "converged");
  EXPECT_EQ(stiff["converged"], false);
  EXPECT_EQ(stiff["iterations"], 50);
  EXPECT_EQ(stiff["reason"], "iteration limit reached");
  EXPECT_GT(stiff["error"], 1e-3);
}

TEST_F(Solve, SettingsComeFromAFileAndFromTheCommandLine) {
  auto const config = folder_.write("solver.json", R"({"type": "nsgs", "max_iterations": 3})");
  auto const iterations = [&](SolveCommand command) {
    command.problems = {stiff_};
    command.as_json = true;
    return Json::parse(run(command).out)["iterations"].get<int>();
  };
  EXPECT_EQ(iterations({.config = config}), 3);
  EXPECT_EQ(iterations({.assignments = {"type=nsgs", "max_iterations=7"}}), 7);
  EXPECT_EQ(iterations({.config = config, .assignments = {"max_iterations=5"}}), 5);
}

TEST_F(Solve, WrongSettingsAndMissingFilesStopItBeforeItBegins) {
  auto const config = folder_.write("solver.json", R"({"type": "hybird"})");
  expect_refusal({.problems = {stick_}, .config = config}, "solver.json/type: \"hybird\"");
  expect_refusal({.problems = {stick_}, .config = "/nowhere.json"}, "/nowhere.json");
  expect_refusal({.problems = {stick_}, .assignments = {"type=nsgs", "iteration=7"}},
                 "solver/iteration");
  expect_refusal({.problems = {stick_}, .assignments = {"type=nsgs", "max_iterations=-1"}},
                 "an integer, a number");
  expect_refusal({.problems = {stick_}, .assignments = {"iterations"}}, "path.to.key=value");
  expect_refusal({.problems = {stick_, "/nowhere.dat"}}, "/nowhere.dat: found no regular file");
}

TEST_F(Solve, AWrongFileDoesNotKeepTheOthersFromBeingSolved) {
  auto const bad = folder_.write("bad.dat", "3 1 0 3 3 3 3 1 0 0 0 1");
  auto const ended = run({.problems = {stick_, bad, stick_}, .as_json = true});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 2);
  EXPECT_THAT(ended.err, HasSubstr("bad.dat:1: found the end of the file"));
}

TEST_F(Solve, TheProgramTakesIt) {
  EXPECT_THAT(folder_.run({"solve", "--help"}).out, HasSubstr("--config"));
  EXPECT_EQ(folder_.run({"solve"}).status, 2);
  auto const ended = folder_.run({"solve", stick_, "--set", "type=none"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("error: solver/type: \"none\" is not one of"));
}

}  // namespace
}  // namespace orthant::test
