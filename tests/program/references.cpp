// What a run is compared with: a known end, and time series of other programs.
#include "experiments/program/run.hpp"
#include "experiments/program/time_series.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

Json moving(Json const& reference) {
  return {{"scene",
           {{"gravity", {0, 0, 0}},
            {"bodies",
             {{{"name", "b"}, {"mass", 1}, {"inertia", {1, 1, 1}}, {"velocity", {1, 0, 0}}}}}}},
          {"step", 0.25},
          {"duration", 1},
          {"reference", reference}};
}

Json end_at(std::string const& body, Json const& position) {
  return {{"type", "end_state"}, {"body", body}, {"position", position}};
}

TEST(EndState, IsComparedWithTheLastStep) {
  auto experiment = build_experiment(moving(end_at("b", {1.5, 0, 0})), "experiment.json");
  Json const result = run_experiment(experiment, {});
  EXPECT_EQ(result["steps"], 4);
  EXPECT_EQ(result["metrics"]["position_error_m"], 0.5);
}

TEST(EndState, OfABodyThatIsNotThereIsRefused) {
  EXPECT_THAT(refusal([] {
                build_experiment(moving(end_at("c", {1, 0, 0})), "e.json");
              }),
              HasSubstr("reference/body: found \"c\""));
}

std::string refusal_of_series(std::string const& text) {
  Folder const folder;
  auto const file = folder.write("s.txt", text);
  return refusal([&] { read_series(file, 3); });
}

TEST(TimeSeries, AreRowsBelowComments) {
  Folder const folder;
  auto const rows =
      read_series(folder.write("s.txt", "# about\n\nt x y z\n0 1 2 3\n0.5 4 5 6\n"), 3);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1], (std::vector<double>{0.5, 4, 5, 6}));
}

TEST(TimeSeries, WrongOnesAreRefusedWithTheLine) {
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2\n"), HasSubstr("s.txt:2: found 3 numbers"));
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2 3\n0 1 2 3\n"), HasSubstr("s.txt:3: found 0"));
  EXPECT_THAT(refusal([] { read_series("no such file", 3); }), HasSubstr("could not be read"));
}

}  // namespace
}  // namespace orthant::test
