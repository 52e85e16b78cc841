// Finds the bodies that a change reaches, and groups columns greedily.
#include "orthant/backends/derivatives/column_groups.hpp"

#include <algorithm>
#include <map>

namespace orthant {

Neighbours::Neighbours(WorldStep const& step) {
  of_.resize(step.start.size());
  for (std::size_t b = 0; b < of_.size(); ++b) of_[b].insert(static_cast<int>(b));
  for (auto const& stage : step.stages)
    for (auto const& block : stage.blocks) {
      auto const [a, b] = block.body;
      if (a < 0 || b < 0) continue;
      of_[nth(a)].insert(b);
      of_[nth(b)].insert(a);
    }
}

std::set<int> Neighbours::reach(std::vector<int> const& bodies, int times) const {
  std::set<int> out(bodies.begin(), bodies.end());
  for (int k = 0; k < times; ++k) {
    auto const before = out;
    for (int const b : before) {
      auto const& beside = of_[nth(b)];
      out.insert(beside.begin(), beside.end());
    }
  }
  return out;
}

std::vector<std::vector<int>> column_groups(std::vector<ColumnPlace> const& columns) {
  struct Group {
    std::vector<int> columns;
    std::set<int> reach;
  };
  std::map<int, std::vector<std::size_t>> of_kind;
  std::vector<Group> groups;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    auto const& reach = columns[c].reach;
    auto& list = of_kind[columns[c].kind];
    auto const free = [&](std::size_t g) {
      return std::ranges::none_of(reach, [&](int b) { return groups[g].reach.contains(b); });
    };
    auto const found = reach.empty() ? list.end() : std::ranges::find_if(list, free);
    if (found == list.end()) {
      if (!reach.empty()) list.push_back(groups.size());
      groups.push_back({{static_cast<int>(c)}, reach});
    } else {
      groups[*found].columns.push_back(static_cast<int>(c));
      groups[*found].reach.insert(reach.begin(), reach.end());
    }
  }
  std::vector<std::vector<int>> out;
  out.reserve(groups.size());
  for (auto& each : groups) out.push_back(std::move(each.columns));
  return out;
}

}  // namespace orthant
