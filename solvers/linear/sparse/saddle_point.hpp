// The saddle point of a step, with bodies and rows, by sparse LU. Host only.
#pragma once
#include <algorithm>
#include <limits>

#include "orthant/core/math/small_inverse.hpp"
#include "orthant/solvers/linear/sparse/detail/carry_pivots.hpp"
#include "orthant/solvers/linear/sparse/detail/world_by_world.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"

namespace orthant {

/// If rows are redundant, the solution of least norm needs a residual near round-off.
struct SaddlePointSettings : RefinementSettings {
  SaddlePointSettings() { tolerance = 1e-14; }
};

/// The matrix of the saddle point of one world, as a list of entries:
///   [ K     -J^T  ] [du]   [-p]       K = M, or dp/du - sigma h G diag(k, T_J)
///   [ left   Q + E] [z ] = [ b]
template <class Space>
class SaddleMatrix {
 public:
  /// Sets up the pattern; false if it is the same as in the last call.
  bool match(SchurSystem<Space> const& system, int w) {
    if (structure_.same(system.rows, w)) return false;
    lay_out(system, w);
    return true;
  }
  void fill(SchurSystem<Space> const& system, int w, Real rho_reg) {
    std::fill(matrix_.value.begin(), matrix_.value.end(), 0.0);
    std::fill(shift_.begin(), shift_.end(), 0.0);
    std::size_t k = 0;
    walk(system, w, [&](int, int, Real x) { matrix_.value[slot_[k++]] += x; });
    auto const& rows = system.rows;
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block) {
      Mat3 const S = diagonal_block(system, block);
      for (int i = 0; i < rows.size(block); ++i) {
        int const at = row_at(system, w, rows.block_row(block) + i);
        shift_[at] = proximal_weight(rho_reg, S[i][i]);
        matrix_.value[diagonal_[at]] += shift_[at];
      }
    }
  }
  SparseMatrix const& matrix() const { return matrix_; }
  void carry(Carried& c) {
    structure_.carry(c);
    for (auto* each : {&place_, &slot_, &diagonal_, &matrix_.column, &matrix_.row}) c.list(*each);
    for (auto* each : {&shift_, &matrix_.value}) c.list(*each);
    c.values(velocities_);
  }
  std::vector<double> const& shift() const { return shift_; }
  /// The index of the unknown of a row, and of the first velocity of a body; -1 if no row acts on
  /// the body.
  int row_at(SchurSystem<Space> const& system, int w, int row) const {
    return velocities_ + row - system.rows.world_row(w);
  }
  int body_at(int b, int w, int bodies) const { return place_[b - w * bodies]; }

