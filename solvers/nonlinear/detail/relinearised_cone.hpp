// Cone solvers as solvers of a step, within an outer loop that linearises the rows.
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/cone_problem/detail/step_contacts.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/detail/lasting_name.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/nonlinear/detail/iterate_arrays.hpp"
#include "orthant/solvers/scaling/weights.hpp"

namespace orthant {

struct RelinearisedConeSettings {
  double tolerance = tolerance_by_speed, acceptable = 1;
  int max_iterations = 30, patience = 8;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(), tolerance_about);
    f.real("acceptable", acceptable, at_least(1.0),
           "of the tolerance: an error that counts as solved where the inner solver gets no "
           "further; 1: none beyond the tolerance");
    f.integer("max_iterations", max_iterations, not_negative(), "most linearisations of a step");
    f.integer("patience", patience, not_negative(),
              "stop after so many linearisations that have not halved the error; 0: never");
  }
};

/// Reads "inner" of `config`: the settings of the cone solver, without a tolerance.
inline std::shared_ptr<ConeSolver const> read_inner(ConeSolvers::Entry const& entry,
                                                    Config& config) {
  Config inner = config.child("inner");
  if (inner.has("tolerance"))
    refuse(inner.where("tolerance"), "a value", "none: it follows from that of the outer loop");
  auto made = entry.make(inner);
  inner.done();
  inner.resolved().erase("tolerance");
  return made;
}

/// Multiplies the impulses by max W_ii, which is returned, so that they are speeds [m/s]. Cone
/// solvers stop by the natural map, which adds impulses and velocities. In these units a small map
/// means small errors of both at every contact.
inline double in_speeds(ConeProblem& p) {
  double const unit = p.W.rows() > 0 ? Vector(p.W.diagonal()).maxCoeff() : 0;  // [1/kg]
  if (!(unit > 0)) return 1;
  p.W /= unit;
  p.Z /= std::sqrt(unit);
  p.M *= unit;
  p.f *= unit;
  return unit;
}

/// Each iteration linearises the rows at the iterate, eliminates the joints, and solves the
/// remaining contact problem with a cone solver, which starts from the current impulses. The
/// impulses found, and the velocities that follow from them, are the next iterate. Residuals,
/// stopping criteria and report are those of Newton's method with default settings. Worlds are
/// solved one after the other on the host. Memory is allocated in the step.
template <class Space>
class RelinearisedCone final : public NonlinearSolver<Space> {
 public:
  RelinearisedCone(std::string name, RelinearisedConeSettings const& set,
                   std::shared_ptr<ConeSolver const> inner,
                   std::shared_ptr<Formulation<Space> const> formulation,
                   std::unique_ptr<Weights<Space>> weights, Sizes const& n)
      : name_(std::move(name)),
        set_(set),
        inner_(std::move(inner)),
        formulation_(std::move(formulation)),
        weights_(std::move(weights)),
        laws_(*formulation_, n),
        iteration_(n),
        increment_("orthant::relinearised::increment", n.bodies),
        part_(nth(n.worlds), 1.0),
        patience_towards_rest_(part_.size(), 64),
        before_(part_.size(), HUGE_VAL),
        trapped_(part_.size(), false),
        unsolved_(part_.size(), false),
        stuck_(part_.size(), false),
        accepted_(part_.size(), false) {}

  void carry(Carried& c) override {
    c.part(name_);
    c.array(iteration_.world);
    c.list(patience_towards_rest_);
  }

