// Where two JSON values differ.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

/// A value that differs, by its path "solver.linear.type"; numbers are indices.
struct Difference {
  std::string path, a, b;  // the values as JSON, shortened; "absent"
};

/// The values that differ: of objects key by key, of arrays of one length item by item.
std::vector<Difference> differences(nlohmann::json const& a, nlohmann::json const& b);

}  // namespace orthant
