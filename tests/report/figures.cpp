// `orthant figure` as a process: what is in its files, and what it refuses.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <regex>

#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A comparison of two methods at four step lengths h, in which a body ends at 1 + h² or 2 + h.
void write_steps(std::filesystem::path const& directory) {
  std::vector<Json> settings;
  for (char const* method : {"second_order", "first_order"})
    for (double const h : {0.4, 0.2, 0.1, 0.0})
      settings.push_back({{"integrator", method}, {"step", h}});
  write_comparison(directory, settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    auto const place = directory / "cases" / ("000" + std::to_string(i));
    write_run(place, 2);
    auto result = some_result(2);
    result["linear_solves"] = 10 * (i + 1);
    std::ofstream(place / "result.json") << result;
    double const h = settings[i]["step"];
    std::ofstream(place / "trajectory.csv")
        << "step,time_s,world,body,x_m,y_m,z_m\n1,1,0,ball,7,7,7\n2,2,0,ball,"
        << (i < 4 ? 1 + h * h : 2 + h) << ",0,0\n";
  }
}

/// Two methods, the seeds 1 to 5 of each: 10, 20, … iterations, and ten times as many.
void write_seeds(std::filesystem::path const& directory) {
  std::vector<Json> settings;
  for (int count : {1, 2})
    for (int seed = 1; seed <= 5; ++seed) settings.push_back({{"scene.bodies.0.count", count}});
  write_comparison(directory, settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    auto const place = directory / "cases" / ("000" + std::to_string(i));
    write_run(place, 2);
    auto result = some_result(2);
    result["newton_iterations"] = (i < 5 ? 1 : 10) * 10 * (i % 5 + 1);
    std::ofstream(place / "result.json") << result;
  }
}

/// The script of a figure.
std::string script_of(Folder const& folder, std::vector<std::string> const& arguments) {
  return drawn(folder, arguments, "f.py");
}

/// And its table, of panel, curve, kind, x, y, low, high and value.
std::string table_of(Folder const& folder, std::vector<std::string> const& arguments) {
  drawn(folder, arguments, "f.py");
  return contents(folder / "f.csv");
}

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(Figures, ARunHasTheResidualOfItsWorstRowAndItsEnergies) {
  Folder const folder;
  if (no_matplotlib(folder)) GTEST_SKIP() << "no matplotlib";
  folder.write("a.json", small_experiment().dump());
  ASSERT_EQ(folder.run({"run", "a.json", "-q", "-o", "a"}).status, 0);
  EXPECT_THAT(drawn(folder, {"a"}, "a.svg"),
              AllOf(HasSubstr("width=\"249.44"), HasSubstr("Newton iteration"),
                    HasSubstr("worst residual of a row [m/s"), HasSubstr("time [s]"),
                    HasSubstr("energy since the first step ["), HasSubstr(">kinetic<"),
                    HasSubstr(">total<"), Not(HasSubstr("<image"))));
}

/// Of joints at 1e-12, friction at 2e-12 and normals at 1e-8 … 1e-11 the last.
TEST(Figures, TheWorstRowIsThatOfEachIteration) {
  Folder const folder;
  write_run(folder / "r", 8);
  std::string rows;
  for (char const* row : {"0,1e-08", "1,1e-09", "2,1e-10", "3,1e-11"})
    rows += std::string("1,step with most iterations,point,") + row + ",,,\n";
  EXPECT_THAT(table_of(folder, {"r", "--plot", "residual"}), HasSubstr(rows));
  EXPECT_THAT(contents(folder / "f.py"), HasSubstr("'worst residual of a row [m/s]'"));
}

TEST(Figures, APdfHasItsFontsAndTheWidthOfAColumn) {
  Folder const folder;
  if (no_matplotlib(folder)) GTEST_SKIP() << "no matplotlib";
  write_steps(folder / "c");
  auto const column = drawn(folder, {"c"}, "c.pdf");
  EXPECT_EQ(column.rfind("%PDF", 0), 0u);
  EXPECT_THAT(column, HasSubstr("/FontFile"));
  EXPECT_THAT(column, HasSubstr("/MediaBox [ 0 0 249.44"));  // points in 88 mm
  EXPECT_THAT(column, Not(HasSubstr("/Subtype /Image")));
  EXPECT_THAT(drawn(folder, {"c", "--width", "page"}, "p.pdf"), HasSubstr("/MediaBox [ 0 0 510.2"));
  EXPECT_THAT(drawn(folder, {"c", "--width", "120"}, "w.svg"), HasSubstr("width=\"340.15"));
  EXPECT_EQ(drawn(folder, {"c"}, "c.png").rfind("\x89PNG", 0), 0u);
}

