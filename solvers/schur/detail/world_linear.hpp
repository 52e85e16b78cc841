// The report of a linear solver on each world, and its summary.
#pragma once
#include "orthant/core/step/report.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

struct WorldLinear {
  int iterations = 0;
  Real residual = 0;  // |b - S z| / |b|
  bool usable = true;
};

/// The summary over the running worlds: sums of counts, the largest residual.
template <class Space>
struct SummariseLinear {
  static constexpr char const* label = "orthant::linear::summarise";
  Span<Space, WorldLinear*> world;
  Span<Space, int*> active;
  Span<Space, LinearReport> out;
  int worlds;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const sum =
        lane.sum(worlds, [&](int w) { return active(w) ? Real(world(w).iterations) : 0; });
    Real const worst =
        lane.largest(worlds, [&](int w) { return active(w) ? world(w).residual : 0; });
    Real const lost = lane.sum(worlds, [&](int w) { return Real(active(w) && !world(w).usable); });
    lane.once([&] { out() = {static_cast<int>(sum), worst, lost == 0}; });
  }
};

}  // namespace orthant
