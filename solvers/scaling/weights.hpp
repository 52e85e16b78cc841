// Computes the weights of all rows by one of the scalings, chosen by name.
#pragma once
#include <memory>

#include "core/step/nonlinear_solver.hpp"
#include "solvers/scaling/adaptive.hpp"
#include "solvers/scaling/scalings.hpp"
#include "solvers/scaling/spectral.hpp"

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
    if (rows.law(block) != Law::free)
      scaling(rows, inverse_mass, block, r);
    else if (rows.redundant)
      DiagonalScaling{}(rows, inverse_mass, block, r);
    // Other bilateral laws need no weight, and a row that moves no body has no scale of its own.
    for (int i = 0; i < n; ++i) weight(begin + i) = r[i] > 0 ? r[i] : 1;
  }
};

/// The weights r (rows) [1/kg] of all worlds, by a scaling.
template <class Space>
class Weights {
 public:
  virtual ~Weights() = default;
  /// Once a solve, before its first iteration.
  virtual void compute(Space const& space, Rows<Space> const& rows,
                       Span<Space, InverseMass*> inverse_mass, Span<Space, Real*> weight) const = 0;
  /// Whether the weights change from one iteration of a solve to the next.
  virtual bool adapts() const { return false; }
  /// Before each iteration of those that do: `iteration` 0 has the weights that were computed.
  virtual void adapt(Space const&, Rows<Space> const&, Span<Space, int*>, int,
                     Span<Space, Real*>) const {}
};

template <class Space, class Scaling>
class WeightsBy final : public Weights<Space> {
 public:
  WeightsBy(Scaling scaling, Sizes const&) : scaling_(scaling) {}
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each(space, rows.blocks, WeighRows<Space, Scaling>{rows, inverse_mass, weight, scaling_});
  }

 private:
  Scaling scaling_;
};

/// One weight a world.
template <class Space>
class WeightsBy<Space, SpectralScaling> final : public Weights<Space> {
 public:
  WeightsBy(SpectralScaling scaling, Sizes const& n)
      : iterations_(scaling.iterations),
        v_("orthant::scaling::v", n.bodies),
        x_(make_room<Space, Real*>("orthant::scaling::x", n.rows)),
        y_(make_room<Space, Real*>("orthant::scaling::y", n.couplings > 0 ? n.rows : 0)) {}
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each_world(space, rows.worlds,
               SpectralWeights<Space>{.rows = rows,
                                      .inverse_mass = inverse_mass,
                                      .weight = weight,
                                      .v = v_,
                                      .x = x_,
                                      .y = y_,
                                      .iterations = iterations_});
  }

 private:
  int iterations_;
  Array<Space, Twist*> v_;
  Array<Space, Real*> x_, y_;
};

template <class Space>
class WeightsBy<Space, AdaptiveScaling> final : public Weights<Space> {
 public:
  WeightsBy(AdaptiveScaling scaling, Sizes const& n) : range_(scaling.range) {
    for (auto* each : {&first_, &value_, &impulse_})
      *each = make_room<Space, Real*>("orthant::scaling::adaptive", n.rows);
  }
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each(space, rows.blocks, WeighRows<Space, RowSumScaling>{rows, inverse_mass, weight, {}});
  }
  bool adapts() const override { return true; }
  void adapt(Space const& space, Rows<Space> const& rows, Span<Space, int*> active, int iteration,
             Span<Space, Real*> weight) const override {
    each(space, rows.blocks,
         AdaptWeights<Space>{.rows = rows,
                             .active = active,
                             .weight = weight,
                             .first = first_,
                             .value = value_,
                             .impulse = impulse_,
                             .range = range_,
                             .begins = iteration == 0});
  }

 private:
  Real range_;
  Array<Space, Real*> first_, value_, impulse_;
};

}  // namespace orthant
