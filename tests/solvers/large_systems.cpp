// Linear systems so large that the sparse solver looks for a better order, and leaves out couplings
// of open contacts. Their factorisations start no threads, whatever OpenMP's environment says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

#include "orthant/solvers/linear/sparse/block_order.hpp"
#include "orthant/solvers/linear/sparse/sparse_cholesky.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test::large_systems {
namespace {

/// A cube of nodes, each a neighbour of six.
struct Lattice {
  int edge;
  int nodes() const { return edge * edge * edge; }
  template <class F>
  void each_pair(F const& f) const {
    int const stride[] = {1, edge, edge * edge};
    for (int k = 0; k < nodes(); ++k)
      for (int s : stride)
        if (k / s % edge + 1 < edge) f(k, k + s);
  }
};

TEST(LargeSystems, NestedDissectionNeedsFewerFlopsInABlockOfBodies) {
  Lattice const lattice{14};
  std::vector<std::vector<int>> beside(lattice.nodes());
  lattice.each_pair([&](int a, int b) {
    beside[a].push_back(b);
    beside[b].push_back(a);
  });
  BlockGraph graph;
  graph.width.assign(beside.size(), 6);
  graph.first.push_back(0);
  for (auto const& each : beside) {
    graph.neighbour.insert(graph.neighbour.end(), each.begin(), each.end());
    graph.first.push_back(static_cast<int>(graph.neighbour.size()));
  }
  BlockOrder const first = order_blocks(graph);
  BlockOrder order = first;
  shorten(order, graph);
  EXPECT_LT(order.flops, 0.8 * first.flops);
  std::vector<int> node = order.node, all(beside.size());
  std::iota(all.begin(), all.end(), 0);
  for (int p = 0; p < lattice.nodes(); ++p) EXPECT_EQ(order.position[order.node[p]], p);
  std::sort(node.begin(), node.end());
  EXPECT_EQ(node, all);
}

/// A cube of bodies with a contact between neighbours. Those that do not act are scaled as by a law
/// that is nearly open.
struct Pile {
  Lattice lattice{10};
  std::vector<BlockSpec> blocks;
  TestSystem system;

  explicit Pile(Dice& dice) : blocks(pairs(dice)), system(made(dice)) {}

  /// Lets a block act if `acts` holds for its number.
  template <class Acts>
  void let(Dice& dice, Acts const& acts) {
    auto const& rows = system.built.rows;
    for (int k = 0; k < rows.blocks; ++k) {
      bool const does = acts(k);
      for (int i = 0; i < 3; ++i)
        for (int side = 0; side < 2; ++side)
          for (int c = 0; c < 6; ++c)
            rows.J(rows.block_row(k) + i, side, c) =
                (does ? 1 : 3e-3) * blocks[static_cast<std::size_t>(k)].J[i][side][c];
      system.random_Q(dice, k, does ? 1e-3 : 1);
    }
    for (int i = 0; i < rows.rows; ++i) system.b(i) = dice.between(-1, 1);
  }

  /// |b - S z| / |b|.
  Real residual() const {
    auto const schur = system.schur();
    Array<Space, Twist*> const v("orthant::test", schur.rows.bodies);
    SchurOperator<Space> const S(schur, Span<Space, Twist*>(v));
    auto const Sz = BuiltRows::reals(schur.rows.rows);
    S.apply(OneThread{}, 0, Span<Space, Real*>(system.z), Span<Space, Real*>(Sz));
    Real off = 0, all = 0;
    for (int i = 0; i < schur.rows.rows; ++i) {
      off += (system.b(i) - Sz(i)) * (system.b(i) - Sz(i));
      all += system.b(i) * system.b(i);
    }
    return std::sqrt(off / all);
  }

