// The loops and sums of a Lane for one thread of the host, without a team.
#pragma once
#include "core/execution/kokkos.hpp"

namespace orthant {

struct HostLane {
  template <class F>
  void each(int n, F const& f) const {
    for (int i = 0; i < n; ++i) f(i);
  }
  template <class F>
  Real sum(int n, F const& f) const {
    Real total = 0;
    for (int i = 0; i < n; ++i) total += f(i);
    return total;
  }
  template <class F>
  void once(F const& f) const {
    f();
  }
};

}  // namespace orthant
