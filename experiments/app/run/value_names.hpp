// Names of the values of a sweep.
#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

using Json = nlohmann::json;

/// What objects and arrays are called on the terminal, in tables, figures and reports: a plug-in by
/// its type and the settings in which it differs from others of this type, "newton (chks, tolerance
/// 1e-08)", and plug-ins in turn as "newton + hybrid".
std::map<Json, std::string> name_values(std::string const& key, std::vector<Json> const& values);

}  // namespace orthant
