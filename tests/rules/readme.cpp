// README.md lists exactly the existing plug-ins.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>

#include "backends/backend.hpp"
#include "experiments/app/launch/launcher.hpp"
#include "experiments/app/references/reference.hpp"

namespace orthant::test {
namespace {

using Rows = std::set<std::string>;
constexpr char const *begin_mark = "<!-- plug-ins -->", *end_mark = "<!-- /plug-ins -->";

/// Rows of the form "| kind | `name` | about |" between the marks; a bar in a cell is written as
/// "\|".
Rows rows_of(std::istream& text) {
  std::regex const form(R"(\| ([^|`]+) \| `([^`]+)` \| (.+) \|\s*)");
  Rows out;
  bool within = false;
  std::smatch found;
  for (std::string line; std::getline(text, line);) {
    if (line.find(begin_mark) != std::string::npos) within = true;
    if (line.find(end_mark) != std::string::npos) within = false;
    if (within && std::regex_match(line, found, form))
      out.insert(found[1].str() + " `" + found[2].str() +
                 "`: " + std::regex_replace(found[3].str(), std::regex(R"(\\\|)"), "|"));
  }
  return out;
}

Rows missing(Rows const& from, Rows const& in) {
  Rows out;
  for (auto const& row : in)
    if (!from.contains(row)) out.insert(row);
  return out;
}

Rows catalogued() {
  Rows out;
  for (auto const& each : catalog())
    if (each.kind != "backend") out.insert(each.kind + " `" + each.name + "`: " + each.about);
  for (auto const& [name, entry] : references().entries())
    out.insert("reference `" + name + "`: " + entry.about);
  for (auto const& each : launchers()) out.insert("launcher `" + each.name + "`: " + each.about);
  return out;
}

TEST(Readme, ListsThePlugInsThatThereAre) {
  std::ifstream file(ORTHANT_SOURCE "/README.md");
  ASSERT_TRUE(file) << "README.md";
  Rows listed = rows_of(file);
  std::pair<char const*, bool> const optional[] = {{"`cholmod`", ORTHANT_HAVE_CHOLMOD},
                                                   {"`klu`", ORTHANT_HAVE_KLU},
                                                   {"`saddle_point`", ORTHANT_HAVE_KLU},
                                                   {"`umfpack`", ORTHANT_HAVE_UMFPACK},
                                                   {"`spqr`", ORTHANT_HAVE_SPQR}};
  for (auto const& [name, built] : optional)
    if (!built) std::erase_if(listed, [&](auto const& row) { return row.find(name) != row.npos; });
  EXPECT_THAT(missing(listed, catalogued()), ::testing::ElementsAre()) << "rows that it lacks";
  EXPECT_THAT(missing(catalogued(), listed), ::testing::ElementsAre()) << "rows of nothing";
}

TEST(Readme, RowsAreReadBetweenTheMarks) {
  std::istringstream text(
      "| kind | `before` | x |\n<!-- plug-ins -->\n| kind | name | about |\n|---|---|---|\n"
      "| a kind | `one` | sum \\|x\\| of it |\n| a kind | `two` | more |\n<!-- /plug-ins -->\n"
      "| kind | `after` | x |\n");
  Rows const rows = rows_of(text);
  EXPECT_THAT(rows, ::testing::ElementsAre("a kind `one`: sum |x| of it", "a kind `two`: more"));
  EXPECT_THAT(missing(rows, {"a kind `two`: more", "a kind `three`: less"}),
              ::testing::ElementsAre("a kind `three`: less"));
}

}  // namespace
}  // namespace orthant::test
