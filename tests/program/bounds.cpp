// What has no end, or one that nobody would wait for, is refused at once with the reason.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <sstream>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/references/recorded_motion.hpp"
#include "experiments/app/references/time_series.hpp"
#include "orthant/core/config/input_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test::bounds {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// A pipe that nobody writes to, a device without end, and a file of ten gigabytes.
class Endless : public ::testing::Test {
 protected:
  Endless() {
    mkfifo((folder_ / "pipe").c_str(), 0600);
    folder_.write("large", "{");
    fs::resize_file(folder_ / "large", 10'000'000'000);
  }
  std::vector<std::pair<std::string, std::string>> files() const {
    return {{(folder_ / "pipe").string(), "found a pipe, allowed: "},
            {"/dev/zero", "found a device, allowed: "},
            {(folder_ / "large").string(), "found 9536 MB, allowed: "}};
  }
  void expect_refused(std::vector<std::string> const& words, std::string const& what) const {
    auto const ended = folder_.run(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr(what)) << words[0];
  }

  Folder folder_;
};

TEST_F(Endless, ExperimentsAreRefused) {
  for (auto const& [file, what] : files())
    for (char const* command : {"run", "check", "compare", "fit"})
      expect_refused({command, file}, file + ": " + what);
}

TEST_F(Endless, ProblemsAndSettingsAreRefused) {
  auto const problem = folder_.write("p.dat", "3 1\n");
  for (auto const& [file, what] : files()) {
    expect_refused({"solve", file}, file + ": found ");
    expect_refused({"solve", problem, "--config", file}, what);
  }
}

TEST_F(Endless, FilesOfLoadsAreRefusedWithTheirPlace) {
  for (auto const& [file, what] : files()) {
    Json input = small_experiment();
    input["scene"]["loads"] = {{{"body", input["scene"]["bodies"][0]["name"]}, {"file", file}}};
    auto const experiment = folder_.write("a.json", input.dump());
    expect_refused({"check", experiment}, "a.json/scene/loads/0/file: " + file + ": " + what);
  }
}

TEST_F(Endless, TablesAreRefused) {
  for (auto const& [file, what] : files()) {
    EXPECT_THAT(refusal([&, name = file] { read_motion(name, 1); }), HasSubstr(what));
    EXPECT_THAT(refusal([&, name = file] { read_series(name, 3); }), HasSubstr(what));
    EXPECT_THAT(refusal([&, name = file] { read_csv(name); }), HasSubstr(what));
  }
  fs::create_directories(folder_ / "run");
  folder_.write("run/result.json", "{}");
  fs::create_symlink("/dev/zero", folder_ / "run/steps.csv");
  fs::create_symlink("/dev/zero", folder_ / "run/trajectory.csv");
  expect_refused({"replay", (folder_ / "run").string()}, "");
}

TEST(Lines, AreAsLongAsTheyAreAndBounded) {
  std::string const long_line(100'000, 'a'), most(4095, 'b');
  for (std::string const& end : {std::string("\n"), std::string()}) {
    std::istringstream in("\nx\n" + long_line + "\n" + most + "\n\n" + std::string("z\0z", 3) +
                          end);
    std::vector<std::string> found;
    for (std::string line; next_line(in, line, "t");) found.push_back(line);
    EXPECT_THAT(found,
                ::testing::ElementsAre("", "x", long_line, most, "", std::string("z\0z", 3)));
  }
  std::istringstream empty(""), endless(std::string(20'000'000, 'a'));
  std::string line;
  EXPECT_FALSE(next_line(empty, line, "t"));
  EXPECT_THAT(refusal([&] { next_line(endless, line, "t.csv"); }),
              HasSubstr("t.csv: found a line of more than 16 MB"));
}

Json sphere(Json const& mass) {
  return {{"mass", mass}, {"shapes", {{{"type", "sphere"}, {"radius", 0.5}}}}};
}

TEST(Crowds, AreRefused) {
  Folder const folder;
  Json bodies = Json::array();
  for (int i = 0; i < 100'000; ++i) {
    bodies.push_back(sphere(1));
    bodies.back()["name"] = std::to_string(i);
  }
  Json const input = {{"scene", {{"bodies", bodies}}}, {"step", 0.01}, {"steps", 1}};
  auto const ended = folder.run({"check", folder.write("a.json", input.dump())});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("a.json/scene: found 4999950000 pairs of shapes within 1 m"));
}

TEST(Steps, OfAnyLengthBeginOrAreRefused) {
  Folder const folder;
  Json input = small_experiment();
  input["step"] = 1e18;
  input["steps"] = 1;
  input["expect"] = Json::object();
  auto const ended = folder.run({"run", folder.write("a.json", input.dump()), "-q", "-o", "out"});
  EXPECT_THAT(ended.status, ::testing::AnyOf(0, 2, 3)) << ended.err;
}

}  // namespace
}  // namespace orthant::test::bounds
