// Computes the weights of all rows by one of the scalings, chosen by name.
#pragma once
#include <memory>

#include "solvers/scaling/scalings.hpp"

namespace orthant {

template <class Space, class Scaling>
struct WeighRows {
  static constexpr char const* label = "orthant::scaling::weights";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real*> weight;
  Scaling scaling;

  KOKKOS_FUNCTION void operator()(int block) const {
    int const begin = rows.block_row(block), n = rows.size(block);
    Real r[max_block_rows] = {};
    if (rows.cone(block) != Cone::free) scaling(rows, inverse_mass, block, r);
    // A bilateral law needs no weight, and a row that moves no body has no scale of its own.
    for (int i = 0; i < n; ++i) weight(begin + i) = r[i] > 0 ? r[i] : 1;
  }
};

template <class Space>
class Weights {
 public:
  virtual ~Weights() = default;
  virtual void compute(Space const& space, Rows<Space> const& rows,
                       Span<Space, InverseMass*> inverse_mass, Span<Space, Real*> weight) const = 0;
};

template <class Space, class Scaling>
class WeightsBy final : public Weights<Space> {
 public:
  explicit WeightsBy(Scaling scaling) : scaling_(scaling) {}
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each(space, rows.blocks, WeighRows<Space, Scaling>{rows, inverse_mass, weight, scaling_});
  }

 private:
  Scaling scaling_;
};

}  // namespace orthant
