// The linear solver `by_size`: where the matrix is symmetric a dense L D L^T for worlds of few rows
// and Cholesky's for others, else a sparse L U.
#pragma once
#include "orthant/solvers/linear/dense/dense_solver.hpp"
#include "orthant/solvers/linear/dense/ldlt.hpp"
#include "orthant/solvers/linear/sparse/block_cholesky.hpp"
#include "orthant/solvers/linear/sparse/sparse_lu.hpp"
#include "orthant/solvers/linear/symmetrised.hpp"

namespace orthant {

struct BySizeSettings : RefinementSettings {
  int dense_rows = rows_of_dense;

  void fields(Fields& f) {
    RefinementSettings::fields(f);
    f.integer("dense_rows", dense_rows, not_negative(),
              "a world with at most so many rows in a step is solved by dense_ldlt, another by "
              "multifrontal; one whose matrix is not symmetric by L U along trees of joints or in "
              "blocks");
  }
};

/// The choice depends on a world's own rows only, so that a world has the same bits in any batch.
template <class Space>
class BySize final : public LinearSolver<Space> {
 public:
  static constexpr bool takes_nonsymmetric = true;

  /// `symmetric`: so is a Delassus operator that is given.
  BySize(bool symmetric, BySizeSettings const& set, Sizes const& n)
      : set_(set),
        given_is_symmetric_(symmetric),
        symmetrised_(n),
        ldlt_(set, n),
        cholesky_({set}, n),
        lu_(set, n),
        kind_(n.worlds, 0),
        known_(n.worlds, 0),
        which_("orthant::linear::which", n.worlds) {}

 protected:
  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    wait_for(space);
    auto const& rows = system.rows;
    if (!system.same_matrix) sort(system);
    int left = 0;
    for (int w = 0; w < rows.worlds; ++w) left += system.active(w) && kind_[w] != none;
    LinearReport all;
    LinearSolver<Space>* const solvers[] = {&ldlt_, &cholesky_, &lu_};
    for (int kind = 0; kind < 3; ++kind)
      for (bool const known : {true, false}) {
        int const worlds = left == 0 ? 0 : choose(system, kind, known);
        if (worlds == 0) continue;
        left -= worlds;
        bool const scaled = kind < lu && !system.symmetric();
        auto const one = scaled ? solve_scaled(space, *solvers[kind], system, known, b, z)
                                : solvers[kind]->solve(space, part(system, known), b, z);
        for (int w = 0; w < rows.worlds; ++w)
          if (which_(w)) known_[w] |= 1 << kind;
        all.iterations += one.iterations;
        all.residual = larger(all.residual, one.residual);
        all.usable = all.usable && one.usable;
        if (system.same_matrix) continue;
        (kind == dense ? all.factorised.dense : all.factorised.sparse) += worlds;
      }
    return all;
  }

 private:
  enum Kind { none = -1, dense, sparse, lu };

  /// Marks the running worlds of a solver, those that it knows or the others. Returns their number.
  /// A dense one, whose matrices lie in one array, takes all of them together.
  int choose(SchurSystem<Space> const& system, int kind, bool known) {
    auto const is_in = [&](int w) { return system.active(w) && kind_[w] == kind; };
    auto const knows = [&](int w) { return bool(known_[w] >> kind & 1); };
    bool all = kind == dense;
    for (int w = 0; w < system.rows.worlds && all; ++w) all = !is_in(w) || knows(w);
    int worlds = 0;
    for (int w = 0; w < system.rows.worlds; ++w)
      worlds += which_(w) = is_in(w) && (kind == dense ? all : knows(w)) == known;
    return worlds;
  }
  SchurSystem<Space> part(SchurSystem<Space> system, bool known) const {
    system.active = which_;
    system.same_pattern = known;
    return system;
  }
  LinearReport solve_scaled(Space const& space, LinearSolver<Space>& solver,
                            SchurSystem<Space> const& system, bool known,
                            Span<Space, Real*> const& b, Span<Space, Real*> const& z) {
    auto const& rows = system.rows;
    for (int w = 0; w < rows.worlds; ++w)
      if (which_(w)) symmetrised_.set_right_side(system, w, b);
    auto const out =
        solver.solve(space, symmetrised_.system(part(system, known)), symmetrised_.right_side(), z);
    wait_for(space);
    for (int w = 0; w < rows.worlds; ++w)
      if (which_(w)) symmetrised_.finish(rows, w, z);
    return out;
  }

  /// The solver of each running world.
  void sort(SchurSystem<Space> const& system) {
    auto const& rows = system.rows;
    for (int w = 0; w < rows.worlds; ++w) {
      if (!system.same_pattern) known_[w] = 0;
      if (!system.active(w)) continue;
      bool const given = rows.delassus.given();
      bool const symmetric = system.symmetric() ? !given || given_is_symmetric_
                                                : !given && symmetrised_.write(system, w);
      int const count = rows.world_row(w + 1) - rows.world_row(w);
      kind_[w] = count == 0 ? none : !symmetric ? lu : count > set_.dense_rows ? sparse : dense;
    }
  }

  BySizeSettings set_;
  bool given_is_symmetric_;
  Symmetrised<Space> symmetrised_;
  DenseSolver<Space, Ldlt> ldlt_;
  BlockCholesky<Space> cholesky_;
  SparseLu<Space> lu_;
  std::vector<int> kind_, known_;  // (worlds) index of a solver; bits of those that know the rows
  Array<Space, int*> which_;       // (worlds) that one of them solves
};

}  // namespace orthant
