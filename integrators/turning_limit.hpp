// Whether forces turn with the bodies more stiffly than a step can follow whose J stays behind.
#pragma once
#include "integrators/held_twist.hpp"
#include "integrators/step_kernels.hpp"
#include "integrators/two_reports.hpp"

namespace orthant {

/// A force f that turns with its bodies, as along a taut rod of length l, pulls a mass m back with
/// the stiffness f/l across its direction: an oscillation of frequency w, w^2 = f/(m l). A step of
/// length h that takes the direction from its start moves it as an explicit method does, which
/// grows without bound from some w h on: of all motions z that the joints allow, from
///   (w h)^2 = max - h^2 z^T G_f z / z^T A z,    G_f = d(J^T f)/dq,   A = M~ + J^T Sigma^-1 J
/// on, the largest eigenvalue of -h^2 A^-1 G_f. It is found by the power method, an iteration or
/// two a step from the z of the step before: first without joints, A = M~, which is never less and
/// mostly enough; where that is beyond the limit, with A, by the solver of the step. G_f z is the
/// difference of J^T f over a displacement along z, of the size of a step's.
///
/// And the motion itself tells: one that is lost turns over in each step, the change of velocity
/// d = u+ - u- is made of it, and - h^2 d^T G_f d / d^T M~ d is Rayleigh's quotient.
///
/// Contacts are left out: they come and go, and push.
namespace turning_kernels {

constexpr Real of_solvers = 1e-6;  // of the largest speed: more is no error of a solver

/// The largest speed of its points, at the radius of gyration.
KOKKOS_INLINE_FUNCTION Real speed_of(Body const& body, Twist const& u) {
  Mat3 const& I = body.inertia_B;
  return norm(linear(u)) + sqrt((I[0][0] + I[1][1] + I[2][2]) / (3 * body.mass)) * norm(angular(u));
}

/// s of e = s d, per world; zero where velocities do not change by more than solvers leave.
template <class Space>
struct Scale {
  static constexpr char const* label = "orthant::turning::scale";
  Span<Space, Body*> body;
  Span<Space, Twist*> before, free, after;
  Span<Space, int*> skip;         // (W); empty: none
  Span<Space, Real*> out, speed;  // (W) [s], and the largest speed [m/s]
  int bodies;
  Real h;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = w * bodies;
    Real const most = lane.largest(bodies, [&](int i) {
      int const b = first + i;
      if (!body(b).dynamic()) return Real(0);
      return larger(speed_of(body(b), before(b)),
                    larger(speed_of(body(b), free(b)), speed_of(body(b), after(b))));
    });
    Real const change = lane.largest(bodies, [&](int i) {
      int const b = first + i;
      return body(b).dynamic() ? speed_of(body(b), after(b) - before(b)) : Real(0);
    });
    bool const looks = (skip.extent(0) == 0 || !skip(w)) && change > of_solvers * most;
    lane.once([&] {
      out(w) = looks ? h * most / change : 0;
      speed(w) = most;
    });
  }
};

template <class Space>
struct Displace {
  static constexpr char const* label = "orthant::turning::displace";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> before, after, e;
  Span<Space, Real*> scale;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    e(b) = body(b).dynamic() ? scale(b / bodies) * (after(b) - before(b)) : Twist{};
    to(b) = advance(from(b), e(b), 1);
  }
};

