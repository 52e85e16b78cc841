// The laws of a solved step as differentiable equations, block by block.
#pragma once
#include <Eigen/Core>
#include <limits>

#include "orthant/core/cone_problem/detail/world_rows.hpp"

namespace orthant {

/// The state of a block in the step.
enum class BlockState { bilateral, open, sticks, slips };

/// At the solution the law of a block is one equation for each of its rows,
///   by_value da + by_impulse dlambda + by_normal dlambda_n + by_friction dmu + by_bound dk = 0,
/// with da the change of its values without Sigma, which by_impulse contains, and k the bound
/// of a disc. The equations are
///   open     lambda = 0
///   sticks   a_n + Sigma lambda_n = 0, a_t = 0
///   slips    a_n + Sigma lambda_n = 0, lambda_t + k a_t/|a_t| = 0
/// each in m/s or rad/s by the weight r of the row.
struct LawRows {
  BlockState state = BlockState::bilateral;
  Eigen::Matrix3d by_value = Eigen::Matrix3d::Zero(), by_impulse = Eigen::Matrix3d::Zero();
  Eigen::Vector3d by_friction = Eigen::Vector3d::Zero();
  Eigen::Vector3d by_normal = Eigen::Vector3d::Zero();  // of a disc: by the impulse of its `normal`
  Eigen::Vector3d by_bound = Eigen::Vector3d::Zero();
  /// Distance from the nearest kink, where the state changes and no derivative exists [m/s],
  /// [rad/s]; infinite for bilateral rows.
  double from_kink = 0;
  double from_slip = std::numeric_limits<double>::infinity();  // of that from the kink of friction
};

/// `weight` is r of each row of the block: the speed that a unit impulse gives to its own row.
LawRows law_rows(WorldRows const& of, WorldRows::Block const& block, Vec3 const& weight);

}  // namespace orthant
