// Vectors as JSON, and the axes.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/core/config/config.hpp"
#include "orthant/tests/collision/axes.hpp"

namespace orthant::test {

inline Json json_of(Vec3 const& v) { return {v[0], v[1], v[2]}; }

}  // namespace orthant::test
