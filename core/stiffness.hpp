// How momentum balance and rows change with the configuration that follows from the velocity.
#pragma once
#include "core/rows.hpp"

namespace orthant {

/// A change du = (dv, dw) of a body's twist moves it by  sigma h (dv, T dw). So the derivative of
/// M~(q) (u - u~) - J(q)^T lambda by u is, beside M~ and J^T,
///   sigma h (sum of `inertia` - G) diag(1, T)
/// over the bodies and the blocks.
template <class Space>
struct Stiffness {
  Span<Space, Real* [12][12]> G;  // (blocks) d(J^T lambda)/dq by the motions of both bodies
  Span<Space, Mat3*> inertia;     // (W nb) d(I (w - w~))/dtheta [N m s]
  Span<Space, Mat3*> T;           // (W nb)
  Real reach = 0;                 // sigma h [s]
};

}  // namespace orthant
