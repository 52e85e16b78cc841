// All contacts: found anew in every step, with the impulses of the same contacts in the last step.
#pragma once
#include "orthant/constraints/contact/detail/attempt_impulses.hpp"
#include "orthant/constraints/contact/detail/belt_work.hpp"
#include "orthant/constraints/contact/detail/contact_stiffness.hpp"
#include "orthant/constraints/contact/detail/ghost_contacts.hpp"
#include "orthant/constraints/contact/detail/kept_rows.hpp"
#include "orthant/constraints/contact/detail/led_contacts.hpp"
#include "orthant/constraints/contact/detail/taking_part.hpp"
#include "orthant/core/collision/detail/detector.hpp"

namespace orthant {

namespace contact_kernels {

/// Leaves the names of contacts, by which others are found.
template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::contact::forget";
  Span<Space, int*> world;
  Span<Space, int*> remembered;  // (worlds + 1) offsets into memory
  Span<Space, Memory*> memory;
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = remembered(w); world(w) && k < remembered(w + 1); ++k) {
      Memory name;
      name.key = memory(k).key;
      memory(k) = name;
    }
  }
};

}  // namespace contact_kernels

template <class Space>
class ContactBlock final : public ConstraintBlock<Space>, public ContactSearch<Space> {
 public:
  using Relation = ContactPointRelation;
  using Place = PlaceItems<Space, Relation>;

  /// `bounces`, `adheres`, `runs`: whether any pair of surfaces has restitution, or attraction, or
  /// moves relative to its bodies.
  ContactBlock(Model<Space> const& model, Detector<Space> detector, ContactLaw const& law,
               bool bounces, bool adheres, bool runs)
      : worlds_(model.worlds),
        body_(model.body),
        misled_("orthant::contact::misled", model.all_bodies()),
        detector_(std::move(detector)),
        law_(law),
        picks_(bounces || law.reference.holds),
        adheres_(adheres),
        runs_(runs),
        picked_(room<Contact*>("orthant::contact::picked", picks_)),
        picked_before_(room<Contact*>("orthant::contact::picked", picks_)),
        first_(room<int*>("orthant::contact::first", picks_)),
        picked_offset_("orthant::contact::picked_offset", picks_ ? model.worlds + 1 : 0),
        total_("orthant::contact::total"),
        row_(room<int*>("orthant::contact::row")),
        block_(room<int*>("orthant::contact::block")),
        sinking_(room<Real*>("orthant::contact::sinking")),
        memory_(room<contact_kernels::Memory*>("orthant::contact::memory")),
        memory_before_(room<contact_kernels::Memory*>("orthant::contact::memory")),
        remembered_("orthant::contact::remembered", model.worlds + 1),
        remembered_before_("orthant::contact::remembered", model.worlds + 1),
        attempt_(model.worlds, detector_.capacity() + 1) {
    if (!keeps_rows()) return;
    kept_ = room<int*>("orthant::contact::kept");
    same_ = room<int*>("orthant::contact::same", picks_);
    kept_memory_ = room<contact_kernels::Memory*>("orthant::contact::kept_memory");
    kept_impulse_ = room<Vec3*>("orthant::contact::kept_impulse");
  }

  char const* name() const override { return Relation::name; }
  int rows_per_item() const override { return Relation::rows; }
  int blocks_per_item() const override { return Place::blocks; }
  int capacity() const override { return detector_.capacity(); }

  bool complementary() const override { return true; }
  bool bends() const override { return law_.creep_speed > 0; }
  bool comes_and_goes() const override { return true; }
  int items() const override { return count_; }

