// `orthant figure` as a process: what is in its files, and what it refuses.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>

#include "tests/program/sessions.hpp"
#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

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

[[maybe_unused]] bool const figures =
    test_rows("DrawnFigures", "report/figures.json", [](Json const& row) {
      play(row, [&](Folder const& folder) {
        std::string const of = row["of"];
        write_run(folder / "r", of == "run" ? 8 : 4);
        if (of == "steps") write_steps(folder / "c");
        if (of == "seeds") write_seeds(folder / "s");
        if (of == "methods") write_methods(folder / "c");
      });
    });
[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "report/sessions.json", [](Json const& row) { play(row); });

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// One quantity has one range, and its name and numbers once in a row and once in a column.
TEST(Figures, PanelsOfOneQuantityShareItsAxis) {
  Folder const folder;
  folder.write("t.csv", "part,x,y\na,1,1\na,2,2\nb,1,30\nb,2,40\n");
  std::vector<std::string> words = {"t.csv",    "--metric", "y",       "--against", "x",
                                    "--panels", "part",     "--width", "page"};
  auto const beside = drawn(folder, words, "f.py");
  EXPECT_EQ(count(beside, "'y': {'label': 'y'"), 1u);
  EXPECT_EQ(count(beside, "'x': {'label': 'x'"), 2u);
  words.insert(words.end(), {"--columns", "1"});
  auto const below = drawn(folder, words, "f.py");
  EXPECT_EQ(count(below, "'y': {'label': 'y'"), 2u);
  EXPECT_EQ(count(below, "'x': {'label': 'x'"), 1u);
  for (auto const& script : {beside, below}) EXPECT_EQ(count(script, "'range': [0.0, 40.0]"), 2u);
}

/// As in reports: two methods at two tolerances are two methods on two problems.
TEST(Figures, AToleranceIsAProblemOfAProfile) {
  Folder const folder;
  std::vector<Json> settings;
  for (char const* method : {"one", "other"})
    for (double const tolerance : {1e-4, 1e-8})
      settings.push_back({{"solver.ncp", method}, {"solver.tolerance", tolerance}});
  write_comparison(folder / "c", settings);
  for (std::size_t i = 0; i < settings.size(); ++i) {
    auto const place = folder / ("c/cases/000" + std::to_string(i));
    write_run(place, 2);
    auto result = some_result(2);
    result["linear_solves"] = i + 1;  // 1, 2 and 3, 4
    std::ofstream(place / "result.json") << result;
  }
  drawn(folder, {"c", "--plot", "profile"}, "f.py");
  auto const table = contents(folder / "f.csv");
  EXPECT_NE(table.find("1,one,point,1,0.5,,,\n1,one,point,1,1,,,\n"), table.npos) << table;
  EXPECT_NE(table.find("1,other,point,2,0.5,,,\n1,other,point,3,1,,,\n"), table.npos) << table;
}

/// Forty problems are too many curves, and two methods a profile.
TEST(Figures, TooManyCurvesAreRefusedWithWhatCanBeDrawn) {
  Folder const folder;
  std::vector<Json> settings;
  for (char const* method : {"one", "other"})
    for (int count : {0, 1, 2, 3, 4})
      for (int size : {0, 1, 2})
        settings.push_back({{"solver.ncp", method},
                            {"scene.bodies.0.count", count},
                            {"scene.bodies.0.size", size}});
  write_comparison(folder / "c", settings);
  auto comparison = Json::parse(contents(folder / "c/comparison.json"));
  for (std::size_t i = 0; i < settings.size(); ++i) {
    comparison["cases"][i]["case"] = std::to_string(100 + i);
    write_run(folder / ("c/cases/" + std::to_string(100 + i)), 2);
  }
  std::ofstream(folder / "c/comparison.json") << comparison;
  auto const ended = folder.run({"figure", "c", "--plot", "residual", "-o", "f.py"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, ::testing::HasSubstr("30 curves, allowed: at most 24"));
  EXPECT_THAT(ended.err,
              ::testing::HasSubstr("or --plot profile, with a curve for each of 2 methods"));
}

/// A jump of a thousand points in one place is a line of a few.
TEST(Figures, PointsThatNobodySeesAreLeftOut) {
  Folder const folder;
  std::string table = "x,y\n";
  for (int i = 0; i <= 20000; ++i) table += std::to_string(i) + ",1\n";
  folder.write("t.csv", table);
  drawn(folder, {"t.csv", "--metric", "y", "--against", "x"}, "f.py");
  EXPECT_LT(contents(folder / "f.csv").size(), 20000u);
  EXPECT_GT(contents(folder / "f.csv").size(), 0u);
}

/// Hollow and filled markers take turns, and each kind becomes smaller from below.
TEST(Figures, SixCurvesThatCoincideAreSeen) {
  Folder const folder;
  std::string table = "method,x,y\n";
  for (char const* method : {"a", "b", "c", "d", "e", "f"})
    for (char const* x : {"0.1", "0.25", "1"}) table += std::string(method) + "," + x + ",1\n";
  folder.write("t.csv", table);
  auto const script = drawn(folder, {"t.csv", "--metric", "y", "--against", "x"}, "f.py");
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

}  // namespace
}  // namespace orthant::test
