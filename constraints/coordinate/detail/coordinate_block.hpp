// All springs, dampers, motors, rotors, limits and dry friction along the coordinates of joints,
// one row each, or tied ones; rigid limits only where a step may reach them.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_stiffness.hpp"
#include "orthant/constraints/coordinate/detail/coupled_loads.hpp"
#include "orthant/constraints/coordinate/detail/followed_coordinates.hpp"
#include "orthant/constraints/coordinate/detail/near_limits.hpp"
#include "orthant/constraints/joint/detail/turned_line.hpp"

namespace orthant {

template <class Space>
class CoordinateBlock final : public ConstraintBlock<Space> {
 public:
  CoordinateBlock(Model<Space> const& model, Scene const& scene, CoordinateKind kind)
      : kind_(kind), worlds_(model.worlds), body_(model.body) {
    CollectedCoordinates items(scene, model.bodies);
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& of : coordinate_laws(scene, w, k, items.curves)) {
          if (of.law.belongs_to() != kind) continue;
          items.add(w, k, of, true);
          ties_ = ties_ || items.items().back().tied.count > 1;
          bends_ = bends_ || of.law.bends();
          pulls_ = pulls_ || of.law.kind != Law::disc;
        }
    of_ = FollowedCoordinates<Space>(items, model.worlds);
    count_ = of_.count();
    parts_ = items.parts();
    row_ = Array<Space, int*>("orthant::coordinate::row", count_);
    for (auto* each : {&impulse_, &impulse_before_, &target_, &rate_})
      *each = Array<Space, Real*>("orthant::coordinate::number", count_);
    load_ = Array<Space, JointLoad*>("orthant::coordinate::load", count_ + parts_);
    if (kind != CoordinateKind::limit) return;
    order_ = Array<Space, int*>("orthant::coordinate::order", count_);
    offset_ = Array<Space, int*>("orthant::coordinate::offset", worlds_ + 1);
    all_ = Array<Space, int*>("orthant::coordinate::all", worlds_);
    reached_ = Array<Space, int*>("orthant::coordinate::reached", worlds_);
  }

  static char const* name_of(CoordinateKind kind) {
    switch (kind) {
      case CoordinateKind::drive:
        return "drive";
      case CoordinateKind::stop:
        return "stop";
      case CoordinateKind::limit:
        break;
    }
    return "rigid_limit";
  }
  static char const* about(CoordinateKind kind) {
    switch (kind) {
      case CoordinateKind::drive:
        return "springs, dampers, motors and rotors along a joint's coordinate; 1 row each";
      case CoordinateKind::stop:
        return "soft limits, motors of limited effort and dry friction along a joint's coordinate; "
               "1 row each";
      case CoordinateKind::limit:
        break;
    }
    return "rigid limits and largest rates along a joint's coordinate, in steps that may reach "
           "them; 1 row each";
  }

  char const* name() const override { return name_of(kind_); }
  int rows_per_item() const override { return 1; }
  int blocks_per_item() const override { return 1; }
  int capacity() const override { return count_; }
  bool complementary() const override { return kind_ != CoordinateKind::drive; }
  bool bends() const override { return bends_; }
  bool pulls() const override { return pulls_; }
  bool ties() const override { return ties_; }
  int items() const override { return limits() ? near_ : count_; }
  ItemCounts<Space> counts() const override { return {of_.uniform(), offset_}; }

