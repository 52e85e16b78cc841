// `orthant fit`: known parameters are found, and wrong inputs are refused.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/fit/least_squares.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/program/sessions.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

class Fits : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!have_ceres()) GTEST_SKIP() << "this build has no Ceres";
  }

  Json result(std::string const& directory) const {
    return read_json_file((folder_ / (directory + "/fit.json")).string());
  }
  Folder folder_;
};

[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "fit/sessions.json", [](Json const& row) { play(row); });

// Semi-implicit steps: x_N = N h v, z_N = N h v - g h^2 N (N + 1)/2.
TEST_F(Fits, AThrowMeetsItsPlace) {
  folder_.write("throw.json", base_of("throw").dump());
  auto const ended = folder_.run({"fit", "throw.json", "-o", "out", "-j", "2"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("upwards"));
  auto const r = result("out");
  double const h = 0.01, g = 9.81, n = 50;
  auto const& found = r["parameters"];
  EXPECT_NEAR(found["scene.bodies.0.velocity.0"]["value"].get<double>(), 2 / (n * h), 1e-9);
  double const up = (0.75 + g * h * h * n * (n + 1) / 2) / (n * h);
  EXPECT_NEAR(found["upwards"]["value"].get<double>(), up / 2, 1e-9);
  EXPECT_LT(r["fitted"]["end"]["metrics"]["position_error_m"].get<double>(), 1e-8);
  EXPECT_TRUE(r["solved"].get<bool>());
  EXPECT_EQ(r["derivatives"], "exact");
  // The experiment with the fitted values runs by itself.
  auto const again = folder_.run({"run", "out/fitted.json", "-o", "again"});
  EXPECT_EQ(again.status, 0) << again.err;
  auto const metrics = read_json_file((folder_ / "again/result.json").string())["metrics"];
  EXPECT_LT(metrics["position_error_m"].get<double>(), 1e-8);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "out/fitted/result.json"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/runs"));
}

/// Files may have so many blocks of half a kilobyte, as on a disk that is full.
TEST_F(Fits, SayWhyADiskDidNotTakeTheirRuns) {
  folder_.write("throw.json", base_of("throw").dump());
  auto const said = [&](int blocks, std::string const& more) {
    auto const command = "cd '" + (folder_ / "").string() + "' && (ulimit -f " +
                         std::to_string(blocks) + "; '" ORTHANT_PROGRAM "' fit throw.json " + more +
                         " 2>&1 >/dev/null) | cat >errors";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return contents(folder_ / "errors");
  };
  EXPECT_THAT(said(0, "-o none"), HasSubstr("none/runs/0.txt cannot be written: File too large"));
  // The search writes nothing, unlike the runs at its end.
  EXPECT_THAT(said(400, "-q -o small --set step=0.0001"),
              HasSubstr("warning: on data fitted: small/fitted/"));
}

/// The motion shows k/m only, and nothing about a body that is not observed.
TEST_F(Fits, SayWhatTheDataDoNotDetermine) {
  Json const body = {{"mass", 1}, {"inertia", {1, 1, 1}}, {"velocity", {1, 0, 0}}};
  Json seen = body, other = body;
  seen["name"] = "seen";
  other["name"] = "other";
  other["position"] = {0, 5, 0};
  Json input = {
      {"scene",
       {{"gravity", {0, 0, 0}},
        {"bodies", {seen, other}},
        {"joints",
         {{{"type", "slider"},
           {"b", "seen"},
           {"point", {0, 0, 0}},
           {"axis", {1, 0, 0}},
           {"spring", {{"stiffness", 20}}}}}}}},
      {"step", 0.01},
      {"duration", 0.3},
      {"output", {{"trajectory_every", 0}}},
      {"reference", {{"type", "end_state"}, {"body", "seen"}, {"position", {0.2, 0, 0}}}}};
  auto const parameter = [](double start, double upper) {
    return Json{{"start", start}, {"lower", 0.1}, {"upper", upper}};
  };
  Json const mass = parameter(1, 9), stiffness = parameter(20, 90), unseen = parameter(1, 9);
  char const* const k = "scene.joints.0.spring.stiffness";
  for (char const* derivatives : {"exact", "differences"}) {
    SCOPED_TRACE(derivatives);
    auto const fitted = [&](Json const& parameters) {
      Json one = input;
      one["fit"] = {{"parameters", parameters}, {"derivatives", derivatives}};
      folder_.write("fit.json", one.dump());
      auto const ended = folder_.run({"fit", "fit.json", "-o", derivatives});
      EXPECT_EQ(ended.status, 3) << ended.err << ended.out;
      EXPECT_THAT(ended.out, HasSubstr("the data"));
      auto const r = result(derivatives);
      for (auto const& name : r["undetermined"])
        EXPECT_TRUE(r["parameters"][name.get<std::string>()]["standard_error"].is_null());
      return r["undetermined"];
    };
    EXPECT_EQ(fitted({{k, stiffness}, {"scene.bodies.1.mass", unseen}}),
              Json::array({"scene.bodies.1.mass"}));
    EXPECT_EQ(fitted({{k, stiffness}, {"scene.bodies.0.mass", mass}}).size(), 2u);
    std::filesystem::remove_all(folder_ / derivatives);
  }
}

/// Both methods find the same values, and the same errors from their slopes.
void expect_alike(Json const& exact, Json const& other) {
  EXPECT_EQ(exact["derivatives"], "exact");
  EXPECT_EQ(other["derivatives"], "differences");
  EXPECT_LT(exact["runs"].get<int>(), other["runs"].get<int>());
  for (auto const& [name, p] : other["parameters"].items()) {
    auto const& q = exact["parameters"][name];
    double const value = p["value"], error = p["standard_error"];
    EXPECT_NEAR(q["value"].get<double>(), value, 1e-5 * std::abs(value)) << name;
    EXPECT_NEAR(q["standard_error"].get<double>(), error, 1e-5 * error) << name;
  }
}

// Rows of a ball that falls, bounces, slides and rolls, made by another experiment, with errors of
// a millimetre.
class Bounces : public Fits {
 protected:
  void SetUp() override {
    Fits::SetUp();
    if (!have_ceres()) return;
    input_ = Json::parse(R"({
      "scene": {"bodies": [
        {"name": "floor", "motion": "fixed", "friction": 0.3, "shapes": [{"type": "half_space"}]},
        {"name": "ball", "mass": 1, "inertia": [0.004, 0.004, 0.004], "friction": 0.3,
         "restitution": 0.5, "position": [0, 0, 0.15], "velocity": [5, 0.3, -0.8],
         "shapes": [{"type": "sphere", "radius": 0.1}]}]},
      "step": 0.01, "duration": 0.25, "integrator": {"type": "implicit_euler", "matrices": "start"},
      "solver": {"type": "newton", "tolerance": 1e-12}})");
    folder_.write("truth.json", input_.dump());
    ASSERT_EQ(folder_.run({"run", "truth.json", "-o", "truth"}).status, 0);
    std::ostringstream rows;
    int number = 0;
    for (auto const& row : read_csv(folder_ / "truth/trajectory.csv").rows) {
      if (row[3] != "ball") continue;
      double const off = 1e-3 * std::sin(12.9898 * ++number);
      rows << std::stod(row[4]) + (number > 1 ? off : 0);
      for (std::size_t k = 5; k < 17; ++k) rows << "," << row[k];
      rows << '\n';
    }
    std::filesystem::create_directories(folder_ / "data/bounces");
    folder_.write("data/bounces/0.csv", rows.str());
    input_.erase("duration");
    input_["reference"] = {{"type", "recorded_motion"},
                           {"folder", "bounces"},
                           {"body", "ball"},
                           {"rate", 100},
                           {"width", 0.1}};
    input_["fit"] = Json::parse(R"({"parameters": {
      "scene.bodies.1.restitution": {"start": 0.4, "lower": 0.1, "upper": 0.9},
      "friction": {"start": 0.25, "lower": 0.1, "upper": 0.6,
                   "paths": ["scene.bodies.0.friction", "scene.bodies.1.friction"]},
      "inertia": {"start": 0.003, "lower": 0.001, "upper": 0.01,
                  "paths": ["scene.bodies.1.inertia.0", "scene.bodies.1.inertia.1",
                            "scene.bodies.1.inertia.2"]}}})");
  }
  Ended fit(std::string const& derivatives, std::string const& more = "name=bounces") {
    input_["fit"]["derivatives"] = derivatives;
    folder_.write("fit.json", input_.dump());
    return folder_.run({"fit", "fit.json", "-o", derivatives, "--set", more}, "ORTHANT_DATA=data");
  }
  Json input_;
};

