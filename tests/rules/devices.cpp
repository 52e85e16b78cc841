// What compilers for devices read differently, or not at all.
#include <gmock/gmock.h>

#include <regex>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;

/// "a.hpp: x = {.b" for every assignment from a braced list with names, which nvcc 13 takes in the
/// order of the members in a template; T{.b = ...} it takes by name.
std::vector<std::string> nameless_assignments(Source const& source) {
  static std::regex const assignment(
      R"(\n *([A-Za-z_][\w.()\[\]]*(->[\w.()\[\]]+)* = \{\s*\.\w+))");
  std::vector<std::string> out;
  for (std::sregex_iterator it(source.text.begin(), source.text.end(), assignment), end; it != end;
       ++it)
    out.push_back(source.path + ": " + it->str(1));
  return out;
}

/// The kernels that are members of a class: nvcc cannot launch a private one.
std::vector<std::string> hidden_kernels(Source const& source) {
  static std::regex const hidden(R"(\n {4,}static constexpr char const\* label = "([^"]*)\")");
  std::vector<std::string> out;
  for (std::sregex_iterator it(source.text.begin(), source.text.end(), hidden), end; it != end;
       ++it)
    out.push_back(source.path + ": " + it->str(1));
  return out;
}

TEST(Devices, GetNoAssignmentFromNamedMembers) {
  std::vector<std::string> wrong;
  for (auto const& source : all_sources())
    if (source.path.rfind("tests/", 0) != 0)
      for (auto const& each : nameless_assignments(source)) wrong.push_back(each);
  EXPECT_THAT(wrong, ElementsAre());
}
TEST(Devices, AnAssignmentFromNamedMembersIsSeen) {
  Source const source{
      "core/a.hpp",
      "  x = {.b = 1};\n  T y = {.b = 1};\n  x = T{.b = 1};\n  p->x(i) = {\n .c = 1};\n"
      "  f({.b = 1});\n  x = {1, 2};\n"};
  EXPECT_THAT(nameless_assignments({source.path, "\n" + source.text}),
              ElementsAre("core/a.hpp: x = {.b", "core/a.hpp: p->x(i) = {\n .c"));
}

TEST(Devices, HaveNoKernelsThatAreMembers) {
  std::vector<std::string> wrong;
  for (auto const& source : all_sources())
    for (auto const& each : hidden_kernels(source)) wrong.push_back(each);
  EXPECT_THAT(wrong, ElementsAre());
}

}  // namespace
}  // namespace orthant::test
