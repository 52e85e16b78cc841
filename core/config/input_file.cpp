// Looks at what a path is before it is opened: a pipe without a writer would wait for one.
#include "core/config/input_file.hpp"

#include <array>
#include <cerrno>
#include <system_error>

#include "core/config/lack.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 16 << 20;

char const* kind(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "a directory";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "no readable file";
  }
}

std::string megabytes(std::uintmax_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

}  // namespace

std::ifstream open_input(fs::path const& path, std::string const& allowed, std::uintmax_t most,
                         std::string const& where) {
  std::string const at = (where.empty() ? "" : where + ": ") + path.string();
  std::error_code error;
  auto const type = fs::status(path, error).type();
  if (error == std::errc::permission_denied) refuse_lack(at, error.message(), allowed);
  if (type != fs::file_type::regular) refuse(at, kind(type), allowed);
  if (auto const size = fs::file_size(path, error); !error && size > most)
    refuse(at, megabytes(size), allowed + " of up to " + megabytes(most));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse_lack(at, "no readable file (" + std::generic_category().message(errno) + ")", allowed);
  return file;
}

std::string read_input(fs::path const& path, std::string const& allowed, std::uintmax_t most) {
  auto file = open_input(path, allowed, most);
  std::string out;
  std::array<char, 1 << 16> part;
  // A file may grow while it is read, and files of /proc have no size.
  while (file.read(part.data(), part.size()) || file.gcount() > 0) {
    out.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (out.size() > most)
      refuse(path.string(), "more than " + megabytes(most), allowed + " of up to that");
  }
  if (file.bad()) refuse_lack(path.string(), "what could not be read to its end", allowed);
  return out;
}

bool next_line(std::istream& in, std::string& line, std::string const& path) {
  line.clear();
  std::array<char, 1 << 12> part;
  for (;;) {
    in.getline(part.data(), part.size());
    auto const count = static_cast<std::size_t>(in.gcount());
    bool const ended = in.eof(), whole = in.good();
    line.append(part.data(), count - (whole ? 1 : 0));
    if (whole || ended) return whole || !line.empty();
    if (in.bad() || count == 0) return false;
    in.clear();  // the line goes on
    if (line.size() > longest_line)
      refuse(path, "a line of more than 16 MB", "a table of shorter lines");
  }
}

}  // namespace orthant
