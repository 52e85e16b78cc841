// Builds the rows like an integrator, up to the first linear system.
#include "bench/kernels/stage.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/constraints/relations/ball_joint.hpp"
#include "orthant/constraints/relations/contact_point.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant::bench {
namespace {

Scene scene_of(Kind kind, int size) {
  int const side = std::max(1, static_cast<int>(std::lround(std::sqrt(size))));
  Json assembly;
  switch (kind) {
    case Kind::stack:
      assembly = {{"type", "stack"}, {"count", size}};
      break;
    case Kind::wall:
      assembly = {{"type", "brick_wall"}, {"courses", side}, {"columns", side}};
      break;
    case Kind::chain:
      assembly = {{"type", "chain"}, {"links", size}};
      break;
  }
  Json const input = {{"assemblies", Json::array({assembly})}};
  Json resolved;
  return read_scene(Config(input, resolved, "scene"), {{BallJoint::name, BallJoint::type()}});
}

/// weight_i = W_ii, and Q_ii = W_ii / 10: the matrix is definite, so any b is in its range.
template <class Space>
struct Weigh {
  static constexpr char const* label = "orthant::bench::weigh";
  SchurSystem<Space> system;
  Span<Space, Real*> weight;
  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = system.rows;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      weight(row) = RowResponse<Space>(rows, system.inverse_mass, block, row).on(rows, block, row);
      for (int k = 0; k < max_block_rows; ++k) system.Q(row, k) = 0;
      system.Q(row, row - rows.block_row(block)) = 0.1 * weight(row);
    }
  }
};

/// b = J u_free: the effect of gravity on the rows.
template <class Space>
struct FillRightHandSide {
  static constexpr char const* label = "orthant::bench::right_hand_side";
  SchurSystem<Space> system;
  Span<Space, Twist*> free_twist;
  Span<Space, Real*> b;
  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = system.rows;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      b(row) = rows.apply(block, row, free_twist);
  }
};

}  // namespace

Stage::Stage(Kind kind, int size) {
  Setup const setup{scene_of(kind, size), 1, h};
  model_ = build_model<Space>(setup);
  state_ = build_state<Space>(setup);
  Plugins<Space> plugins;
  register_constraints(plugins);
  char const* const name = kind == Kind::chain ? BallJoint::name : ContactPointRelation::name;
  plugins.constraints.at(name).add(model_, setup.scene, constraints_);
  Space const space;
  lay_out(space);
  make_system(space);
  space.fence();
}

void Stage::lay_out(Space const& space) {
  int const n = model_.all_bodies();
  active_ = Array<Space, int*>("orthant::bench::running", model_.worlds);
  fill_all(Space(), active_, 1);
  inverse_mass_ = Array<Space, InverseMass*>("orthant::bench::inverse_mass", n);
  free_ = Array<Space, Twist*>("orthant::bench::free_twist", n);
  wrench_ = Array<Space, Vec6*>("orthant::bench::wrench", n);
  compute_inverse_mass<Space>(space, model_, state_.pose, active_, inverse_mass_);
  unturned_ = Array<Space, Real*>("orthant::bench::unturned", n);
  each(space, n,
       FreeMotion<Space>{.applied = {model_.body, wrench_},
                         .body = model_.body,
                         .pose = state_.pose,
                         .twist = state_.twist,
                         .out = free_,
                         .unturned = unturned_,
                         .h = h,
                         .mean = true});
  constraints_.refresh(space, {model_, state_, free_, h});
  table_ = std::make_unique<RowTable<Space>>(sizes(), constraints_.size());
  table_->lay_out(space, model_, constraints_, {h});
  constraints_.jacobian(space, state_.pose, rows(), active_);
  constraints().value(space, point(), rows());
}

void Stage::make_system(Space const& space) {
  int const n = rows().rows;
  weight_ = make_array<Space, Real*>("orthant::bench::weight", n);
  b_ = make_array<Space, Real*>("orthant::bench::b", n);
  Q_ = Array<Space, Real* [max_block_rows]>("orthant::bench::Q", n);
  system_ = {rows(), Q_, inverse_mass_, active_, false, false};
  each(space, rows().blocks, Weigh<Space>{system_, weight_});
  each(space, rows().blocks, FillRightHandSide<Space>{system_, free_, b_});
}

}  // namespace orthant::bench
