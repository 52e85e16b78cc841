// Converts the form with velocities to the form with impulses alone.
#pragma once
#include <cstddef>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Of W, which may not fit into memory.
inline constexpr std::ptrdiff_t most_entries = 1 << 28;

/// Sets W = H^T M^-1 H and q = H^T M^-1 f + w, with `dimension` rows for each contact; W is
/// symmetric to the last bit. Throws Error, which begins with `where`, unless sizes agree and M is
/// symmetric positive definite.
void eliminate_velocities(ConeProblem& problem, int dimension, std::string const& where);

/// Z with Z^T Z = H^T M^-1 H, with the rows of H; empty if M has no Cholesky factor.
Sparse half_mobility(Sparse const& M, Sparse const& H);

}  // namespace orthant
