// The axes of the world.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant::test {

inline constexpr Vec3 x_axis{{1, 0, 0}}, y_axis{{0, 1, 0}}, z_axis{{0, 0, 1}};

}  // namespace orthant::test
