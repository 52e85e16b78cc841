// The common part of the integrators: the stages of a step, and the rows for the solver.
#pragma once
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/expected_impulses.hpp"
#include "orthant/integrators/detail/left_errors.hpp"
#include "orthant/integrators/detail/position_stage.hpp"
#include "orthant/integrators/detail/solved_worlds.hpp"
#include "orthant/integrators/detail/standing_bodies.hpp"
#include "orthant/integrators/detail/turning_limit.hpp"

namespace orthant {

/// The configuration at which J is evaluated.
enum class Matrices { start, middle, end };

/// A step as a list of stages. A scheme defines how q+ and u_free follow from the unknown twist,
/// and the size and level of the rows.
template <class Space>
class RowIntegrator : public Integrator<Space>, protected StepProblem<Space> {
 public:
  RowIntegrator(StiffnessUse stiffness_use, bool warm_start, Sizes const& n, int kinds)
      : table_(n, kinds),
        positions_(n),
        expected_(n),
        limit_(n),
        worlds_(n),
        left_(n, worlds_.solved()),
        standing_(n),
        masses_("orthant::integrator::inverse_mass", 2 * n.bodies),
        wrench_("orthant::integrator::wrench", n.bodies),
        frees_("orthant::integrator::free_twist", 2 * n.bodies),
        old_twist_("orthant::integrator::old_twist", n.bodies),
        unturned_of_both_("orthant::integrator::unturned", 2 * n.bodies),
        old_("orthant::integrator::old_pose", n.bodies),
        all_("orthant::integrator::all_worlds", n.worlds),
        stiffness_use_(stiffness_use),
        warm_start_(warm_start) {}

  void take_back() override {
    expected_.take_back();
    limit_.take_back();
    standing_.forget();
  }
  void keep_nothing() final { standing_.forget(); }
  void carry(Carried& c) override {
    expected_.carry(c);
    limit_.carry(c);
    if (c.reads()) standing_.forget();
  }
  StepData<Space> last_step() const final { return last_step_; }

  int missing_contacts() const final { return missing_; }
  void correct_in(Array<Space, int*> const& worlds) final { positions_.correct_in(worlds); }

  void prepare(Space const& space, System<Space>& system, State<Space>& state, Real h) final {
    auto const& model = system.model;
    int const n = model.all_bodies();
    std::swap(inverse_mass_, last_inverse_mass_);
    std::swap(free_, last_free_);
    std::swap(unturned_, last_unturned_);
    fill(space, model.worlds, all_, 1);
    compute_inverse_mass<Space>(space, model, state.pose, all_, inverse_mass_);
    fill(space, n, wrench_, {});
    StepLoads<Space> const loads{.model = model, .state = state, .h = h, .wrench = wrench_};
    FreeMotion<Space> const free_motion{.applied = {model.body, wrench_},
                                        .body = model.body,
                                        .pose = state.pose,
                                        .twist = state.twist,
                                        .out = free_,
                                        .unturned = unturned_,
                                        .h = h,
                                        .mean = spins_in_the_mean()};
    for (auto const& forces : system.constraints.forces()) forces->add(space, loads);
    each(space, n, free_motion);
    auto const still = standing_.still(space, system, state, free_, h);
    missing_ = system.constraints.refresh(space, {model, state, free_, h, still});
    auto* const search = system.constraints.search();
    if (search && search->add_loads(space, loads)) each(space, n, free_motion);
  }

  StepReport step(Space const& space, System<Space>& system, State<Space>& state, Real h) final {
    StepReport report;
    report.missing_contacts = missing_;
    if (missing_ > 0) return report;
    system_ = &system;
    state_ = &state;
    h_ = h;
    worlds_.begin(space);
    lay_out(space);               // 1 structure
    start(space);                 // 2 matrices, and a start for the twist
    look_at_joints(space);        //   contacts that joints lead
    report.solve = solve(space);  // 3 the equations of the step
    look(space, report.solve);
    finish(space);  // 4 move
    left_.look(
        space,
        left_kernels::Unturned<Space>{.left = unturned_, .out = {}, .bodies = model().bodies},
        StopReason::turned, report.solve);
    look_at_lines(space, report.solve);
    if (linear_rows() && !positions_.has_given_worlds()) look_at_joints(space, report.solve);
    if (stiffness_use_ == StiffnessUse::none &&
        !positions_.has_given_worlds())  // else nothing is solved
      report.too_stiff = too_stiff(space, {}, report.solve);
    state.time += h;
    report.rows = rows().rows;
    report.contacts = rows().contacts;
    corrected_ = false;
    last_step_ = what_it_left();
    return report;
  }

