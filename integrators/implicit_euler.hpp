// Implicit Euler: impulses and constraints at the end of the step.
#pragma once
#include "core/plugins.hpp"
#include "core/row_table.hpp"
#include "integrators/step_kernels.hpp"

namespace orthant {

struct ImplicitEulerSettings {
  std::string matrices = "start";
  bool warm_start = true;

  void fields(Fields& f) {
    f.name("matrices", matrices, {"start", "iterate"},
           "configuration at which J and M~ are evaluated: q- (start) or q+ (iterate)");
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
};

///   M~ (u+ - u~) = J^T lambda,   q+ = q- + h G u+,   laws between c(q+)/h, J u+ and lambda
/// The values c(q+) are exact in u+ in either mode. With matrices at q- the impulses act along the
/// old normals: on joints this is the SHAKE scheme [Ryckaert et al. 1977], which keeps energy well.
/// With matrices at q+ they act along the new ones, which damps.
template <class Space>
class ImplicitEuler final : public Integrator<Space> {
 public:
  ImplicitEuler(ImplicitEulerSettings const& set, Sizes const& n, int kinds)
      : iterate_(set.matrices == "iterate"),
        warm_start_(set.warm_start),
        table_(n, kinds),
        inverse_mass_("orthant::integrator::inverse_mass", n.bodies),
        free_("orthant::integrator::free_twist", n.bodies),
        old_twist_("orthant::integrator::old_twist", n.bodies),
        old_("orthant::integrator::old_pose", n.bodies),
        all_("orthant::integrator::all_worlds", n.worlds) {}

  StepData<Space> last_step() const override { return {table_.rows(), inverse_mass_, free_}; }

  int missing_contacts() const override { return missing_; }

  void prepare(Space const& space, System<Space>& system, State<Space>& state, Real h) override {
    auto const& model = system.model;
    int const n = model.all_bodies();
    each(space, model.worlds, RunAll<Space>{all_});
    each(space, n,
         ComputeInverseMass<Space>{model.body, state.pose, inverse_mass_, all_, model.bodies});
    each(space, n,
         FreeMotion<Space>{model.body, state.pose, state.twist, free_, inverse_mass_, model.gravity,
                           h});
    missing_ = 0;
    for (auto const& kind : system.constraints)
      missing_ += kind->refresh(space, {model, state, free_, h});
  }

  StepReport step(Space const& space, System<Space>& system, State<Space>& state, Real h) override {
    StepReport report;
    report.missing_contacts = missing_;
    if (missing_ > 0) return report;
    auto const& model = system.model;
    auto const& rows = table_.rows();
    int const n = model.all_bodies();

    each(space, n, CopyPoses<Space>{state.pose, old_});  // 1 structure
    table_.lay_out(space, model, system.constraints, {h});
    each(space, n, CopyTwists<Space>{state.twist, old_twist_});
    if (!warm_start_) each(space, rows.rows, ClearImpulses<Space>{rows});
    for (auto const& kind : system.constraints) kind->jacobian(space, old_, rows, all_);
    each(space, n, MomentumBalance<Space>{rows, inverse_mass_, free_, state.twist});  // 2 start

    Problem problem(*this, system, state, h);  // 3 solve
    report.solve = system.solver->solve(space, problem, state.twist);
    each(space, n, Advance<Space>{old_, state.pose, state.twist, all_, model.bodies, h});  // 4 move
    for (auto const& kind : system.constraints) kind->keep(space, rows);
    state.time += h;
    report.rows = rows.rows;
    report.contacts = rows.contacts;
    return report;
  }

 private:
  class Problem final : public StepProblem<Space> {
   public:
    Problem(ImplicitEuler& step, System<Space>& system, State<Space>& state, Real h)
        : step_(step), system_(system), state_(state), h_(h) {}

    Rows<Space> const& rows() const override { return step_.table_.rows(); }
    Span<Space, InverseMass*> inverse_mass() const override { return step_.inverse_mass_; }
    Span<Space, Twist*> free_twist() const override { return step_.free_; }
    bool matrices_move() const override { return step_.iterate_; }

    bool stiffness(Space const& space, Span<Space, Twist*> u, Span<Space, int*> running,
                   Stiffness<Space>& out) override {
      auto const& model = system_.model;
      out.reach = h_;
      each(space, model.all_bodies(),
           TurningMass<Space>{model.body, state_.pose, step_.free_, u, running, out, model.bodies});
      for (auto const& kind : system_.constraints)
        kind->stiffness(space, state_.pose, rows(), running, out.G);
      return step_.iterate_;
    }

    void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> running) override {
      auto const& model = system_.model;
      int const n = model.all_bodies();
      each(space, n, Advance<Space>{step_.old_, state_.pose, u, running, model.bodies, h_});
      if (step_.iterate_) {
        each(space, n,
             ComputeInverseMass<Space>{model.body, state_.pose, step_.inverse_mass_, running,
                                       model.bodies});
        for (auto const& kind : system_.constraints)
          kind->jacobian(space, state_.pose, rows(), running);
      }
      for (auto const& kind : system_.constraints)
        kind->value(
            space,
            {{h_}, state_.time + h_, step_.old_, state_.pose, step_.old_twist_, u, running, false},
            rows());
    }

   private:
    ImplicitEuler& step_;
    System<Space>& system_;
    State<Space>& state_;
    Real h_;
  };

  bool iterate_, warm_start_;
  RowTable<Space> table_;
  Array<Space, InverseMass*> inverse_mass_;  // K^-1
  Array<Space, Twist*> free_, old_twist_;    // u~, u-
  Array<Space, Pose<>*> old_;                // q-
  Array<Space, int*> all_;                   // (W) ones
  int missing_ = 0;
};

}  // namespace orthant
