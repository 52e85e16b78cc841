// The result of a case, as the table reads it.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace orthant {

/// Whether `result` is a result.json that a run or a failed case has written completely. A torn or
/// foreign file is no result: its case has to be run.
bool is_case_result(nlohmann::json const& result);

/// Whether the directory of a case has such a result.
bool has_case_result(std::filesystem::path const& directory);

/// The same, unless the case failed for want of room on a disk, memory or a permission, or took
/// what a build lacked: then it is worth running again.
bool has_lasting_result(std::filesystem::path const& directory);

}  // namespace orthant
