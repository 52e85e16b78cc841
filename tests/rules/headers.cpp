// Every header compiles alone, because it includes what it needs.
//
// A header that some file includes first has been compiled alone by the build, so only the others
// are tested here. Sources of tests do not count, because they are compiled together. Kokkos takes
// a second to read, so it is read once into a precompiled header, for all headers that include it.
// Only the syntax is checked; the rest of the build compiles the code. A run takes a tenth of the
// headers, chosen by the number of lines of all sources; with $ORTHANT_ALL_HEADERS it takes all.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

/// The command that compiles a file of the project, without its input, its output and headers that
/// come before it.
std::string compiler(fs::path const& database) {
  std::ifstream file(database);
  auto const entries = nlohmann::json::parse(file);
  for (auto const& entry : entries) {
    if (entry["file"] != ORTHANT_SOURCE "/backends/instances/joints.cpp") continue;
    std::istringstream words(entry["command"].get<std::string>());
    std::string out;
    for (std::string word; words >> word;)
      if (word == "-o" || word == "-c" || word == "-include")
        words >> word;
      else if (word != "-Winvalid-pch")
        out += word + " ";
    return out;
  }
  return "";
}

class Checker {
 public:
  explicit Checker(fs::path folder) : folder_(std::move(folder)) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    command_ = compiler(ORTHANT_BINARY "/compile_commands.json") + "-I" ORTHANT_SOURCE " ";
    std::ofstream(folder_ / "kokkos.hpp") << "#include <Kokkos_Core.hpp>\n";
    run("-x c++-header " + (folder_ / "kokkos.hpp").string() + " -o " +
        (folder_ / "kokkos.hpp.gch").string());
  }

  /// The compiler's message for a file that includes `header` alone; "" if there is none.
  std::string compile(std::string const& header, bool with_kokkos, int number) const {
    auto const source = folder_ / (std::to_string(number) + ".cpp");
    std::ofstream(source) << "#include \"" << header << "\"\n";
    return run((with_kokkos ? "-include " + (folder_ / "kokkos.hpp").string() + " " : "") +
               "-fsyntax-only " + source.string());
  }

 private:
  std::string run(std::string const& arguments) const {
    static std::atomic<int> runs = 0;
    auto const log = folder_ / ("log" + std::to_string(runs++));
    if (std::system((command_ + arguments + " >" + log.string() + " 2>&1").c_str()) == 0) return "";
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    return text.str().empty() ? "failed" : text.str();
  }

  fs::path folder_;
  std::string command_;
};

using Includes = std::map<std::string, std::vector<std::string>>;

bool reaches_kokkos(Includes const& includes, std::string const& header,
                    std::set<std::string>& seen) {
  if (header == "core/execution/kokkos.hpp") return true;
  if (!seen.insert(header).second || !includes.contains(header)) return false;
  for (auto const& each : includes.at(header))
    if (reaches_kokkos(includes, each, seen)) return true;
  return false;
}

TEST(Headers, CompileAlone) {
  Includes includes;
  std::set<std::string> proven;
  std::size_t lines = 0;
  for (auto const& source : all_sources()) {
    lines += static_cast<std::size_t>(line_count(source));
    if (source.path.ends_with(".hpp")) includes[source.path] = included(source);
    if (!source.path.starts_with("tests/") || source.path.ends_with(".hpp"))
      proven.insert(first_included(source));
  }
  std::vector<std::string> headers;
  // Headers of the Python package need Python's headers, which are not available everywhere.
  for (auto const& [header, all] : includes)
    if (!proven.contains(header) && !header.starts_with("experiments/python/"))
      headers.push_back(header);
  ASSERT_GT(headers.size(), 20u);
  std::size_t const step = std::getenv("ORTHANT_ALL_HEADERS") ? 1 : 10, first = lines % step;

  Checker const checker(ORTHANT_BINARY "/tests/headers");
  std::atomic<std::size_t> next = first;
  std::mutex reporting;
  auto const work = [&] {
    for (std::size_t k; (k = next.fetch_add(step)) < headers.size();) {
      std::set<std::string> seen;
      bool const with_kokkos = reaches_kokkos(includes, headers[k], seen);
      auto const complaint = checker.compile(headers[k], with_kokkos, static_cast<int>(k));
      if (complaint.empty()) continue;
      std::scoped_lock const lock(reporting);
      ADD_FAILURE() << headers[k] << " does not compile alone:\n" << complaint.substr(0, 2000);
    }
  };
  std::thread other(work);
  work();
  other.join();
}

TEST(Headers, OneThatLacksAnIncludeIsSeen) {
  fs::path const folder = ORTHANT_BINARY "/tests/wrong_header";
  Checker const checker(folder);
  auto const good = folder / "good.hpp", wrong = folder / "wrong.hpp";
  std::ofstream(good)
      << "#pragma once\n#include \"orthant/core/math/vec.hpp\"\ninline orthant::Vec3 v;\n";
  std::ofstream(wrong) << "#pragma once\ninline orthant::Vec3 v;\n";
  EXPECT_EQ(checker.compile(good.string(), true, 0), "");
  EXPECT_NE(checker.compile(wrong.string(), true, 1), "");
}

}  // namespace
}  // namespace orthant::test
