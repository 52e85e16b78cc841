// A run that was interrupted ends in the bits of one that was not: all methods.
#include <gmock/gmock.h>

#include <random>

#include "experiments/app/run/run.hpp"
#include "tests/config/refusal.hpp"
#include "tests/registered.hpp"
#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

Json whole_run(Json const& input, std::filesystem::path const& directory) {
  auto experiment = build_experiment(input, "a.json");
  return run_experiment(experiment, {.directory = directory});
}

/// Goes on with the run in the directory, for at most `steps` steps.
Json part_of_run(Json const& input, std::filesystem::path const& directory, int steps) {
  auto experiment = build_experiment(input, "a.json");
  int asked = 0;
  return run_experiment(experiment, {.directory = directory,
                                     .stop = [&] { return asked++ == steps ? "SIGTERM" : ""; },
                                     .resume = true});
}

/// The files that differ between a whole run and one in parts of 1 to 6 steps.
std::string different_in_parts(Json const& input) {
  Folder const folder;
  whole_run(input, folder / "whole");
  std::mt19937 random(1);
  int parts = 1;
  for (; part_of_run(input, folder / "parts", static_cast<int>(1 + random() % 6))["status"] !=
         "finished";
       ++parts)
    if (parts > 100) return "no end";
  if (parts < 3) return "too few parts";
  return different_files(folder / "whole", folder / "parts");
}

TEST(InBits, WithEveryIntegrator) {
  auto const names = names_of_kind("integrator");
  EXPECT_GE(names.size(), 8u);
  for (auto const& name : names) {
    Json input = with_all_tables(14);
    input["integrator"] = name;
    input.erase("solver");
    EXPECT_EQ(different_in_parts(input), "") << name;
  }
}

TEST(InBits, WithEverySolver) {
  auto const names = names_of_kind("nonlinear solver");
  EXPECT_GE(names.size(), 14u);
  for (auto const& name : names) {
    Json input = with_all_tables(10);
    input["solver"] = {{"type", name}};
    if (name == "sequence") input["solver"]["solvers"] = {"newton", "nsgs"};
    EXPECT_EQ(different_in_parts(input), "") << name;
  }
}

TEST(InBits, WithEveryLinearSolver) {
  for (auto const& name : names_of_kind("linear solver")) {
    Json input = with_all_tables(10);
    input["solver"]["linear"] = name;
    EXPECT_EQ(different_in_parts(input), "") << name;
  }
}

TEST(InBits, WithChosenLengthsOfSteps) {
  Json input = with_all_tables(14);
  input["step"] = {{"accuracy", 1e-3}, {"longest", 0.02}};
  EXPECT_EQ(different_in_parts(input), "");
}

TEST(InBits, WithWorldsThatDiffer) {
  Json input = with_all_tables(14);
  input["worlds"] = 3;
  input["scene"]["bodies"][1]["mass"] = {1, 2, 3};
  input["output"]["trajectory_worlds"] = 3;
  EXPECT_EQ(different_in_parts(input), "");
}

TEST(InBits, WithRecordedProblemsSystemsAndResiduals) {
  Json input = with_all_tables(14);
  input["record_problems"] = {{"every", 3}, {"at_most", 3}};
  input["record_systems"] = {{"steps", {2, 5, 9}}, {"at_most", 7}};
  input["output"]["residuals"] = "blocks";
  input["output"]["gauss_gap"] = true;
  EXPECT_EQ(different_in_parts(input), "");
}

TEST(InBits, WithAReference) {
  Json input = with_all_tables(14);
  input["reference"] = {{"type", "end_state"}, {"body", "ball"}, {"position", {0, 0, 1}}};
  EXPECT_EQ(different_in_parts(input), "");
}

TEST(InBits, WithStepsThatAreNotSolved) {
  Json input = with_all_tables(14);
  input["solver"]["max_iterations"] = 1;
  input["expect"] = {{"unsolved.steps", {{"max", 3}}}};
  EXPECT_EQ(different_in_parts(input), "");
}

TEST(Resumption, OfARunThatHasEndedLeavesIt) {
  Folder const folder;
  Json const input = with_all_tables(6);
  auto const whole = whole_run(input, folder / "out");
  auto const before = contents(folder / "out/result.json");
  EXPECT_EQ(part_of_run(input, folder / "out", 0), Json::parse(before));
  EXPECT_EQ(contents(folder / "out/result.json"), before);
}

TEST(Resumption, OfAnotherExperimentSaysWhatDiffers) {
  Folder const folder;
  Json input = with_all_tables(6);
  part_of_run(input, folder / "out", 3);
  auto const before = bits_of(folder / "out");
  input["step"] = 0.02;
  input["solver"]["tolerance"] = 1e-7;
  std::string const why = refusal([&] { part_of_run(input, folder / "out", 3); });
  EXPECT_THAT(why, HasSubstr("configuration.step = 0.02"));
  EXPECT_THAT(why, HasSubstr("configuration.step = 0.01"));
  EXPECT_THAT(why, HasSubstr("configuration.solver.tolerance = 1e-07"));
  EXPECT_EQ(bits_of(folder / "out"), before) << "and changes nothing";
}

TEST(Resumption, OfADamagedSnapshotIsRefused) {
  Folder const folder;
  Json const input = with_all_tables(6);
  part_of_run(input, folder / "out", 3);
  std::string bytes = contents(folder / "out/snapshot.bin");
  bytes[bytes.size() / 2] ^= 1;
  folder.write("out/snapshot.bin", bytes);
  auto const before = bits_of(folder / "out");
  std::string const why = refusal([&] { part_of_run(input, folder / "out", 3); });
  EXPECT_THAT(why, HasSubstr("out/snapshot.bin: state: found damaged bytes"));
  EXPECT_EQ(bits_of(folder / "out"), before);
}

TEST(Resumption, OfATableThatHasLostRowsIsRefused) {
  Folder const folder;
  Json const input = with_all_tables(6);
  part_of_run(input, folder / "out", 3);
  folder.write("out/newton.csv", "step\n");
  EXPECT_THAT(refusal([&] { part_of_run(input, folder / "out", 3); }),
              HasSubstr("newton.csv: found 5 bytes, allowed: "));
}

TEST(Resumption, IsRefusedWithTablesInHdf5) {
  Json input = with_all_tables(6);
  input["output"]["tables"] = "hdf5";
  Folder const folder;
  std::string const why = refusal([&] { part_of_run(input, folder / "out", 3); });
  if (why.find("this build has no HDF5") != why.npos) GTEST_SKIP() << why;
  EXPECT_THAT(why, HasSubstr("output/tables"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/steps.csv"));
  input["output"]["snapshot_every"] = 1;
  EXPECT_THAT(refusal([&] { build_experiment(input, "a.json"); }),
              HasSubstr("a.json/output/snapshot_every: found 1 beside output/tables"));
}

}  // namespace
}  // namespace orthant::test
