// Counter-based random numbers: each is a function of a seed, a name and an index, the same on
// every platform.
#pragma once
#include <cstdint>
#include <string_view>

namespace orthant::draws {

/// Uniform in (0, 1), independent of other draws.
double uniform(std::uint64_t seed, std::string_view name, std::uint64_t place);

// These use the four arithmetic operations only, which every platform rounds alike.

/// The natural logarithm of a positive number.
double logarithm(double x);
double exponential(double x);
/// The p-quantile of the standard normal distribution, 0 < p < 1.
double normal_quantile(double p);

}  // namespace orthant::draws
