// Groups of columns that one difference can take at once, because no row depends on two of them.
#pragma once
#include <set>
#include <vector>

#include "backends/derivatives/given_step.hpp"

namespace orthant {

/// The bodies whose equations may change with the state of a body, its velocity in a stage, or an
/// impulse on it. A change reaches the blocks that touch the body, and through their values and
/// impulses the other bodies of these blocks. In a step of several stages momentum carries it on to
/// the blocks of those bodies, once a stage.
class Neighbours {
 public:
  explicit Neighbours(WorldStep const& step);

  /// The bodies of all rows that change with the states of `bodies`.
  std::set<int> reach(std::vector<int> const& bodies) const;

 private:
  std::vector<std::set<int>> of_;  // the neighbours of each body, itself included
  int steps_;
};

/// Where a column belongs: its `kind` (all changes of one kind have the same size) and the bodies
/// that it changes. A column without bodies forms a group of its own.
struct ColumnPlace {
  int kind = 0;
  std::vector<int> bodies;
};

/// Groups of columns whose reaches share no body, in the order of their first columns [Curtis,
/// Powell, Reid 1974].
std::vector<std::vector<int>> column_groups(std::vector<ColumnPlace> const& columns,
                                            Neighbours const& neighbours);

}  // namespace orthant
