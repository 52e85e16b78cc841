// The rows and the linear system of one step of a scene, for timing a kernel.
#pragma once
#include "orthant/core/step/detail/row_table.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant::bench {

using Space = Kokkos::DefaultHostExecutionSpace;

/// Three sparsity patterns: a stack of cubes, a wall of bricks, a chain of rods on ball joints.
enum class Kind { stack, wall, chain };

class Stage {
 public:
  /// About `size` bodies; contacts at the start of a step of 10 ms, at rest.
  Stage(Kind kind, int size);

  Sizes sizes() const { return RowTable<Space>::sizes(model_, constraints_); }
  Rows<Space> const& rows() const { return table_->rows(); }
  /// The contacts, or the joints of the chain.
  ConstraintBlock<Space> const& constraints() const { return constraints_[0]; }
  /// (J K^-1 J^T + Q) z = b with Q a tenth of the diagonal of the first term, and b = J u_free.
  SchurSystem<Space> const& system() const { return system_; }
  Span<Space, Real*> right_hand_side() const { return b_; }
  Span<Space, Real*> weight() const { return weight_; }  // W_ii
  Span<Space, int*> active() const { return active_; }
  Span<Space, Pose<>*> pose() const { return state_.pose; }
  Span<Space, Twist*> free_twist() const { return free_; }
  /// The start, with u = u_free.
  StepPoint<Space> point() const {
    return {{h}, h, state_.pose, state_.pose, free_, free_, active_, {}};
  }
  static constexpr Real h = 0.01;  // [s]

 private:
  void lay_out(Space const& space);
  void make_system(Space const& space);

  Model<Space> model_;
  State<Space> state_;
  ConstraintSet<Space> constraints_;
  std::unique_ptr<RowTable<Space>> table_;
  SchurSystem<Space> system_;
  Array<Space, InverseMass*> inverse_mass_;
  Array<Space, Twist*> free_;
  Array<Space, Real*> unturned_;
  Array<Space, Vec6*> wrench_;
  Array<Space, int*> active_;
  Array<Space, Real*> weight_, b_;
  Array<Space, Real* [max_block_rows]> Q_;
};

}  // namespace orthant::bench
