// What a case leaves behind, as the table reads it.
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace orthant {

/// Whether `result` is a result.json that a run or a failed case has written to its end. A file
/// that is torn, or was put there by something else, is none: its case is to be run.
bool is_case_result(nlohmann::json const& result);

/// Whether there is one in the directory of a case.
bool has_case_result(std::filesystem::path const& directory);

}  // namespace orthant
