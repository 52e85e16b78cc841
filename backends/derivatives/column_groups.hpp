// Columns that are differenced at once, as no row depends on two of them.
#pragma once
#include <set>
#include <vector>

#include "backends/derivatives/given_step.hpp"

namespace orthant {

/// What a body's state, its velocity in a stage, or an impulse on it, moves at most: values of the
/// blocks that touch it, and what these and their impulses do to the bodies on them. In a step of
/// several stages momentum carries that on to the blocks of these.
class Neighbours {
 public:
  explicit Neighbours(WorldStep const& step);

  /// Bodies of all rows that change with these.
  std::set<int> reach(std::vector<int> const& bodies) const;

 private:
  std::vector<std::set<int>> of_;  // each with itself
  int steps_;
};

/// A column: `kind` of change, all of which are of one size, and the bodies that it is of; none: it
/// stands alone.
struct ColumnPlace {
  int kind = 0;
  std::vector<int> bodies;
};

/// Columns whose reaches share no body, in the order of their first [Curtis, Powell, Reid 1974].
std::vector<std::vector<int>> column_groups(std::vector<ColumnPlace> const& columns,
                                            Neighbours const& neighbours);

}  // namespace orthant
