// The norms of the parts of the residual, in total and by block.
#include "experiments/app/recording/residual_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiments/app/recording/iterate_names.hpp"

namespace orthant {
namespace {

/// h_dyn, h_kin, h_b, h_n and h_f, each with a linear and an angular part; empty without such rows.
struct Norms {
  std::optional<double> most[5][2];

  void raise(int part, int angular, double x) {
    auto& to = most[part][angular];
    // a maximum that keeps NaN
    to = std::isnan(x) || (to && std::isnan(*to)) ? std::nan("") : std::max(to.value_or(0), x);
  }
  void raise(Norms const& by) {
    for (int part = 0; part < 5; ++part)
      for (int angular = 0; angular < 2; ++angular)
        if (by.most[part][angular]) raise(part, angular, *by.most[part][angular]);
  }
};

Norms of_body(WorldIterate const& it, std::size_t b) {
  Norms out;
  for (int i = 0; i < 6; ++i) {
    out.raise(0, i / 3, std::abs(it.Phi_dyn[b][i]));
    if (!it.Phi_kin.empty()) out.raise(1, i / 3, std::abs(it.Phi_kin[b][i]));
  }
  return out;
}

Norms of_block(WorldIterate const& it, WorldRows::Block const& block) {
  Norms out;
  for (int row = block.row; row < block.row + block.size; ++row)
    out.raise(2 + static_cast<int>(part_of(block, row)), it.rows.angular[nth(row)] ? 1 : 0,
              std::abs(it.residual[row]));
  return out;
}

}  // namespace

ResidualTable::ResidualTable(fs::path const& file, Scene const& scene, bool blocks, Writing how)
    : file_(file,
            "step,world,solve,stage,solver,iteration,last,of,block,name,h_dyn_N_s,h_dyn_N_m_s,h_"
            "kin_m,h_kin_rad,h_b_m_s,h_b_rad_s,h_n_m_s,h_n_rad_s,h_f_m_s,h_f_rad_s",
            how),
      scene_(scene),
      blocks_(blocks) {}

void ResidualTable::add(int step, WorldIterate const& it) {
  auto const write = [&](std::string_view of, auto const& block, std::string const& name,
                         Norms const& norms) {
    for (int x : {step, it.world, it.solve}) file_.cell(x);
    file_.cell(std::string_view(it.stage));
    file_.cell(it.solver);
    for (int x : {it.iteration, it.last ? 1 : 0}) file_.cell(x);
    file_.cell(of);
    file_.cell(block);
    file_.cell(name);
    for (auto const& part : norms.most)
      for (auto const& x : part)
        if (x)
          file_.cell(*x);
        else
          file_.cell(std::string_view());
    file_.end_row();
  };
  Norms total;
  std::vector<std::pair<std::size_t, Norms>> bodies, blocks;
  for (std::size_t b = 0; b < it.Phi_dyn.size(); ++b)
    if (it.reacts(static_cast<int>(b))) bodies.emplace_back(b, of_body(it, b));
  for (std::size_t k = 0; k < it.rows.blocks.size(); ++k)
    blocks.emplace_back(k, of_block(it, it.rows.blocks[k]));
  for (auto const* list : {&bodies, &blocks})
    for (auto const& [k, norms] : *list) total.raise(norms);
  std::string_view const none;
  write("all", none, "", total);
  if (!blocks_) return;
  for (auto const& [b, norms] : bodies)
    write("body", none, body_name(scene_, static_cast<int>(b)), norms);
  for (auto const& [k, norms] : blocks)
    write("block", static_cast<int>(k), source_name(scene_, it.source[k]), norms);
}

}  // namespace orthant
