// The weights of all rows by one scaling.
#pragma once
#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/scaling/adaptive.hpp"
#include "orthant/solvers/scaling/scalings.hpp"
#include "orthant/solvers/scaling/weights.hpp"

namespace orthant {

/// Writes the weights of a scaling. Rows of bilateral laws have weight 1.
template <class Space, Scaling<Space> By>
struct WeighRows {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::scaling::weights";
  Rows<Space> rows;                        // of all worlds
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies) K^-1
  Span<Space, Real*> weight;               // (rows) out: r [1/kg], [1/(kg m^2)]
  By scaling;                              // with its settings

  /// Of a block, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int block) const {
    int const begin = rows.block_row(block), n = rows.size(block);
    Real r[max_block_rows] = {};
    if (rows.law(block) != Law::free) scaling(rows, inverse_mass, block, r);
    if (rows.law(block) == Law::coulomb)  // a tangent without friction moves no body
      for (int i = 1; i < 3; ++i)
        if (!(r[i] > 0)) r[i] = r[3 - i];
    // A row that moves no body has no scale and gets 1.
    for (int i = 0; i < n; ++i) weight(begin + i) = r[i] > 0 ? r[i] : 1;
  }
};

/// Computed once, block by block.
template <class Space, class By>
class WeightsBy : public Weights<Space> {
 public:
  /// By a scaling with its settings; allocates nothing.
  WeightsBy(By scaling, Sizes const&) : scaling_(scaling) {}
  /// See Weights::compute.
  void compute(Space const& space, Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass,
               Span<Space, Real*> weight) const override {
    each(space, rows.blocks, WeighRows<Space, By>{rows, inverse_mass, weight, scaling_});
  }

 private:
  By scaling_;
};

/// Starts with the weights of `row_sum`.
template <class Space>
class WeightsBy<Space, AdaptiveScaling> final : public WeightsBy<Space, RowSumScaling> {
 public:
  /// Allocates for n.rows.
  WeightsBy(AdaptiveScaling scaling, Sizes const& n)
      : WeightsBy<Space, RowSumScaling>({}, n), range_(scaling.range) {
    for (auto* each : {&first_, &value_, &impulse_})
      *each = make_room<Space, Real*>("orthant::scaling::adaptive", n.rows);
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

/// Registers a scaling.
template <class Space, class By>
void add_scaling(Plugins<Space>& plugins) {
  plugins.scalings.template add<ListedSettings<By>>(
      By::name, By::about, [](ListedSettings<By> const& set, Config&) -> Maker<Weights<Space>> {
        return [by = set.value](Sizes const& n) {
          return std::make_unique<WeightsBy<Space, By>>(by, n);
        };
      });
}

/// Registers all scalings of the list.
template <class Space>
void register_scalings(Plugins<Space>& plugins) {
  for_each_in<Scalings>([&](auto by) { add_scaling<Space, decltype(by)>(plugins); });
}

}  // namespace orthant
