// Parts of the program as a library: expectations, tables, recordings.
#include <gmock/gmock.h>

#include "experiments/app/files/csv.hpp"
#include "experiments/app/references/recorded_motion.hpp"
#include "experiments/app/run/expectation.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> judged(std::string const& expect, std::string const& result) {
  Json const input = parse_json(expect, "expect");
  Json resolved;
  return unmet(read_expectations({input, resolved, "expect"}), parse_json(result, "result"));
}

TEST(Expectations, BoundsIncludeTheirEnds) {
  std::string const result = R"({"a": {"b": 2}})";
  for (char const* met :
       {R"({"a.b": {"min": 2}})", R"({"a.b": {"max": 2}})", R"({"a.b": {"equals": 2}})",
        R"({"a.b": {"near": 2.5, "within": 0.5}})", R"({"a.b": {"min": null, "max": 2}})"})
    EXPECT_TRUE(judged(met, result).empty()) << met;
  for (char const* not_met :
       {R"({"a.b": {"min": 2.1}})", R"({"a.b": {"max": 1.9}})", R"({"a.b": {"equals": 3}})",
        R"({"a.c": {"min": 0}})", R"({"a": {"min": 0}})", R"({"a.b.c": {"min": 0}})"})
    EXPECT_EQ(judged(not_met, result).size(), 1u) << not_met;
}

TEST(Expectations, WhatIsNoNumberMeetsNone) {
  EXPECT_EQ(judged(R"({"a": {"max": 1}})", R"({"a": null})").size(), 1u)
      << "a metric that is not finite stands as null";
}

TEST(Tables, NumbersReadBackAsTheSameBits) {
  Folder const folder;
  double const x = 0.1 + 0.2, y = 5e-324, z = -1.7976931348623157e308;
  CsvFile file(folder / "a.csv", "x,y,z,n,word");
  file.row(x, y, z, 7, "text");
  file.row(x, 0.0, z, 8, "=a");
  file.row(y, -0.0, z, 8, "=a,\"b\"");
  file.close();
  auto const rows = lines(folder / "a.csv");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1], "0.30000000000000004,5e-324,-1.7976931348623157e+308,7,text");
  EXPECT_EQ(rows[2], "0.30000000000000004,0,-1.7976931348623157e+308,8,'=a");
  EXPECT_EQ(rows[3], "5e-324,-0,-1.7976931348623157e+308,8,\"'=a,\"\"b\"\"\"");
}

std::string refusal_of_motion(std::string const& text) {
  Folder const folder;
  auto const file = folder.write("m.csv", text);
  try {
    read_motion(file, 1);
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

TEST(Recordings, AreReadInTheirUnits) {
  Folder const folder;
  // A quarter turn about z, with a spin about the body's x, which is the world's y.
  auto const file = folder.write("m.csv",
                                 "1,2,3,0.70710678118654757,0,0,0.70710678118654757,4,5,6,7,0,0\n"
                                 "1,2,4,1,0,0,0,0,0,0,0,0,0,99,99\n");
  auto const motion = read_motion(file, 0.5);
  EXPECT_EQ(motion.name, "m");
  ASSERT_EQ(motion.pose.size(), 2u);
  EXPECT_EQ(motion.pose[0].p_WB[2], 1.5);
  EXPECT_EQ(motion.twist[0][1], 2.5);
  EXPECT_NEAR(motion.twist[0][3], 0, 1e-15);
  EXPECT_NEAR(motion.twist[0][4], 7, 1e-14);
}

TEST(Recordings, WrongOnesAreRefusedWithTheirLine) {
  std::string const good = "1,2,3,1,0,0,0,4,5,6,7,0,0\n";
  EXPECT_EQ(refusal_of_motion(good), "");
  EXPECT_THAT(refusal_of_motion(good + "1,2,3\n"), HasSubstr("m.csv:2: found 3 columns"));
  EXPECT_THAT(refusal_of_motion("1,2,x,1,0,0,0,4,5,6,7,0,0\n"), HasSubstr("m.csv:1: found \"x\""));
  EXPECT_THAT(refusal_of_motion("1,2,nan,1,0,0,0,4,5,6,7,0,0\n"), HasSubstr("\"nan\""));
  EXPECT_THAT(refusal_of_motion("1,2,3,2,0,0,0,4,5,6,7,0,0\n"), HasSubstr("of length 2"));
  EXPECT_THAT(refusal_of_motion(""), HasSubstr("m.csv: found no rows"));
}

}  // namespace
}  // namespace orthant::test
