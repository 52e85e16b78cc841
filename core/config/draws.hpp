// Random numbers by counters: each is a function of a seed, a name and a place, the same on every
// platform.
#pragma once
#include <cstdint>
#include <string_view>

namespace orthant::draws {

/// Uniform in (0, 1). Whatever else is drawn does not change it.
double uniform(std::uint64_t seed, std::string_view name, std::uint64_t place);

// Made of the four operations alone, which every platform rounds alike.

/// The natural logarithm of a positive number.
double logarithm(double x);
double exponential(double x);
/// The number that a standard normal variable is below with probability p, 0 < p < 1.
double normal_quantile(double p);

}  // namespace orthant::draws
