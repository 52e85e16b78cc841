// HDF5 files: written data are read back; errors name the file and the data set.
#include "orthant/core/hdf5/hdf5_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;

TEST(Hdf5Files, HoldWhatWasWritten) {
  Folder const folder;
  std::string const path = (folder / "a.h5").string();
  Hdf5Writer writer(path);
  writer.group("empty");
  writer.integers("counts/of", {1, -2});
  writer.integers("counts/long", {1, std::int64_t{1} << 40});
  writer.reals("counts/x", {0.1, 1e300});
  writer.texts("names", {"ä", "", "b c"});
  writer.reals("counts/none", {});
  writer.close();

  Hdf5File const file(path);
  EXPECT_TRUE(file.has("empty"));
  EXPECT_FALSE(file.has("empty/x"));
  EXPECT_THAT(file.integers("/counts/of"), ElementsAre(1, -2));
  EXPECT_THAT(file.reals("/counts/x", 2), ElementsAre(0.1, 1e300));
  EXPECT_EQ(file.reals("/counts/none").size(), 0);
  EXPECT_THAT(file.texts("/names"), ElementsAre("ä", "", "b c"));
  EXPECT_THAT(refusal([&] { file.texts("/counts/x"); }),
              AllOf(HasSubstr("a.h5:/counts/x: found another type"), HasSubstr("texts")));
  EXPECT_THAT(refusal([&] { file.integers("/counts/long"); }),
              HasSubstr("a.h5:/counts/long: found 1099511627776, allowed: integers of 32 bits"));
  EXPECT_THAT(refusal([&] { file.texts("/no"); }), HasSubstr("a.h5:/no: found nothing"));
}

TEST(Hdf5Files, ThatCannotBeWrittenAreNamed) {
  Folder const folder;
  EXPECT_THAT(refusal([&] { Hdf5Writer((folder / "none/a.h5").string()); }),
              HasSubstr("none/a.h5: could not be written"));
  Hdf5Writer writer((folder / "a.h5").string());
  writer.reals("x", {1});
  EXPECT_THAT(refusal([&] { writer.reals("x", {2}); }), HasSubstr("a.h5:x: could not be written"));
  EXPECT_THAT(refusal([&] { writer.group("x/y"); }), HasSubstr("a.h5:x/y: could not be written"));
}

}  // namespace
}  // namespace orthant::test
