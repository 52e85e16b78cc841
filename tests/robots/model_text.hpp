// Model files of a test's own, and what readers say of them.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "orthant/core/config/error.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant::test {

/// A file in a folder of its own, which goes with it.
class TextFile {
 public:
  TextFile(std::string const& name, std::string const& text) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("orthant_model_" + std::to_string(::getpid()) + "_" + std::to_string(++count));
    std::filesystem::create_directories(folder_);
    add(name, text);
    path_ = folder_ / name;
  }
  ~TextFile() { std::filesystem::remove_all(folder_); }
  TextFile(TextFile const&) = delete;
  TextFile& operator=(TextFile const&) = delete;

  void add(std::string const& name, std::string const& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string path() const { return path_; }

 private:
  std::filesystem::path folder_, path_;
};

/// The message with which a reader refuses a file, or "".
inline std::string reader_refusal(std::string const& path) {
  try {
    path.ends_with(".sdf") ? read_sdf(path, {}) : read_mjcf(path, {});
  } catch (Error const& e) {
    return e.what();
  }
  return "";
}

/// Whether a robot reports something of that kind, at that line unless it is 0.
inline bool reports(Robot const& robot, std::string const& what, int line = 0) {
  for (auto const& each : robot.unsupported)
    if (each.what.find(what) != std::string::npos && (line == 0 || each.spot.line == line))
      return true;
  return false;
}

}  // namespace orthant::test
