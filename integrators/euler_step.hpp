// Euler's methods on the velocity form of the equations of motion.
#pragma once
#include "integrators/row_integrator.hpp"

namespace orthant {

struct EulerScheme {
  bool iterate;     // J and M~ at q+, instead of q-
  bool linearised;  // c(q-) + h J u for c(q+)
};

///   M~ (u+ - u~) = J^T lambda,   q+ = q- + h G u+,   laws between c(q+)/h, J u+ and lambda
template <class Space>
class EulerStep final : public RowIntegrator<Space> {
 public:
  EulerStep(EulerScheme scheme, bool warm_start, Sizes const& n, int kinds)
      : RowIntegrator<Space>(warm_start, n, kinds), scheme_(scheme) {}

  bool moves_by_end_twist() const override { return true; }
  StepMotion<Space> motion() const override {
    return {this->old_, this->state_->pose, {}, this->h_};
  }
  bool matrices_move() const override { return scheme_.iterate; }
  Turning turning() const override { return scheme_.iterate ? Turning::offered : Turning::none; }

  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> running) override {
    move(space, u, running);
    auto const& pose = this->state_->pose;
    if (scheme_.iterate) {
      each(space, this->bodies(),
           ComputeInverseMass<Space>{this->model().body, pose, this->inverse_mass_, running,
                                     this->model().bodies});
      this->jacobians(space, pose, running);
    }
    this->values(space, u, running);
  }

  bool stiffness(Space const& space, Span<Space, Twist*> u, Span<Space, int*> running,
                 Stiffness<Space>& out) override {
    if (!scheme_.iterate) return false;
    auto const& pose = this->state_->pose;
    out.reach = this->h_;
    out.T_J = out.T;
    each(space, this->bodies(),
         TurningMass<Space>{this->model().body, pose, this->free_, u, running, out,
                            this->model().bodies});
    this->turn(space, u, running, pose, out);
    return true;
  }

 protected:
  void describe(ConstraintBlock<Space> const&, StepPoint<Space>& at) const override {
    at.level = scheme_.linearised ? RowLevel::linearised : RowLevel::position;
    at.linear_yield = scheme_.linearised;
  }

  void start(Space const& space) override {
    this->jacobians(space, this->old_, this->all_);
    each(space, this->bodies(),
         MomentumBalance<Space>{this->rows(), this->inverse_mass_, this->free_,
                                this->state_->twist});
  }

  void finish(Space const& space) override {
    move(space, this->state_->twist, this->all_);
    this->keep_impulses(space);
  }

 private:
  void move(Space const& space, Span<Space, Twist*> u, Span<Space, int*> running) {
    each(
        space, this->bodies(),
        Advance<Space>{this->old_, this->state_->pose, u, running, this->model().bodies, this->h_});
  }

  EulerScheme scheme_;
};

}  // namespace orthant
