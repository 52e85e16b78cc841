// The program as a process, in a folder of its own.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant::test {

using Json = nlohmann::json;

struct Ended {
  int status = -1;
  std::string out, err;
};

/// A new folder, removed at the end with its content.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  std::filesystem::path operator/(std::string const& name) const { return path_ / name; }
  /// Writes a file and returns its path.
  std::string write(std::string const& name, std::string const& text) const;
  /// Runs the program in this folder with these arguments.
  Ended run(std::vector<std::string> const& arguments, std::string const& environment = "") const;

 private:
  std::filesystem::path path_;
};

std::string contents(std::filesystem::path const& file);
std::vector<std::string> lines(std::filesystem::path const& file);
std::string shipped(std::string const& experiment);

/// Two boxes on a floor, and a rod on a joint; five steps.
Json small_experiment();

}  // namespace orthant::test
