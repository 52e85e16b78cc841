// The library has a face: what programs include is a list, and the program, Python and the example
// include nothing else, so that whatever they can do, a user can.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// The lines of the list: headers, and folders of plug-ins, which end with "/".
std::set<std::string> listed() {
  std::set<std::string> out;
  std::ifstream file(ORTHANT_SOURCE "/.cmake/public_headers.txt");
  for (std::string line; std::getline(file, line);) out.insert(line);
  return out;
}

std::string text_of(fs::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

bool is_of_library(std::string const& path) {
  for (char const* folder : {"core/", "constraints/", "solvers/", "integrators/", "backends/"})
    if (path.starts_with(folder)) return true;
  return false;
}

bool is_installed(std::string const& header, std::set<std::string> const& list) {
  auto const folder = header.substr(0, header.rfind('/') + 1);
  return list.contains(header) || list.contains(folder) || folder.ends_with("/detail/");
}

/// "a.cpp includes core/b.hpp" for headers of the library that are not listed.
std::vector<std::string> not_public(Source const& source, std::set<std::string> const& list) {
  std::vector<std::string> out;
  for (auto const& each : included(source))
    if (is_of_library(each) && !list.contains(each))
      out.push_back(source.path + " includes " + each);
  return out;
}

TEST(PublicHeaders, AreThere) {
  auto const list = listed();
  ASSERT_GT(list.size(), 40u);
  for (auto const& each : list) EXPECT_TRUE(fs::exists(ORTHANT_SOURCE "/" + each)) << each;
}

TEST(PublicHeaders, AreAllThatTheProgramPythonAndTheExampleInclude) {
  auto const list = listed();
  std::vector<Source> clients;
  for (auto const& source : all_sources())
    if (source.path.starts_with("experiments/")) clients.push_back(source);
  for (auto const& entry : fs::recursive_directory_iterator(ORTHANT_SOURCE "/docs/example"))
    if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
      clients.push_back({entry.path().filename(), text_of(entry.path())});
  ASSERT_GT(clients.size(), 200u);
  std::vector<std::string> wrong;
  for (auto const& client : clients)
    for (auto const& each : not_public(client, list)) wrong.push_back(each);
  EXPECT_THAT(wrong, ElementsAre()) << "make it public in .cmake/public_headers.txt, or do without";
  EXPECT_THAT(not_public({"a.cpp", "#include \"orthant/core/step/detail/own_rows.hpp\"\n"}, list),
              ElementsAre("a.cpp includes core/step/detail/own_rows.hpp"));
}

TEST(PublicHeaders, ReachOnlyWhatIsInstalled) {
  auto const list = listed();
  std::vector<std::string> wrong;
  for (auto const& source : all_sources()) {
    if (!is_of_library(source.path) || !is_installed(source.path, list)) continue;
    if (!source.path.ends_with(".hpp")) continue;
    for (auto const& each : included(source))
      if (!is_installed(each, list)) wrong.push_back(source.path + " includes " + each);
  }
  EXPECT_THAT(wrong, ElementsAre()) << "move it to detail/ of its folder";
}

/// One path leads to a header, here and where it is installed.
TEST(PublicHeaders, AreIncludedByOnePath) {
  static std::regex const bare(
      R"re(#\s*include "((core|constraints|solvers|integrators|backends)/[^"]+)")re");
  for (auto const& source : all_sources())
    for (std::sregex_iterator at(source.text.begin(), source.text.end(), bare), none; at != none;
         ++at)
      EXPECT_TRUE(source.path.starts_with("tests/rules/"))
          << source.path << ": write orthant/" << (*at)[1];
}

}  // namespace
}  // namespace orthant::test
