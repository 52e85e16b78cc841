// What contacts keep from step to step.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/execution/array.hpp"

namespace orthant::contact_kernels {

/// What is stored of a contact for the next step: its name, its impulse, and where that acts.
struct Memory {
  std::uint64_t key = 0;
  Real normal = 0;  // lambda_n [N s]
  Vec3 tangential;  // on the body with the larger number, world axes [N s]
  Vec3 place;  // its arm across the normal, in the frame of the body with the smaller number [m]
};

/// Which body of a pair has the smaller number does not depend on which is the first of a contact.
KOKKOS_INLINE_FUNCTION int smaller_body(Contact const& c) { return c.a < c.b ? c.a : c.b; }
KOKKOS_INLINE_FUNCTION Real sign_on_larger(Contact const& c) { return c.a < c.b ? 1 : -1; }

/// Impulses by the names of contacts, in the worlds that have some.
template <class Space>
struct Impulses {
  Span<Space, Memory*> memory;
  Span<Space, int*> offset;  // (worlds + 1) into memory
  Span<Space, int*> held;    // (worlds) whether there are any; empty: nowhere
  KOKKOS_FUNCTION bool holds(int world) const { return held.extent(0) > 0 && held(world) > 0; }
};

/// With what contacts began the last step, by their indices.
template <class Space>
struct KeptRows {
  Span<Space, int*> kept;       // (contacts) not 0: its rows are those of the last step
  Span<Space, Memory*> memory;  // of the step before that
  Span<Space, Vec3*> impulse;   // lambda of the rows [N s]; empty: none is kept

  KOKKOS_FUNCTION void begin(int k, Memory const& with, Vec3 const& lambda) const {
    if (impulse.extent(0) == 0) return;
    kept(k) = 0;
    memory(k) = with;
    impulse(k) = lambda;
  }
};

}  // namespace orthant::contact_kernels