  bool show_to(IterateObserver<Space>* observer) override {
    observer_ = observer;
    return true;
  }

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto const v = view(problem, u);
    NonlinearReport report;
    iteration_.history.clear();
    std::fill(trapped_.begin(), trapped_.end(), false);
    std::fill(unsolved_.begin(), unsolved_.end(), false);
    std::fill(stuck_.begin(), stuck_.end(), false);
    std::fill(accepted_.begin(), accepted_.end(), false);
    each_world(space, v.rows.worlds, newton::Reset<Space>{v, problem.corrects()});
    each_world(space, v.rows.worlds, newton::Settle<Space>{v, set_.tolerance});
    problem.evaluate(space, u, iteration_.active);
    if (observer_) weights_->compute(space, v.rows, v.inverse_mass, v.weight);
    each(space, v.rows.blocks, OwnResponse<Space>{v.rows, v.inverse_mass, v.response});
    each_world(space, v.rows.worlds, newton::CountDrives<Space>{v});
    measure(space, v);
    if (observer_) observer_->begin(space, problem, name_.c_str());
    int k = 0;
    for (; decide(space, v, k); ++k) {
      show(space, v, k);
      each_world(space, v.rows.worlds, newton::RoundOff<Space>{v});
      for (int w = 0; w < v.rows.worlds; ++w)
        if (iteration_.active(w)) solve_world(space, v, w, k, report);
      each(space, v.rows.worlds * v.rows.bodies, newton::Follow<Space>{v});
      each(space, v.rows.worlds, newton::CountIteration<Space>{v});
      problem.evaluate(space, u, iteration_.active);
      measure(space, v);
    }
    show(space, v, k);
    finish(space, problem, v, report);
    return report;
  }

 private:
  newton::View<Space> view(StepProblem<Space>& problem, Span<Space, Twist*> u) const {
    auto v = iteration_.view(problem, u, inner_->law());
    laws_.put_into(v);
    v.ends = this->ends();
    return v;
  }

  /// An observer is shown the residuals of the formulation too.
  void measure(Space const& space, newton::View<Space> const& v) {
    if (observer_)
      formulation_->linearise(space, v.rows, v.weight, v.scale, v.at, iteration_.active);
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v, false});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v, false, false});
  }

  void show(Space const& space, newton::View<Space> const& v, int iteration) const {
    if (observer_)
      observer_->iterate(space, {.iteration = iteration,
                                 .u = v.u,
                                 .weight = v.weight,
                                 .law = v.at,
                                 .active = iteration_.active});
  }

  bool decide(Space const& space, newton::View<Space> const& v, int iteration) {
    each_world(space, v.rows.worlds,
               newton::Decide<Space>{.v = v,
                                     .tolerance = set_.tolerance,
                                     .max_iterations = set_.max_iterations,
                                     .patience = set_.patience,
                                     .linear_solver_usable = true,
                                     .out_of_time = false,
                                     .costly = true});
    for (int w = 0; w < v.rows.worlds; ++w) {
      auto& reason = iteration_.world(w).reason;
      bool const trapped = trapped_[nth(w)];
      if (accepts(w)) {
        iteration_.active(w) = 0;
        reason = StopReason::converged;
        accepted_[nth(w)] = true;
        continue;
      }
      if (trapped && iteration_.active(w)) {
        iteration_.active(w) = 0;
        reason = StopReason::stalled;
      }
      bool const ends = reason == StopReason::stalled || reason == StopReason::iteration_limit;
      bool const far = iteration_.world(w).progress.best > unsettled * iteration_.scale(w).speed;
      if (ends && far && !iteration_.active(w) && !unsolved_[nth(w)])
        reason = StopReason::linearisation;
    }
    return iteration_.begin(space, v, iteration, 1);
  }

  /// Whether a world is not solved to the tolerance, gets no further, and its best error will do.
  bool accepts(int w) const {
    if (set_.acceptable == 1 || iteration_.world(w).rest.solved < HUGE_VAL) return false;
    bool const ended = !iteration_.active(w), stuck = stuck_[nth(w)];
    return iteration_.world(w).progress.best <= acceptable(w) && (ended || stuck) &&
           !(ended && iteration_.world(w).reason == StopReason::converged);
  }

  double acceptable(int w) const {
    return set_.acceptable * tolerance_of(set_.tolerance, iteration_.scale(w).speed);
  }

  void solve_world(Space const& space, newton::View<Space> const& v, int w, int iteration,
                   NonlinearReport& report) {
    StepContacts contacts(world_rows<Space>(space, v.rows, v.inverse_mass, v.free_twist, v.u, w));
    Vector r = contacts.start();
    if (r.size() > 0) {
      ConeProblem& problem = contacts.problem();
      double const unit = in_speeds(problem);
      r *= unit;
      bool const goes_on = v.world(w).rest.solved < HUGE_VAL;
      int& towards_rest = patience_towards_rest_[nth(w)];
      auto const& now = v.world(w);
      double const q = problem.q.norm();
      double const tolerance = inner_tolerance(now, v.scale(w), problem);
      ConeStop stop{.tolerance = tolerance, .seconds = inner_->stop().seconds};
      if (goes_on)
        stop.patience = towards_rest, stop.acceptable = HUGE_VAL;
      else if (set_.acceptable > 1)
        stop.patience = patience_beyond,
        stop.acceptable = std::max(acceptable(w), now.error.worst) / q;
      auto const solves = [&] {
        try {
          ConeReport const inner = inner_->solve(problem, r, stop);
          report.linear_solves += inner.linear_solves;
          report.linear_iterations += inner.iterations;
          iteration_.history.back().linear_iterations += inner.iterations;
          return inner.converged();
        } catch (Error const&) {  // the problem is too large for the solver
          return false;
        }
      };
      Vector const start = r;
      bool const solved = solves();
      if (goes_on)
        towards_rest = solved ? std::min(2 * towards_rest, 64) : std::max(towards_rest / 2, 4);
      else
        stuck_[nth(w)] = !solved;
      if (!goes_on && !solved) unsolved_[nth(w)] = true;
      if (!solved && r == start && !goes_on) {
        r.setZero();
        if (!solves()) r = start;
        trapped_[nth(w)] = r == start;
      }
      r /= unit;
    }
    Vector const impulses = contacts.impulses(r);
    if (impulses.size() == 0 || !impulses.allFinite()) return;
    go_to(v, w, impulses, iteration, r.size() > 0);
  }

  /// Takes a part of the step to the solution of the linearised rows. Where rows are nonlinear
  /// within the step, as gaps of fast spinning bodies are, the whole step is too long, or the
  /// iterates oscillate. The relaxation factor is Aitken's delta-squared on the velocities, in the
  /// norm of kinetic energy [Irons, Tuck 1969]. With contacts it is 1 while errors fall, and else
  /// within [shortest, 1]: impulses that share a load are not unique, and beyond those of a
  /// solution there may be none. Of joints alone the limit is wide, as near a linkage that folds
  /// flat the loop converges slowly.
  void go_to(newton::View<Space> const& v, int w, Vector const& impulses, int iteration,
             bool laws) {
    int const row = v.rows.world_row(w), body = w * v.rows.bodies;
    Vector const here = Vector::Map(&v.rows.impulse(row), impulses.size());
    Vector::Map(&v.rows.impulse(row), impulses.size()) = impulses;
    double along = 0, curvature = 0;
    for (int b = body; b < body + v.rows.bodies; ++b) {
      auto const& M_inverse = v.inverse_mass(b);
      if (!(M_inverse.mass > 0)) continue;
      Vec6 const increment = v.free_twist(b) + M_inverse * impulse_on<Space>(v.rows, b) - v.u(b);
      Vec6 const change = increment - increment_(b), p = newton::momentum_of(M_inverse, change);
      along += dot(increment_(b), p);
      curvature += dot(change, p);
      increment_(b) = increment;
    }
    double& part = part_[nth(w)];
    double& before = before_[nth(w)];
    bool const falls = iteration > 0 && v.world(w).error.worst < before;
    before = v.world(w).error.worst;
    double const next = curvature > 0 ? -part * along / curvature : 1;
    part = iteration == 0 || (laws && falls) ? 1
           : laws                            ? std::clamp(next, shortest, 1.0)
                  : std::clamp(next, -longest_of_joints, longest_of_joints);
    Vector::Map(&v.rows.impulse(row), impulses.size()) = here + part * (impulses - here);
  }
  static constexpr double unsettled = 1e-3;  // error of rows that do not settle, relative to the
                                             // free speed
  static constexpr double shortest = 0.05, longest_of_joints = 50;

  /// The tolerance of the inner solver on the natural map, relative to |q|: a fifth of that of the
  /// step, but for no part of the error at the iterate that the nonlinearity of the rows would
  /// undo, nor of their round-off. The map is a Euclidean norm over contacts, the measure of a step
  /// a maximum, which is no larger; round-off, and what is left of a world that comes to rest, is
  /// alike at all contacts.
  double inner_tolerance(WorldProgress const& world, SpeedScale const& scale,
                         ConeProblem const& problem) const {
    double const alike = std::sqrt(problem.contacts()), q = problem.q.norm();
    double asked = newton::share * tolerance_of(set_.tolerance, scale.speed);
    if (world.rest.solved < HUGE_VAL)  // comes to rest
      asked = newton::share * alike * newton::Decide<Space>::goal *
              newton::rest_error(set_.tolerance, scale.speed);
    else
      asked =
          std::max({asked, part_of_error * world.error.worst, 0.5 * alike * world.error.round_off});
    return q > 0 ? std::max(asked / q, least) : least;
  }
  static constexpr int patience_beyond = 30;  // where the error is acceptable, or has fallen
  static constexpr double part_of_error = 0.01, least = 1e-15;

  void finish(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v,
              NonlinearReport& report) {
    iteration_.restore(space, problem, v);
    measure(space, v);
    each_world(space, v.rows.worlds, newton::RoundOff<Space>{v});
    iteration_.end(space, v, report);
    int const accepted = static_cast<int>(std::count(accepted_.begin(), accepted_.end(), true));
    solved_by_[0] = {lasting(name_), report.worlds_converged - accepted};
    solved_by_[1] = {by_acceptable, accepted};
    if (accepted > 0) report.solved_by = solved_by_;
  }

  std::string name_;
  RelinearisedConeSettings set_;
  std::shared_ptr<ConeSolver const> inner_;
  std::shared_ptr<Formulation<Space> const> formulation_;
  std::unique_ptr<Weights<Space>> weights_;
  newton::LawArrays<Space> laws_;
  newton::Iteration<Space> iteration_;
  Array<Space, Twist*>
      increment_;             // from an iterate to the solution of its linearised rows [m/s, rad/s]
  std::vector<double> part_;  // the relaxation factor of each world
  std::vector<int> patience_towards_rest_;  // of iterations that only save later ones
  std::vector<double> before_;              // the largest error at the last iterate
  std::vector<bool> trapped_;   // the inner solver fails, started both from the iterate and from
                                // zero
  std::vector<bool> unsolved_;  // the inner solver has not solved all linearised problems
  std::vector<bool> stuck_;     // it has not solved the last one
  std::vector<bool> accepted_;  // solved to an acceptable error only
  SolvedBy solved_by_[2];       // by name, and those accepted
  IterateObserver<Space>* observer_ = nullptr;
};

}  // namespace orthant
