// Joints eliminated from the rows of a step.
#pragma once
#include <memory>

#include "orthant/core/cone_problem/detail/world_rows.hpp"

namespace orthant {

/// lambda_b of the joints, from lambda_c of the contacts:
///   lambda_b = -(W_bb + C_b)^+ (W_bc lambda_c + q_b)
class JointImpulses {
 public:
  virtual ~JointImpulses() = default;
  virtual Vector of(Vector const& contacts) const = 0;
};

/// What is left for the contacts.
struct WithoutJoints {
  Sparse W;
  Vector q;
  std::unique_ptr<JointImpulses> joints;
};

inline constexpr int no_row = -1;  // for a component of a contact without a row in the block

/// In dense matrices: faster where there are few rows. `contact` and `joint` list the rows of the
/// problem and of the joints. Joints are null if they are redundant.
WithoutJoints without_joints(WorldRows const& rows, std::vector<int> const& contact,
                             std::vector<int> const& joint);

/// In sparse ones. W and q are those of the contacts, W_cb and W_bb the blocks of W, and q_b that
/// of the joints.
WithoutJoints without_joints(Sparse const& W, Vector const& q, Sparse const& W_cb,
                             Sparse const& W_bb, Vector const& q_b);

}  // namespace orthant
