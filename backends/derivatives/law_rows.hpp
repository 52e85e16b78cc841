// The laws of a solved step as equations that can be differentiated, block by block.
#pragma once
#include <Eigen/Core>
#include <functional>
#include <vector>

#include "backends/derivatives/step_parts.hpp"

namespace orthant {

/// What a block does in the step.
enum class BlockState { bilateral, open, sticks, slips };

/// At the solution the law of a block is as many equations as it has rows,
///   by_value da + by_impulse dlambda + by_normal dlambda_n + by_friction dmu + by_bound dk = 0,
/// with da of its values without Sigma, which by_impulse has, and k the bound of a disc. They are
///   open     lambda = 0
///   sticks   a_n + Sigma lambda_n = 0, a_t = 0
///   slips    a_n + Sigma lambda_n = 0, lambda_t + k a_t/|a_t| = 0 with its bound k
/// in m/s or rad/s each, by the weight of the row.
struct LawRows {
  BlockState state = BlockState::bilateral;
  Eigen::Matrix3d by_value = Eigen::Matrix3d::Zero(), by_impulse = Eigen::Matrix3d::Zero();
  Eigen::Vector3d by_friction = Eigen::Vector3d::Zero();
  Eigen::Vector3d by_normal = Eigen::Vector3d::Zero();  // of a disc: by the impulse of its `normal`
  Eigen::Vector3d by_bound = Eigen::Vector3d::Zero();
  /// How far it is from doing something else, where it has no derivative [m/s], [rad/s]; infinite
  /// where it is bilateral.
  double from_kink = 0;
};

/// `weight` is r of each row of the block: the speed that a unit impulse of the row gives to it.
LawRows law_rows(StepParts const& parts, BlockParts const& block, Vec3 const& weight);

/// What stands for the laws in the equations of a step.
using LawChoice = std::function<LawRows(StepParts const&, BlockParts const&, Vec3 const&)>;
/// The values themselves, without Sigma.
LawRows values_alone(StepParts const& parts, BlockParts const& block, Vec3 const& weight);

}  // namespace orthant
