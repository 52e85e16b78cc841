// A run that was interrupted ends in the bits of one that was not.
#include <gmock/gmock.h>

#include <random>

#include "experiments/app/files/column_table.hpp"
#include "experiments/app/run/run.hpp"
#include "orthant/core/hdf5/hdf5_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

Json whole_run(Json const& input, RunOptions options) {
  auto experiment = build_experiment(input, "a.json");
  return run_experiment(experiment, options);
}

/// Goes on with the run in the directory, for at most `steps` steps.
Json part_of_run(Json const& input, RunOptions options, int steps) {
  auto experiment = build_experiment(input, "a.json");
  int asked = 0;
  options.stop = [&] { return asked++ == steps ? "SIGTERM" : ""; };
  options.resume = true;
  return run_experiment(experiment, options);
}

/// The files that differ between a whole run and one in parts of 1 to 6 steps.
std::string different_in_parts(Json const& input, RunOptions options = {}) {
  Folder const folder;
  options.directory = folder / "whole";
  whole_run(input, options);
  options.directory = folder / "parts";
  std::mt19937 random(1);
  int parts = 1;
  for (; part_of_run(input, options, static_cast<int>(1 + random() % 6))["status"] != "finished";
       ++parts)
    if (parts > 100) return "no end";
  if (parts < 3) return "too few parts";
  return different_files(folder / "whole", folder / "parts");
}