TEST_F(Bounces, ExactDerivativesTakeFewerRunsToTheSamePlace) {
  for (char const* each : {"auto", "differences"}) {
    auto const ended = fit(each);
    ASSERT_EQ(ended.status, 0) << ended.err << ended.out;
  }
  expect_alike(result("auto"), result("differences"));
  EXPECT_GT(result("auto")["from_kink_m_s"].get<double>(), 1e-6);
  EXPECT_NEAR(result("auto")["parameters"]["friction"]["value"].get<double>(), 0.3, 0.02);
}

TEST_F(Bounces, EquationsThatAreEvaluatedServeWhereTheyAreAskedFor) {
  for (char const* each : {"exact", "differences"}) {
    auto const ended = fit(each, R"(integrator={"type":"moreau_jean","theta":1})");
    ASSERT_EQ(ended.status, 0) << ended.err << ended.out;
  }
  expect_alike(result("exact"), result("differences"));
}

TEST_F(Bounces, WhereDerivativesAreDearOrThereAreNoneDifferencesAreTaken) {
  ASSERT_EQ(fit("auto", "integrator=moreau_jean").status, 0);
  EXPECT_EQ(result("auto")["derivatives"], "differences");
  EXPECT_THAT(result("auto")["why_not_exact"].get<std::string>(), HasSubstr("are cheaper"));
  ASSERT_EQ(fit("auto", "integrator=bdf2").status, 0);
  EXPECT_THAT(result("auto")["why_not_exact"].get<std::string>(), HasSubstr("are cheaper"));
  auto const refused = fit("exact", "integrator=bdf2");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("fit/derivatives: found \"exact\", but step 1: there is no "
                                     "derivative of this step: one of bdf2"));
  auto const both = fit("exact", "fit.difference=0.01");
  EXPECT_EQ(both.status, 2);
  EXPECT_THAT(both.err, HasSubstr("fit/difference: found a difference beside exact"));
  ASSERT_EQ(fit("auto", "fit.difference=0.001").status, 0);
  EXPECT_EQ(result("auto")["why_not_exact"], "\"difference\" is given");
}

