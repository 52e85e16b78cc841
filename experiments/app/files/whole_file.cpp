// Writes to a temporary file, and renames or links it.
#include "experiments/app/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "orthant/core/config/error.hpp"

namespace orthant {

std::string why_not_written() {
  return errno == 0 ? "" : ": " + std::generic_category().message(errno);
}

fs::path make_directory(fs::path const& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) refuse_lack(directory.string(), error.message(), "a directory that can be written");
  return directory;
}

fs::path new_file_beside(fs::path const& file) {
  static std::atomic<int> count = 0;
  for (;;) {
    auto out = file;
    out += ".part-" + std::to_string(getpid()) + "-" + std::to_string(count++);
    int const made = open(out.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made >= 0) return close(made), out;
    if (errno != EEXIST)  // of a process on another machine
      throw Lack(file.string() + ": could not be written" + why_not_written());
  }
}

namespace {

/// Returns whether the disk took it.
bool could_write(fs::path const& file, std::string const& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

/// Names come from outside: bytes that are not UTF-8 are replaced.
std::string text_of(nlohmann::json const& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

/// Removes the part, and throws.
[[noreturn]] void give_up(fs::path const& file, fs::path const& part, std::string const& why) {
  std::error_code gone;
  fs::remove(part, gone);
  throw Lack(file.string() + ": could not be written" + why);
}

}  // namespace

void write_whole(fs::path const& file, std::string const& text) {
  std::error_code error;
  // A pipe or a device is written as it is, and not replaced by a file.
  bool const in_place = fs::is_other(file, error);
  auto const part = in_place ? file : new_file_beside(file);
  if (!could_write(part, text)) {
    auto const why = why_not_written();
    if (in_place) throw Lack(file.string() + ": could not be written" + why);
    give_up(file, part, why);
  }
  if (in_place) return;
  fs::rename(part, file, error);
  if (error) give_up(file, part, ": " + error.message());
}

void write_whole(fs::path const& file, nlohmann::json const& json) {
  write_whole(file, text_of(json));
}

bool write_first(fs::path const& file, nlohmann::json const& json) {
  auto const part = new_file_beside(file);
  if (!could_write(part, text_of(json))) give_up(file, part, why_not_written());
  std::error_code error, gone;
  fs::create_hard_link(part, file, error);  // unlike a renaming, this replaces nothing
  bool const taken = error == std::errc::file_exists;
  if (error && !taken) fs::rename(part, file, error);  // a file system without links
  if (error && !taken) give_up(file, part, ": " + error.message());
  fs::remove(part, gone);
  return !taken;
}

}  // namespace orthant
