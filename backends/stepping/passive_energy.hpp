// Looks after each step whether bodies have gained energy that nothing gives.
#pragma once
#include <algorithm>

#include "orthant/backends/stepping/measuring.hpp"
#include "orthant/core/metrics/energy_watch.hpp"
#include "orthant/core/scene/detail/passive.hpp"

namespace orthant {

namespace passive_kernels {

/// The sets of bodies that are watched together: those which joints or the impulses of contacts
/// have coupled since the start. A set is a tree with its watch at the root.
template <class Space>
struct Sets {
  Span<Space, int*> parent;         // (worlds x bodies)
  Span<Space, EnergyWatch*> watch;  // (worlds x bodies), of roots

  KOKKOS_FUNCTION int root(int b) const {
    while (parent(b) != b) b = parent(b) = parent(parent(b));
    return b;
  }
  KOKKOS_FUNCTION void join(int a, int b) const {
    int const p = root(a), q = root(b);
    if (p == q) return;
    parent(larger_of(p, q)) = smaller_of(p, q);
    watch(smaller_of(p, q)).join(watch(larger_of(p, q)));
  }

 private:
  static KOKKOS_FUNCTION int larger_of(int a, int b) { return a > b ? a : b; }
  static KOKKOS_FUNCTION int smaller_of(int a, int b) { return a < b ? a : b; }
};

template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::passive::forget";
  Sets<Space> sets;
  KOKKOS_FUNCTION void operator()(int b) const {
    sets.parent(b) = b;
    sets.watch(b) = {};
  }
};

/// Of worlds that start anew.
template <class Space>
struct ForgetWorlds {
  static constexpr char const* label = "orthant::passive::forget_worlds";
  Sets<Space> sets;
  Span<Space, int*> world;
  Span<Space, Pose<>*> pose, before;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!world(b / bodies)) return;
    sets.parent(b) = b;
    sets.watch(b) = {};
    before(b) = pose(b);
  }
};

/// Joins the sets of bodies that the rows of a step coupled.
template <class Space>
struct Join {
  static constexpr char const* label = "orthant::passive::join";
  Sets<Space> sets;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = rows.world_block(w); k < rows.world_block(w + 1); ++k) {
      int const a = rows.body(k, 0), b = rows.body(k, 1);
      if (a >= 0 && b >= 0 && acts(k)) sets.join(a, b);
      int const first = rows.tied(k).first, own = a >= 0 ? a : b,
                c = rows.body(first, 0) >= 0 ? rows.body(first, 0) : rows.body(first, 1);
      if (first != k && own >= 0 && c >= 0 && acts(k)) sets.join(own, c);
    }
  }

 private:
  KOKKOS_FUNCTION bool acts(int block) const {
    Law const law = rows.law(block);
    if (law != Law::coulomb && law != Law::disc) return true;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      if (rows.impulse(row) != 0) return true;
    return false;
  }
};

/// A joint that may do work which is not known, always or if its other body moves on a given path.
struct UnseenWork {
  int body = 0, by = -1;  // counted over all worlds; by: -1: always
};
template <class Space>
struct MarkJoints {
  static constexpr char const* label = "orthant::passive::mark_joints";
  Span<Space, UnseenWork*> joint;
  Span<Space, Twist*> twist;
  Span<Space, int*> unseen;
  int count;
  KOKKOS_FUNCTION void operator()(int) const {
    for (int k = 0; k < count; ++k)
      if (int const by = joint(k).by; by < 0 || dot(twist(by), twist(by)) > 0)
        unseen(joint(k).body) = 1;
  }
};
/// The contacts of a step with a body that moves on a given path.
template <class Space>
struct MarkContacts {
  static constexpr char const* label = "orthant::passive::mark_contacts";
  ContactList<Space> list;
  Span<Space, Body*> body;
  Span<Space, Twist*> twist;
  Span<Space, int*> unseen;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = list.offset(w); k < list.offset(w + 1); ++k) {
      int const on[] = {list.contact(k).a, list.contact(k).b};
      for (int side = 0; side < 2; ++side) {
        int const b = on[side], by = on[1 - side];
        if (body(b).dynamic() && !body(by).dynamic() && dot(twist(by), twist(by)) > 0)
          unseen(b) = 1;
      }
    }
  }
};

/// Looks at the sets of each world. A set to which something did work that is not known begins
/// anew: what it gained in that step says nothing.
template <class Space>
struct Look {
  static constexpr char const* label = "orthant::passive::look";
  Sets<Space> sets;
  Span<Space, Body*> body;
  /// (worlds x bodies), added up at the roots
  Span<Space, Real*> moving, elastic, potential, work, mass;
  Span<Space, int*> unseen, gains;
  int bodies;
  Real error;  // largest of a row in a solved step [m/s]
  bool bounces;