/// Errors are |h² − 0| and |h − 0|; the finest cases are not drawn.
TEST(Figures, ASweepOfStepsHasErrorsAgainstTheFinestCase) {
  Folder const folder;
  write_steps(folder / "c");
  auto const table = table_of(folder, {"c"});
  for (char const* rows : {"1,second_order,point,0.1,0.01,,,\n1,second_order,point,0.2,0.04,,,\n"
                           "1,second_order,point,0.4,0.16,,,\n1,first_order,point,0.1,0.1,,,\n"
                           "1,first_order,point,0.2,0.2,,,\n1,first_order,point,0.4,0.4,,,\n",
                           "2,second_order,point,30,0.01,,,\n2,second_order,point,20,0.04,,,\n"
                           "2,second_order,point,10,0.16,,,\n"})
    EXPECT_THAT(table, HasSubstr(rows));
  auto const script = contents(folder / "f.py");
  for (char const* part :
       {"'step length h [s]'", "'error against finest case [m]'", "'linear systems'",
        "'wall time [s]'", "'label': 'second_order'", "'label': 'first_order'"})
    EXPECT_THAT(script, HasSubstr(part));
  // From one case for all: |2 + h − 1|.
  EXPECT_THAT(table_of(folder, {"c", "--reference", "0003", "--plot", "accuracy"}),
              HasSubstr("1,first_order,point,0.2,1.2,,,\n1,first_order,point,0.4,1.4,,,\n"));
  EXPECT_THAT(script_of(folder, {"c", "--work", "time"}), HasSubstr("'wall time [s]'"));
}

/// |3 − 2|, |2 − 1|: the speed at the end, of which the finest case has 0.
TEST(Figures, AnErrorOfANumberIsItsDifferenceFromTheFinestCase) {
  Folder const folder;
  write_steps(folder / "c");
  double speed = 5;
  for (char const* id : {"0000", "0001", "0002", "0003"}) {
    auto result = some_result(2);
    result["metrics"]["speed_end_m_s"] = speed--;
    std::ofstream(folder / "c/cases" / id / "result.json") << result;
  }
  std::vector<std::string> const words = {
      "c", "--where", "integrator=second_order", "--plot", "accuracy", "--metric", "speed_end_m_s"};
  EXPECT_THAT(table_of(folder, words),
              HasSubstr("1,,point,0.1,1,,,\n1,,point,0.2,2,,,\n1,,point,0.4,3,,,\n"));
  EXPECT_THAT(contents(folder / "f.py"),
              HasSubstr("'error of speed end against finest case [m/s]'"));
  auto other = words;
  other.insert(other.end(), {"--reference", "0001"});
  EXPECT_THAT(table_of(folder, other), HasSubstr("1,,point,0.1,1,,,\n1,,point,0.4,1,,,\n"));
  EXPECT_THAT(contents(folder / "f.py"), HasSubstr("against case 0001 [m/s]"));
  // Equal values have no error to draw.
  auto equal = words;
  equal.back() = "penetration_max_m";
  equal.insert(equal.end(), {"-o", "c.pdf"});
  equal.insert(equal.begin(), "figure");
  EXPECT_THAT(folder.run(equal).err,
              HasSubstr("zero in every case, allowed: one that is positive"));
}

/// −3, −2, −1: a number below zero is drawn as it is.
TEST(Figures, NumbersKeepTheirSigns) {
  Folder const folder;
  folder.write("t.csv", "x,y\n1,-3\n2,-2\n3,-1\n");
  EXPECT_THAT(table_of(folder, {"t.csv", "--metric", "y", "--against", "x"}),
              HasSubstr("1,,point,1,-3,,,\n1,,point,2,-2,,,\n1,,point,3,-1,,,\n"));
  EXPECT_THAT(contents(folder / "f.py"), HasSubstr("'y': {'label': 'y', 'range': [-3.0, 0.0]"));
}

