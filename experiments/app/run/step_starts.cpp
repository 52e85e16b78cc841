// Writes and finds starts by their lengths.
#include "experiments/app/run/step_starts.hpp"

#include "experiments/app/files/whole_file.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {

StartsWriter::StartsWriter(fs::path const& file, Writing how)
    : path_(file),
      file_(file, std::ios::binary | (how == Writing::anew ? std::ios::trunc : std::ios::app)) {
  if (!file_) throw Lack(file.string() + ": cannot be written");
}

void StartsWriter::add(std::string const& start) {
  std::uint64_t const bytes = start.size();
  errno = 0;
  file_.write(reinterpret_cast<char const*>(&bytes), sizeof bytes);
  file_.write(start.data(), static_cast<std::streamsize>(start.size()));
  file_.flush();
  if (!file_) throw Lack(path_.string() + ": could not be written" + why_not_written());
}

StepStarts::StepStarts(fs::path const& directory)
    : path_(directory / starts_file), file_(path_, std::ios::binary) {
  std::error_code none;
  auto const size = fs::file_size(path_, none);
  if (!file_ || none) refuse(path_.string(), "no such file", "the starts of the steps of a run");
  for (std::uintmax_t at = 0; at < size;) {
    std::uint64_t bytes = 0;
    if (!file_.read(reinterpret_cast<char*>(&bytes), sizeof bytes) ||
        bytes > size - at - sizeof bytes)
      refuse(path_.string(), "a file that is cut", "the whole file");
    at += sizeof bytes;
    places_.push_back({static_cast<std::streamoff>(at), bytes});
    at += bytes;
    file_.seekg(static_cast<std::streamoff>(at));
  }
  auto const result = read_json_file((directory / "result.json").string());
  about_ = {{"solver", result.at("configuration").at("solver").at("type")},
            {"steps", result.at("steps")},
            {"steps_converged", result.at("steps_converged")}};
}

std::string StepStarts::of(int step) {
  auto const& [at, bytes] = places_.at(nth(step - 1));
  std::string out(bytes, '\0');
  file_.clear();
  file_.seekg(at);
  if (!file_.read(out.data(), static_cast<std::streamsize>(bytes)))
    throw Error(path_.string() + ": could not be read");
  return out;
}

}  // namespace orthant