/// Whether the quotient is beyond what the scheme can follow; or the step not solved, with joints
/// that are open, as happens where the first turn is too fast for it to have a solution.
template <class Space>
struct Compare {
  static constexpr char const* label = "orthant::turning::compare";
  Rows<Space> rows;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> e;
  Span<Space, Real* [2][6]> there;  // J where e leads
  Span<Space, Real*> scale, speed;
  Span<Space, int*> skip, out;  // (W)
  Real h, per_impulse, per_law_impulse, most;
  bool failed;  // the step, in some world

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const block = rows.world_block(w), first = w * rows.bodies;
    if (failed && (skip.extent(0) == 0 || !skip(w))) {
      Real const missed = lane.largest(rows.world_block(w + 1) - block,
                                       [&](int k) { return missed_by(block + k); });
      if (!(missed <= of_solvers * speed(w))) {
        lane.once([&] { out(w) = 1; });
        return;
      }
    }
    if (scale(w) == 0) {
      lane.once([&] { out(w) = 0; });
      return;
    }
    Real const pull =
        lane.sum(rows.world_block(w + 1) - block, [&](int k) { return pulled_back(block + k); });
    Real const mass = lane.sum(rows.bodies, [&](int i) {
      int const b = first + i;
      if (!body(b).dynamic()) return Real(0);
      Vec3 const turn = rotate_back(pose(b).q_WB, angular(e(b)));
      return body(b).mass * dot(linear(e(b)), linear(e(b))) + dot(turn, body(b).inertia_B * turn);
    });
    lane.once([&] { out(w) = h * h * pull > most * mass; });
  }

 private:
  KOKKOS_FUNCTION Real missed_by(int block) const {
    Real worst = 0;
    if (rows.cone(block) == Cone::free)
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        worst = larger(worst, fabs(rows.value(row) + rows.yielding(block, row)));
    return worst;
  }
  /// - e^T (J(q + e) - J(q))^T f
  KOKKOS_FUNCTION Real pulled_back(int block) const {
    Cone const cone = rows.cone(block);
    if (cone == Cone::coulomb || cone == Cone::disc) return 0;
    Real const per = cone == Cone::free ? per_impulse : per_law_impulse;
    Real sum = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      sum += per * rows.impulse(row) * (rows.pull(block, row, e) - rows.pull(there, block, row, e));
    return sum;
  }
};

/// A motion that has a part of every other, of each body.
template <class Space>
struct AnyMotion {
  static constexpr char const* label = "orthant::turning::any_motion";
  Span<Space, Body*> body;
  Span<Space, Twist*> out;
  KOKKOS_FUNCTION void operator()(int b) const {
    out(b) = {};
    if (!body(b).dynamic()) return;
    Real const at = 1 / speed_of(body(b), {{0, 0, 0, 1, 0, 0}});
    for (int i = 0; i < 6; ++i) out(b)[i] = (i < 3 ? 1 : at) * sin(1 + 2.399963 * (6 * b + i));
  }
};

/// s of e = s z, per world; zero where nothing moves, and in those that are skipped.
template <class Space>
struct ScaleProbe {
  static constexpr char const* label = "orthant::turning::scale_probe";
  Span<Space, Body*> body;
  Span<Space, Twist*> z;
  Span<Space, int*> skip;
  Span<Space, Real*> speed, out;
  int bodies;
  Real h;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const most = lane.largest(bodies, [&](int i) {
      int const b = w * bodies + i;
      return body(b).dynamic() ? speed_of(body(b), z(b)) : Real(0);
    });
    bool const looks = (skip.extent(0) == 0 || !skip(w)) && most > 0;
    lane.once([&] { out(w) = looks ? h * speed(w) / most : 0; });
  }
};

template <class Space>
struct MoveProbe {
  static constexpr char const* label = "orthant::turning::move_probe";
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> z;
  Span<Space, Real*> scale;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    to(b) = advance(from(b), scale(b / bodies) * z(b), 1);
  }
};

/// -h^2 M~^-1 G_f z
template <class Space>
struct PulledBack {
  static constexpr char const* label = "orthant::turning::pulled_back";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real* [2][6]> there;
  Span<Space, Real*> scale;
  Span<Space, Twist*> out;
  Real h, per_impulse, per_law_impulse;
  KOKKOS_FUNCTION void operator()(int b) const {
    Real const s = scale(b / rows.bodies);
    out(b) = {};
    if (s == 0) return;
    Vec6 pull;
    for (int t = rows.first(b); t < rows.first(b + 1); ++t) {
      int const block = rows.touch(t) / 2, side = rows.touch(t) % 2;
      Cone const cone = rows.cone(block);
      if (cone == Cone::coulomb || cone == Cone::disc) continue;
      Real const per = cone == Cone::free ? per_impulse : per_law_impulse;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        for (int i = 0; i < 6; ++i)
          pull[i] += per * rows.impulse(row) * (rows.J(row, side, i) - there(row, side, i));
    }
    out(b) = (h * h / s) * (inverse_mass(b) * pull);
  }
};

