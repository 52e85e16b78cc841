// The weights r of the rows of a block. They turn impulses [N s] into speeds [m/s], which a
// complementarity function compares with the row values. W = J M^-1 J^T.
#pragma once
#include "orthant/core/step/delassus.hpp"
#include "orthant/solvers/scaling/scaling.hpp"

namespace orthant {

struct UnitScaling {
  static constexpr char const* name = "unit";
  static constexpr char const* about = "r = 1/kg";
  template <class Space>
  KOKKOS_FUNCTION void operator()(Rows<Space> const& rows, Span<Space, InverseMass*> const&,
                                  int block, Real* r) const {
    for (int i = 0; i < rows.size(block); ++i) r[i] = 1;
  }
};

struct DiagonalScaling {
  static constexpr char const* name = "diagonal";
  static constexpr char const* about = "r_i = W_ii";
  template <class Space>
  KOKKOS_FUNCTION void operator()(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block,
                                  Real* r) const {
    Mat3 const A = own_block(rows, inverse_mass, block);
    for (int i = 0; i < rows.size(block); ++i) r[i] = A[i][i];
  }
};

/// The weight grows with the number of contacts on a body, like the largest eigenvalue of W. Rows
/// of joints do not count: they hold the body, so that an impulse moves it less.
struct RowSumScaling {
  static constexpr char const* name = "row_sum";
  static constexpr char const* about = "r_i = sum_j abs(W_ij) over the rows j that have a law";
  template <class Space>
  KOKKOS_FUNCTION void operator()(Rows<Space> const& rows,
                                  Span<Space, InverseMass*> const& inverse_mass, int block,
                                  Real* r) const {
    if (rows.delassus.given()) return given(rows.delassus, block, r);
    int const begin = rows.block_row(block), n = rows.size(block);
    Response u[2];
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0)
        for (int i = 0; i < n; ++i)
          u[side].set(i, inverse_mass(b) * rows.jacobian(begin + i, side));
    Real sum[width] = {};
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side), second = rows.body(block, 1 - side);
      if (b < 0) continue;
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const other = rows.incidence(t) / 2, at = rows.incidence(t) % 2;
        if (rows.law(other) == Law::free) continue;
        bool const shares_both = second >= 0 && rows.body(other, 1 - at) == second;
        if (shares_both && side == 1) continue;  // counted with the first body
        for (int row = rows.block_row(other); row < rows.block_row(other + 1); ++row) {
          Real A[width] = {};
          u[side].on(rows.jacobian(row, at), A);
          if (shares_both) u[1 - side].on(rows.jacobian(row, 1 - at), A);
          for (int i = 0; i < width; ++i) sum[i] += fabs(A[i]);
        }
      }
    }
    for (int i = 0; i < n; ++i) r[i] = sum[i];
  }

 private:
  template <class Space>
  static KOKKOS_FUNCTION void given(GivenDelassus<Space> const& d, int block, Real* r) {
    Vec3 sum;
    for (int k = d.first(block); k < d.first(block + 1); ++k)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) sum[i] += fabs(d.W(k)[i][j]);
    for (int i = 0; i < 3; ++i) r[i] = sum[i];
  }

  static constexpr int width = 4;  // rows of a block processed together, for vector units

  /// The velocities that unit impulses on the rows of a block give to one of its bodies.
  struct Response {
    Real u[6][width] = {};
    KOKKOS_FUNCTION void set(int i, Vec6 const& velocity) {
      for (int k = 0; k < 6; ++k) u[k][i] = velocity[k];
    }
    /// W += J u, one entry for each row of the block.
    KOKKOS_FUNCTION void on(Vec6 const& J, Real* A) const {
      for (int k = 0; k < 6; ++k)
        for (int i = 0; i < width; ++i) A[i] += J[k] * u[k][i];
    }
  };
};

/// Weights that follow the iteration; see adaptive.hpp.
struct AdaptiveScaling {
  static constexpr char const* name = "adaptive";
  static constexpr char const* about =
      "row_sum at first, then abs(da)/abs(dlambda) of the iterations, per contact";

  double range = 10;

  void fields(Fields& f) {
    f.real("range", range, at_least(1), "largest factor or quotient to the weight at first");
  }
};

/// Each is a Scaling, or has its own WeightsBy.
using Scalings = std::tuple<UnitScaling, DiagonalScaling, RowSumScaling, AdaptiveScaling>;

}  // namespace orthant
