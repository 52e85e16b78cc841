// A scaling of the user's own: one weight for all rows of a block.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/scaling/weights_by.hpp"

///   r = trace(W_cc) / n     [1/kg], W_cc the block's own part of the Delassus operator, of n rows
struct MeanScaling {
  static constexpr char const* name = "mean_scaling";
  static constexpr char const* about = "r = mean of the diagonal of the block's W";

  template <class Space>
  KOKKOS_FUNCTION void operator()(orthant::Rows<Space> const& rows,
                                  orthant::Span<Space, orthant::InverseMass*> const& inverse_mass,
                                  int block, orthant::Real* r) const {
    auto const W = own_block(rows, inverse_mass, block);
    int const n = rows.size(block);
    orthant::Real trace = 0;
    for (int i = 0; i < n; ++i) trace += W[i][i];
    for (int i = 0; i < n; ++i) r[i] = trace / n;
  }
};

inline void add_mean_scaling(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_scaling<orthant::SpaceOnHost, MeanScaling>(plugins);
}
