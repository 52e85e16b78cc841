// Versions of this program and of its libraries.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace orthant {

nlohmann::json versions();

}  // namespace orthant
