// A robot as JSON, for tables of tests.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant::test {

/// Links and joints by name; loops, couplings and motors as they follow; what is not read, by its
/// line too.
nlohmann::json described(Robot const& robot);

}  // namespace orthant::test
