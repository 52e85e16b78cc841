// Which bodies a step couples.
#pragma once
#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "orthant/core/step/rows.hpp"

namespace orthant {

/// Bodies that a block or tied ones couple, directly or through other bodies, form an island.
/// Bodies that do not react couple nothing. The impulses of an island have no effect on another
/// one, so islands are separate problems. Bodies without a block are together the last island.
///
/// Islands are in the order of their first bodies, bodies and blocks of an island in ascending
/// order. Works on the host, for one world.
class IslandGraph {
 public:
  /// Room for that many bodies and blocks.
  IslandGraph(std::size_t bodies, std::size_t blocks) {
    for (auto* each : {&up_, &island_of_, &body_}) each->reserve(bodies);
    block_.reserve(blocks);
  }

  template <class Space>
  void build(Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass) {
    up_.resize(nth(rows.bodies));
    std::iota(up_.begin(), up_.end(), 0);
    bool splits = true;
    for (int k = 0; k < rows.blocks; ++k) {
      int const a = rows.body(k, 0), b = rows.body(k, 1);
      splits = splits && (a >= 0 || b >= 0);  // the row of nobody belongs to all
      if (a >= 0 && b >= 0) join(a, b);
      int const first = rows.tied(k).first, c = std::max(rows.body(first, 0), rows.body(first, 1));
      if (first != k && splits && c >= 0) join(std::max(a, b), c);
    }
    number(rows, inverse_mass);
    if (!splits) count_ = 1;
    if (count_ < 2) return;
    list(first_body_, body_, rows.bodies, [&](int b) { return island_of_[nth(b)]; });
    list(first_block_, block_, rows.blocks, [&](int k) {
      int const a = rows.body(k, 0);
      return island_of_[nth(a >= 0 ? a : rows.body(k, 1))];
    });
  }

  /// If it is 1, everything is coupled, and there are no lists.
  int count() const { return count_; }
  std::span<int const> bodies(int island) const { return part(first_body_, body_, island); }
  std::span<int const> blocks(int island) const { return part(first_block_, block_, island); }
  /// The first body, which names the island from step to step.
  int root(int island) const { return bodies(island).front(); }

 private:
  int top(int b) {
    auto at = [&](int i) -> int& { return up_[nth(i)]; };
    while (at(b) != b) b = at(b) = at(at(b));
    return b;
  }
  void join(int a, int b) {
    a = top(a);
    b = top(b);
    up_[nth(std::max(a, b))] = std::min(a, b);
  }

  template <class Space>
  void number(Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass) {
    island_of_.assign(up_.size(), -1);
    count_ = 0;
    bool loose = false;
    for (int b = 0; b < rows.bodies; ++b) {
      auto const i = nth(b);
      bool const has_blocks = rows.incidence_begin(b) < rows.incidence_begin(b + 1);
      if (!has_blocks) {
        loose = loose || inverse_mass(b).mass > 0;
        continue;
      }
      int const up = top(b);  // at most b
      island_of_[i] = up == b ? count_++ : island_of_[nth(up)];
    }
    if (!loose || count_ == 0) return;
    for (int b = 0; b < rows.bodies; ++b)
      if (auto& at = island_of_[nth(b)]; at < 0 && inverse_mass(b).mass > 0) at = count_;
    ++count_;
  }

  /// Sorts 0, ..., n - 1 by their islands; -1: in none.
  template <class IslandOf>
  void list(std::vector<int>& first, std::vector<int>& items, int n, IslandOf const& island_of) {
    auto const islands = nth(count_);
    first.assign(islands + 2, 0);
    for (int i = 0; i < n; ++i)
      if (int const k = island_of(i); k >= 0) ++first[nth(k) + 2];
    std::partial_sum(first.begin(), first.end(), first.begin());
    items.resize(nth(first.back()));
    for (int i = 0; i < n; ++i)
      if (int const k = island_of(i); k >= 0) items[nth(first[nth(k) + 1]++)] = i;
  }
  static std::span<int const> part(std::vector<int> const& first, std::vector<int> const& items,
                                   int island) {
    auto const i = nth(island);
    return std::span(items).subspan(nth(first[i]), nth(first[i + 1] - first[i]));
  }

  std::vector<int> up_, island_of_;  // (bodies) union-find; the island, -1: none
  std::vector<int> first_body_, body_, first_block_, block_;
  int count_ = 0;
};

}  // namespace orthant
