// Inputs as files, for readers that take a path.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "orthant/core/config/error.hpp"

namespace orthant::fuzz {

/// A directory of this process, in memory if possible.
std::filesystem::path const& directory();

/// Writes a file there, and returns its path.
std::filesystem::path file_of(std::string const& name, std::string const& text);

/// Empties and fills the directory: a line `=== NAME` begins a file. Names consist of the letters
/// in the program's own names, with at most one of `folders`.
void fill_directory(std::string const& text, std::string const& folder);

/// Calls a reader. It may refuse its input; any other exception is an error.
template <class Reader>
bool accepted(Reader const& read) {
  try {
    read();
    return true;
  } catch (Error const&) {
    return false;
  }
}

inline std::string text_of(std::uint8_t const* data, std::size_t size) {
  return size == 0 ? std::string() : std::string(reinterpret_cast<char const*>(data), size);
}

/// Ends the process if a guarantee is violated.
void require(bool holds, char const* what);

}  // namespace orthant::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);
