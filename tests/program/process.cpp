// Starts the program, and writes files for it.
#include "tests/program/process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/table.hpp"

namespace orthant::test {
namespace {

std::string quoted(std::string const& word) {
  std::string out = "'";
  for (char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

}  // namespace

Folder::Folder() {
  static int number = 0;
  path_ = std::filesystem::temp_directory_path() /
          ("orthant_test_" + std::to_string(getpid()) + "_" + std::to_string(number++));
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(std::string const& name, std::string const& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return (path_ / name).string();
}

Ended Folder::run(std::vector<std::string> const& arguments, std::string const& environment) const {
  std::string command = "cd ";  // modified in place: g++ 12 warns of "" + std::string()
  command += quoted(path_.string()) + " && " + environment + " " + quoted(ORTHANT_PROGRAM);
  for (auto const& each : arguments) command.append(" ").append(quoted(each));
  int const status = std::system((command + " >.out 2>.err").c_str());
  Ended ended{WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(path_ / ".out"),
              contents(path_ / ".err")};
  std::filesystem::remove(path_ / ".out");
  std::filesystem::remove(path_ / ".err");
  return ended;
}

std::string contents(std::filesystem::path const& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::string> lines(std::filesystem::path const& file) {
  std::vector<std::string> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string shipped(std::string const& experiment) {
  return ORTHANT_SOURCE "/experiments/" + experiment + "/scene.json";
}

Json small_experiment() { return base_of("small"); }

}  // namespace orthant::test