  int refresh(Space const& space, StepStart<Space> const& start) override {
    int const found = detector_.detect(space, start.state, start.free_twist, start.h,
                                       keeps_contacts() ? start.still : Span<Space, int*>());
    some_still_ = ++searches_ == 1 && start.still.extent(0) > 0;
    pose_ = start.state.pose;
    count_ = detector_.count();
    auto const all = view(detector_.contacts(), detector_.offsets());
    if (law_.near_rigid > 0) each(space, count_, contact_kernels::Soften<Space>{all, start.h});
    if (law_.least_norm > 0) each(space, count_, contact_kernels::Sink<Space>{all});
    if (picks_) pick(space, start, all);
    return found > detector_.capacity() ? found - detector_.capacity() : 0;
  }
  ContactSearch<Space>* search() override { return this; }
  bool add_loads(Space const& space, StepLoads<Space> const& loads) override {
    if (!adheres_ || count_ == 0) return false;
    each(space, worlds_, contact_kernels::Attract<Space>{view(), loads.state.pose, loads.wrench});
    return true;
  }
  ItemCounts<Space> counts() const override { return {0, offsets()}; }

  ContactList<Space> contacts() const override { return {count_, contact(), offsets()}; }
  void look_again(Space const& space) override {
    detector_.look_again(space);
    attempt_.take(space, detector_.shown(), memory_, remembered_);
  }
  void forget_attempts() override {
    detector_.forget_attempts();
    attempt_.forget();
  }
  void take_linear_gaps(bool linear) override { detector_.take_linear_gaps(linear); }
  MissedContacts missed(Space const& space, Span<Space, Pose<>*> from, Span<Space, Pose<>*> to,
                        bool exact, Span<Space, Real*> left) override {
    return detector_.missed(space, from, to, exact, left);
  }
  Span<Space, Real*> least_overlap() const override { return detector_.least_overlap(); }
  GhostContacts judge(Space const& space, Rows<Space> const& rows, Span<Space, Pose<>*> from,
                      Span<Space, Pose<>*> to, Span<Space, Pose<>*> end, Span<Space, int*> solved,
                      Real h) override {
    if (law_.reference.holds) return {};  // pushes within a margin, and looks at no later time
    auto const motions = detector_.motions(from, to);
    auto const list = detector_.verdicts();
    if (count_ == 0 && list.known == 0)
      return {.changed = detector_.update_verdicts(space).changed};
    ghost_kernels::PairContacts<Space> const pairs{contact(), row_, rows, count_};
    fill(space, 1, ghost_.device(), 0);
    fill_all(space, misled_, 0);
    each(space, count_,
         ghost_kernels::JudgePushed<Space>{
             .s = detector_.search(),
             .motions = motions,
             .verdicts = list,
             .pairs = pairs,
             .planes = {.pairs = pairs,
                        .motions = motions,
                        .body = body_,
                        .block = block_,
                        .offsets = offsets(),
                        .bodies = detector_.search().bodies},
             .turned_gap = {.motions = motions, .pairs = pairs, .body = body_, .h = h},
             .body = body_,
             .before = memory_before_,
             .before_offset = remembered_before_,
             .ghost = ghost_.device(),
             .misled = misled_,
             .shown = detector_.shown(),
             .law = law_,
             .h = h});
    each(space, list.known,
         ghost_kernels::JudgeLeftOut<Space>{.s = detector_.search(),
                                            .motions = motions,
                                            .ended = detector_.motions(from, end),
                                            .verdicts = list,
                                            .misled = misled_,
                                            .solved = solved,
                                            .touching = law_.touching});
    auto const found = detector_.update_verdicts(space);
    return {.changed = found.changed,
            .left = found.left,
            .judged = list.known,
            .impulse = ghost_.get(space)};
  }

  /// (contacts) block of each contact, after rows are laid out.
  Span<Space, int*> blocks() const { return block_; }
  Span<Space, Pose<>*> start_pose() const { return pose_; }