  Span<Space, Real*> correct(Space const& space, StepReport& report,
                             Marked<Space> const& worlds) final {
    reports_.first(report.solve);
    bool const corrected = positions_.correct(space, *system_, rows(), *state_, all_, state_->time,
                                              h_, corrects_joints(), 1, begins_moving_, worlds);
    report.solve = corrected ? reports_.then(positions_.report()) : reports_.all();
    if (!corrected) return {};
    corrected_ = true;
    worlds_.join(space, positions_.worlds());
    last_step_ = what_it_left();
    return positions_.worst();
  }

  Rows<Space> const& rows() const final { return table_.rows(); }
  Span<Space, InverseMass*> inverse_mass() const final { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const final { return free_; }
  void move_only(Span<Space, int*> moving) final { moving_ = moving; }
  Span<Space, int*> moving() const final { return begins_moving_; }
  bool may_stand() const final { return rows_stand(); }
  PositionScale<Space> positions() const final {
    return {state_->pose, 1 / smaller(size_.reach(), size_of_laws_.reach())};
  }

 protected:
  /// The step sizes of bilateral rows, and of rows with a complementarity law. Called once a step,
  /// at its start.
  virtual StepSize size(Real h) { return {h}; }
  virtual StepSize size_of_laws(Real h) { return {h}; }
  /// The force per impulse, for the final impulses of the rows [1/s].
  virtual Real impulse_per_force(StepSize const& size) const { return size.impulse_per_force(); }
  /// The time after the start of the step at which impulses correspond to forces [s].
  virtual Real time_of_impulses(Real h) const { return h; }
  /// Whether the gyroscopic torque is that of the mean of both velocities (FreeMotion).
  virtual bool spins_in_the_mean() const { return false; }
  virtual LawPart<Space> law_part() const { return {}; }
  /// The pose at which these impulses have their directions.
  virtual Span<Space, Pose<>*> pose_of_impulses() const { return old_; }
  /// The poses at which laws hold at the end of the step; empty: q+.
  virtual Span<Space, Pose<>*> where_laws_hold() const {
    return corrected_ ? positions_.start() : Span<Space, Pose<>*>();
  }
  /// Adds the scheme's part to the point at which rows of a kind are evaluated.
  virtual void describe(ConstraintBlock<Space> const& kind, StepPoint<Space>& at) const = 0;
  /// Whether impulses are extrapolated. If J is at q-, a step starts with impulses that act along
  /// the directions of the previous step, and extrapolation helps. If J is at q+, the impulses of
  /// the last step belong to their directions and are the better start.
  virtual bool impulses_go_on() const { return false; }
  /// (worlds) Not 0: J is at q+, and the start is better without. Empty: it is in none.
  virtual Span<Space, int*> impulses_stay() const { return {}; }
  /// Whether rows that keep their poses keep J and values too, and the twist with which a solver
  /// begins is `expect`, in this step and the last one.
  virtual bool rows_stand() const { return false; }
  /// Whether rows of joints are linear in u+, so that c(q+) is not known to vanish.
  virtual bool linear_rows() const { return false; }
  /// Whether the position stage also corrects joints.
  virtual bool corrects_joints() const { return false; }

  /// The largest stable (w h)^2 of an oscillation across a force with the direction of q-.
  virtual Real stability_limit() const { return 4; }

  /// The number of worlds in which forces turn too stiffly, or too stiffly for a step without a
  /// solution; worlds in `skip` do not count. rows.J is at q-. Adds its linear solves to `report`.
  int too_stiff(Space const& space, Span<Space, int*> skip, NonlinearReport& report) {
    bool const decides = stiffness_use_ == StiffnessUse::at_need && !report.converged();
    return limit_.find(space, *system_,
                       {.rows = rows(),
                        .body = model().body,
                        .pose = old_,
                        .inverse_mass = inverse_mass_,
                        .before = old_twist_,
                        .free = free_,
                        .after = state_->twist,
                        .all = all_,
                        .skip = skip,
                        .h = h_,
                        .per_impulse = 1 / impulse_per_force(size_),
                        .per_law_impulse = 1 / impulse_per_force(size_of_laws_),
                        .most = stability_limit(),
                        .version = state_->version,
                        .solved = decides ? worlds_.solved() : Span<Space, int*>()},
                       report);
  }
  Span<Space, int*> worlds_too_stiff() const { return limit_.beyond(); }

  virtual void start(Space const& space) = 0;
  virtual NonlinearReport solve(Space const& space) {
    return worlds_.solve(space, *system_->solver, *this, state_->twist);
  }
  /// The same in the marked worlds alone; the others stay as they are.
  NonlinearReport solve_in(Space const& space, Span<Space, int*> marked) {
    return worlds_.solve_in(space, marked, *system_->solver, *this, state_->twist);
  }
  virtual void finish(Space const& space) = 0;
  /// See ConstraintBlock::turned_lines. The impulses are those of a step or stage from q-.
  void look_at_lines(Space const& space, NonlinearReport& report) {
    if (rows().contacts == rows().blocks || positions_.has_given_worlds()) return;
    auto const mark = [&](Span<Space, int*> out) {
      for (auto const& kind : system_->constraints)
        kind->turned_lines(space, rows(), {old_, state_->pose, state_->time + h_, h_}, out);
    };
    left_.find(space, mark, StopReason::turned_line, report);
  }

  int bodies() const { return system_->model.all_bodies(); }
  Model<Space> const& model() const { return system_->model; }
  Applied<Space> applied() const { return {model().body, wrench_}; }

  /// u = u_free + M^-1 J^T lambda
  void balance(Space const& space, bool solved = false) {
    each(space, bodies(),
         MomentumBalance<Space>{rows(), inverse_mass_, free_, state_->twist, solved});
  }
  /// The twist with which a solver begins: that of the expected impulses.
  void expect(Space const& space) {
    each(space, bodies(),
         MomentumBalance<Space>{.rows = expected_.in(rows()),
                                .inverse_mass = inverse_mass_,
                                .free_twist = free_,
                                .u = state_->twist,
                                .moving = begins_moving_});
  }
  /// The poses half-way between q- and q+.
  void middle(Space const& space, Span<Space, int*> active, Span<Space, Pose<>*> out) {
    each(space, bodies(), Middle<Space>{old_, state_->pose, out, active, model().bodies});
  }
  void jacobians(Space const& space, Span<Space, Pose<>*> pose, Span<Space, int*> active) {
    system_->constraints.jacobian(space, pose, rows(), active);
  }
  /// J at q- in all worlds; rows that stand keep theirs.
  void jacobians_at_start(Space const& space) {
    for (auto const& kind : system_->constraints)
      if (begins_moving_.extent(0) > 0)
        kind->jacobian_at_start(space, old_, rows(), all_);
      else
        kind->jacobian(space, old_, rows(), all_);
  }
  void values(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    for (auto const& kind : system_->constraints)
      kind->value(space, point(*kind, u, active), rows());
  }
  StepPoint<Space> point(ConstraintBlock<Space> const& kind, Span<Space, Twist*> u,
                         Span<Space, int*> active) const {
    StepPoint<Space> at{kind.complementary() ? size_of_laws_ : size_,
                        state_->time + h_,
                        old_,
                        state_->pose,
                        old_twist_,
                        u,
                        active,
                        moving_};
    at.reach = h_;
    at.left_by_solver = h_ * system_->error_of_solver();
    describe(kind, at);
    return at;
  }
  /// Adds the derivatives of forces and values by u, with J at `where`.
  void add_stiffness(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active,
                     Span<Space, Pose<>*> where, Stiffness<Space> const& out) {
    for (auto const& kind : system_->constraints)
      kind->stiffness(space, point(*kind, u, active), where, rows(), out);
  }
  void store_impulses(Space const& space) { system_->constraints.store_warm_start(space, rows()); }

  RowTable<Space> table_;
  PositionStage<Space> positions_;
  ExpectedImpulses<Space> expected_;
  TurningLimit<Space> limit_;
  SolvedWorlds<Space> worlds_;
  LeftErrors<Space> left_;
  StandingBodies<Space> standing_;
  Span<Space, int*> begins_moving_;    // see StepProblem::moving
  Array<Space, InverseMass*> masses_;  // of this step and the last one, which change places
  Span<Space, InverseMass*> inverse_mass_ = half(masses_, 0),
                            last_inverse_mass_ = half(masses_, 1);  // M^-1
  Array<Space, Vec6*> wrench_;                                      // given forces, world axes
  Array<Space, Twist*> frees_;
  Span<Space, Twist*> free_ = half(frees_, 0), last_free_ = half(frees_, 1);  // u_free
  Array<Space, Twist*> old_twist_;                                            // u-
  Array<Space, Real*> unturned_of_both_;
  /// Momentum that the rotation of each body leaves, as its equation was not solved [N m s]; 0: it
  /// was.
  Span<Space, Real*> unturned_ = half(unturned_of_both_, 0),
                     last_unturned_ = half(unturned_of_both_, 1);
  Array<Space, Pose<>*> old_;        // q-
  Array<Space, int*> all_;           // (worlds) ones
  Span<Space, int*> moving_;         // see StepProblem::move_only
  System<Space>* system_ = nullptr;  // of the current step ...
  State<Space>* state_ = nullptr;
  Real h_ = 0;
  StiffnessUse stiffness_use_;
  bool warm_start_;

 private:
  /// Spans change places for nothing, arrays by counts of their references.
  template <class T>
  static Span<Space, T*> half(Array<Space, T*> const& of, std::size_t k) {
    std::size_t const n = of.extent(0) / 2;
    return {of.data() + k * n, n};
  }
  void look_at_joints(Space const& space) {
    if (rows().contacts == 0 || rows().contacts == rows().blocks) return;
    system_->constraints.search()->look_at_joints(space, {rows(), inverse_mass_, old_twist_, h_});
  }

  void look(Space const& space, NonlinearReport& report) {
    if (rows().contacts == 0 || positions_.has_given_worlds()) return;
    left_.look(space,
               left_kernels::Sunk<Space>{.rows = rows(),
                                         .inverse_mass = inverse_mass_,
                                         .free = free_,
                                         .before = old_twist_,
                                         .u = state_->twist,
                                         .out = {}},
               StopReason::sunk, report);
  }
  void look_at_joints(Space const& space, NonlinearReport& report) {
    if (rows().blocks == 0) return;
    auto const& error = report.residual;
    auto const held = positions_.errors(space, *system_, rows(), *state_, state_->time + h_, h_);
    left_.look(
        space,
        left_kernels::Opened<Space>{.rows = rows(),
                                    .held = held,
                                    .inverse_mass = inverse_mass_,
                                    .pose = state_->pose,
                                    .u = state_->twist,
                                    .out = {},
                                    .h = h_,
                                    .left = std::max({1e-9, error.joint, error.joint_angular})},
        StopReason::opened, report);
  }

  StepData<Space> what_it_left() const {
    return {rows(),
            inverse_mass_,
            free_,
            1 / impulse_per_force(size_),
            1 / impulse_per_force(size_of_laws_),
            time_of_impulses(h_) - h_,
            law_part(),
            pose_of_impulses(),
            wrench_,
            where_laws_hold(),
            unturned_,
            {worlds_.solved(), {}, worlds_.normal()}};
  }

  void lay_out(Space const& space) {
    size_ = size(h_);
    size_of_laws_ = size_of_laws(h_);
    copy(space, bodies(), state_->pose, old_);
    table_.lay_out(space, model(), system_->constraints, size_, size_of_laws_);
    copy(space, bodies(), state_->twist, old_twist_);
    auto const moving = standing_.moving(space, *system_, rows(), old_twist_, expected_);
    bool const stands = rows_stand() && warm_start_ && system_->solver->knows_islands();
    begins_moving_ = stands ? moving : Span<Space, int*>();
    if (!warm_start_) fill(space, rows().rows, rows().impulse, 0);
    expected_.write(space, rows(), old_twist_, warm_start_ && impulses_go_on(), impulses_stay());
  }

  StepSize size_, size_of_laws_;
  StepData<Space> last_step_;
  FoldedReport reports_;
  int missing_ = 0;
  bool corrected_ = false;  // by the position stage
};

}  // namespace orthant