// Boxes that slide on a floor, simulated by the program, as rows of a recording.
class Slides : public Fits {
 protected:
  Json slide(double friction) const {
    auto out = Json::parse(R"({
      "scene": {"bodies": [
        {"name": "floor", "motion": "fixed", "friction": 0.3, "shapes": [{"type": "half_space"}]},
        {"name": "box", "mass": 1, "friction": 0.3, "position": [0, 0, 0.05],
         "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]}]},
      "step": 0.01})");
    for (auto& body : out["scene"]["bodies"]) body["friction"] = friction;
    return out;
  }

  void record(std::string const& name, double speed) const {
    auto truth = slide(0.3);
    truth["scene"]["bodies"][1]["velocity"] = {speed, 0, 0};
    truth["duration"] = 0.4;
    folder_.write("truth.json", truth.dump());
    ASSERT_EQ(folder_.run({"run", "truth.json", "-o", "truth"}).status, 0);
    std::ostringstream rows;
    for (auto const& row : read_csv(folder_ / "truth/trajectory.csv").rows) {
      for (std::size_t k = 4; k < 17; ++k) rows << (k > 4 ? "," : "") << row[k];
      rows << '\n';
    }
    std::filesystem::create_directories(folder_ / "data/slides");
    folder_.write("data/slides/" + name + ".csv", rows.str());
  }

  void SetUp() override {
    Fits::SetUp();
    if (!have_ceres()) return;
    record("0", 1);
    record("1", 0.8);
    record("2", 1.4);
    input_ = slide(0.1);
    input_["reference"] = {{"type", "recorded_motion"},
                           {"folder", "slides"},
                           {"body", "box"},
                           {"rate", 100},
                           {"width", 0.1}};
    input_["fit"] =
        Json::parse(R"({"parameters": {"friction": {"start": 0.1, "lower": 0, "upper": 1,
        "paths": ["scene.bodies.0.friction", "scene.bodies.1.friction"]}},
      "loss": "huber", "changes": {"reference.every": 2},
      "held_out": {"reference.every": 2, "reference.first": 1}})");
  }
  Ended fit() const {
    folder_.write("fit.json", input_.dump());
    return folder_.run({"fit", "fit.json", "-o", "out"}, "ORTHANT_DATA=data");
  }
  Json input_;
};

TEST_F(Slides, TellTheFrictionOnDataThatWasNotSeen) {
  auto const ended = fit();
  ASSERT_EQ(ended.status, 0) << ended.err << ended.out;
  auto const r = result("out");
  EXPECT_NEAR(r["parameters"]["friction"]["value"].get<double>(), 0.3, 1e-6);
  EXPECT_LT(r["parameters"]["friction"]["standard_error"].get<double>(), 1e-6);
  EXPECT_FALSE(r["fitted"]["end"]["metrics"].contains("recordings"));  // no error
  EXPECT_EQ(r["fitted"]["end"]["misfit"].size(), 2u);
  EXPECT_EQ(r["held_out"]["end"]["misfit"].size(), 1u);
  auto const error = [&](char const* when) {
    return r["held_out"][when]["metrics"]["position_error_percent"]["mean"].get<double>();
  };
  EXPECT_GT(error("start"), 10);
  EXPECT_LT(error("end"), 1e-3);
  auto const history = lines(folder_ / "out/fit.csv");
  EXPECT_EQ(history.front(), "start,iteration,cost,friction");
  EXPECT_GT(history.size(), 2u);
}