 private:
  std::vector<BlockSpec> pairs(Dice& dice) const {
    std::vector<BlockSpec> out;
    lattice.each_pair([&](int a, int b) { out.push_back(random_block(dice, 0, a, b, 3)); });
    for (auto& each : out) each.law = Law::coulomb;
    return out;
  }
  TestSystem made(Dice& dice) const { return with_random_masses(dice, 1, lattice.nodes(), blocks); }
};

/// Contacts that close and open in the iterations of one solve, and in the next solve.
TEST(LargeSystems, AreSolvedWhicheverContactsAct) {
  Dice dice(3);
  Pile pile(dice);
  auto const solver =
      make_linear({{"type", "cholmod"}, {"tolerance", 1e-12}}, sizes_of(pile.system.built.rows));
  struct Share {
    int of_ten;
    bool same_pattern;
  };
  for (auto const [of_ten, same_pattern] :
       {Share{0, false}, Share{3, true}, Share{4, true}, Share{10, true}, Share{2, true},
        Share{2, false}, Share{5, true}, Share{1, true}}) {
    SCOPED_TRACE(::testing::Message() << of_ten << " of ten act");
    pile.let(dice, [&](int k) { return k * 7 % 10 < of_ten; });
    auto const report =
        solver->solve(Space{}, pile.system.schur(same_pattern), pile.system.b, pile.system.z);
    EXPECT_TRUE(report.usable);
    EXPECT_LT(pile.residual(), 2e-12);
    EXPECT_LE(report.iterations, 6);
  }
}

/// The numbers of a solve do not depend on solves before it.
TEST(LargeSystems, AreSolvedWithTheSameBitsAfterOthers) {
  Dice dice(3);
  Pile pile(dice);
  auto const make = [&] {
    return make_linear({{"type", "cholmod"}}, sizes_of(pile.system.built.rows));
  };
  auto const fresh = make(), used = make();
  auto const& s = pile.system;
  for (int of_ten : {6, 10, 1}) {
    pile.let(dice, [&](int k) { return k * 7 % 10 < of_ten; });
    used->solve(Space{}, s.schur(of_ten != 6), s.b, s.z);
  }
  pile.let(dice, [&](int k) { return k * 7 % 10 < 3; });
  used->solve(Space{}, s.schur(), s.b, s.z);
  std::vector<Real> const z(s.z.data(), s.z.data() + s.z.extent(0));
  fresh->solve(Space{}, s.schur(), s.b, s.z);
  EXPECT_TRUE(std::equal(z.begin(), z.end(), s.z.data()));
}

/// Threads of this process, where the system tells.
long threads() {
  std::filesystem::path const tasks = "/proc/self/task";
  if (!std::filesystem::exists(tasks)) return 0;
  return std::distance(std::filesystem::directory_iterator(tasks),
                       std::filesystem::directory_iterator());
}

/// A full matrix of 200 unknowns, diagonal 200 and 1 elsewhere: (199 I + e e^T)^-1 e = e / 399.
TEST(SparseCholeskyThreads, OfAFullMatrixAreNone) {
  constexpr int n = 200;
  BlockGraph full;
  full.width.assign(n, 1);
  for (int j = 0; j < n; ++j) {
    full.first.push_back(static_cast<int>(full.neighbour.size()));
    for (int i = 0; i < n; ++i)
      if (i != j) full.neighbour.push_back(i);
  }
  full.first.push_back(static_cast<int>(full.neighbour.size()));
  auto const pattern = pattern_of(full, order_blocks(full));
  std::vector<double> values(pattern.values, 1);
  for (int j = 0; j < n; ++j) values[pattern.value[pattern.block(j, j)]] = n;
  for (auto const kind : {FactorKind::fronts, FactorKind::supernodal, FactorKind::simplicial}) {
    SparseCholesky cholesky(kind);
    cholesky.analyse(pattern);
    long const before = threads();
    ASSERT_TRUE(cholesky.factorise(values));
    std::vector<double> x(n, 1.);
    cholesky.solve(x.data());
    EXPECT_EQ(threads(), before);
    for (double const each : x) EXPECT_NEAR(each, 1. / (2 * n - 1), 1e-15);
  }
}

}  // namespace
}  // namespace orthant::test::large_systems
