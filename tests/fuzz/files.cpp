// A directory in memory, filled again for each input.
#include "tests/fuzz/files.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace orthant::fuzz {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  Folder() {
    fs::path const memory = "/dev/shm";
    path = (fs::is_directory(memory) ? memory : fs::temp_directory_path()) /
           ("orthant_fuzz_" + std::to_string(getpid()));
    fs::create_directories(path);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;
};

bool plain(std::string const& name) {
  return !name.empty() && name.size() < 40 && name.front() != '.' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.0123456789") == name.npos;
}

}  // namespace

fs::path const& directory() {
  static Folder const folder;
  return folder.path;
}

fs::path file_of(std::string const& name, std::string const& text) {
  auto path = directory() / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

void fill_directory(std::string const& text, std::string const& folder) {
  for (auto const& entry : fs::directory_iterator(directory())) fs::remove_all(entry.path());
  std::istringstream lines(text);
  std::ofstream file;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("=== ")) {
      if (file.is_open()) file << line << '\n';
      continue;
    }
    std::string name = line.substr(4);
    file.close();
    bool const inside = !folder.empty() && name.starts_with(folder + "/");
    if (inside) name.erase(0, folder.size() + 1);
    if (!plain(name)) continue;
    auto const where = inside ? directory() / folder : directory();
    std::error_code error;  // a file has the folder's name
    fs::create_directories(where, error);
    if (error) continue;
    file.open(where / name, std::ios::binary);
  }
}

void require(bool holds, char const* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace orthant::fuzz