/// The page and the figure have the data, the motion at the start, and the one that was found.
TEST_F(Slides, AreShownBesideTheData) {
  ASSERT_EQ(fit().status, 0);
  auto const drawn = folder_.run({"figure", "out", "--of", "2", "-o", "f.py"});
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  std::map<std::pair<std::string, std::string>, std::vector<double>> curves;  // of panel and name
  for (auto const& row : read_csv(folder_ / "f.csv").rows)
    curves[{row[0], row[1]}].push_back(std::stod(row[4]));
  auto const &data = curves[{"1", "data"}], &start = curves[{"1", "start"}],
             &fitted = curves[{"1", "fitted"}];
  ASSERT_EQ(data.size(), 41u);
  EXPECT_NEAR(fitted.back(), data.back(), 1e-6);
  EXPECT_GT(start.back(), data.back() + 0.1);  // slides further with less friction
  auto const other = folder_.run({"figure", "out", "--of", "1", "-o", "g.py"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("--of: found \"1\", allowed: 0, 2"));
  if (!std::filesystem::exists(folder_ / "out/fit.html")) GTEST_SKIP() << "no pages";
  auto page = contents(folder_ / "out/fit.html");
  auto const begin = page.find('{', page.find("id=\"data\"")), end = page.find("</script>", begin);
  auto const shown = Json::parse(page.substr(begin, end - begin));
  ASSERT_EQ(shown["fitted"]["motions"].size(), 2u);
  EXPECT_EQ(shown["held_out"]["motions"][0]["of"], "1");
  auto const& series = shown["fitted"]["motions"][1]["series"][0];
  EXPECT_EQ(series["quantity"], "position_m");
  EXPECT_NEAR(series["parts"][0]["given"].back().get<double>(), data.back(), 1e-5);
  EXPECT_NEAR(series["error"]["start"].back().get<double>(), start.back() - data.back(), 1e-5);
}

TEST_F(Slides, WindowsBeginAgainFromTheData) {
  input_["fit"]["changes"]["reference.window"] = 7;
  ASSERT_EQ(fit().status, 0);
  auto const r = result("out");
  EXPECT_NEAR(r["parameters"]["friction"]["value"].get<double>(), 0.3, 1e-6);
  EXPECT_EQ(r["observations"], 2 * 41);  // each row once
  EXPECT_EQ(r["fitted"]["end"]["misfit"].size(), 2u);
  auto const run = read_json_file((folder_ / "out/fitted/result.json").string());
  EXPECT_EQ(run["worlds"], 2 * 6);
  EXPECT_EQ(read_json_file((folder_ / "out/fitted_held_out/result.json").string())["steps"], 40);
  EXPECT_EQ(run["steps"], 7);
  EXPECT_EQ(run["metrics"]["recordings"], 2);
}

TEST_F(Slides, SeveralStartsEndInTheBest) {
  input_["fit"]["starts"] = 3;
  ASSERT_EQ(fit().status, 0);
  auto const r = result("out");
  ASSERT_EQ(r["starts"].size(), 3u);
  for (auto const& each : r["starts"])
    EXPECT_GE(each["cost"].get<double>(), r["cost"].get<double>());
  EXPECT_NE(r["starts"][1]["from"], r["starts"][2]["from"]);
  EXPECT_NEAR(r["parameters"]["friction"]["value"].get<double>(), 0.3, 1e-6);
}

// The bodies of the ADAMS models have 0.1 kg m^2; their files are good to some 1e-5, those of two
// for the first second.
TEST_F(Fits, TellTheInertiaOfBodiesFromTheirMotion) {
  char const* const data = std::getenv("ORTHANT_DATA");
  if (data == nullptr || !std::filesystem::is_directory(std::filesystem::path(data) / "joints"))
    GTEST_SKIP() << "no folder joints in $ORTHANT_DATA";
  for (char const* scene : {"reference_revolute", "reference_revolute_skew", "reference_spherical",
                            "reference_universal"}) {
    auto const ended = folder_.run({"fit", shipped(scene), "-o", scene, "-j", "2", "-q"});
    ASSERT_EQ(ended.status, 0) << ended.err;
    auto const inertia = result(scene)["parameters"]["inertia across the rod"];
    EXPECT_NEAR(inertia["value"].get<double>(), 0.1, 1e-5) << scene;
    EXPECT_LT(inertia["standard_error"].get<double>(), 1e-6) << scene;
  }
}

}  // namespace
}  // namespace orthant::test
