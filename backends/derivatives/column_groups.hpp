// Groups of columns that one difference can take at once, because no row depends on two of them.
#pragma once
#include <set>
#include <vector>

#include "orthant/backends/derivatives/given_step.hpp"

namespace orthant {

/// What a body's state, its velocity in a stage, or an impulse on it, moves: values of the blocks
/// that touch it, and what these and their impulses do to the bodies on them. In a step of several
/// stages momentum carries that on to the blocks of these.
class Neighbours {
 public:
  explicit Neighbours(WorldStep const& step);

  /// These and their neighbours, so many times.
  std::set<int> reach(std::vector<int> const& bodies, int times) const;

 private:
  std::vector<std::set<int>> of_;  // each with itself
};

/// A column: `kind` of change, all of which are of one size, and the bodies whose rows change with
/// it; none: it stands alone.
struct ColumnPlace {
  int kind = 0;
  std::set<int> reach;
};

/// Columns whose reaches share no body, in the order of their first [Curtis, Powell, Reid 1974].
std::vector<std::vector<int>> column_groups(std::vector<ColumnPlace> const& columns);

}  // namespace orthant
