// Writes a plug-in, a program with it, and an experiment that tests it.
#include "experiments/app/new_plugin/new_command.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/error.hpp"

extern "C" char const orthant_new_files[];  // see sources.cmake

namespace orthant {
namespace {

struct Beginning {
  std::string_view kind, of;              // its plug-in in docs/example, a file and a name
  std::string_view experiment;            // a file
  std::string_view key, mine, other;      // what the experiment compares, if it does not say
  std::string_view suite, tests;          // the header of its tests, and what they are of
  std::string_view list = "own_plugins";  // that it is added to
};
#define ORTHANT_TESTS(Suite, Of, Named)                                                     \
  "INSTANTIATE_TEST_SUITE_P(Mine, " Suite ",\n                         testing::Values(" Of \
  "), " Named ");\n"
#define ORTHANT_OF_NAME(Suite) ORTHANT_TESTS(Suite, "\"@NAME@\"", "choice_name")
#define ORTHANT_TO(Suite, accuracy) \
  ORTHANT_TESTS(Suite, "Choice(\"@NAME@\", " accuracy ")", "choice_name")
#define ORTHANT_OF_TYPE(Suite, Type) \
  "INSTANTIATE_TYPED_TEST_SUITE_P(Mine, " Suite ", ::" Type ");\n"
constexpr char const *rolling = "rolling.json.in", *itself = R"("@NAME@")";
constexpr Beginning beginnings[] = {
    {"ncp", "halfway", rolling, "solver.ncp", itself, R"("fischer_burmeister")", "ncp",
     ORTHANT_OF_NAME("NcpConformance")},
    {"friction", "mean_disc", rolling, "solver.friction", itself, R"("w_newton")", "friction",
     ORTHANT_TESTS("FrictionConformance", R"(Json{{"friction", "@NAME@"}, {"ncp", "minimum_map"}})",
                   "pair_name")},
    {"scaling", "mean_scaling", rolling, "solver.scaling", itself, R"("row_sum")", "scaling",
     ORTHANT_OF_NAME("ScalingConformance")},
    {"linear_solver", "conjugate_gradients", rolling, "solver.linear", itself, R"("pcr")",
     "linear_solver", ORTHANT_TO("LinearSolverConformance", "1e-9")},
    {"preconditioner", "mean_diagonal", rolling, "solver.linear",
     R"({"type": "pcr", "preconditioner": "@NAME@"})",
     R"({"type": "pcr", "preconditioner": "block_jacobi"})", "preconditioner",
     ORTHANT_OF_NAME("PreconditionerConformance") ORTHANT_TESTS(
         "LinearSolverConformance",
         R"(Choice({{"type", "pcr"}, {"preconditioner", "@NAME@"}}, 1e-9))", "choice_name")},
    {"cone_solver", "projected_gradient", rolling, "solver", itself, R"("proximal_newton")",
     "cone_solver",
     ORTHANT_TO("ConeSolverConformance", "1e-10")
         ORTHANT_OF_NAME("UnsolvableConformance") "GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST("
                                                  "PileConformance);  // too slow\n",
     "own_cone_solvers"},
    {"integrator", "shake", rolling, "integrator", itself, R"("implicit_euler")", "integrator",
     ORTHANT_OF_NAME("IntegratorConformance")},
    {"joint", "squared_distance", "swinging.json.in", "", "", "", "joint",
     ORTHANT_OF_TYPE("JointConformance", "@TYPE@") ORTHANT_OF_TYPE("RelationConformance", "@TYPE@")
         ORTHANT_OF_TYPE("StiffnessConformance", "@TYPE@")},
    {"coordinate", "half_square", "half_square_slider.json", "", "", "", "joint",
     ORTHANT_OF_TYPE("RelationConformance", "@TYPE@") ORTHANT_OF_TYPE(
         "StiffnessConformance", "@TYPE@") ORTHANT_OF_TYPE("JointConformance", "@TYPE@Slider")}};
#undef ORTHANT_TESTS
#undef ORTHANT_OF_NAME
#undef ORTHANT_TO
#undef ORTHANT_OF_TYPE

/// Stored problems have contacts only.
bool solves_problems(Beginning const& of) { return of.key.starts_with("solver"); }

/// The file of that name, as the build has put it into this program.
std::string source_of(std::string_view name) {
  for (char const* at = orthant_new_files; *at != 0;) {
    std::string_view const file(at), text(at + file.size() + 1);
    if (file == name) return std::string(text);
    at = text.data() + text.size() + 1;
  }
  throw std::logic_error("no file " + std::string(name));
}

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

/// What to type next. Orthant is installed where this program is, or has to be.
std::string next_steps(Beginning const& of, std::string const& name, std::string const& folder) {
  auto const root = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  bool const installed = !fs::exists(root / "CMakeCache.txt");
  std::string const prefix = (installed ? root : root / "install").string();
  std::string out =
      "{0}: {1}.hpp is the plug-in, main.cpp a program with it; {1}.json and test.cpp test it\n";
  if (!installed) out += "    cmake --install {2} --prefix {3}\n";
  out +=
      "    cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH={3}\n"
      "    cmake --build {0}/build && ctest --test-dir {0}/build\n"
      "    {0}/build/{1}_orthant compare {0}/{1}.json\n";
  if (solves_problems(of))
    out +=
        "    {0}/build/{1}_orthant compare {0}/{1}_problems.json   once its tests have recorded "
        "some\n";
  return fmt::format(fmt::runtime(out), folder, name, root.string(), prefix);
}

}  // namespace

std::vector<std::string> kinds_of_new() {
  std::vector<std::string> out;
  for (auto const& each : beginnings) out.emplace_back(each.kind);
  return out;
}

int new_command(NewCommand const& command) {
  return reporting([&] {
    auto const& of = *std::ranges::find(beginnings, command.kind, &Beginning::kind);
    std::string const& name = command.name;
    require_new_name(name);
    std::string const type = as_type(name), mine(of.mine), key(of.key);
    std::string const method = key.starts_with("solver.") ? R"("solver": {"type": "newton", ")" +
                                                                key.substr(7) + "\": " + mine + "}"
                                                          : "\"" + key + "\": " + mine;
    std::string const sweep = "\"" + key + "\": [" + mine + ", " + std::string(of.other) + "]";
    auto const filled = [&](std::string_view file) {
      std::string text =
          with(with(source_of(file), of.of, name), as_type(std::string(of.of)), type);
      text = with(with(text, "@METHOD@", method), "@SWEEP@", sweep);
      text = with(with(text, "@SUITE@", of.suite), "@TESTS@\n", of.tests);
      text = with(with(text, "@LIST@", of.list), "@TYPE@", type);
      return with(text, "@NAME@", name);
    };
    fs::path const folder = command.directory.empty() ? name : command.directory;
    std::vector<std::pair<std::string, std::string>> files = {
        {name + ".hpp", filled(std::string(of.of) + ".hpp")},
        {"main.cpp", filled("main.cpp.in")},
        {"test.cpp", filled("test.cpp.in")},
        {name + ".json", filled(of.experiment)},
        {"CMakeLists.txt", filled("CMakeLists.txt.in")}};
    if (solves_problems(of))
      files.emplace_back(name + "_problems.json", filled("problems.json.in"));
    for (auto const& [file, text] : files)
      if (fs::exists(folder / file))
        refuse((folder / file).string(), "a file", "none: another --output");
    fs::create_directories(folder);
    for (auto const& [file, text] : files) write_whole(folder / file, text);
    print("{}", next_steps(of, name, shell_word(folder.string())));
    return 0;
  });
}

}  // namespace orthant