/// 0 among values chosen by factors has a place of its own, from which no line leads.
TEST(Figures, ZeroHasAPlaceOnALogarithmicAxis) {
  Folder const folder;
  folder.write("t.csv", "x,y\n0,5\n1,4\n10,3\n100,2\n");
  EXPECT_THAT(table_of(folder, {"t.csv", "--metric", "y", "--against", "x"}),
              ::testing::ContainsRegex("\n1,,point,0\\.[0-9]+,5,,,\n1,,point,1,4,,,\n"));
  EXPECT_THAT(contents(folder / "f.py"),
              AllOf(HasSubstr("'x': {'label': 'x', 'log': True"), HasSubstr("'ticks': {'0': 0.")));
}

/// One quantity has one range, and its name and numbers once in a row and once in a column.
TEST(Figures, PanelsOfOneQuantityShareItsAxis) {
  Folder const folder;
  folder.write("t.csv", "part,x,y\na,1,1\na,2,2\nb,1,30\nb,2,40\n");
  std::vector<std::string> words = {"t.csv",    "--metric", "y",       "--against", "x",
                                    "--panels", "part",     "--width", "page"};
  auto const beside = script_of(folder, words);
  EXPECT_EQ(count(beside, "'y': {'label': 'y'"), 1u);
  EXPECT_EQ(count(beside, "'x': {'label': 'x'"), 2u);
  words.insert(words.end(), {"--columns", "1"});
  auto const below = script_of(folder, words);
  EXPECT_EQ(count(below, "'y': {'label': 'y'"), 2u);
  EXPECT_EQ(count(below, "'x': {'label': 'x'"), 1u);
  for (auto const& script : {beside, below}) EXPECT_EQ(count(script, "'range': [0.0, 40.0]"), 2u);
}

TEST(Figures, LabelsRenameLegendsPanelsAndAxes) {
  Folder const folder;
  write_steps(folder / "c");
  auto const script =
      script_of(folder, {"c", "--plot", "accuracy", "--label", "second_order=Newmark, β = 1/4",
                         "--label", "step length h=h"});
  for (char const* part :
       {"'label': 'Newmark, β = 1/4'", "'label': 'first_order'", "'label': 'h [s]'"})
    EXPECT_THAT(script, HasSubstr(part));
}

/// A swept vector's component has the name and unit of the vector, a parameter those of its places.
TEST(Figures, SweptNumbersHaveTheirUnits) {
  Folder const folder;
  auto input = small_experiment();
  input["parameters"] = {{"m", 1.}};
  input["scene"]["bodies"] = {{{"name", "ball"},
                               {"mass", "$m"},
                               {"position", {0, 0, 1}},
                               {"velocity", {1, 0, 0}},
                               {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}}};
  input["scene"].erase("assemblies");
  input["scene"].erase("joints");
  input["sweep"] = {{"parameters.m", {1, 2}}, {"scene.bodies.ball.velocity.0", {1, 2, 3}}};
  folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "a"}).status, 0);
  auto const script = script_of(folder, {"a", "--metric", "speed_end_m_s/drift_max_m", "--against",
                                         "scene.bodies.ball.velocity.0"});
  for (char const* part :
       {"'velocity x [m/s]'", "'label': 'm = 2 kg'", "'speed end / drift max [(m/s)/m]'"})
    EXPECT_THAT(script, HasSubstr(part));
}

TEST(Figures, AParameterThatIsTheStepHasItsAxis) {
  Folder const folder;
  auto input = small_experiment();
  input["parameters"] = {{"h", 0.01}};
  input["step"] = "$h";
  for (char const* key : {"steps", "expect"}) input.erase(key);
  input["duration"] = 0.1;
  input["sweep"] = {{"parameters.h", {0.02, 0.01, 0.005}}, {"reference", "finest"}};
  folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "a"}).status, 0);
  EXPECT_THAT(script_of(folder, {"a", "--plot", "accuracy"}), HasSubstr("'step length h [s]'"));
}

TEST(Figures, LegendsAreTheCurves) {
  Folder const folder;
  if (no_matplotlib(folder)) GTEST_SKIP() << "no matplotlib";
  write_steps(folder / "c");
  auto const svg = drawn(folder, {"c"}, "c.svg");
  for (char const* name : {"first_order", "second_order"})
    EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "</text>"));
  EXPECT_THAT(drawn(folder, {"c", "--where", "integrator=first_order"}, "d.svg"),
              Not(HasSubstr("second_order")));
}

