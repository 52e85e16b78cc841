// The preconditioner L D L^T of S in blocks, without fill. Host only.
#pragma once
#include <algorithm>
#include <limits>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

/// L D L^T on the nonzero blocks of S, without fill; the diagonal is shifted after a breakdown
/// [Manteuffel 1980]. For a nonsymmetric matrix L D U.
template <class Space>
class IncompleteCholesky final : public Preconditioner<Space> {
 public:
  static constexpr char const* name = "incomplete_cholesky";
  static constexpr char const* about =
      "L D L^T without fill between blocks, shifted where it breaks down; host";

  explicit IncompleteCholesky(Sizes const& n) : structure_(n.worlds) {}

  void set_up(Space const& space, SchurSystem<Space> const& system) override {
    wait_for(space);
    if (!system.same_pattern) match(system.rows);
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) set_up_world(system, w);
  }
  BlockFactors<Space> factors() const override {
    return {span(inverse_), span(node_), span(first_), span(earlier_), span(lower_), span(upper_)};
  }

 private:
  template <class T>
  static Span<Space, T*> span(std::vector<T> const& x) {
    return Span<Space, T*>(const_cast<T*>(x.data()), x.size());
  }

  /// Makes the pattern again if the structure of a world has changed.
  void match(Rows<Space> const& rows) {
    bool same = true;
    for (int w = 0; w < rows.worlds; ++w) same = structure_[w].same(rows, w) && same;
    if (same) return;
    node_.clear();
    earlier_.clear();
    first_.assign(1, 0);
    for (int w = 0; w < rows.worlds; ++w) add(schur_graph(rows, w), rows.world_block(w));
    for (auto* each : {&lower_, &upper_}) each->resize(earlier_.size());
    inverse_.resize(node_.size());
    entry_.assign(node_.size(), -1);
  }

  /// Adds a world whose blocks begin at `block`.
  void add(BlockGraph const& graph, int block) {
    for (int i = 0; i < graph.nodes(); ++i) {
      node_.push_back(block + i);
      for (int k = graph.first[i]; k < graph.first[i + 1]; ++k)
        if (graph.neighbour[k] < i) earlier_.push_back(block + graph.neighbour[k]);
      std::sort(earlier_.begin() + first_.back(), earlier_.end());
      first_.push_back(static_cast<int>(earlier_.size()));
    }
  }

  /// If a pivot is too small, the factorisation starts again with a larger shift of the diagonal:
  /// dropped fill makes pivots smaller.
  void set_up_world(SchurSystem<Space> const& system, int w) {
    if (factorise(system, w, 0, 1e-2)) return;
    for (Real shift = 1e-2; shift < 1e4; shift *= 4)
      if (factorise(system, w, shift, smaller(0.5 * shift, 0.1))) return;
    for (int k = system.rows.world_block(w); k < system.rows.world_block(w + 1); ++k)
      for (auto& row : inverse_[k].m)
        for (Real& x : row) x = std::numeric_limits<Real>::quiet_NaN();
  }

  bool factorise(SchurSystem<Space> const& system, int w, Real shift, Real least) {
    auto const& rows = system.rows;
    bool const symmetric = system.symmetric();
    for (int i = rows.world_block(w); i < rows.world_block(w + 1); ++i) {
      int const n = rows.size(i);
      BlockResponse<Space> const response(system, i);
      for (int e = first_[i]; e < first_[i + 1]; ++e) {
        upper_[e] = response.on(earlier_[e]);
        lower_[e] = symmetric ? transpose(upper_[e]) : coupling(system, i, earlier_[e]);
      }
      eliminate_row(i, symmetric);
      Mat3 D = response.on(i);
      Vec3 scale;
      for (int k = 0; k < n; ++k) {
        scale[k] = fabs(D[k][k]);
        D[k][k] += D[k][k] == 0 ? 1 : shift * D[k][k];  // a row of zeros: nothing depends on it
      }
      for (int e = first_[i]; e < first_[i + 1]; ++e) {
        Mat3 const& inverse = inverse_[earlier_[e]];
        Mat3 const L = lower_[e] * inverse;
        subtract(D, L, upper_[e]);
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
      int const q = earlier_[e];
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

  std::vector<WorldStructure<Space>> structure_;
  // Used in host spaces only, whose spans may refer to these arrays.
  std::vector<Mat3> inverse_, lower_, upper_;
  std::vector<int> node_, first_, earlier_;
  std::vector<int> entry_;  // (blocks) its entry in the current row, or -1
};

}  // namespace orthant
