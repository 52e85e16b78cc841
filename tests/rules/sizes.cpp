// Files are small and begin with a sentence that says what they are.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

TEST(Sizes, NoFileIsLongAndMostAreShort) {
  std::vector<int> counts;
  for (auto const& source : all_sources()) {
    counts.push_back(line_count(source));
    EXPECT_LE(counts.back(), 500) << source.path;
  }
  ASSERT_GT(counts.size(), 100u);
  std::nth_element(counts.begin(), counts.begin() + static_cast<long>(counts.size() / 2),
                   counts.end());
  EXPECT_LE(counts[counts.size() / 2], 100) << "the median of all files";
}

TEST(Sizes, EveryFileBeginsWithASentenceThatSaysWhatItIs) {
  for (auto const& source : all_sources())
    EXPECT_TRUE(begins_with_a_sentence(source)) << source.path;
}

TEST(Sizes, TheRulesSeeWhatIsWrong) {
  EXPECT_TRUE(begins_with_a_sentence({"a.hpp", "// A thing.\n#pragma once\n"}));
  EXPECT_TRUE(begins_with_a_sentence({"a.hpp", "// A long\n// thing.\n#pragma once\n"}));
  EXPECT_FALSE(begins_with_a_sentence({"a.hpp", "#pragma once\n// A thing.\n"}));
  EXPECT_FALSE(begins_with_a_sentence({"a.hpp", "// a thing\n"}));
  EXPECT_FALSE(begins_with_a_sentence({"a.hpp", "// Name\n#pragma once\n"}));
  EXPECT_FALSE(begins_with_a_sentence({"a.hpp", ""}));
  EXPECT_EQ(line_count({"a.hpp", "// A.\n\n"}), 2);
}

}  // namespace
}  // namespace orthant::test
