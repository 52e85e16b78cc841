// A preconditioner of the user's own: a number for each block.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/solvers/preconditioner/preconditioners.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

///   y_c = x_c n / trace(S_cc), of a block of n rows
struct MeanDiagonal {
  static constexpr char const* name = "mean_diagonal";
  static constexpr char const* about = "the inverse of the mean of the diagonal of each block";

  template <class Space>
  KOKKOS_FUNCTION orthant::Mat3 operator()(orthant::SchurSystem<Space> const& system,
                                           int block) const {
    auto const S = diagonal_block(system, block);
    int const n = system.rows.size(block);
    orthant::Real trace = 0;
    for (int i = 0; i < n; ++i) trace += S[i][i];
    orthant::Real const y = trace > 0 ? n / trace : 1;
    return orthant::diagonal(orthant::Vec3{{y, y, y}});
  }
};

inline void add_mean_diagonal(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_preconditioner<orthant::SpaceOnHost, MeanDiagonal>(plugins);
}
