// Files from outside: they are files, and of a bounded size.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace orthant {

/// The most bytes of an experiment or of a table of numbers.
inline constexpr std::uintmax_t most_input = 256 << 20;
/// The most bytes of a stored problem.
inline constexpr std::uintmax_t most_problem = std::uintmax_t{4} << 30;

/// Opens a file for reading. Throws Error for a folder, a pipe or a device, which may never end,
/// and for a file of more than `most` bytes; messages say that `allowed` is allowed, and begin with
/// `where` if it is given. Throws Lack if it may not be read.
std::ifstream open_input(std::filesystem::path const& path, std::string const& allowed,
                         std::uintmax_t most = most_input, std::string const& where = "");

/// The files that this thread opens by `open_input` during its life.
class OpenedInputs {
 public:
  OpenedInputs();
  ~OpenedInputs();
  OpenedInputs(OpenedInputs const&) = delete;
  OpenedInputs& operator=(OpenedInputs const&) = delete;
  /// Each once, in the order of the first opening.
  std::vector<std::filesystem::path> const& paths() const { return paths_; }
  /// Adds a file, if it is not there yet; open_input does so.
  void add(std::filesystem::path const& path);

 private:
  OpenedInputs* outer_;
  std::vector<std::filesystem::path> paths_;
};

/// The whole file.
std::string read_input(std::filesystem::path const& path, std::string const& allowed,
                       std::uintmax_t most = most_input);

/// std::getline, which refuses a line of more than 16 MB; messages name `path`.
bool next_line(std::istream& in, std::string& line, std::string const& path);

/// A sum over bytes that differs where they do, but for chance: FNV-1a [Fowler, Noll, Vo 1991].
constexpr std::uint64_t check_sum(std::string_view bytes) {
  std::uint64_t sum = 14695981039346656037u;
  for (unsigned char const c : bytes) sum = (sum ^ c) * 1099511628211u;
  return sum;
}

}  // namespace orthant
