// Finds stages and blocks of a step by their names, and the parts that law_rows needs.
#pragma once
#include <algorithm>

#include "backends/derivatives/given_step.hpp"

namespace orthant {

/// The parts of a stage that law_rows reads.
inline StepParts parts_of(WorldStage const& stage) {
  StepParts out;
  for (auto const& each : stage.blocks)
    out.blocks.push_back({.law = each.law,
                          .row = each.row,
                          .rows = each.rows,
                          .a = each.a,
                          .b = each.b,
                          .friction = each.friction,
                          .disc = each.disc,
                          .turn = {}});
  for (auto const& each : stage.rows)
    out.rows.push_back({.value = each.value,
                        .impulse = each.impulse,
                        .per_mass = each.per_mass,
                        .compliance = each.compliance,
                        .angular = false,
                        .J = {},
                        .by_twist = {},
                        .by_end = {},
                        .by_where = {},
                        .by_old_twist = {}});
  return out;
}

inline int rows_of(WorldStage const& stage) { return static_cast<int>(stage.rows.size()); }
inline int bodies_of(WorldStage const& stage) { return static_cast<int>(stage.twist.size()); }

/// The stage of that name, or null.
inline WorldStage const* stage_of(WorldStep const& step, std::string const& name) {
  auto const at = std::ranges::find(step.stages, name, &WorldStage::name);
  return at == step.stages.end() ? nullptr : &*at;
}

inline StageBlock const* block_of(WorldStage const& stage, BlockName const& name,
                                  std::size_t likely) {
  if (likely < stage.blocks.size() && stage.blocks[likely].name == name)
    return &stage.blocks[likely];
  auto const at = std::ranges::find(stage.blocks, name, &StageBlock::name);
  return at == stage.blocks.end() ? nullptr : &*at;
}

}  // namespace orthant
