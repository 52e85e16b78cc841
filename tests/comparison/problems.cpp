// Experiments on stored problems: run, compared, resumed, judged and refused.
#include <gmock/gmock.h>

#include "experiments/app/problems/problem_facts.hpp"
#include "experiments/app/problems/problem_files.hpp"
#include "experiments/app/problems/timed_solve.hpp"
#include "experiments/app/report/comparison.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/comparison/background.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char const* identity = "0 3 3 3 3 1 0 0 0 1 0 0 0 1 ";

/// Contacts with W = 1: one under a weight, one that also slides, one planar.
class StoredProblems : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "problems");
    folder_.write("problems/rests.dat", std::string("3 1 ") + identity + "-2 0 0 0.5");
    folder_.write("problems/slides.dat", std::string("3 1 ") + identity + "-1 -2 0 0.5");
    folder_.write("plane.dat", "2 1 0 2 2 2 2 1 0 0 1 -1 -2 0.5");
    folder_.write("e.json", R"({"problems": {"files": ["problems/*.dat", "plane.dat"]},
      "solver": "hybrid", "sweep": {"solver": ["nsgs", "interior_point"],
      "solver.tolerance": [1e-4, 1e-10]}})");
  }

  Json result(std::string const& directory) const {
    return read_json_file((folder_ / (directory + "/result.json")).string());
  }
  Folder folder_;
};

TEST_F(StoredProblems, ARunHasARowForEachAndItsConvergence) {
  auto const ended = folder_.run({"run", "e.json", "-o", "out"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const table = read_csv(folder_ / "out/problems.csv");
  EXPECT_THAT(column(table, "problem"), ElementsAre("rests.dat", "slides.dat", "plane.dat"));
  EXPECT_THAT(column(table, "solved"), ElementsAre("1", "1", "1"));
  EXPECT_THAT(column(table, "dimension"), ElementsAre("3", "3", "2"));
  for (auto const& error : column(table, "error")) EXPECT_LE(std::stod(error), 1e-12);
  auto const r = result("out");
  EXPECT_EQ(r["problems"], 3);
  EXPECT_EQ(r["problems_solved"], 3);
  EXPECT_EQ(r["contacts"], 3);
  EXPECT_LE(r["metrics"]["error"].get<double>(), 1e-12);
  auto const steps = read_csv(folder_ / "out/convergence.csv");
  EXPECT_EQ(column(steps, "phase").back(), "end");
  EXPECT_EQ(column(steps, "problem").front(), "rests.dat");
}

TEST_F(StoredProblems, AComparisonHasACaseForEachFile) {
  auto const ended = folder_.run({"compare", "e.json", "-o", "out"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("rests.dat, solver=nsgs"));
  EXPECT_THAT(ended.out, HasSubstr("12 of 12 cases"));
  auto const table = read_csv(folder_ / "out/cases.csv");
  ASSERT_EQ(table.rows.size(), 12u);
  EXPECT_EQ(column(table, "problem").front(), "rests.dat");
  EXPECT_EQ(column(table, "setting.problems.files").back(), "plane.dat");
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    EXPECT_LE(std::stod(column(table, "metrics.error")[i]),
              std::stod(column(table, "setting.solver.tolerance")[i]));
  for (char const* name :
       {"iterations", "cpu_time_s", "contacts", "metrics.error_scaled", "metrics.error_of_largest"})
    EXPECT_NE(column(table, name).front(), "") << name;
  auto const report = read_comparison(folder_ / "out");
  auto const& first = report["cases"][0];
  EXPECT_EQ(first["problem_facts"]["rank"], 3);
  EXPECT_EQ(first["history"]["newton"]["kinds"], Json({"error"}));
  EXPECT_GE(first["history"]["newton"]["worst"]["error"].size(), 2u);
}

TEST(ProblemFiles, APatternThatIsAFilesNameMeansThatFile) {
  Folder const folder;
  folder.write("a[1].dat", "");
  folder.write("a1.dat", "");
  auto const found = problem_files("a[1].dat", (folder / "e.json").string(), "here");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "a[1].dat");
}

/// W = 1, one contact under a weight: r = (2, 0, 0).
ConeProblem resting() {
  ConeProblem out;
  out.W = Eigen::MatrixXd(Eigen::MatrixXd::Identity(3, 3)).sparseView();
  out.q = Vector{{-2, 0, 0}};
  out.mu = Vector::Constant(1, 0.5);
  return out;
}

class Claims final : public ConeSolver {
 public:
  explicit Claims(double normal) : ConeSolver({}), normal_(normal) {}

 private:
  ConeReport do_solve(ConeProblem const&, Vector& r, ConeStop const&) const override {
    r[0] = normal_;
    return {};
  }
  double normal_;
};

TEST(TimedSolve, TheErrorIsMeasuredOutsideTheSolver) {
  auto const by = [](double normal) { return timed_solve(resting(), Claims(normal), 0); };
  EXPECT_TRUE(by(2).solved);
  EXPECT_EQ(by(2).solves, 1);
  // r = 1 leaves u = -1: F = r - P_K(r - u) = 1 - 2, over |q| = 2.
  EXPECT_DOUBLE_EQ(by(1).measures.natural_map, 0.5);
  EXPECT_TRUE(by(1).report.converged());
  EXPECT_FALSE(by(1).solved);
}

TEST(TimedSolve, ImpulsesThatAreNoNumbersAreMeasuredAsNone) {
  auto const solve = timed_solve(resting(), Claims(NAN), 0);
  EXPECT_FALSE(solve.solved);
  EXPECT_DOUBLE_EQ(solve.measures.natural_map, 1);  // u = q: |F| = |q|
}

TEST(TimedSolve, ShortOnesAreRepeated) {
  auto const solve = timed_solve(resting(), Claims(2), 0.5);
  EXPECT_EQ(solve.solves, 200);
  EXPECT_LT(solve.seconds, 0.0025);
}

TEST(ProblemFacts, RankAndSpectrumAreThoseOfTheStoredRows) {
  auto p = resting();
  p.W = Eigen::MatrixXd(Vector{{1, 1, 0}}.asDiagonal()).sparseView();
  auto const facts = problem_facts(p);
  EXPECT_EQ(facts["rows"], 3);
  EXPECT_EQ(facts["rank"], 2);
  EXPECT_EQ(facts["eigenvalues"], Json({0.0, 1.0, 1.0}));
  p.dimension = 2;
  EXPECT_EQ(problem_facts(p)["rank"], 2);
  EXPECT_EQ(problem_facts(p)["rows"], 2);
  EXPECT_FALSE(problem_facts(p, 1).contains("rank"));
}

}  // namespace
}  // namespace orthant::test
