// The list of the files of a run, and a lock on its directory.
#include "experiments/app/files/result_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::array files{"result.json",     "worlds.csv",        "steps.csv",     "problems.csv",
                           "convergence.csv", "newton.csv",        "residuals.csv", "messages.txt",
                           "trajectory.csv",  "trajectory.h5",     "contacts.csv",  "contacts.h5",
                           "reactions.csv",   "reactions.h5",      "errors.csv",    "compared.csv",
                           "joints.csv",      "joints.h5",         "solves.csv",    "replay.html",
                           "report.html",     "systems/index.csv", "snapshot.bin",  "search.csv",
                           "search.json",     "starts.bin"};

/// What a killed run was writing, and pages of the run so far.
bool is_unfinished(fs::path const& path) {
  std::string const name = path.filename();
  if (name == "report.html" || name == "replay.html") return true;
  return name.starts_with("snapshot.bin.part-") || name.starts_with("result.json.part-");
}

/// Files with numbers in their names: a recorded problem, the folder of a recorded system, a file
/// that a killed run was writing.
bool is_numbered(fs::path const& path) {
  std::string const name = path.filename().string(), folder = path.parent_path().filename(),
                    kind = path.extension();
  bool const of_step = name.find("step") != name.npos && name.find("-world") != name.npos;
  if (folder == "problems") return of_step && kind == ".dat";
  if (folder == "systems") return of_step && name.starts_with("step");
  return is_unfinished(path);
}

}  // namespace

DirectoryLock::DirectoryLock(fs::path const& directory) {
  make_directory(directory);
  lock_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    if (lock_ >= 0) close(lock_);
    refuse(directory.string(), "another process at work on it", "one at a time");
  }
}

DirectoryLock::~DirectoryLock() { close(lock_); }

void remove_results(fs::path const& directory) {
  std::error_code error;
  if (!fs::exists(directory / "steps.csv", error)) return;
  // A folder with the name of a file belongs to somebody else.
  auto const remove = [&](fs::path const& path, bool folder) {
    if (fs::is_directory(path, error) != folder || !fs::exists(path, error)) return;
    fs::remove_all(path, error);
    if (error) refuse_lack(path.string(), error.message(), "a file that can be removed");
  };
  for (char const* file : files) remove(directory / file, false);
  for (char const* folder : {"", "problems", "systems"}) {
    std::vector<fs::path> old;
    for (auto const& entry : fs::directory_iterator(directory / folder, error))
      if (is_numbered(entry.path())) old.push_back(entry.path());
    error.clear();  // no such folder
    for (auto const& each : old) remove(each, std::string(folder) == "systems");
  }
}

void remove_unfinished(fs::path const& directory) {
  std::error_code error;
  std::vector<fs::path> old;
  for (auto const& entry : fs::directory_iterator(directory, error))
    if (is_unfinished(entry.path())) old.push_back(entry.path());
  for (auto const& each : old) fs::remove(each, error);
}

}  // namespace orthant