/// Of 10, 20, … 50: the median 30 between the quartiles 20 and 40.
TEST(Figures, SeedsAreAMedianWithQuartilesAndPoints) {
  Folder const folder;
  write_seeds(folder / "s");
  auto const table = table_of(folder, {"s", "--metric", "newton_iterations", "--against", "count"});
  EXPECT_THAT(table, HasSubstr("1,,point,1,30,20,40,\n1,,point,2,300,200,400,\n"));
  EXPECT_THAT(table, HasSubstr("1,,dot,1,10,,,\n1,,dot,1,20,,,\n"));
}

TEST(Figures, TwoKeysAreAMapAndAKeyOfPanelsHasOneForEachValue) {
  Folder const folder;
  write_steps(folder / "c");
  std::vector<std::string> words = {"c",          "--against", "step",          "--against",
                                    "integrator", "--metric",  "linear_systems"};
  EXPECT_THAT(table_of(folder, words), HasSubstr("1,,cell,0,0,,,40\n"));
  EXPECT_THAT(contents(folder / "f.py"),
              AllOf(HasSubstr("'step length h [s]'"), HasSubstr("'linear systems'")));
  words.insert(words.end(), {"--metric", "newton_iterations"});
  EXPECT_THAT(script_of(folder, words),
              AllOf(HasSubstr("'linear systems'"), HasSubstr("'Newton iterations'")));
  EXPECT_THAT(script_of(folder, {"c", "--panels", "integrator", "--plot", "work"}),
              ::testing::ContainsRegex("'about': 'second_order'(.|\n)*'about': 'first_order'"));
}

TEST(Figures, AnyTableIsDrawnByItsColumns) {
  Folder const folder;
  folder.write("costs.csv",
               "task,method,run,cost_m2\npush,a,1,4\npush,a,2,3\npush,\"b, c\",1,2\nthrow,a,1,1\n");
  EXPECT_THAT(table_of(folder, {"costs.csv", "--metric", "cost_m2", "--against", "run", "--panels",
                                "task"}),
              HasSubstr("1,a,point,1,4,,,\n1,a,point,2,3,,,\n1,\"b, c\",point,1,2,,,\n"));
  for (char const* part : {"'cost [m²]'", "'label': 'b, c'", "'about': 'throw'"})
    EXPECT_THAT(contents(folder / "f.py"), HasSubstr(part));
  EXPECT_THAT(folder.run({"figure", "costs.csv", "--metric", "cost", "-o", "d.py"}).err,
              HasSubstr("--metric: found \"cost\", allowed: "));
}

/// "integrator.type" is an integrator.
TEST(Figures, TypesHaveTheNameOfTheirPart) {
  Folder const folder;
  folder.write("t.csv", "x,integrator.type,y\n1,a,1\n2,a,2\n1,b,3\n2,b,4\n");
  EXPECT_THAT(script_of(folder, {"t.csv", "--against", "x", "--against", "type", "--metric", "y"}),
              HasSubstr("'label': 'integrator'"));
}

/// A jump of a thousand points in one place is a line of a few.
TEST(Figures, PointsThatNobodySeesAreLeftOut) {
  Folder const folder;
  std::string table = "x,y\n";
  for (int i = 0; i <= 20000; ++i) table += std::to_string(i) + ",1\n";
  folder.write("t.csv", table);
  EXPECT_LT(table_of(folder, {"t.csv", "--metric", "y", "--against", "x"}).size(), 20000u);
}

TEST(Figures, WhatIsNotSolvedIsCrossedOut) {
  Folder const folder;
  write_steps(folder / "c");
  auto result = some_result(2);
  result["steps_converged"] = 1;
  result["linear_solves"] = 5;
  std::ofstream(folder / "c/cases/0001/result.json") << result;
  EXPECT_THAT(table_of(folder, {"c"}), HasSubstr("1,second_order,unsolved,0.2,0.04,,,\n"));
  EXPECT_THAT(table_of(folder, {"c", "--against", "step", "--against", "integrator"}),
              HasSubstr("1,,unsolved,2,0,"));
  std::filesystem::remove(folder / "c/cases/0002/result.json");
  EXPECT_THAT(folder.run({"figure", "c", "-o", "d.py"}).err,
              HasSubstr("1 of 8 cases of c have no result"));
}