/// A motion that leaves the starts of its steps, and a case that makes these by another solver.
TEST(InBits, WithTheSameStepsForOtherSolvers) {
  for (char const* integrator : {"implicit_euler", "variational", "bdf2"}) {
    Json input = with_all_tables(14);
    input["integrator"] = integrator;
    Folder const folder;
    RunOptions motion, same;
    motion.keeps_starts = true;
    EXPECT_EQ(different_in_parts(input, motion), "") << integrator;
    motion.directory = same.starts = folder / "motion";
    whole_run(input, motion);
    Json other = input;
    other["solver"] = "hybrid";
    EXPECT_EQ(different_in_parts(other, same), "") << integrator;
    same.directory = folder / "same";
    whole_run(input, same);
    for (char const* table : {"newton.csv", "trajectory.csv", "contacts.csv"})
      EXPECT_EQ(contents(folder / "same" / table), contents(folder / "motion" / table))
          << integrator << ": " << table;
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
  auto const whole = whole_run(input, {folder / "out"});
  auto const before = contents(folder / "out/result.json");
  EXPECT_EQ(part_of_run(input, {folder / "out"}, 0), Json::parse(before));
  EXPECT_EQ(contents(folder / "out/result.json"), before);
}

TEST(Resumption, OfAnotherExperimentSaysWhatDiffers) {
  Folder const folder;
  Json input = with_all_tables(6);
  part_of_run(input, {folder / "out"}, 3);
  auto const before = bits_of(folder / "out");
  input["step"] = 0.02;
  input["solver"]["tolerance"] = 1e-7;
  std::string const why = refusal([&] { part_of_run(input, {folder / "out"}, 3); });
  EXPECT_THAT(why, HasSubstr("configuration.step = 0.02"));
  EXPECT_THAT(why, HasSubstr("configuration.step = 0.01"));
  EXPECT_THAT(why, HasSubstr("configuration.solver.tolerance = 1e-07"));
  EXPECT_EQ(bits_of(folder / "out"), before) << "and changes nothing";
}

TEST(Resumption, WithAnotherContentOfAnInputIsRefused) {
  Folder const folder;
  Json input = with_all_tables(6);
  auto const forces = folder.write("forces.csv", "t,fx,fy,fz\n0,0,0,0\n1,1,0,0\n");
  input["scene"]["loads"] = {{{"body", "ball"}, {"file", forces}}};
  part_of_run(input, {folder / "out"}, 3);
  folder.write("forces.csv", "t,fx,fy,fz\n0,0,0,0\n1,2,0,0\n");
  EXPECT_THAT(refusal([&] { part_of_run(input, {folder / "out"}, 3); }),
              HasSubstr("out: found another content of " + forces + ", allowed: the same content"));
  folder.write("forces.csv", "t,fx,fy,fz\n0,0,0,0\n1,1,0,0\n");
  EXPECT_EQ(part_of_run(input, {folder / "out"}, 9)["status"], "finished");
}

TEST(Resumption, OfADamagedSnapshotIsRefused) {
  Folder const folder;
  Json const input = with_all_tables(6);
  part_of_run(input, {folder / "out"}, 3);
  std::string bytes = contents(folder / "out/snapshot.bin");
  bytes[bytes.size() / 2] ^= 1;
  folder.write("out/snapshot.bin", bytes);
  auto const before = bits_of(folder / "out");
  std::string const why = refusal([&] { part_of_run(input, {folder / "out"}, 3); });
  EXPECT_THAT(why, HasSubstr("out/snapshot.bin: state: found damaged bytes"));
  EXPECT_THAT(why, HasSubstr("begins anew without --resume, or without this file"));
  EXPECT_EQ(bits_of(folder / "out"), before);
  std::filesystem::remove(folder / "out/snapshot.bin");
  part_of_run(input, {folder / "out"}, 3);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/snapshot.bin"));
}

TEST(Resumption, OfATableThatHasLostRowsIsRefused) {
  Folder const folder;
  Json const input = with_all_tables(6);
  part_of_run(input, {folder / "out"}, 3);
  folder.write("out/newton.csv", "step\n");
  EXPECT_THAT(refusal([&] { part_of_run(input, {folder / "out"}, 3); }),
              HasSubstr("newton.csv: found 5 bytes, allowed: "));
}

Json with_tables_in_hdf5(int steps) {
  Json input = with_all_tables(steps);
  input["output"]["tables"] = "hdf5";
  return input;
}

TEST(Resumption, OfTablesInHdf5IsInBits) {
  if (!have_hdf5()) GTEST_SKIP() << "this build has no HDF5";
  Folder const folder;
  Json const input = with_tables_in_hdf5(40);
  part_of_run(input, {folder / "whole"}, 1000);
  for (int k = 0; k < 4; ++k) part_of_run(input, {folder / "parts"}, 13);
  EXPECT_EQ(different_files(folder / "whole", folder / "parts"), "");
  EXPECT_GT(ColumnReader(folder / "parts/contacts.h5").rows(), 0u);
}

TEST(Resumption, OfTablesInHdf5CutsWhatIsAfterTheSnapshot) {
  if (!have_hdf5()) GTEST_SKIP() << "this build has no HDF5";
  Folder const folder;
  Json const input = with_tables_in_hdf5(40);
  part_of_run(input, {folder / "whole"}, 1000);
  part_of_run(input, {folder / "parts"}, 13);
  auto const snapshot = contents(folder / "parts/snapshot.bin");
  part_of_run(input, {folder / "parts"}, 13);
  folder.write("parts/snapshot.bin", snapshot);
  part_of_run(input, {folder / "parts"}, 1000);
  EXPECT_EQ(different_files(folder / "whole", folder / "parts"), "");
}

TEST(Resumption, OfADamagedTableInHdf5IsRefused) {
  if (!have_hdf5()) GTEST_SKIP() << "this build has no HDF5";
  Folder const folder;
  Json const input = with_tables_in_hdf5(40);
  part_of_run(input, {folder / "out"}, 13);
  auto const refused = [&](std::string const& bytes) {
    folder.write("out/trajectory.h5", bytes);
    return refusal([&] { part_of_run(input, {folder / "out"}, 13); });
  };
  auto const good = contents(folder / "out/trajectory.h5");
  auto const rows = ColumnReader(folder / "out/trajectory.h5").rows();
  EXPECT_THAT(refused(good.substr(0, good.size() / 2)), HasSubstr("trajectory.h5: found an HDF5"));
  auto other = input;
  other["scene"]["gravity"] = {0, 0, -9};
  part_of_run(other, {folder / "other"}, 13);
  EXPECT_EQ(ColumnReader(folder / "other/trajectory.h5").rows(), rows);
  EXPECT_THAT(refused(contents(folder / "other/trajectory.h5")),
              HasSubstr("trajectory.h5: found other rows than at the snapshot"));
  part_of_run(input, {folder / "fewer"}, 5);
  EXPECT_THAT(refused(contents(folder / "fewer/trajectory.h5")), HasSubstr("found other rows"));
  folder.write("out/trajectory.h5", good);
  part_of_run(input, {folder / "out"}, 1000);
}

}  // namespace
}  // namespace orthant::test