/// The quotient of an iteration, in the metric of the masses, and its result as the next z.
template <class Space>
struct Iterate {
  static constexpr char const* label = "orthant::turning::iterate";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> z, next;
  Span<Space, Real*> scale, quotient;
  int bodies;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = w * bodies;
    auto const product = [&](Span<Space, Twist*> x, Span<Space, Twist*> y) {
      return lane.sum(bodies, [&](int i) {
        int const b = first + i;
        if (!body(b).dynamic()) return Real(0);
        Quat<> const& q = pose(b).q_WB;
        return body(b).mass * dot(linear(x(b)), linear(y(b))) +
               dot(rotate_back(q, angular(x(b))),
                   body(b).inertia_B * rotate_back(q, angular(y(b))));
      });
    };
    Real const before = product(z, z), both = product(z, next), after = product(next, next);
    bool const found = scale(w) != 0 && before > 0 && after > 0;
    for (int i = 0; found && i < bodies; ++i)
      lane.once([&] { z(first + i) = (1 / sqrt(after)) * next(first + i); });
    lane.once([&] { quotient(w) = found ? both / before : 0; });
  }
};

/// Which worlds are beyond: `out` is set there, and left elsewhere.
template <class Space>
struct Beyond {
  static constexpr char const* label = "orthant::turning::beyond";
  Span<Space, Real*> quotient;
  Span<Space, int*> out;
  Real most;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (quotient(w) > most) out(w) = 1;
  }
};

template <class Space>
struct Count {
  static constexpr char const* label = "orthant::turning::count";
  Span<Space, int*> beyond;
  Span<Space, int> out;
  int worlds;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const all = lane.sum(worlds, [&](int w) { return static_cast<Real>(beyond(w)); });
    lane.once([&] { out() = static_cast<int>(all); });
  }
};

}  // namespace turning_kernels

template <class Space>
class TurningLimit {
 public:
  explicit TurningLimit(Sizes const& n)
      : n_(n),
        scale_("orthant::turning::scale", n.worlds),
        speed_("orthant::turning::speed", n.worlds),
        quotient_("orthant::turning::quotient", n.worlds),
        beyond_("orthant::turning::beyond", n.worlds),
        near_("orthant::turning::near", n.worlds),
        count_("orthant::turning::count"),
        e_("orthant::turning::displacement", n.bodies),
        free_motion_("orthant::turning::free_motion", n.bodies),
        held_motion_("orthant::turning::held_motion", n.bodies),
        next_("orthant::turning::next", n.bodies),
        pose_("orthant::turning::pose", n.bodies) {}

  /// A step as it was solved, with rows.J at `pose`.
  struct Step {
    Rows<Space> const& rows;
    Span<Space, Pose<>*> pose;
    Span<Space, InverseMass*> inverse_mass;
    Span<Space, Twist*> before, free, after;  // u-, u~, u+
    Span<Space, int*> all, skip;              // (W)
    Real h, force_per_impulse, force_per_law_impulse;
    Real most;            // of (w h)^2
    int version;          // of the state: of another one the motions are begun anew
    bool failed = false;  // not solved, in some world
  };

  /// In how many worlds forces turn more stiffly than that. Adds the linear solves to `report`.
  int find(Space const& space, System<Space>& system, Step const& step, NonlinearReport& report) {
    using namespace turning_kernels;
    bool any = false;
    for (auto const& kind : system.constraints) any |= kind->items() > 0 && !kind->comes_and_goes();
    if (!any) return 0;
    if (there_.extent(0) == 0)
      there_ = Array<Space, Real* [2][6]>("orthant::turning::J", n_.rows);  // in the first step
    auto const& model = system.model;
    if (version_ != step.version) {
      each(space, model.all_bodies(), AnyMotion<Space>{model.body, free_motion_});
      each(space, model.all_bodies(), AnyMotion<Space>{model.body, held_motion_});
    }
    change(space, system, step);
    int const free_iterations = version_ == step.version ? 1 : 8;
    for (int k = 0; k < free_iterations; ++k) {
      pull_back(space, system, step, free_motion_, next_);
      iterate(space, system, step, free_motion_);
    }
    version_ = step.version;
    Kokkos::deep_copy(space, near_, 0);
    each(space, model.worlds, Beyond<Space>{quotient_, near_, nearly * step.most});
    if (count(space, near_, model.worlds) > 0) hold(space, system, step, report);
    return count(space, beyond_, model.worlds);
  }
  /// (W) which, the last time.
  Span<Space, int*> beyond() const { return beyond_; }

