// The order in which the bodies of a tree of joints are eliminated.
#pragma once
#include <algorithm>
#include <vector>

#include "orthant/solvers/linear/sparse/elimination.hpp"

namespace orthant {

/// An elimination of (L K^-1 J^T + D) z = x body by body, from the leaves of a forest to its roots.
/// L is the left matrix, D = Q + E. A body is eliminated with its rows, those towards its parent p
/// last, and changes its parent alone.
template <class Space>
class TreePlan : public Elimination<Space> {
 public:
  /// False if the blocks between bodies are no forest or some are contacts, or if a body has so
  /// many rows that their matrix is not small.
  bool plan(Rows<Space> const& rows, int w) {
    if (!find_parents(rows, w)) return false;
    list_blocks(rows, w);
    for (auto const& node : node_)
      if (node.rows > rows_of_dense) return false;
    return true;
  }

 protected:
  /// A body, with its rows. A node stands after its children.
  struct Node {
    int body, parent = -1;  // in the world; index of a node
    bool parents_others = false;
    int block = 0, blocks = 0;  // in block_
    int row = 0, rows = 0;      // in place_
    int own = 0;                // rows that do not act on the parent, which are the first
    int matrix = 0;             // entries of T before it
  };
  struct OwnBlock {
    int block, side;  // in the world; of the body
  };

  std::vector<Node> node_;
  std::vector<OwnBlock> block_;
  std::vector<int> place_;   // (rows) in the world
  std::size_t entries_ = 0;  // of the squares of all bodies' rows

 private:
  /// Orders the bodies by a search from each root, and looks for a loop.
  bool find_parents(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies;
    node_.clear();
    std::vector<int> at(rows.bodies, -1);
    for (int root = 0; root < rows.bodies; ++root) {
      if (at[root] >= 0 || rows.incidence_begin(o + root + 1) == rows.incidence_begin(o + root))
        continue;
      auto next = node_.size();
      at[root] = static_cast<int>(next);
      node_.push_back({.body = root});
      for (; next < node_.size(); ++next) {
        int const b = o + node_[next].body, parent = node_[next].parent;
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
          int const block = rows.incidence(t) / 2,
                    other = rows.body(block, 1 - rows.incidence(t) % 2);
          if (other < 0) continue;
          if (rows.law(block) == Law::coulomb) return false;
          int& place = at[other - o];
          if (place >= 0 && place == parent) continue;
          if (place >= 0 && node_[place].parent != static_cast<int>(next)) return false;
          if (place >= 0) continue;
          place = static_cast<int>(node_.size());
          node_.push_back({.body = other - o, .parent = static_cast<int>(next)});
        }
      }
    }
    std::reverse(node_.begin(), node_.end());
    int const last = static_cast<int>(node_.size()) - 1;
    for (auto& node : node_)
      if (node.parent >= 0) {
        node.parent = last - node.parent;
        node_[node.parent].parents_others = true;
      }
    return true;
  }

  void list_blocks(Rows<Space> const& rows, int w) {
    int const o = w * rows.bodies, first = rows.world_block(w);
    block_.clear();
    place_.clear();
    entries_ = 0;
    for (auto& node : node_) {
      int const b = o + node.body, parent = node.parent < 0 ? -1 : o + node_[node.parent].body;
      node.block = static_cast<int>(block_.size());
      node.row = static_cast<int>(place_.size());
      node.matrix = static_cast<int>(entries_);
      for (bool const towards_parent : {false, true}) {
        if (towards_parent) node.own = node.rows;
        for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
          int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2,
                    other = rows.body(block, 1 - side);
          if (towards_parent ? other < 0 || other != parent : other >= 0) continue;
          block_.push_back({block - first, side});
          node.rows += rows.size(block);
          for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
            place_.push_back(row - rows.world_row(w));
        }
      }
      node.blocks = static_cast<int>(block_.size()) - node.block;
      entries_ += nth(node.rows) * node.rows;
    }
  }
};

}  // namespace orthant
