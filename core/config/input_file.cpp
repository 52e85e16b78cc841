// Looks at what a path is before it is opened: a pipe without a writer would wait for one.
#include "orthant/core/config/input_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"

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

/// The experiment in a folder, or the file beside it whose name is nearest.
std::string file_meant(fs::path const& path, fs::file_type type) {
  std::error_code error;
  if (type == fs::file_type::directory) {
    if (fs::exists(path / "result.json", error)) return "; these are the results of a run";
    auto const scene = path / "scene.json";
    return fs::exists(scene, error) ? "; such as " + scene.string() : "";
  }
  if (type != fs::file_type::not_found) return "";
  constexpr std::size_t most = 1000;  // of a large folder some will do
  std::vector<std::string> names;
  auto const folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator at(folder, error), end; at != end && names.size() < most;
       at.increment(error))
    names.push_back(at->path().filename());
  std::ranges::sort(names);
  auto const near = nearest_name(path.filename(), names);
  return near.empty() ? "" : "; nearest: " + path.parent_path().append(near).string();
}

thread_local OpenedInputs* opened = nullptr;

std::string megabytes(std::uintmax_t bytes) { return std::to_string(bytes >> 20) + " MB"; }

}  // namespace

OpenedInputs::OpenedInputs() : outer_(opened) { opened = this; }
OpenedInputs::~OpenedInputs() {
  opened = outer_;
  for (auto const& each : paths_)
    if (outer_) outer_->add(each);
}
void OpenedInputs::add(fs::path const& path) {
  if (std::ranges::find(paths_, path) == paths_.end()) paths_.push_back(path);
}

std::ifstream open_input(fs::path const& path, std::string const& allowed, std::uintmax_t most,
                         std::string const& where) {
  std::string const at = (where.empty() ? "" : where + ": ") + path.string();
  std::error_code error;
  auto const type = fs::status(path, error).type();
  if (error == std::errc::permission_denied) refuse_lack(at, error.message(), allowed);
  if (type != fs::file_type::regular) refuse(at, kind(type), allowed + file_meant(path, type));
  if (auto const size = fs::file_size(path, error); !error && size > most)
    refuse(at, megabytes(size), allowed + " of up to " + megabytes(most));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    refuse_lack(at, "no readable file (" + std::generic_category().message(errno) + ")", allowed);
  if (opened) opened->add(path);
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
