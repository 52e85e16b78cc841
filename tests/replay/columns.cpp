// Tables of a run as arrays in HDF5 files: the same numbers as in text, and refusals.
#include <gmock/gmock.h>

#include <filesystem>

#include "experiments/app/files/column_table.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/replay/recording.hpp"
#include "tests/config/refusal.hpp"
#include "tests/replay/runs.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

Json const in_columns = {{"output", {{"tables", "hdf5"}}}};

class Columns : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!have_hdf5()) GTEST_SKIP() << "no HDF5";
  }
};

void expect_refused(std::function<void()> const& read, Json const& parts) {
  expect_parts(refusal(read), parts);
}

TEST_F(Columns, HaveTheNumbersOfTheText) {
  Folder const folder, other;
  run_small(folder);
  run_small(other, in_columns);
  for (std::string const name : {"trajectory", "contacts"}) {
    EXPECT_FALSE(fs::exists(other / ("out/" + name + ".csv")));
    TableReader csv(folder / ("out/" + name + ".csv"));
    ColumnReader columns(other / ("out/" + name + ".h5"));
    int rows = 0;
    for (; csv.next(); ++rows) {
      ASSERT_TRUE(columns.next());
      for (int k = 0; k < static_cast<int>(columns.columns().size()); ++k) {
        std::string const& column = columns.columns()[static_cast<std::size_t>(k)];
        int const same = csv.column(column);
        if (columns.is_text(k))
          EXPECT_EQ(columns.text(k), csv.text(same)) << column;
        else
          EXPECT_EQ(columns.number(k), csv.number(same)) << column;
      }
    }
    EXPECT_FALSE(columns.next());
    EXPECT_GT(rows, 5) << name;
  }
}

TEST_F(Columns, ArePlayedAsTheTextIs) {
  Folder const folder, other;
  run_small(folder);
  run_small(other, in_columns);
  Json const text = read_recording(folder / "out"), columns = read_recording(other / "out");
  for (char const* part : {"poses", "contacts"}) EXPECT_EQ(text[part], columns[part]) << part;
}

/// More rows than the buffers for writing and reading hold.
TEST_F(Columns, OfAnyLength) {
  Folder const folder;
  {
    ColumnWriter file(folder / "long.h5", "row,square,parity");
    for (int k = 0; k < 10000; ++k) {
      file.row(k, 0.5 * k * k, std::string(k % 2 == 0 ? "even" : "odd"));
      if (k == 3000) file.flush();
    }
    file.close();
  }
  ColumnReader file(folder / "long.h5");
  for (int k = 0; k < 10000; ++k) {
    ASSERT_TRUE(file.next());
    EXPECT_EQ(file.count(0), k);
    EXPECT_EQ(file.number(1), 0.5 * k * k);
    EXPECT_EQ(file.text(2), k % 2 == 0 ? "even" : "odd");
  }
  EXPECT_FALSE(file.next());
}

TEST_F(Columns, OfARunWithoutARow) {
  Folder const folder;
  {
    ColumnWriter file(folder / "none.h5", "a,b");
    file.close();
  }
  ColumnReader file(folder / "none.h5");
  EXPECT_EQ(file.columns(), (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(file.next());
}

TEST_F(Columns, OfAnEarlierRunAreRemoved) {
  Folder const folder;
  run_small(folder, in_columns);
  run_small(folder);
  EXPECT_FALSE(fs::exists(folder / "out/contacts.h5"));
  EXPECT_TRUE(fs::exists(folder / "out/contacts.csv"));
  run_small(folder, in_columns);
  EXPECT_TRUE(fs::exists(folder / "out/contacts.h5"));
  EXPECT_FALSE(fs::exists(folder / "out/contacts.csv"));
}

TEST_F(Columns, AreRefusedWhereTheyAreNoTable) {
  Folder const folder;
  run_small(folder, in_columns);
  auto const read = [&] { read_recording(folder / "out"); };
  folder.write("out/contacts.csv", "step");
  expect_refused(read, {"contacts.csv and contacts.h5", "one of them"});
  fs::remove(folder / "out/contacts.csv");

  auto const file = folder / "out/contacts.h5";
  fs::resize_file(file, fs::file_size(file) / 2);
  expect_refused(read, {"contacts.h5"});

  auto const write = [&](std::vector<double> const& x, int place) {
    Hdf5Writer to(file.string());
    to.texts("columns", {"step", "time_s", "world", "body_a", "x_m"});
    to.texts("text_columns", {"body_a"});
    to.texts("names", {"cube"});
    for (char const* each : {"step", "world"}) to.integers(each, {1, 1});
    to.integers("body_a", {place, place});
    to.reals("time_s", {0.1, 0.1});
    to.reals("x_m", x);
    to.close();
  };
  auto const open = [&] { ColumnReader const table(file); };
  write({1}, 0);
  expect_refused(open, {"contacts.h5:x_m", "found 1 numbers", "2, as in step"});
  write({1, 2}, 0);
  open();
  expect_refused(read, {"contacts.h5", "no column", "y_m"});
  write({1, 2}, 1);
  expect_refused(
      [&] {
        ColumnReader table(file);
        table.next();
        table.text(3);
      },
      {"row 1, body_a", "place 1", "one of 1 names"});
}

TEST(WithoutHdf5, ColumnsAreRefusedBeforeTheRun) {
  if (have_hdf5()) GTEST_SKIP() << "there is HDF5";
  Json input = small_experiment();
  input.merge_patch(in_columns);
  expect_refused([&] { build_experiment(input, "small.json"); }, {"output/tables", "no HDF5"});
}

}  // namespace
}  // namespace orthant::test
