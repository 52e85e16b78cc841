// Tables of the pages name what exists: files and tests of formulations, and constants of solvers.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(fs::path const& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

std::string trimmed(std::string const& text) {
  auto const first = text.find_first_not_of(' ');
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string> cells_of(std::string const& line) {
  std::vector<std::string> out;
  std::istringstream parts(line.substr(1, line.rfind('|') - 1));
  for (std::string cell; std::getline(parts, cell, '|');) out.push_back(trimmed(cell));
  return out;
}

/// The errors of a cell such as "`tests/a.cpp`: One, Two; `tests/b.cpp`".
std::vector<std::string> faults_of(std::string const& cell) {
  std::vector<std::string> out;
  std::regex const form(R"(`((?:tests|experiments)/[^`]+)`(?:: ([A-Za-z0-9, ]+))?)");
  std::sregex_iterator found(cell.begin(), cell.end(), form), none;
  if (found == none) out.push_back("no file in: " + cell);
  for (; found != none; ++found) {
    std::string const file = (*found)[1];
    if (!fs::exists(fs::path(ORTHANT_SOURCE) / file)) {
      out.push_back("no file " + file);
      continue;
    }
    std::string const text = text_of(fs::path(ORTHANT_SOURCE) / file);
    std::istringstream names((*found)[2]);
    for (std::string name; std::getline(names, name, ',');)
      if (!std::regex_search(text, std::regex("\\b" + trimmed(name) + "\\b")))
        out.push_back("no " + trimmed(name) + " in " + file);
  }
  return out;
}

TEST(Formulations, EveryEquationHasItsSourceOptionAndTest) {
  std::istringstream text(text_of(ORTHANT_SOURCE "/docs/formulations.md"));
  int rows = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] != '|' || line.rfind("|---", 0) == 0) continue;
    auto const cells = cells_of(line);
    ASSERT_EQ(cells.size(), 4u) << line;
    for (auto const& cell : cells) EXPECT_NE(cell, "") << line;
    if (cells[0] == "equation") continue;
    EXPECT_THAT(faults_of(cells[3]), ::testing::ElementsAre()) << line;
    ++rows;
  }
  EXPECT_GT(rows, 50);
}

TEST(Formulations, WhatIsNotThereIsFound) {
  EXPECT_THAT(faults_of("`tests/rules/formulations.cpp`: WhatIsNotThereIsFound"),
              ::testing::ElementsAre());
  EXPECT_EQ(faults_of("`tests/rules/none.cpp`").size(), 1u);
  EXPECT_EQ(faults_of("`tests/rules/formulations.cpp`: NoSuch"
                      "Test")
                .size(),
            1u);
  EXPECT_EQ(faults_of("by inspection").size(), 1u);
}

/// `name` in the first cells: a constant or a setting of the sources.
TEST(Constants, OfTheDefaultSolverAreInTheSources) {
  std::string sources;
  for (auto const& source : all_sources())
    if (source.path.starts_with("solvers/") || source.path.starts_with("backends/stepping/"))
      sources += source.text;
  std::string const page = text_of(ORTHANT_SOURCE "/docs/solvers.md");
  auto const begin = page.find("\n| constant |");
  ASSERT_NE(begin, page.npos);
  std::istringstream table(page.substr(begin + 1, page.find("\n\n", begin) - begin));
  std::regex const word("`(\\w+)`");
  int rows = 0;
  for (std::string line; std::getline(table, line); ++rows) {
    std::string const cell = line.substr(0, line.find('|', 1));
    for (std::sregex_iterator at(cell.begin(), cell.end(), word), none; at != none; ++at)
      EXPECT_NE(sources.find(" " + (*at)[1].str() + " = "), sources.npos) << line;
  }
  EXPECT_GT(rows, 15);
}

}  // namespace
}  // namespace orthant::test
