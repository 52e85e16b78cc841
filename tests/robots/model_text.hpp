// Model files of a test's own, and what readers say of them.
#pragma once
#include "orthant/core/robots/readers.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {

/// A file in a folder of its own, which goes with it.
class TextFile {
 public:
  TextFile(std::string const& name, std::string const& text) : path_(folder_.write(name, text)) {}

  void add(std::string const& name, std::string const& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    folder_.write(name, text);
  }
  std::string const& path() const { return path_; }

 private:
  Folder folder_;
  std::string path_;
};

/// By the ending of its name.
inline Robot read_robot(std::string const& path) {
  if (path.ends_with(".urdf")) return read_urdf(path, {});
  return path.ends_with(".sdf") ? read_sdf(path, {}) : read_mjcf(path, {});
}

}  // namespace orthant::test
