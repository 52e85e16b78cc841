// Limits that keep inputs of larger targets fast, and away from other files.
#pragma once
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/core/config/json_file.hpp"
#include "tests/fuzz/files.hpp"

namespace orthant::fuzz {

/// Small integers, and no path out of the directory.
inline bool is_small(Json const& value) {
  if (value.is_number_integer() && std::abs(value.get<double>()) > 40) return false;
  if (value.is_string()) return value.get_ref<std::string const&>().find('/') == std::string::npos;
  return !value.is_structured() ||
         std::all_of(value.begin(), value.end(), [](Json const& each) { return is_small(each); });
}

/// The same for a file; a file without JSON is small.
inline bool is_small(std::filesystem::path const& file) {
  bool out = true;
  accepted([&] { out = is_small(read_json_file(file.string())); });
  return out;
}

}  // namespace orthant::fuzz
