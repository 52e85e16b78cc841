// Writes to a temporary file, and renames it.
#include "experiments/app/files/whole_file.hpp"

#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/config/error.hpp"

namespace orthant {

std::string why_not_written() {
  return errno == 0 ? "" : ": " + std::generic_category().message(errno);
}

void write_whole(std::filesystem::path const& file, std::string const& text) {
  auto part = file;
  part += ".part";
  errno = 0;
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(part.string() + ": could not be written" + why_not_written());
  std::filesystem::rename(part, file);
}

void write_whole(std::filesystem::path const& file, nlohmann::json const& json) {
  // Names come from outside: bytes that are not UTF-8 are replaced.
  write_whole(file, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

}  // namespace orthant