 private:
  /// Calls entry(row, column, value) for all entries, in an order that depends on the pattern only.
  template <class F>
  void walk(SchurSystem<Space> const& system, int w, F const& entry) const {
    auto const& rows = system.rows;
    for (int k = 0; k < rows.bodies; ++k)
      if (place_[k] >= 0) own(system, w * rows.bodies + k, place_[k], entry);
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block) {
      couple(system, w, block, entry);
      int const first = row_at(system, w, rows.block_row(block));
      for (int i = 0; i < rows.size(block); ++i)
        for (int j = 0; j < rows.size(block); ++j)
          entry(first + i, first + j, system.Q(rows.block_row(block) + i, j));
      if (rows.delassus.given()) given(system, w, block, first, entry);
    }
  }

  template <class F>
  static void given(SchurSystem<Space> const& system, int w, int block, int first, F const& entry) {
    auto const& rows = system.rows;
    for (int k = rows.delassus.first(block); k < rows.delassus.first(block + 1); ++k) {
      int const other = rows.delassus.block(k), begin = rows.block_row(other) - rows.world_row(w);
      for (int i = 0; i < rows.size(block); ++i)
        for (int j = 0; j < rows.size(other); ++j)
          entry(first + i, begin + j, rows.delassus.W(k)[i][j]);
    }
  }

  /// Emits the 6 x 6 diagonal block of a body.
  template <class F>
  static void own(SchurSystem<Space> const& system, int b, int at, F const& entry) {
    auto const& M_inverse = system.inverse_mass(b);
    Mat3 const inertia =
        system.stiff() ? system.stiffness.inertia(b) : inverse_spd(M_inverse.inertia);
    for (int i = 0; i < 3; ++i) {
      entry(at + i, at + i, 1 / M_inverse.mass);
      for (int j = 0; j < 3; ++j) entry(at + 3 + i, at + 3 + j, inertia[i][j]);
    }
  }

  /// Emits the entries of a block of rows: -sigma h G between its bodies, -J^T and `left` between
  /// bodies and rows.
  template <class F>
  void couple(SchurSystem<Space> const& system, int w, int block, F const& entry) const {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    bool const stiff = system.stiff();
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0) continue;
      int const at = body_at(b, w, rows.bodies);
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        for (int i = 0; i < 6; ++i) {
          entry(at + i, row_at(system, w, row), -rows.J(row, side, i));
          entry(row_at(system, w, row), at + i, left(row, side, i));
        }
      }
      for (int other = 0; other < 2; ++other) {
        int const c = rows.body(block, other);
        if (c < 0) continue;
        int const to = body_at(c, w, rows.bodies);
        for (int i = 0; i < 6; ++i) {
          Vec6 g;
          for (int j = 0; stiff && j < 6; ++j)
            g[j] = -system.stiffness.G(block, 6 * side + i, 6 * other + j);
          if (stiff) g = system.stiffness.at_J(c, g);
          for (int j = 0; j < 6; ++j) entry(at + i, to + j, g[j]);
        }
      }
    }
  }

  void lay_out(SchurSystem<Space> const& system, int w) {
    auto const& rows = system.rows;
    place_.assign(rows.bodies, -1);
    velocities_ = 0;
    for (int k = 0; k < rows.bodies; ++k)
      if (int const b = w * rows.bodies + k;
          rows.incidence_begin(b + 1) > rows.incidence_begin(b)) {
        place_[k] = velocities_;
        velocities_ += 6;
      }
    int const n = velocities_ + rows.world_row(w + 1) - rows.world_row(w);
    std::vector<std::pair<int, int>> all;  // column, row
    walk(system, w, [&](int r, int c, Real) { all.emplace_back(c, r); });
    auto const emitted = all;
    for (auto const& [c, r] : emitted) all.emplace_back(r, c);  // the pattern is symmetric
    for (int i = 0; i < n; ++i) all.emplace_back(i, i);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    auto const find = [&](int c, int r) {
      return static_cast<int>(std::lower_bound(all.begin(), all.end(), std::pair{c, r}) -
                              all.begin());
    };
    matrix_.column.assign(n + 1, 0);
    matrix_.row.clear();
    for (auto const& [c, r] : all) {
      ++matrix_.column[c + 1];
      matrix_.row.push_back(r);
    }
    for (int c = 0; c < n; ++c) matrix_.column[c + 1] += matrix_.column[c];
    matrix_.value.assign(all.size(), 0);
    shift_.assign(n, 0);
    slot_.clear();
    for (auto const& [c, r] : emitted) slot_.push_back(find(c, r));
    diagonal_.clear();
    for (int i = 0; i < n; ++i) diagonal_.push_back(find(i, i));
  }

  WorldStructure<Space> structure_;
  std::vector<int> place_, slot_, diagonal_;
  std::vector<double> shift_;  // E
  int velocities_ = 0;
  SparseMatrix matrix_;
};

template <class Space>
class SaddlePoint final : public WorldByWorld<Space> {
 public:
  static constexpr bool takes_nonsymmetric = true, takes_stiffness = true;
  using Make = std::unique_ptr<SparseFactors> (*)();

  SaddlePoint(Make make, RefinementSettings const& set, Sizes const& n)
      : set_(set), matrix_(n.worlds) {
    for (int w = 0; w < n.worlds; ++w) factors_.push_back(make());
    auto const unknowns = nth(6 * n.bodies + n.rows);
    for (auto* each : {&rhs_, &x_, &residual_, &correction_}) each->reserve(unknowns);
  }

  void carry(Carried& c) override {
    c.part("saddle_point");
    for (std::size_t w = 0; w < matrix_.size(); ++w) carry_pivots(c, matrix_[w], *factors_[w]);
  }

