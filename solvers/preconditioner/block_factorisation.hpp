// L D U of S in blocks on a given pattern: complete if the pattern has all fill, else incomplete.
#pragma once
#include <limits>

#include "core/math/small_inverse.hpp"
#include "solvers/preconditioner/block_factors.hpp"
#include "solvers/preconditioner/block_pattern.hpp"
#include "solvers/schur/schur_operator.hpp"

namespace orthant {

/// How couplings are treated: L and U of S itself; elimination in a pattern that keeps all fill;
/// elimination in a pattern that drops some fill.
enum class EliminationIn { no_pattern, closed_pattern, open_pattern };

template <class Space>
class BlockFactorisation {
 public:
  void clear() {
    node_.clear();
    first_.assign(1, 0);
    earlier_.clear();
  }
  /// Adds a world whose blocks begin at `block`.
  void add(BlockPattern const& pattern, int block) {
    for (std::size_t p = 0; p < pattern.node.size(); ++p) {
      node_.push_back(block + pattern.node[p]);
      for (int j : pattern.earlier[p]) earlier_.push_back(block + j);
      first_.push_back(static_cast<int>(earlier_.size()));
    }
    for (auto* each : {&lower_, &upper_}) each->resize(earlier_.size());
    inverse_.resize(node_.size());
    position_.resize(node_.size());
    entry_.assign(node_.size(), -1);
    for (std::size_t p = 0; p < node_.size(); ++p) position_[node_[p]] = static_cast<int>(p);
  }

  /// If a pivot is too small, the factorisation starts again with a larger shift of the diagonal. A
  /// closed pattern needs just enough shift to make a singular matrix definite. An open one needs
  /// more, because dropped fill makes its pivots smaller.
  void set_up(SchurSystem<Space> const& system, int w, EliminationIn how) {
    bool const open = how == EliminationIn::open_pattern;
    if (factorise(system, w, how, 0, open ? 1e-2 : 1e-10)) return;
    for (Real shift = open ? 1e-2 : 1e-4; shift < 1e4; shift *= 4)
      if (factorise(system, w, how, shift, smaller(0.5 * shift, 0.1))) return;
    for (int k = system.rows.world_block(w); k < system.rows.world_block(w + 1); ++k)
      for (auto& row : inverse_[k].m)
        for (Real& x : row) x = std::numeric_limits<Real>::quiet_NaN();
  }

  BlockFactors<Space> factors() const {
    return {span(inverse_), span(node_), span(first_), span(earlier_), span(lower_), span(upper_)};
  }

 private:
  template <class T>
  static Span<Space, T*> span(std::vector<T> const& x) {
    return Span<Space, T*>(const_cast<T*>(x.data()), x.size());
  }

  bool factorise(SchurSystem<Space> const& system, int w, EliminationIn how, Real shift,
                 Real least) {
    auto const& rows = system.rows;
    bool const symmetric = system.symmetric(), eliminate = how != EliminationIn::no_pattern;
    for (int p = rows.world_block(w); p < rows.world_block(w + 1); ++p) {
      int const i = node_[p], n = rows.size(i);
      BlockResponse<Space> const response(system, i);
      for (int e = first_[p]; e < first_[p + 1]; ++e) {
        upper_[e] = response.on(earlier_[e]);
        lower_[e] = symmetric ? transpose(upper_[e]) : coupling(system, i, earlier_[e]);
      }
      if (eliminate) eliminate_row(p, symmetric);
      Mat3 D = response.on(i);
      Vec3 scale;
      for (int k = 0; k < n; ++k) {
        scale[k] = fabs(D[k][k]);
        D[k][k] += D[k][k] == 0 ? 1 : shift * D[k][k];  // a row of zeros: nothing depends on it
      }
      for (int e = first_[p]; e < first_[p + 1]; ++e) {
        Mat3 const& inverse = inverse_[earlier_[e]];
        Mat3 const L = lower_[e] * inverse;
        if (eliminate) subtract(D, L, upper_[e]);
        lower_[e] = L;
        upper_[e] = symmetric ? transpose(L) : inverse * upper_[e];
      }
      if (!invert(D, scale, n, symmetric, least, inverse_[i])) return false;
    }
    return true;
  }

  /// Turns S_pq into L_pq D_q and S_qp into D_q U_qp for the entries q of position p:
  ///   L_pq D_q = S_pq - sum_r L_pr D_r U_rq
  void eliminate_row(int p, bool symmetric) {
    for (int e = first_[p]; e < first_[p + 1]; ++e) entry_[earlier_[e]] = e;
    for (int e = first_[p]; e < first_[p + 1]; ++e) {
      int const q = position_[earlier_[e]];
      for (int f = first_[q]; f < first_[q + 1]; ++f) {
        int const r = entry_[earlier_[f]];
        if (r < 0) continue;
        subtract(lower_[e], lower_[r], upper_[f]);
        if (!symmetric) subtract(upper_[e], lower_[f], upper_[r]);
      }
      if (symmetric) upper_[e] = transpose(lower_[e]);
    }
    for (int e = first_[p]; e < first_[p + 1]; ++e) entry_[earlier_[e]] = -1;
  }

  /// C <- C - A B
  static void subtract(Mat3& C, Mat3 const& A, Mat3 const& B) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        C[i][j] -= A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  }

  /// Inverts D; false if a pivot is less than `least` times the original diagonal.
  static bool invert(Mat3 const& D, Vec3 const& scale, int n, bool symmetric, Real least,
                     Mat3& out) {
    if (symmetric) {
      out = inverse_spd(D, n);
      for (int k = 0; k < n; ++k) {
        Real const inverse_pivot = inverse_spd(D, k + 1)[k][k];
        if (!(inverse_pivot > 0 && least * scale[k] * inverse_pivot < 1)) return false;
      }
      return true;
    }
    Real most = 0, before = 0;
    for (int i = 0; i < n; ++i) {
      before = larger(before, scale[i]);
      for (int j = 0; j < n; ++j) most = larger(most, fabs(D[i][j]));
    }
    int rank = 0;
    out = inverse_general(D, n, 1e-10, &rank);
    return rank == n && most > least * before;
  }

  // Used in host spaces only, whose spans may refer to these arrays.
  std::vector<Mat3> inverse_, lower_, upper_;
  std::vector<int> node_, first_, earlier_;
  std::vector<int> position_,
      entry_;  // (blocks) index of each block; its entry in the current row, or -1
};

}  // namespace orthant
