// Tables cell by cell, and refusals.
#include <gmock/gmock.h>

#include <cmath>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/replay/samples.hpp"
#include "orthant/core/config/error.hpp"
#include "tests/replay/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Table, CellsMayStandInQuotes) {
  Folder const folder;
  TableReader table(
      folder.write("a.csv", "n,\"a, b\",c\r\n1,\"x, \"\"y\"\"\",\n2,,nan\n3,\"\",-inf\n"));
  int const text = table.column("a, b"), last = table.column("c");
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.text(text), "x, \"y\"");
  EXPECT_EQ(table.text(last), "");
  EXPECT_EQ(table.count(0), 1);
  ASSERT_TRUE(table.next());
  EXPECT_TRUE(std::isnan(table.number(last)));
  ASSERT_TRUE(table.next());
  EXPECT_EQ(table.text(text), "");
  EXPECT_EQ(table.number(last), -HUGE_VAL);
  EXPECT_FALSE(table.next());
  EXPECT_EQ(table.find("d"), -1);
}

TEST(Table, SaysWhereItIsNoTable) {
  Folder const folder;
  EXPECT_THAT([&] { TableReader(folder / "none.csv"); },
              ThrowsMessage<Error>(HasSubstr("no readable file")));
  EXPECT_THAT([&] { TableReader(folder.write("empty.csv", "")); },
              ThrowsMessage<Error>(HasSubstr("an empty file")));
  TableReader table(folder.write("a.csv", "a,b\n1,2\nx,-1\n3\n"));
  EXPECT_THAT([&] { table.column("c"); }, ThrowsMessage<Error>(HasSubstr("no column \"c\"")));
  ASSERT_TRUE(table.next());
  ASSERT_TRUE(table.next());
  EXPECT_THAT([&] { table.number(0); },
              ThrowsMessage<Error>(AllOf(HasSubstr("a.csv, line 3, a"), HasSubstr("\"x\""))));
  EXPECT_THAT([&] { table.count(1); }, ThrowsMessage<Error>(HasSubstr("a count")));
  EXPECT_THAT([&] { table.next(); },
              ThrowsMessage<Error>(HasSubstr("line 4: found 1 cells, allowed: 2")));
}

TEST(Samples, EverySecondIsGivenUpUntilTheyFit) {
  Samples samples(10, 100);
  for (int step = 0; step <= 1000; step += 10)
    if (samples.begin(step, 0.1 * step))
      for (int i = 0; i < 10; ++i) samples.add(step + i);
  EXPECT_EQ(samples.stride(), 10 * samples.factor());
  EXPECT_GT(samples.factor(), 4);
  EXPECT_LE(samples.all().size(), 12u);
  for (std::size_t k = 0; k < samples.all().size(); ++k) {
    auto const& each = samples.all()[k];
    EXPECT_EQ(each.step, static_cast<int>(k) * samples.stride());
    ASSERT_EQ(each.values.size(), 10u);
    EXPECT_EQ(each.values[3], static_cast<float>(each.step + 3));
  }
}

TEST(Samples, Base64IsThatOfTheStandard) {
  EXPECT_EQ(base64(std::vector<int>{}), "");
  EXPECT_EQ(base64(std::vector<int>{0x6e614d}), "TWFuAA==");  // "Man\0"
  for (std::size_t size = 0; size < 9; ++size) {
    std::vector<float> values;
    for (std::size_t i = 0; i < size; ++i) values.push_back(1.5f - static_cast<float>(i) / 7);
    EXPECT_EQ(numbers<float>(base64(values)), values);
  }
}

}  // namespace
}  // namespace orthant::test
