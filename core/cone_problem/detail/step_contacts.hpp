// The contacts of a step as a ConeProblem: rows linearised, joints eliminated.
#pragma once
#include <memory>

#include "orthant/core/cone_problem/detail/eliminate_joints.hpp"

namespace orthant {

/// The rows a(u) of one world, linearised at the iterate u_0 where they were evaluated, with u =
/// u_free + M^-1 J^T lambda:
///   a = J u + w + C lambda,     w = a(u_0) - J u_0
/// Joints (b), a_b = 0, give lambda_b = -(W_bb + C_b)^+ (W_bc lambda_c + q_b). For the contacts (c)
/// this leaves
///   W = W_cc + C_c - W_cb (W_bb + C_b)^+ W_bc,     q = q_c - W_cb (W_bb + C_b)^+ q_b
/// with W_xy = J_x M^-1 J_y^T, q_x = J_x u_free + w_x, and C their Sigma. Limits are contacts
/// without friction. Tied rows are one. Dry friction is that of a contact whose normal impulse is
/// the radius at the iterate. Missing rows of these contacts are zero. Without joints and compliant
/// contacts the problem includes its velocities: M is the mass matrix, H = J_c^T, f = M u_free,
/// over the bodies in contact, and W is formed by blocks of contacts that share a body.
class StepContacts {
 public:
  explicit StepContacts(WorldRows const& rows);
  ~StepContacts();

  ConeProblem const& problem() const { return problem_; }
  ConeProblem& problem() { return problem_; }  // may be scaled
  /// The impulses of the contacts at the iterate.
  Vector start() const;
  /// The impulses of all rows, from those of the contacts.
  Vector impulses(Vector const& contacts) const;

 private:
  struct DiscNormal {
    int row;        // in the problem
    double radius;  // [N s] or [N m s]
  };
  void take(WithoutJoints of);
  void add_normals();

  Vector impulse_;                    // (rows) at the iterate
  std::vector<int> contact_, joint_;  // rows of contacts, rows of joints; a contact may lack some
                                      // rows
  std::vector<std::pair<int, int>> followers_;  // tied rows, and the first of each
  std::vector<DiscNormal> discs_;
  ConeProblem problem_;
  std::unique_ptr<JointImpulses> joints_;  // null without joints
};

}  // namespace orthant
