// One file writes to the terminal, so that nothing from outside commands it.
#include <gtest/gtest.h>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

/// Whether a source of the program prints without the file that makes texts visible.
bool prints(Source const& source) {
  if (!source.path.starts_with("experiments/app/")) return false;
  if (source.path == "experiments/app/process/terminal.cpp") return false;
  for (char const* each : {"fmt::print(", "fputs(", "std::cout", "std::cerr", "std::printf(",
                           "std::fprintf(", "spdlog::"})
    if (source.text.find(each) != source.text.npos) return true;
  return false;
}

TEST(Printing, IsOneFilesWork) {
  for (auto const& source : all_sources()) EXPECT_FALSE(prints(source)) << source.path;
}

TEST(Printing, ElsewhereIsSeen) {
  EXPECT_TRUE(prints({"experiments/app/run/a.cpp", "void f() { fmt::print(\"\"); }"}));
  EXPECT_FALSE(prints({"experiments/app/run/a.cpp", "void f() { print(\"\"); }"}));
}

}  // namespace
}  // namespace orthant::test