/// Three seeds by newton and nsgs, of which the latter makes no linear systems; newton takes 1, 2,
/// 3 seconds and leaves the last seed unsolved, nsgs 2 seconds; apgd solves none.
void write_methods(std::filesystem::path const& directory) {
  std::vector<Json> settings;
  for (char const* solver : {"newton", "nsgs", "apgd"})
    for (int seed = 0; seed < 3; ++seed)
      settings.push_back({{"scene.bodies.0.count", seed == 2 ? 2 : 1}, {"solver", solver}});
  write_comparison(directory, settings);
  auto comparison = Json::parse(contents(directory / "comparison.json"));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    comparison["cases"][i]["seed"] = i % 3;
    auto const place = directory / "cases" / ("000" + std::to_string(i));
    write_run(place, 4, i == 2 ? 3 : 0);
    auto result = some_result(4);
    std::string const solver = settings[i]["solver"];
    result["configuration"]["solver"]["type"] = solver;
    result["linear_solves"] = solver == "newton" ? 10 : 0;
    result["wall_time_s"] = solver == "newton" ? 1. + static_cast<double>(i) : 2.;
    if (i == 2 || solver == "apgd") result["steps_converged"] = 3;
    std::ofstream(place / "result.json") << result;
  }
  std::ofstream(directory / "comparison.json") << comparison;
}

/// newton: 1/1 and 2/2 of three problems; nsgs: 2/1, 2/2, 2/2.
TEST(Figures, AProfileCountsEachSeedByWorkThatEveryMethodDoes) {
  Folder const folder;
  write_methods(folder / "c");
  auto const ended = folder.run({"figure", "c", "--plot", "profile", "-o", "p.py"});
  EXPECT_THAT(ended.err, HasSubstr("the work is wall time, as there are no linear systems in nsgs, "
                                   "apgd"));
  auto const script = contents(folder / "p.py"), table = contents(folder / "p.csv");
  std::string newton, nsgs;
  for (char const* row : {"1,0", "1,0.33333333", "1,0.66666667", "2.2,0.66666667"})
    newton += std::string("1,newton,point,") + row + ",,,\n";
  for (char const* row : {"1,0", "1,0.33333333", "1,0.66666667", "2,1", "2.2,1"})
    nsgs += std::string("1,nsgs,point,") + row + ",,,\n";
  EXPECT_THAT(table, AllOf(HasSubstr(newton), HasSubstr(nsgs)));
  for (char const* part : {"'wall time / least of all methods'", "'label': 'apgd, solves none'",
                           "'range': [1, 2.2]", "'newton': 'steps'"})
    EXPECT_THAT(script, HasSubstr(part));
  EXPECT_THAT(
      folder.run({"figure", "c", "--plot", "profile", "--work", "linear_systems", "-o", "q.py"})
          .err,
      HasSubstr("--work: found \"linear_systems\", of which none in nsgs, allowed: work of "
                "every method in every case: time, newton_iterations"));
}

TEST(Figures, IterationsAreNewtonsOnlyWhereItIsTheSolver) {
  Folder const folder;
  write_methods(folder / "c");
  auto const ended = folder.run(
      {"figure", "c", "--plot", "residual", "--where", "scene.bodies.0.count=2", "-o", "p.py"});
  EXPECT_THAT(ended.err, HasSubstr("residuals are those of newton: step 3 (not solved); nsgs: "));
  EXPECT_THAT(contents(folder / "p.py"), HasSubstr("'iteration of the solver'"));
  std::vector<std::string> const counts = {"c", "--metric", "newton_iterations", "--against",
                                           "count"};
  EXPECT_THAT(script_of(folder, counts), HasSubstr("'iterations of the solver'"));
  auto newton = counts;
  newton.insert(newton.end(), {"--where", "solver=newton"});
  EXPECT_THAT(script_of(folder, newton), HasSubstr("'Newton iterations'"));
}

/// Hollow and filled markers take turns, and each kind becomes smaller from below.
TEST(Figures, SixCurvesThatCoincideAreSeen) {
  Folder const folder;
  std::string table = "method,x,y\n";
  for (char const* method : {"a", "b", "c", "d", "e", "f"})
    for (char const* x : {"0.1", "0.25", "1"}) table += std::string(method) + "," + x + ",1\n";
  folder.write("t.csv", table);
  auto const script = script_of(folder, {"t.csv", "--metric", "y", "--against", "x"});
  std::regex const point("'size': ([0-9.]+), 'filled': (True|False)");
  std::vector<double> hollow, filled;
  for (std::sregex_iterator each(script.begin(), script.end(), point), end; each != end; ++each)
    ((*each)[2] == "True" ? filled : hollow).push_back(std::stod((*each)[1]));
  for (auto const& sizes : {hollow, filled}) {
    ASSERT_EQ(sizes.size(), 3u);
    EXPECT_LT(sizes[1], 0.9 * sizes[0]);
    EXPECT_LT(sizes[2], 0.9 * sizes[1]);
  }
}