 private:
  WorldLinear solve_world(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                          Span<Space, Real*> const& z) override {
    auto const& rows = system.rows;
    auto& saddle = matrix_[w];
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    if (system.stiff())  // also bodies without rows
      for (int k = 0; k < rows.bodies; ++k)
        system.du(w * rows.bodies + k) = free_fall(system, w, k);
    if (count == 0) return {};
    if (!system.same_pattern && saddle.match(system, w)) factors_[w]->analyse(saddle.matrix());
    if (!system.same_matrix) {
      saddle.fill(system, w, set_.regularisation);
      if (!factors_[w]->factorise(saddle.matrix())) return this->fail(rows, w, z);
    }
    int const n = saddle.matrix().size();
    rhs_.assign(n, 0);
    for (int k = 0; system.stiff() && k < rows.bodies; ++k)
      if (int const at = saddle.body_at(w * rows.bodies + k, w, rows.bodies); at >= 0)
        for (int i = 0; i < 6; ++i) rhs_[at + i] = -system.momentum(w * rows.bodies + k)[i];
    for (int i = 0; i < count; ++i) rhs_[n - count + i] = b(first + i);
    WorldLinear const out = refine(system, w, saddle, *factors_[w]);
    for (int i = 0; i < count; ++i) z(first + i) = x_[n - count + i];
    for (int k = 0; system.stiff() && k < rows.bodies; ++k)
      if (int const at = saddle.body_at(w * rows.bodies + k, w, rows.bodies); at >= 0)
        for (int i = 0; i < 6; ++i) system.du(w * rows.bodies + k)[i] = x_[at + i];
    return out;
  }

  static Twist free_fall(SchurSystem<Space> const& system, int w, int k) {
    int const b = w * system.rows.bodies + k;
    auto const& M_inverse = system.inverse_mass(b);
    if (!(M_inverse.mass > 0)) return {};
    Vec6 const p = system.momentum(b);
    return -stacked(M_inverse.mass * linear(p),
                    inverse_general(system.stiffness.inertia(b)) * angular(p));
  }

  /// The norm of a residual x = (x_p, x_c) of momenta and rows, as velocities. Momenta are
  /// eliminated by M: |x_c - left M^-1 x_p|, which is the residual of S if there is no stiffness.
  /// With stiffness |M^-1 x_p| is added, because bodies then move in directions without rows.
  double length(SchurSystem<Space> const& system, int w, SaddleMatrix<Space> const& saddle,
                std::vector<double> const& x) const {
    auto const& rows = system.rows;
    auto const left = system.left_rows();
    auto const body_at = [&](int b) { return saddle.body_at(b, w, rows.bodies); };
    auto const momentum = [&](int b) {
      Vec6 p;
      for (int i = 0; i < 6; ++i) p[i] = x[body_at(b) + i];
      return p;
    };
    double sum = 0;
    for (int block = rows.world_block(w); block < rows.world_block(w + 1); ++block)
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        double r = x[saddle.row_at(system, w, row)];
        for (int side = 0; side < 2; ++side) {
          int const b = rows.body(block, side);
          if (b < 0) continue;
          Vec6 const u = system.inverse_mass(b) * momentum(b);
          for (int i = 0; i < 6; ++i) r -= left(row, side, i) * u[i];
        }
        sum += r * r;
      }
    for (int k = 0; system.stiff() && k < rows.bodies; ++k) {
      int const b = w * rows.bodies + k, at = body_at(b);
      if (at < 0) continue;
      Vec6 const u = system.inverse_mass(b) * momentum(b);
      sum += dot(u, u);
    }
    return std::sqrt(sum);
  }

  /// Iterative refinement with the residual of the matrix without E.
  WorldLinear refine(SchurSystem<Space> const& system, int w, SaddleMatrix<Space> const& saddle,
                     SparseFactors& factors) {
    auto const& A = saddle.matrix();
    auto const n = nth(A.size());
    x_.assign(n, 0);
    residual_ = rhs_;
    double const scale = length(system, w, saddle, rhs_);
    Real relative = scale == 0 ? 0 : 1, before = std::numeric_limits<Real>::infinity();
    int pass = 0;
    while (worth_another_pass(set_, pass, relative, before)) {
      correction_ = residual_;
      factors.solve(A, correction_.data());
      for (std::size_t i = 0; i < n; ++i) x_[i] += correction_[i];
      for (std::size_t i = 0; i < n; ++i) residual_[i] = rhs_[i] + saddle.shift()[i] * x_[i];
      for (std::size_t c = 0; c < n; ++c)
        for (int k = A.column[c]; k < A.column[c + 1]; ++k)
          residual_[A.row[k]] -= A.value[k] * x_[c];
      before = relative;
      relative = length(system, w, saddle, residual_) / scale;
      ++pass;
    }
    return {pass, relative, std::isfinite(relative)};
  }

  RefinementSettings set_;
  std::vector<SaddleMatrix<Space>> matrix_;
  std::vector<std::unique_ptr<SparseFactors>> factors_;
  std::vector<double> rhs_, x_, residual_, correction_;
};

}  // namespace orthant