  KOKKOS_FUNCTION void operator()(int w) const {
    int const first = w * bodies;
    for (int b = first; b < first + bodies; ++b) mass(b) = body(b).dynamic() ? body(b).mass : 0;
    for (int b = first; b < first + bodies; ++b) {
      int const r = sets.root(b);
      if (r == b) continue;
      moving(r) += moving(b);
      elastic(r) += elastic(b);
      potential(r) += potential(b);
      work(r) += work(b);
      mass(r) += mass(b);
      unseen(r) = unseen(r) || unseen(b);
    }
    gains(w) = 0;
    for (int b = first; b < first + bodies; ++b) {
      if (sets.parent(b) != b || !body(b).dynamic()) continue;
      if (unseen(b)) sets.watch(b) = {};
      if (sets.watch(b).gains(moving(b), elastic(b), potential(b), work(b), mass(b), error,
                              bounces))
        gains(w) = 1;
    }
  }
};

/// Of given forces and torques, as their potential falls where they are constant.
template <class Space>
struct WorkOfForces {
  static constexpr char const* label = "orthant::passive::work_of_forces";
  Span<Space, Body*> body;
  Span<Space, Vec6*> wrench;
  Span<Space, Pose<>*> from, to;
  Span<Space, Real*> work;
  KOKKOS_FUNCTION void operator()(int b) const {
    work(b) = 0;
    if (!body(b).dynamic()) return;
    Vec6 const f = body(b).wrench_W + wrench(b);
    if (dot(f, f) == 0) return;
    StraightMotion const motion = motion_between(from(b), to(b));
    work(b) = dot(linear(f), motion.displacement) + motion.angle * dot(angular(f), motion.axis);
  }
};

}  // namespace passive_kernels

template <class Space>
class PassiveEnergy {
 public:
  PassiveEnergy(Scene const& scene, System<Space> const& system)
      : system_(system),
        driven_(driven(scene)),
        bounces_(has_restitution(scene)),
        parent_("orthant::passive::parent", system.model.all_bodies()),
        watch_("orthant::passive::watch", system.model.all_bodies()),
        before_("orthant::passive::before", system.model.all_bodies()),
        unseen_("orthant::passive::unseen", system.model.all_bodies()),
        gains_("orthant::passive::gains", system.model.worlds) {
    for (auto* each : {&moving_, &elastic_, &potential_, &work_, &mass_})
      *each = Array<Space, Real*>("orthant::passive::of_bodies", system.model.all_bodies());
    std::vector<passive_kernels::UnseenWork> joints;
    for (int w = 0; w < system.model.worlds; ++w) {
      auto const& one = scene.of(w);
      int const first = w * system.model.bodies;
      auto const motion = [&](int b) { return b < 0 ? Motion::fixed : one.bodies[nth(b)].motion; };
      for (auto const& joint : one.joints) {
        std::vector<int> on{joint.a, joint.b};
        for (auto const& of : joint.coupled) {
          auto const& other = one.joints[nth(of.joint)];
          on.insert(on.end(), {other.a, other.b});
        }
        for (int const body : on) {
          if (motion(body) != Motion::dynamic) continue;
          if (works_unseen(joint)) joints.push_back({first + body, -1});
          for (int const by : on)
            if (motion(by) == Motion::kinematic) joints.push_back({first + body, first + by});
        }
      }
      for (auto const& body : one.bodies) moves_given_ |= body.motion == Motion::kinematic;
    }
    joints_ = static_cast<int>(joints.size());
    joint_ = to_device<Space>("orthant::passive::joint", joints);
  }

  /// Starts at a given state with known contacts.
  void start(Space const& space, State<Space> const& state, Measuring<Space>& measuring) {
    if (driven_ == Driven::otherwise) return;
    each(space, bodies(), passive_kernels::Forget<Space>{sets()});
    fill_all(space, work_, 0);
    fill_all(space, unseen_, 0);
    keep(space, state);
    error_ = 0;
    look(space, state, measuring, {});
  }
  void carry(Carried& c) {
    c.array(parent_);
    c.array(watch_);
    c.array(before_);
    c.values(error_, driven_, begins_);
  }
  /// Forces act from now on that the scene does not know.
  void push(Space const& space, State<Space> const& state) {
    if (driven_ != Driven::not_at_all) return;
    driven_ = Driven::by_forces;
    keep(space, state);
  }

