// No plug-in's name decides anything outside its own file: types have traits.
#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <sstream>

#include "experiments/app/schema/experiment_schema.hpp"
#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

/// Folders whose words are those of others: adapters of other simulators map the joints that these
/// have, and readers of robots the words of their formats.
std::vector<std::string> const translators = {"backends/peers/", "core/robots/"};

/// Words that are no plug-ins' names where they stand.
std::set<std::pair<std::string, std::string>> const other_words = {
    {"experiments/app/replay/recording.cpp", "fixed"},  // the motion of a body
    {"experiments/app/run/limits.cpp", "distance"},     // a key of "limits"
    {"experiments/app/run/quantities.cpp", "effort"}};  // a quantity of metrics

bool in_library(std::string const& path) {
  for (char const* folder : {"tests/", "bench/"})
    if (path.starts_with(folder)) return false;
  return std::ranges::none_of(translators,
                              [&](auto const& each) { return path.starts_with(each); });
}

std::set<std::string> names_of_plugins() {
  std::set<std::string> out;
  for (auto const& each : all_plugins()) out.insert(each.name);
  return out;
}

/// "core/a.cpp: hinge" for each comparison with one of the names, as text or as `HingeJoint::name`.
std::vector<std::string> compared_names(Source const& source, std::set<std::string> const& names) {
  static std::regex const form(
      R"re((?:[=!]=\s*(?:std::string\()?"([a-z_0-9]+)")|(?:"([a-z_0-9]+)"\s*[=!]=))re"
      R"re(|(?:[=!]=\s*(\w+)::name\b)|(?:\b(\w+)::name\s*[=!]=))re");
  // Parameters of templates: a plug-in that looks for itself.
  static std::set<std::string> const own = {"Relation", "Coordinate"};
  std::vector<std::string> out;
  std::istringstream text(source.text);
  for (std::string line; std::getline(text, line);) {
    if (line.find("==") == line.npos && line.find("!=") == line.npos) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), form), none; at != none; ++at) {
      auto const word = (*at)[1].str() + (*at)[2].str(), type = (*at)[3].str() + (*at)[4].str();
      if (names.contains(word) && !other_words.contains({source.path, word}))
        out.push_back(source.path + ": " + word);
      if (!type.empty() && !own.contains(type)) out.push_back(source.path + ": " + type);
    }
  }
  return out;
}

TEST(Names, NoneIsComparedOutsideItsFile) {
  auto const names = names_of_plugins();
  std::vector<std::string> found;
  for (auto const& source : all_sources())
    if (in_library(source.path))
      for (auto const& each : compared_names(source, names)) found.push_back(each);
  EXPECT_THAT(found, ElementsAre()) << "give the type a trait, beside JointType::leaves or "
                                       "IntegratorRecipe::remembers";
}

TEST(Names, AComparisonIsFound) {
  std::set<std::string> const names{"hinge", "bdf2"};
  auto const found = [&](std::string const& text) {
    return compared_names({"core/a.cpp", text}, names);
  };
  EXPECT_THAT(found("if (type == \"hinge\" || \"bdf2\" != name) go();"),
              ElementsAre("core/a.cpp: hinge", "core/a.cpp: bdf2"));
  EXPECT_THAT(found("if (kind->name() == std::string(\"hinge\")) go();"),
              ElementsAre("core/a.cpp: hinge"));
  EXPECT_THAT(found("if (type == HingeJoint::name) go();"), ElementsAre("core/a.cpp: HingeJoint"));
  EXPECT_THAT(found("if (type == Relation::name || type == \"other\") go(\"hinge\");"),
              ElementsAre());
}

}  // namespace
}  // namespace orthant::test
