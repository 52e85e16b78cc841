// Writes a plug-in, a program with it, and an experiment that tests it.
#include "experiments/app/new_plugin/new_command.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/new_plugin/sources.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

struct Beginning {
  char const* kind;
  std::string_view (*source)();
  char const *type, *called;  // in the source, and its name there
  char const *include, *add;
  std::string_view (*experiment)();
  char const* key;
  char const *suite, *tests;  // the header of its tests, and what they are of
};
#define ORTHANT_OF_NAME(Suite) \
  "INSTANTIATE_TEST_SUITE_P(Mine, " Suite ", testing::Values(\"@NAME@\"), choice_name);"
#define ORTHANT_OF_TYPE(Suite) "INSTANTIATE_TYPED_TEST_SUITE_P(Mine, " Suite ", @TYPE@);"
constexpr Beginning beginnings[] = {
    {"ncp", ncp_source, "Halfway", "halfway", "orthant/constraints/register.hpp",
     "orthant::add_ncp<orthant::SpaceOnHost, @TYPE@>(plugins)", rolling_source,
     R"("solver": {"type": "newton", "ncp": "@NAME@"})", "ncp", ORTHANT_OF_NAME("NcpConformance")},
    {"joint", joint_source, "SquaredDistance", "squared_distance",
     "orthant/constraints/register.hpp",
     "orthant::add_joint<orthant::SpaceOnHost, @TYPE@>(plugins)", swinging_source, "", "joint",
     ORTHANT_OF_TYPE("JointConformance") "\n" ORTHANT_OF_TYPE(
         "RelationConformance") "\n" ORTHANT_OF_TYPE("StiffnessConformance")},
    {"linear_solver", linear_solver_source, "ConjugateGradients", "my_cg",
     "orthant/core/method/plugins.hpp",
     "orthant::add_linear_solver<@TYPE@, CgSettings>(plugins, \"@NAME@\", \"what it does\")",
     rolling_source, R"("solver": {"type": "newton", "linear": "@NAME@"})", "linear_solver",
     "INSTANTIATE_TEST_SUITE_P(Mine, LinearSolverConformance,\n"
     "                         testing::Values(Choice(\"@NAME@\", 1e-9)), choice_name);"},
    {"integrator", integrator_source, "Shake", "shake", "orthant/core/method/plugins.hpp",
     "orthant::add_integrator<orthant::EulerStep<orthant::SpaceOnHost>, @TYPE@Settings>(plugins, "
     "\"@NAME@\", "
     "\"what it does\")",
     rolling_source, R"("integrator": "@NAME@")", "integrator",
     ORTHANT_OF_NAME("IntegratorConformance")}};
#undef ORTHANT_OF_NAME
#undef ORTHANT_OF_TYPE

std::string with(std::string text, std::string_view mark, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += by.size())
    text.replace(at, mark.size(), by);
  return text;
}

/// "my_function" -> "MyFunction"
std::string as_type(std::string const& name) {
  std::string out;
  bool begins = true;
  for (char const c : name) {
    if (c != '_') out += begins ? static_cast<char>(std::toupper(c)) : c;
    begins = c == '_';
  }
  return out;
}

void require_new_name(std::string const& name) {
  auto const small = [](char c) { return c >= 'a' && c <= 'z'; };
  bool good = !name.empty() && name.size() <= 40 && small(name[0]);
  for (char const c : name) good = good && (small(c) || (c >= '0' && c <= '9') || c == '_');
  if (!good)
    refuse("name", "\"" + name + "\"", "a to z, 0 to 9 and _, from a letter on, at most 40");
  for (auto const& entry : catalog())
    if (entry.name == name)
      refuse("name", "\"" + name + "\"", "one that Orthant does not have: see orthant list");
}

}  // namespace

std::vector<std::string> kinds_of_new() {
  std::vector<std::string> out;
  for (auto const& each : beginnings) out.emplace_back(each.kind);
  return out;
}

int new_command(NewCommand const& command) {
  return reporting([&] {
    auto const of = std::ranges::find(beginnings, command.kind,
                                      [](Beginning const& each) { return std::string(each.kind); });
    std::string const& name = command.name;
    require_new_name(name);
    std::string const type = as_type(name);
    auto const filled = [&](std::string_view of_template) {
      std::string text(of_template);
      text = with(with(text, "@ADD@", of->add), "@KEY@", of->key);
      text = with(with(text, "@SUITE@", of->suite), "@TESTS@", of->tests);
      return with(with(with(text, "@INCLUDE@", of->include), "@TYPE@", type), "@NAME@", name);
    };
    std::string source(of->source());
    source = with(with(source, of->type, type), "\"" + std::string(of->called) + "\"",
                  "\"" + name + "\"");
    fs::path const folder = command.directory.empty() ? name : command.directory;
    std::pair<std::string, std::string> const files[] = {
        {name + ".hpp", source},
        {"main.cpp", filled(main_source())},
        {"test.cpp", filled(test_source())},
        {name + ".json", filled(of->experiment())},
        {"CMakeLists.txt", filled(build_source())}};
    for (auto const& [file, text] : files)
      if (fs::exists(folder / file))
        refuse((folder / file).string(), "a file", "none: another --output");
    fs::create_directories(folder);
    for (auto const& [file, text] : files) write_whole(folder / file, text);
    std::string const at = folder.string();
    print(
        "{0}: {1}.hpp, the plug-in; main.cpp, CMakeLists.txt; {1}.json, an experiment, and "
        "test.cpp, which test it\n"
        "    cmake -S {0} -B {0}/build [-DCMAKE_PREFIX_PATH=where Orthant is installed]\n"
        "    cmake --build {0}/build && ctest --test-dir {0}/build\n"
        "    {0}/build/{1}_orthant list\n",
        at, name);
    return 0;
  });
}

}  // namespace orthant