  /// Motors have other inputs from now on. What their springs hold changes with them, so that the
  /// next step says nothing.
  void drive(Space const& space, State<Space> const& state) {
    if (driven_ == Driven::otherwise) return;
    push(space, state);
    each(space, bodies(), passive_kernels::Forget<Space>{sets()});
  }
  void start_anew(Space const& space, State<Space> const& state, Span<Space, int*> world) {
    if (driven_ == Driven::otherwise) return;
    each(space, bodies(),
         passive_kernels::ForgetWorlds<Space>{sets(), world, state.pose, before_,
                                              system_.model.bodies});
    begins_ = true;
  }
  /// Looks at worlds that have started anew, when their contacts have been found. Of the others,
  /// to which nothing has been done, it says the same as before.
  void begin(Space const& space, State<Space> const& state, Measuring<Space>& measuring) {
    if (!begins_) return;
    begins_ = false;
    fill_all(space, work_, 0);
    fill_all(space, unseen_, 0);
    look(space, state, measuring, {});
  }

  /// Comes after each step, before the next one is prepared.
  void add_work(Space const& space, State<Space> const& state, StepData<Space> const& step,
                Real h) {
    if (driven_ == Driven::otherwise) return;
    auto const& model = system_.model;
    each(space, model.worlds, passive_kernels::Join<Space>{sets(), step.rows});
    if (joints_ > 0 || moves_given_) mark(space, state);
    if (driven_ != Driven::by_forces) return;
    each(space, bodies(),
         passive_kernels::WorkOfForces<Space>{.body = model.body,
                                              .wrench = step.wrench,
                                              .from = before_,
                                              .to = state.pose,
                                              .work = work_});
    for (auto const& kind : system_.constraints)
      kind->add_work(space, step.rows, {step.force_per_impulse, step.force_per_law_impulse},
                     {before_, state.pose, state.time, h}, work_);
    keep(space, state);
  }

  /// The number of worlds in which steps have added more energy than the motion of coupled bodies
  /// had. Call after each step, when the contacts of the next have been found.
  int look(Space const& space, State<Space> const& state, Measuring<Space>& measuring,
           NonlinearReport const& solve) {
    if (driven_ == Driven::otherwise) return 0;
    auto const& left = solve.residual;
    if (solve.converged()) error_ = std::max({error_, left.joint, left.normal, left.friction});
    auto const& model = system_.model;
    measuring.energies(space, state, moving_, elastic_, potential_);
    each(space, model.worlds,
         passive_kernels::Look<Space>{.sets = sets(),
                                      .body = model.body,
                                      .moving = moving_,
                                      .elastic = elastic_,
                                      .potential = potential_,
                                      .work = work_,
                                      .mass = mass_,
                                      .unseen = unseen_,
                                      .gains = gains_,
                                      .bodies = model.bodies,
                                      .error = error_,
                                      .bounces = bounces_});
    return gaining_.get(space, gains_, model.worlds);
  }

 private:
  int bodies() const { return system_.model.all_bodies(); }
  passive_kernels::Sets<Space> sets() const { return {parent_, watch_}; }
  void keep(Space const& space, State<Space> const& state) {
    if (driven_ == Driven::by_forces) copy(space, bodies(), state.pose, before_);
  }
  void mark(Space const& space, State<Space> const& state) {
    fill_all(space, unseen_, 0);
    if (joints_ > 0)
      each(space, 1, passive_kernels::MarkJoints<Space>{joint_, state.twist, unseen_, joints_});
    if (!moves_given_) return;
    if (auto const list = system_.constraints.contacts(); list.count > 0)
      each(space, system_.model.worlds,
           passive_kernels::MarkContacts<Space>{list, system_.model.body, state.twist, unseen_});
  }

  System<Space> const& system_;
  Driven driven_;
  Real error_ = 0;  // largest of a row in a solved step [m/s]
  bool bounces_, moves_given_ = false;
  bool begins_ = false;  // whether worlds have started anew
  int joints_ = 0;
  Array<Space, passive_kernels::UnseenWork*> joint_;
  Array<Space, int*> parent_;         // (worlds x bodies)
  Array<Space, EnergyWatch*> watch_;  // (worlds x bodies)
  Array<Space, Pose<>*> before_;      // where the step began
  Array<Space, int*> unseen_;         // (worlds x bodies) something did work that is not known
  Array<Space, int*> gains_;          // (worlds)
  Array<Space, Real*> moving_, elastic_, potential_, mass_;  // (worlds x bodies) [J], [kg]
  Array<Space, Real*> work_;  // (worlds x bodies) of the step, of what is given [J]
  SumOf<Space> gaining_;
};

}  // namespace orthant