  int refresh(Space const& space, StepStart<Space> const& start) override {
    auto const& now = start.state;
    each(space, count_, coordinate_kernels::Follow<Space>{view(), rate_, now.pose, now.twist});
    if (!limits()) return 0;
    each(space, worlds_,
         coordinate_kernels::FindNear<Space>{.v = view(),
                                             .impulse = impulse_,
                                             .pose = now.pose,
                                             .twist = now.twist,
                                             .h = start.h,
                                             .all = all_,
                                             .order = order_,
                                             .counts = offset_});
    prefix_sum<Space>(space, offset_, worlds_ + 1);
    near_ = total_.get(space, offset_, worlds_);
    return 0;
  }
  void take_all(Space const& space, bool all) override {
    if (!limits()) return;
    takes_all_ = all;
    forget_attempts(space);
  }
  int left_out(Space const& space, StepWay<Space> const& step, Span<Space, Twist*> twist) override {
    if (!limits() || near_ == count_) return 0;
    each(space, worlds_,
         coordinate_kernels::FindReached<Space>{.v = view(),
                                                .from = step.from,
                                                .to = step.to,
                                                .twist = twist,
                                                .h = step.h,
                                                .all = all_,
                                                .reached = reached_});
    return sum_.get(space, reached_, worlds_);
  }
  void forget_attempts(Space const& space) override {
    if (limits()) fill(space, worlds_, all_, takes_all_ ? 1 : 0);
  }
  void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                       StepSize size) override {
    at_ = at;
    each(space, count_,
         coordinate_kernels::Place<Space>{.v = view(),
                                          .order = order_,
                                          .at = at,
                                          .impulse = impulse_,
                                          .rows = rows,
                                          .size = size});
  }
  void store_warm_start(Space const& space, Rows<Space> const& rows) override {
    take_back();  // what is older is written over
    each(space, count_, coordinate_kernels::Keep<Space>{row_, rows.impulse, impulse_});
  }
  void take_back() override { std::swap(impulse_, impulse_before_); }
  void carry(Carried& c) override {
    c.array(impulse_);
    of_.carry(c);
  }
  void start_anew(Space const& space, NewStarts<Space> const& at) override {
    each(space, count_, coordinate_kernels::Forget<Space>{view().item, at.world, impulse_});
    of_.start_anew(at);
  }
  bool along_coordinates() const override { return true; }
  void drive(Space const& space, Span<Space, MotorInput*> input) override {
    of_.drive(space, input);
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> active) const override {
    each(space, count_, coordinate_kernels::Jacobian<Space>{view(), pose, active, rows});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, count_,
         coordinate_kernels::Value<Space>{.v = view(),
                                          .target = target_,
                                          .start_rate = rate_,
                                          .stage = impulse_,
                                          .at = at,
                                          .rows = rows});
  }
  void hold(Space const& space, HoldPoint<Space> const& at, Rows<Space> const&,
            HeldRows<Space> const& out) const override {
    each(space, count_, coordinate_kernels::Hold<Space>{view(), at, out});
  }
  void violation(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const&,
                 Span<Space, Real*> out) const override {
    each(space, count_, coordinate_kernels::Violation<Space>{view(), target_, pose, out});
  }
  void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                 Rows<Space> const& rows, Stiffness<Space> const& out) const override {
    each(space, count_,
         coordinate_kernels::WriteStiffness<Space>{
             .v = view(), .place = at_, .at = at, .where = where, .rows = rows, .out = out});
  }
  void add_work(Space const& space, Rows<Space> const& rows, ForcePerImpulse const& force,
                StepWay<Space> const& step, Span<Space, Real*> work) const override {
    if (count_ == 0) return;
    Real const per_impulse = complementary() ? force.of_laws : force.of_equations;
    each(space, rows.worlds,
         coordinate_kernels::AddWork<Space>{view(), rows, per_impulse, step, work});
  }
  void turned_lines(Space const& space, Rows<Space> const& rows, StepWay<Space> const& way,
                    Span<Space, int*> out) const override {
    each(space, count_,
         TurnedLine<Space, CoordinateItem>{.item = view().item,
                                           .row = row_,
                                           .last = 0,
                                           .body = body_,
                                           .rows = rows,
                                           .way = way,
                                           .out = out});
  }
  JointLoads<Space> joint_loads(Space const& space, Rows<Space> const& rows,
                                Span<Space, Pose<>*> pose) const override {
    each(space, count_,
         SumLoads<Space, CoordinateItem>{.item = view().item,
                                         .row = row_,
                                         .rows_per_item = 1,
                                         .rows = rows,
                                         .pose = pose,
                                         .out = load_});
    if (parts_ == 0 || pose.extent(0) == 0) return {count_, load_};
    each(space, count_, coordinate_kernels::CoupledLoads<Space>{view(), rows, pose, count_, load_});
    return {count_ + parts_, load_};
  }

 private:
  coordinate_kernels::View<Space> view() const { return of_.view(body_, row_); }

  bool limits() const { return kind_ == CoordinateKind::limit; }

  CoordinateKind kind_;
  int worlds_, count_ = 0;
  int near_ = 0;            // limits with rows in this step
  bool takes_all_ = false;  // whether all have, in each
  int parts_ = 0;           // number of joints on which the forces of all couplings act
  bool bends_ = false, pulls_ = false, ties_ = false;
  ItemOffsets<Space> at_;
  Array<Space, Body*> body_;
  FollowedCoordinates<Space> of_;
  Array<Space, int*> row_;
  Array<Space, int*> order_, offset_;  // of limits: see FindNear, and (worlds + 1)
  Array<Space, int*> all_, reached_;   // (worlds) of limits: see FindReached
  OneOf<Space, int> total_{"orthant::coordinate::total"};
  SumOf<Space> sum_;
  Array<Space, Real*> impulse_, impulse_before_, target_;  // before: of the step before
  Array<Space, Real*> rate_;                               // of rotors at the start of the step
  Array<Space, JointLoad*> load_;
};

}  // namespace orthant
