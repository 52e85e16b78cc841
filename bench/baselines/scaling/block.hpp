// One weight for a contact: the norm of its own block of W.
#pragma once
#include "orthant/core/step/delassus.hpp"

namespace orthant {

/// One weight for all rows of a contact, because its tangents are arbitrary.
struct BlockScaling {
  static constexpr char const* name = "block";
  static constexpr char const* about = "r = Frobenius norm of the contact's block W_cc";
  template <class Space>
  KOKKOS_FUNCTION void operator()(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block,
                                  Real* r) const {
    Mat3 const A = own_block(rows, inverse_mass, block);
    Real sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) sum += A[i][k] * A[i][k];
    for (int i = 0; i < rows.size(block); ++i) r[i] = sqrt(sum);
  }
};

}  // namespace orthant
