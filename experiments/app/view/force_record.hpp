// The forces that hands put on bodies, as loads of an experiment.
#pragma once
#include <map>
#include <vector>

#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// A force and a torque about the centre of mass, world axes [N], [N m], by the body's index.
using Wrenches = std::map<int, Vec6>;

/// Keeps a table of each body that was touched. Its force is constant over each step, and jumps
/// between steps, where two entries have one time. Loads take the mean over a step, which is then
/// this force, bit by bit.
class ForceRecord {
 public:
  static constexpr std::size_t most = 400000;  // entries of all tables

  /// What acts in the step from one time to another [s].
  void add(Wrenches const& acting, double from, double to);
  bool empty() const { return table_.empty(); }
  bool full() const { return entries_ + 3 * table_.size() >= most; }
  /// The body's index of every load.
  std::vector<int> bodies() const;
  /// As "loads" of a scene.
  Json loads(Scene const& scene) const;

 private:
  struct Entry {
    double time = 0;
    Vec6 wrench;
  };
  struct Table {
    std::vector<Entry> entries;
    bool acts = false;  // up to the last entry
  };
  void enter(Table& table, double time, Vec6 const& wrench);

  std::map<int, Table> table_;
  std::size_t entries_ = 0;
};

}  // namespace orthant
