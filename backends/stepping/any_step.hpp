// Steps of another length than the one before.
#pragma once
#include "orthant/core/execution/kokkos.hpp"

namespace orthant {

/// A simulation whose next steps may have any length.
class AnyStep {
 public:
  virtual ~AnyStep() = default;
  /// Sets the length of the following steps [s].
  virtual void set_step(Real h) = 0;
};

}  // namespace orthant
