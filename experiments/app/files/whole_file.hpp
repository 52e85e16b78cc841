// Files that are there as a whole or not at all.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orthant {

/// ": No space left on device", as the last call of the system said; "" where none failed.
std::string why_not_written();

/// Writes under another name first, and renames. Throws Error where the disk did not take it.
void write_whole(std::filesystem::path const& file, std::string const& text);
void write_whole(std::filesystem::path const& file, nlohmann::json const& json);

}  // namespace orthant