  void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                       StepSize size) override {
    at_ = at;
    find_kept(space, rows, size);
    each_changed(space, Place{.item = contact(),
                              .offsets = offsets(),
                              .uniform = 0,
                              .at = at,
                              .body = body_,
                              .row = row_,
                              .rows = rows,
                              .law = Law::coulomb});
    each_changed(space, contact_kernels::Load<Space>{.v = view(),
                                                     .attempt = attempt_.last(),
                                                     .rows = rows,
                                                     .at = at,
                                                     .size = size,
                                                     .keeps = some_still_ ? keeps() : Kept{}});
  }
  void mark_changed(Space const&, Rows<Space> const& rows,
                    Span<Space, int*> moving) const override {
    for (int k = 0; k < count_; ++k)
      for (int side = 0; side < 2 && !(some_kept_ && kept_(k)); ++side)
        if (int const b = rows.body(block_(k), side); b >= 0) moving(b) = 1;
  }
  void jacobian_at_start(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                         Span<Space, int*> active) const override {
    each_changed(space,
                 RelationJacobian<Space, Relation>{
                     .item = contact(), .row = row_, .pose = pose, .active = active, .rows = rows});
  }
  void look_at_joints(Space const& space, JointedStart<Space> const& start) override {
    each(space, count_, contact_kernels::Lead<Space>{detector_.search(), view(), start});
  }
  void store_warm_start(Space const& space, Rows<Space> const& rows) override {
    take_back();  // what is older is written over
    each(space, count_,
         contact_kernels::Keep<Space>{view(), rows, memory_before_, remembered_before_});
    copy(space, worlds_ + 1, offsets(), remembered_);
  }
  void take_back() override {
    std::swap(memory_, memory_before_);
    std::swap(remembered_, remembered_before_);
  }
  void carry(Carried& c) override {
    c.array(remembered_);
    c.first(memory_, total_.get(Space(), remembered_, worlds_));
  }
  void start_anew(Space const& space, NewStarts<Space> const& at) override {
    each(space, worlds_, contact_kernels::Forget<Space>{at.world, remembered_, memory_});
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> active) const override {
    each(space, count_,
         RelationJacobian<Space, Relation>{
             .item = contact(), .row = row_, .pose = pose, .active = active, .rows = rows});
  }
  void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                 Rows<Space> const& rows, Stiffness<Space> const& out) const override {
    using contact_kernels::ContactShares;
    each(space, count_,
         contact_kernels::WriteStiffness<Space, Relation, ContactShares>{.item = contact(),
                                                                         .row = row_,
                                                                         .offsets = offsets(),
                                                                         .place = at_,
                                                                         .at = at,
                                                                         .where = where,
                                                                         .rows = rows,
                                                                         .out = out,
                                                                         .shares = {law_}});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, count_, contact_kernels::Value<Space>{view(), at, rows});
  }
  void hold(Space const& space, HoldPoint<Space> const& at, Rows<Space> const&,
            HeldRows<Space> const& out) const override {
    each(space, count_, contact_kernels::Hold<Space>{view(), at, out});
  }
  void add_work(Space const& space, Rows<Space> const& rows, ForcePerImpulse const& force,
                StepWay<Space> const& step, Span<Space, Real*> work) const override {
    if (runs_ && count_ > 0)
      each(space, worlds_,
           contact_kernels::WorkOfBelts<Space>{.v = view(),
                                               .rows = rows,
                                               .duration = force.of_laws * step.h,
                                               .pose = step.from,
                                               .work = work});
  }
  /// Detection measures the overlap.
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  /// Whether a contact is a function of shapes and poses until its step begins.
  bool keeps_contacts() const { return !adheres_ && law_.near_rigid == 0; }
  /// Whether its rows are one of the contact and of what is remembered of it.
  bool keeps_rows() const {
    return one_thread<Space> && worlds_ == 1 && keeps_contacts() && !law_.reference.holds &&
           law_.least_norm == 0 && law_.creep_speed == 0;
  }
  /// (contacts) not 0: that of the last search, with the same index.
  Span<Space, int*> same_contacts() const {
    return picks_ ? Span<Space, int*>(same_) : detector_.kept();
  }
  using Kept = contact_kernels::KeptRows<Space>;
  Kept keeps() const { return {kept_, kept_memory_, kept_impulse_}; }
  /// Finds the contacts that have their rows already.
  void find_kept(Space const& space, Rows<Space> const& rows, StepSize size) {
    if constexpr (one_thread<Space>) {
      some_kept_ = false;
      bool const searched_once = std::exchange(searches_, 0) == 1;
      if (!keeps_rows()) return;
      LaidOut const now{at_.row(0), at_.block(0), size};
      bool const same = same_bits(std::exchange(laid_out_, some_still_ ? now : LaidOut{}), now);
      if (!same || !searched_once || !some_still_ || attempt_.last().held.extent(0) > 0) return;
      each(space, count_, contact_kernels::FindKept<Space>{view(), keeps(), same_contacts(), rows});
      some_kept_ = true;
    }
  }
  template <class Kernel>
  void each_changed(Space const& space, Kernel const& kernel) const {
    if constexpr (one_thread<Space>)
      each(space, some_kept_ ? count_ : 0,
           contact_kernels::UnlessKept<Space, Kernel>{kernel, kept_});
    each(space, some_kept_ ? 0 : count_, kernel);
  }
  /// An array for the largest number of contacts, plus one.
  template <class Data>
  Array<Space, Data> room(std::string const& label, bool any = true) const {
    return make_room<Space, Data>(label, any ? detector_.capacity() + 1 : 0);
  }

  Span<Space, Contact*> contact() const {
    if (picks_) return picked_;
    return detector_.contacts();
  }
  Span<Space, int*> offsets() const {
    if (picks_) return picked_offset_;
    return detector_.offsets();
  }

  contact_kernels::View<Space> view(Span<Space, Contact*> item, Span<Space, int*> offsets) const {
    return {.item = item,
            .offsets = offsets,
            .row = row_,
            .block = block_,
            .body = body_,
            .pose = pose_,
            .memory = memory_,
            .remembered = remembered_,
            .sinking = sinking_,
            .law = law_};
  }
  contact_kernels::View<Space> view() const { return view(contact(), offsets()); }

  void pick(Space const& space, StepStart<Space> const& start,
            contact_kernels::View<Space> const& all) {
    using namespace contact_kernels;
    std::swap(picked_, picked_before_);
    each(space, count_,
         Strike<Space>{.v = all,
                       .takes_part = first_,
                       .motions = {.pose = start.state.pose,
                                   .twist = start.free_twist,
                                   .h = start.h,
                                   .made = detector_.made(),
                                   .missed = detector_.missed(),
                                   .free = {}},
                       .twist = start.state.twist});
    prefix_sum<Space>(space, first_, count_ + 1);
    each(space, count_, Pick<Space>{all.item, picked_, first_});
    each(space, worlds_ + 1, PickOffsets<Space>{all.offsets, first_, picked_offset_});
    if constexpr (one_thread<Space>)
      each(space, keeps_rows() ? count_ : 0,
           FindSame<Space>{.from = all.item,
                           .kept = detector_.kept(),
                           .first = first_,
                           .last = picked_before_,
                           .last_count = picked_count_,
                           .same = same_});
    picked_count_ = count_ = count_ > 0 ? total_.get(space, first_, count_) : 0;
  }

  int worlds_, count_ = 0;
  Array<Space, Body*> body_;
  Array<Space, int*> misled_;  // (worlds x bodies) see JudgePushed
  Detector<Space> detector_;
  ContactLaw law_;
  bool picks_, adheres_, runs_;
  Array<Space, Contact*> picked_, picked_before_;  // those that take part, where some may not
  Array<Space, int*> first_, picked_offset_;
  OneOf<Space, int> total_;
  ItemOffsets<Space> at_;
  Span<Space, Pose<>*> pose_;  // at the start of the step
  Array<Space, int*> row_, block_;
  Array<Space, Real*> sinking_;  // Sigma lambda_n of this step [m/s]
  Array<Space, contact_kernels::Memory*> memory_, memory_before_;  // of the step before
  Array<Space, int*> remembered_, remembered_before_;
  AttemptImpulses<Space> attempt_;
  /// How rows were laid out last.
  struct LaidOut {
    int row = -1, block = -1;
    StepSize size;
  };
  LaidOut laid_out_;
  Array<Space, int*> kept_, same_;  // see KeptRows, FindSame
  Array<Space, contact_kernels::Memory*> kept_memory_;
  Array<Space, Vec3*> kept_impulse_;
  int searches_ = 0;      // since rows were laid out
  int picked_count_ = 0;  // by the last search
  bool some_still_ = false, some_kept_ = false;
  ReadBack<Space, Real> ghost_{"orthant::contact::ghost_impulse"};
};

}  // namespace orthant
