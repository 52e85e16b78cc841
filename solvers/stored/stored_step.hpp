// A stored contact problem as the equations of one step, without bodies.
#pragma once
#include <set>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/method/recipes.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/detail/row_arrays.hpp"

namespace orthant {

/// The row values W lambda + q.
template <class Space>
struct EvaluateStored {
  static constexpr char const* label = "orthant::stored::evaluate";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const begin = rows.block_row(block);
    Vec3 const u = given_product(rows, block, rows.impulse);
    for (int i = 0; i < rows.size(block); ++i)
      rows.value(begin + i) = u[i] + rows.delassus.q(begin + i);
  }
};

/// One world, with a block of three rows for each contact of the problem.
template <class Space>
class StoredStep final : public StepProblem<Space> {
 public:
  /// Scales to W / |W| and q / |q|, so that the tolerance of a solver is relative; lambda is r
  /// divided by impulse_unit(). Symmetric formulations use the symmetric part of W, if W is
  /// symmetric up to errors of the file.
  explicit StoredStep(ConeProblem const& problem)
      : array_("orthant::stored::rows",
               {.worlds = 1, .rows = 3 * problem.contacts(), .blocks = problem.contacts()}) {
    int const n = problem.contacts();
    unit_W_ = positive(problem.W.norm() / std::sqrt(std::max(1, 3 * n)));
    unit_q_ = positive(problem.q.norm());
    Sparse const transposed = problem.W.transpose();
    symmetric_ = (problem.W - transposed).norm() <= 1e-2 * problem.W.norm();
    Blocks exact(problem.W, transposed), seen = exact;
    if (symmetric_) seen = Blocks(0.5 * (problem.W + transposed), 0.5 * (transposed + problem.W));
    lay_out(problem, exact, seen);
  }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const override { return twist_; }
  Span<Space, Twist*> twist() const { return twist_; }
  bool matrices_move() const override { return false; }

  void evaluate(Space const& space, Span<Space, Twist*>, Span<Space, int*>) override {
    Rows<Space> rows = rows_;
    rows.delassus.W = exact_;
    each(space, rows.blocks, EvaluateStored<Space>{rows});
  }

  Sizes sizes() const { return {1, 0, rows_.rows, rows_.blocks, static_cast<int>(W_.extent(0))}; }
  Demands demands() const { return {.symmetric = symmetric_, .knows_bodies = false}; }
  Real impulse_unit() const { return unit_q_ / unit_W_; }

  void set_impulse(Vector const& r) {
    auto const host = Kokkos::create_mirror_view(array_.impulse);
    for (int i = 0; i < rows_.rows; ++i) host(i) = r[i] / impulse_unit();
    Kokkos::deep_copy(array_.impulse, host);
  }
  Vector impulse() const {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array_.impulse);
    Vector r(rows_.rows);
    for (int i = 0; i < rows_.rows; ++i) r[i] = impulse_unit() * host(i);
    return r;
  }

 private:
  /// A sparse matrix by rows of 3 x 3 blocks. Its pattern is the union of its own, the transposed
  /// one and the diagonal.
  struct Blocks {
    Blocks(Sparse const& W, Sparse const& transposed) {
      int const n = static_cast<int>(W.cols() / 3);
      first.push_back(0);
      std::vector<int> place(n, -1);
      for (int i = 0; i < n; ++i) {
        std::set<int> coupled{i};
        for (int k = 3 * i; k < 3 * i + 3; ++k) {
          for (Sparse::InnerIterator it(W, k); it; ++it) coupled.insert(int(it.row()) / 3);
          for (Sparse::InnerIterator it(transposed, k); it; ++it) coupled.insert(int(it.row()) / 3);
        }
        for (int const j : coupled) {
          place[j] = static_cast<int>(block.size());
          block.push_back(j);
        }
        A.resize(block.size());
        for (int k = 0; k < 3; ++k)  // columns of the transpose are rows
          for (Sparse::InnerIterator it(transposed, 3 * i + k); it; ++it)
            A[place[it.row() / 3]][k][it.row() % 3] = it.value();
        first.push_back(static_cast<int>(block.size()));
      }
    }
    std::vector<int> first, block;
    std::vector<Mat3> A;
  };

  static Real positive(Real x) { return x > 0 ? x : 1; }

  void lay_out(ConeProblem const& problem, Blocks& exact, Blocks& seen) {
    int const n = problem.contacts();
    for (auto* blocks : {&exact, &seen})
      for (Mat3& A : blocks->A)
        for (auto& row : A.m)
          for (Real& x : row) x /= unit_W_;
    std::vector<Real> q(problem.q.data(), problem.q.data() + problem.q.size());
    for (Real& x : q) x /= unit_q_;
    array_.world_row = to_device<Space>("orthant::stored::world_row", std::vector<int>{0, 3 * n});
    array_.world_block = to_device<Space>("orthant::stored::world_block", std::vector<int>{0, n});
    std::vector<int> row(n + 1);
    for (int c = 0; c <= n; ++c) row[c] = 3 * c;
    array_.block_row = to_device<Space>("orthant::stored::block_row", row);
    array_.friction = to_device<Space>("orthant::stored::friction",
                                       std::vector<Real>(problem.mu.data(), problem.mu.data() + n));
    Space const space;
    fill_all(space, array_.block_world, 0);
    fill_all(space, array_.body, -1);
    fill_all(space, array_.law, Law::coulomb);
    fill_all(space, array_.disc, DiscRadius{});
    fill_all(space, array_.J, 0);
    for (auto* each : {&array_.value, &array_.impulse}) fill_all(space, *each, 0);
    fill_all(space, array_.angular, 0);
    fill_all(space, array_.compliance, 0);
    fill_all(space, array_.incidence_begin, 0);
    q_ = to_device<Space>("orthant::stored::q", q);
    coupled_first_ = to_device<Space>("orthant::stored::coupled", seen.first);
    coupled_ = to_device<Space>("orthant::stored::coupled", seen.block);
    W_ = to_device<Space>("orthant::stored::A", seen.A);
    exact_ = to_device<Space>("orthant::stored::A", exact.A);
    rows_ = array_.rows();
    rows_.worlds = 1;
    rows_.rows = 3 * n;
    rows_.blocks = rows_.contacts = n;
    rows_.delassus = {coupled_first_, coupled_, W_, q_};
    rows_.shares = {};
  }

  Real unit_W_ = 1, unit_q_ = 1;
  bool symmetric_ = true;
  RowArrays<Space> array_;
  Rows<Space> rows_;
  Array<Space, int*> coupled_first_, coupled_;
  Array<Space, Real*> q_;
  Array<Space, Mat3*> W_, exact_;
  Array<Space, InverseMass*> inverse_mass_;
  Array<Space, Twist*> twist_;
};

}  // namespace orthant
