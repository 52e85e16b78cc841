// Fronts from supernodes, their rows in their parents, and storage that they share.
#include "orthant/solvers/factors/detail/front_tree.hpp"

#include <algorithm>

namespace orthant::factors {
namespace {

constexpr int most_pivots = 32;  // largest number of pivots in a front; larger supernodes are split

}  // namespace

FrontTree::FrontTree(BlockPattern const& pattern, EliminationTree const& tree, int sides) {
  int const nodes = pattern.nodes();
  at.assign(nodes + 1, 0);
  for (int k = 0; k < nodes; ++k) {
    int const node = tree.order[k];
    for (int i = pattern.first[node]; i < pattern.first[node + 1]; ++i) order.push_back(i);
    at[k + 1] = static_cast<int>(order.size());
  }
  make_fronts(tree, sides);
  in_parent.resize(rows.size());
  for (std::size_t s = 0; s < fronts.size(); ++s) place_rows(s);
  share_storage();
}

void FrontTree::make_fronts(EliminationTree const& tree, int sides) {
  front_of_.resize(order.size());
  for (auto const& s : tree.supernodes())
    for (int k = 0; k < s.count;) {
      Front f;
      f.first = at[s.first + k];
      do f.pivots = at[s.first + ++k] - f.first;
      while (k < s.count && at[s.first + k + 1] - f.first <= most_pivots);
      f.rows = rows.size();
      for (auto row = s.rows.begin() + k; row != s.rows.end(); ++row)
        for (int i = at[*row]; i < at[*row + 1]; ++i) rows.push_back(i);
      f.others = static_cast<int>(rows.size() - f.rows);
      f.factors = factors;
      factors += area(f.pivots, f.pivots) + sides * area(f.pivots, f.others);
      std::fill_n(front_of_.begin() + f.first, f.pivots, static_cast<int>(fronts.size()));
      fronts.push_back(f);
    }
}

/// Links a front to its parent, and finds its rows there.
void FrontTree::place_rows(std::size_t s) {
  Front& f = fronts[s];
  f.runs = runs.size();
  if (f.others > 0) {
    int const* const own = rows.data() + f.rows;
    f.parent = front_of_[own[0]];
    Front& up = fronts[f.parent];
    f.sibling = up.child;
    up.child = static_cast<int>(s);
    int const* in_up = rows.data() + up.rows;
    for (int k = 0; k < f.others; ++k) {
      int const pivot = own[k] - up.first;
      if (pivot >= up.pivots)
        while (*in_up != own[k]) ++in_up;
      in_parent[f.rows + k] =
          pivot < up.pivots ? pivot : up.pivots + static_cast<int>(in_up - (rows.data() + up.rows));
    }
    int const* const to = in_parent.data() + f.rows;
    int k = 0;
    auto const add_runs = [&](int last, int first_row) {
      for (int from = k; k < f.others && to[k] < last; from = k) {
        while (++k < f.others && to[k] < last && to[k] == to[k - 1] + 1) {
        }
        runs.push_back({from, to[from] - first_row, k - from});
      }
    };
    add_runs(up.pivots, 0);
    f.to_pivots = runs.size();
    add_runs(up.pivots + up.others, up.pivots);
  } else {
    f.to_pivots = runs.size();
  }
  f.to_others = runs.size();
}

/// Assigns storage to the Schur complements A22. Each is needed until its parent has assembled it.
/// The first gap that is large enough is used.
void FrontTree::share_storage() {
  struct Taken {
    std::ptrdiff_t first, last;
    int parent;
  };
  std::vector<Taken> taken;  // in the order of storage
  for (std::size_t s = 0; s < fronts.size(); ++s) {
    Front& f = fronts[s];
    std::ptrdiff_t const needs = area(f.others, f.others);
    auto before = taken.begin();
    f.left = 0;
    for (; before != taken.end() && before->first - f.left < needs; ++before) f.left = before->last;
    taken.insert(before, {f.left, f.left + needs, f.parent});
    left = std::max(left, f.left + needs);
    std::erase_if(taken, [&](Taken const& t) { return t.parent == static_cast<int>(s); });
  }
}

}  // namespace orthant::factors
