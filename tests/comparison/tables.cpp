// Tables as text: the written cells read back unchanged.
#include "experiments/app/comparison/case_table.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"
#include "tests/table_text.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

TEST(CsvTables, CellsReadBackAsTheyWere) {
  Table const table{{"plain", "with,comma", "empty"},
                    {{"a \"quote\"", "two\nlines", ""}, {"", "\r", "end "}, {"\"", ",", "\"\""}}};
  EXPECT_EQ(from_csv(to_csv(table), "t"), table);
  EXPECT_EQ(to_csv({{"a", "b"}, {{"1", "say \"x\", y"}}}), "a,b\n1,\"say \"\"x\"\", y\"\n");
}

TEST(CsvTables, RowsOfAFileAreReadOneByOne) {
  Table const table{{"a", "b"}, {{"two\nlines, \"and\"\n", ""}, {"", "end"}}};
  Folder const folder;
  TableReader rows(folder.write("t.csv", to_csv(table)));
  Table read{rows.head(), {}};
  while (rows.next()) read.rows.push_back(rows.row());
  EXPECT_EQ(read, table);
}

TEST(CsvTables, LinesMayEndAsOnOtherSystems) {
  EXPECT_EQ(from_csv("a,b\r\n1,2\r\n", "t"), (Table{{"a", "b"}, {{"1", "2"}}}));
  EXPECT_EQ(from_csv("a,b\n1,2", "t"), (Table{{"a", "b"}, {{"1", "2"}}}));
}

TEST(CsvTables, BrokenOnesAreRefused) {
  EXPECT_THAT(refusal([] { from_csv("a,b\n1\n", "t"); }), HasSubstr("t, line 2: found 1 cells"));
  EXPECT_THAT(refusal([] { from_csv("a\n\"1\n", "t"); }), HasSubstr("t, line 2: found a quote"));
  EXPECT_THAT(refusal([] { from_csv("a\n\"1\"2\n", "t"); }), HasSubstr("t, line 2: found text"));
}

Json const planned = Json::parse(R"([
  {"case": "0000", "experiment": "e", "label": "solver=cg", "settings": {"solver": {"type": "cg", "tolerance": 0.5}},
   "repeat": 0, "seed": 7},
  {"case": "0001", "experiment": "e", "settings": {"solver": "pcr"}, "repeat": 0}])");
Json const results = Json::parse(R"([
  {"status": "finished", "steps": 5, "exit_reason": "end",
   "unsolved": {"steps": 2, "first_step": 3, "first_time_s": 0.5, "first_reason": "stalled",
                "worst_residual_m_s": 0.25},
   "configuration": {"scene": {"x": 1}, "expect": {}, "list": [1, 2],
                     "parts": [{"type": "a"}], "limit": null},
   "expectations": {"count": 1, "unmet": ["one"]}, "metrics": {"drift": 0.1, "error": {"sd": 2}}},
  {"status": "failed", "error": "killed by signal 9"}])");

TEST(CaseTables, StandInAStableOrder) {
  Folder const folder;
  write_case_table(folder / "t.csv", 2, [](std::size_t i) {
    return CaseRow{planned[i], results[i]};
  });
  auto const table = read_csv(folder / "t.csv");
  EXPECT_THAT(
      table.columns,
      ElementsAre("case", "experiment", "label", "status", "error", "repeat", "seed",
                  "setting.solver", "configuration.limit", "configuration.list",
                  "configuration.parts.0.type", "bodies", "worlds", "steps", "steps_converged",
                  "unsolved.steps", "unsolved.first_step", "unsolved.first_time_s",
                  "unsolved.first_reason", "unsolved.worst_residual_m_s",
                  "unsolved.worst_residual_rad_s", "newton_iterations", "linear_solves",
                  "linear_iterations", "wall_time_s", "cpu_time_s", "exit_reason", "complaints",
                  "expectations_unmet", "metrics.drift", "metrics.error.sd"));
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_THAT(table.rows[0], ElementsAre("0000", "e", "solver=cg", "finished", "", "0", "7",
                                         R"({"tolerance":0.5,"type":"cg"})", "", "[1,2]", "a", "",
                                         "", "5", "", "2", "3", "0.5", "stalled", "0.25", "", "",
                                         "", "", "", "", "end", "", "1", "0.1", "2"));
  EXPECT_THAT(table.rows[1], ElementsAre("0001", "e", "", "failed", "killed by signal 9", "0", "",
                                         "pcr", "", "", "", "", "", "", "", "", "", "", "", "", "",
                                         "", "", "", "", "", "", "", "", "", ""));
}

}  // namespace
}  // namespace orthant::test