/// 0.1, 0.25 and 1 are the numbers of their axis, not 0.1, 0.2, 0.5, 1.
TEST(Figures, FewSweptValuesAreTheNumbersOfALogarithmicAxis) {
  Folder const folder;
  folder.write("t.csv", "time_s,y_m\n0.1,1\n0.25,2\n1,3\n");
  EXPECT_THAT(script_of(folder, {"t.csv", "--metric", "y_m", "--against", "time_s"}),
              AllOf(HasSubstr("'ticks': {'0.1': 0.1, '0.25': 0.25, '1': 1.0}"),
                    HasSubstr("'label': 'time [s]'")));
}

/// A column of cases.csv is known by its last word.
TEST(Figures, SweptColumnsOfATableOfCasesAreKeys) {
  Folder const folder;
  folder.write("cases.csv", "setting.step,steps,y\n0.1,10,1\n0.2,5,2\n");
  for (char const* name : {"step", "setting.step"})
    EXPECT_THAT(table_of(folder, {"cases.csv", "--metric", "y", "--against", name}),
                HasSubstr("1,,point,0.1,1,,,\n1,,point,0.2,2,,,\n"));
  EXPECT_THAT(
      folder.run({"figure", "cases.csv", "--metric", "y", "--against", "stepp", "-o", "b.py"}).err,
      HasSubstr("--against: found \"stepp\", allowed: setting.step"));
}

TEST(Figures, WrongInputIsRefusedWithWhatIsAllowed) {
  Folder const folder;
  write_steps(folder / "c");
  write_run(folder / "r", 4);
  std::filesystem::create_directories(folder / "empty");
  std::vector<std::pair<std::vector<std::string>, std::string>> const wrong = {
      {{"c", "--metric", "penetraton_max_m"}, "nearest: \"penetration_max_m\""},
      {{"c", "--work", "linear_system"}, "nearest: \"linear_systems\""},
      {{"c", "--against", "stepp"}, "allowed: integrator, step; nearest: \"step\""},
      {{"c", "--panels", "mass"}, "--panels: found \"mass\", allowed: integrator, step"},
      {{"c", "--metric", "metrics.penetration_max_m"}, "nearest: \"penetration_max_m\""},
      {{"c", "--plot", "accuracy,work"}, "several options: --plot accuracy --plot work"},
      {{"c", "--plot", "accuracy", "--work", "time"}, "with a plot of work: work, profile"},
      {{"r", "--work", "time"}, "\"time\" with --plot residual, energy"},
      {{"c", "--width", "88mm"}, "from 40 to 1000: millimetres, without a unit"},
      {{"c", "--plot", "prfile"}, "map, profile; nearest: \"profile\""},
      {{"c", "--plot", "energy"}, "\"energy\" of 8 cases"},
      {{"c", "--where", "integrator=third"}, "integrator = first_order, second_order"},
      {{"c", "--where", "integrator"}, "allowed: path=value"},
      {{"c", "--reference", "9999"}, "allowed: finest, or a case that ran: 0000, 0001"},
      {{"c", "--label", "first_ordr=x"}, "--label: found \"first_ordr\", allowed: "},
      {{"c", "--plot", "search"}, "allowed: the directory of a search"},
      {{"c", "--width", "3"}, "allowed: column (88 mm), page (180 mm), or a number from 40"},
      {{"c", "--height", "25"}, "a wider or higher figure"},
      {{"r", "--plot", "accuracy"}, "a sweep over \"step\" or a tolerance"},
      {{"empty"}, "neither comparison.json nor result.json"},
      {{"none"}, "none: found no directory"}};
  for (auto const& [arguments, message] : wrong) {
    auto words = arguments;
    words.insert(words.begin(), "figure");
    words.insert(words.end(), {"-o", "x.pdf"});
    auto const ended = folder.run(words);
    EXPECT_EQ(ended.status, 2) << message;
    EXPECT_THAT(ended.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.pdf"));
  }
  EXPECT_THAT(folder.run({"figure", "r", "-o", "x.jpg"}).err,
              HasSubstr("allowed: a file that ends in .pdf, .svg, .png, .py"));
  EXPECT_EQ(folder.run({"figure", "r"}).status, 2);
}

}  // namespace
}  // namespace orthant::test
