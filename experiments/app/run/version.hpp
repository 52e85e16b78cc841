// Versions of this program and of the libraries it was built with.
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace orthant {

nlohmann::json versions();

}  // namespace orthant
