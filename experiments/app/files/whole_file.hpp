// Writes files completely or not at all.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace orthant {

namespace fs = std::filesystem;

/// ": No space left on device", as the last system call reported it; "" if none failed.
std::string why_not_written();

/// Makes a directory unless it is there, and returns it. Throws Lack.
fs::path make_directory(fs::path const& directory);

/// An empty new file in the same folder, whose name no other process takes meanwhile.
fs::path new_file_beside(fs::path const& file);

/// Writes under another name first, and renames, so that of several writers the last one's file is
/// there. Throws Lack if the disk did not take it.
void write_whole(fs::path const& file, std::string const& text);
void write_whole(fs::path const& file, nlohmann::json const& json);

/// The same unless the file exists: of several writers the first one's file is there. Returns
/// whether it is this one's.
bool write_first(fs::path const& file, nlohmann::json const& json);

}  // namespace orthant