 private:
  static constexpr Real nearly = 0.7;  // of the limit: an iteration finds no more than there is

  int count(Space const& space, Span<Space, int*> which, int worlds) {
    each_world(space, 1, turning_kernels::Count<Space>{which, count_.device(), worlds});
    return count_.get(space);
  }
  void look_there(Space const& space, System<Space> const& system, Step const& step) {
    auto rows = step.rows;
    rows.J = there_;
    for (auto const& kind : system.constraints)
      if (!kind->comes_and_goes()) kind->jacobian(space, pose_, rows, step.all);
  }

  /// What the change of velocity says.
  void change(Space const& space, System<Space> const& system, Step const& step) {
    using namespace turning_kernels;
    auto const& model = system.model;
    each_world(space, model.worlds,
               Scale<Space>{model.body, step.before, step.free, step.after, step.skip, scale_,
                            speed_, model.bodies, step.h});
    each(space, model.all_bodies(),
         Displace<Space>{model.body, step.pose, pose_, step.before, step.after, e_, scale_,
                         model.bodies});
    look_there(space, system, step);
    each_world(space, model.worlds,
               Compare<Space>{step.rows, model.body, step.pose, e_, there_, scale_, speed_,
                              step.skip, beyond_, step.h, step.force_per_impulse,
                              step.force_per_law_impulse, step.most, step.failed});
  }

  /// out <- -h^2 M~^-1 G_f z
  void pull_back(Space const& space, System<Space> const& system, Step const& step,
                 Span<Space, Twist*> z, Span<Space, Twist*> out) {
    using namespace turning_kernels;
    auto const& model = system.model;
    each_world(space, model.worlds,
               ScaleProbe<Space>{model.body, z, step.skip, speed_, scale_, model.bodies, step.h});
    each(space, model.all_bodies(), MoveProbe<Space>{step.pose, pose_, z, scale_, model.bodies});
    look_there(space, system, step);
    each(space, model.all_bodies(),
         PulledBack<Space>{step.rows, step.inverse_mass, there_, scale_, out, step.h,
                           step.force_per_impulse, step.force_per_law_impulse});
  }
  void iterate(Space const& space, System<Space> const& system, Step const& step,
               Span<Space, Twist*> z) {
    auto const& model = system.model;
    each_world(space, model.worlds,
               turning_kernels::Iterate<Space>{model.body, step.pose, z, next_, scale_, quotient_,
                                               model.bodies});
  }

  /// The power method with joints.
  void hold(Space const& space, System<Space>& system, Step const& step, NonlinearReport& report) {
    if (!held_) held_ = std::make_unique<HeldTwist<Space>>(n_);
    auto const& model = system.model;
    held_->begin(space, step.rows, step.inverse_mass);
    int const iterations = held_version_ == step.version ? 2 : 12;
    held_version_ = step.version;
    reports_.first(report);
    for (int k = 0; k < iterations; ++k) {
      pull_back(space, system, step, held_motion_, held_->given());
      each(space, model.all_bodies(), CopyTwists<Space>{held_->given(), next_});
      report = reports_.aside(system.solver->solve(space, *held_, next_));
      iterate(space, system, step, held_motion_);
    }
    each(space, model.worlds, turning_kernels::Beyond<Space>{quotient_, beyond_, step.most});
  }

  Sizes n_;
  Array<Space, Real*> scale_, speed_, quotient_;  // (W)
  Array<Space, int*> beyond_, near_;
  ReadBack<Space, int> count_;
  Array<Space, Twist*> e_, free_motion_, held_motion_, next_;
  Array<Space, Pose<>*> pose_;
  Array<Space, Real* [2][6]> there_;
  std::unique_ptr<HeldTwist<Space>> held_;  // where it is needed
  TwoReports reports_;
  int version_ = -1, held_version_ = -1;
};

}  // namespace orthant
