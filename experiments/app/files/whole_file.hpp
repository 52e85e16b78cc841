// Writes files completely or not at all.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orthant {

/// ": No space left on device", as the last system call reported it; "" if none failed.
std::string why_not_written();

/// Writes under another name first, and renames. Throws Error if the disk did not take it.
void write_whole(std::filesystem::path const& file, std::string const& text);
void write_whole(std::filesystem::path const& file, nlohmann::json const& json);

}  // namespace orthant
