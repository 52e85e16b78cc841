// All springs, dampers, motors, rotors, limits and dry friction along the coordinates of joints,
// one row each; rigid limits only where a step may reach them.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/coordinate/detail/coordinate_stiffness.hpp"
#include "orthant/constraints/coordinate/detail/coupled_loads.hpp"
#include "orthant/constraints/coordinate/detail/near_limits.hpp"
#include "orthant/constraints/coordinate/detail/turned_starts.hpp"
#include "orthant/constraints/coordinate/motors.hpp"

namespace orthant {

template <class Space>
class CoordinateBlock final : public ConstraintBlock<Space> {
 public:
  CoordinateBlock(Model<Space> const& model, Scene const& scene, CoordinateKind kind)
      : kind_(kind), worlds_(model.worlds), body_(model.body) {
    std::vector<CoordinateItem> items;
    CurveStore curves;
    CoupledStore terms;
    MotorNumbers const numbers(scene);
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& [coordinate, law] : coordinate_laws(scene, w, k, curves)) {
          if (law.belongs_to() != kind) continue;
          CoordinateItem item{placed_item(scene.of(w).joints[k], w, w * model.bodies), {}, law};
          item.joint = static_cast<int>(k);
          item.coordinate = coordinate;
          if (law.motor) item.motor = numbers.of(w, k, coordinate);
          item.coupled = terms.add(scene, w, k, w * model.bodies, curves);
          item.coupled.part = parts_;
          parts_ += item.coupled.count;
          bends_ = bends_ || law.bends();
          items.push_back(item);
        }
    count_ = static_cast<int>(items.size());
    uniform_ = count_ / model.worlds;
    item_ = to_device<Space>("orthant::coordinate::item", items);
    motors_ = MotorItems<Space>(items);
    terms_ = to_device<Space>("orthant::coordinate::term", terms.terms());
    pieces_ = to_device<Space>("orthant::coordinate::piece", curves.pieces());
    row_ = Array<Space, int*>("orthant::coordinate::row", count_);
    last_ = Array<Space, coordinate_kernels::UnwrappedValues*>(
        "orthant::coordinate::unwrapped_values", count_);
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
  int items() const override { return limits() ? near_ : count_; }
  ItemCounts<Space> counts() const override { return {uniform_, offset_}; }

  int refresh(Space const& space, StepStart<Space> const& start) override {
    each(space, count_,
         coordinate_kernels::Follow<Space>{.item = item_,
                                           .terms = terms(),
                                           .last = last_,
                                           .rate = rate_,
                                           .pose = start.state.pose,
                                           .twist = start.state.twist});
    if (!limits()) return 0;
    each(space, worlds_,
         coordinate_kernels::FindNear<Space>{.item = item_,
                                             .uniform = uniform_,
                                             .terms = terms(),
                                             .last = last_,
                                             .impulse = impulse_,
                                             .pose = start.state.pose,
                                             .twist = start.state.twist,
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
         coordinate_kernels::FindReached<Space>{.item = item_,
                                                .uniform = uniform_,
                                                .terms = terms(),
                                                .row = row_,
                                                .last = last_,
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
         coordinate_kernels::Place<Space>{.item = item_,
                                          .uniform = uniform_,
                                          .order = order_,
                                          .at = at,
                                          .body = body_,
                                          .row = row_,
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
    c.array(last_);
  }
  void start_anew(Space const& space, NewStarts<Space> const& at) override {
    each(space, count_, coordinate_kernels::Forget<Space>{item_, at.world, impulse_});
    turn_starts(at, item_, terms_, last_);
  }
  bool along_coordinates() const override { return true; }
  void drive(Space const& space, Span<Space, MotorInput*> input) override {
    motors_.drive(space, item_, input);
  }
  void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                Span<Space, int*> active) const override {
    each(space, count_,
         coordinate_kernels::Jacobian<Space>{.item = item_,
                                             .terms = terms(),
                                             .row = row_,
                                             .last = last_,
                                             .pose = pose,
                                             .active = active,
                                             .rows = rows});
  }
  void value(Space const& space, StepPoint<Space> const& at,
             Rows<Space> const& rows) const override {
    each(space, count_,
         coordinate_kernels::Value<Space>{.item = item_,
                                          .row = row_,
                                          .last = last_,
                                          .target = target_,
                                          .start_rate = rate_,
                                          .stage = impulse_,
                                          .bodies = body_,
                                          .terms = terms(),
                                          .at = at,
                                          .rows = rows});
  }
  void hold(Space const& space, HoldPoint<Space> const& at, Rows<Space> const&,
            HeldRows<Space> const& out) const override {
    each(space, count_,
         coordinate_kernels::Hold<Space>{
             .item = item_, .terms = terms(), .row = row_, .last = last_, .at = at, .out = out});
  }
  void violation(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const&,
                 Span<Space, Real*> out) const override {
    each(space, count_,
         coordinate_kernels::Violation<Space>{.item = item_,
                                              .terms = terms(),
                                              .row = row_,
                                              .last = last_,
                                              .target = target_,
                                              .pose = pose,
                                              .out = out});
  }
  void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                 Rows<Space> const& rows, Stiffness<Space> const& out) const override {
    each(space, count_,
         coordinate_kernels::WriteStiffness<Space>{.item = item_,
                                                   .row = row_,
                                                   .place = at_,
                                                   .last = last_,
                                                   .bodies = body_,
                                                   .terms = terms(),
                                                   .at = at,
                                                   .where = where,
                                                   .rows = rows,
                                                   .out = out});
  }
  void add_work(Space const& space, Rows<Space> const& rows, ForcePerImpulse const& force,
                StepWay<Space> const& step, Span<Space, Real*> work) const override {
    if (count_ == 0) return;
    each(space, rows.worlds,
         coordinate_kernels::AddWork<Space>{
             .item = item_,
             .terms = terms(),
             .uniform = uniform_,
             .row = row_,
             .last = last_,
             .rows = rows,
             .per_impulse = complementary() ? force.of_laws : force.of_equations,
             .step = step,
             .body = body_,
             .work = work});
  }
  JointLoads<Space> joint_loads(Space const& space, Rows<Space> const& rows,
                                Span<Space, Pose<>*> pose) const override {
    each(space, count_,
         SumLoads<Space, CoordinateItem>{.item = item_,
                                         .row = row_,
                                         .rows_per_item = 1,
                                         .rows = rows,
                                         .pose = pose,
                                         .out = load_});
    if (parts_ == 0 || pose.extent(0) == 0) return {count_, load_};
    each(space, count_,
         coordinate_kernels::CoupledLoads<Space>{.item = item_,
                                                 .terms = terms(),
                                                 .row = row_,
                                                 .last = last_,
                                                 .rows = rows,
                                                 .pose = pose,
                                                 .first = count_,
                                                 .out = load_});
    return {count_ + parts_, load_};
  }

 private:
  CoupledTerms<Space> terms() const { return {terms_, pieces_}; }

  bool limits() const { return kind_ == CoordinateKind::limit; }

  CoordinateKind kind_;
  int worlds_, count_ = 0, uniform_ = 0;
  int near_ = 0;            // limits with rows in this step
  bool takes_all_ = false;  // whether all have, in each
  int parts_ = 0;           // number of joints on which the forces of all couplings act
  bool bends_ = false;
  ItemOffsets<Space> at_;
  Array<Space, Body*> body_;
  Array<Space, CoordinateItem*> item_;
  MotorItems<Space> motors_;
  Array<Space, CoupledCoordinate*> terms_;
  Array<Space, CurvePiece*> pieces_;  // of all curves
  Array<Space, int*> row_;
  Array<Space, int*> order_, offset_;  // of limits: see FindNear, and (worlds + 1)
  Array<Space, int*> all_, reached_;   // (worlds) of limits: see FindReached
  OneOf<Space, int> total_{"orthant::coordinate::total"};
  SumOf<Space> sum_;
  Array<Space, Real*> impulse_, impulse_before_, target_;    // before: of the step before
  Array<Space, Real*> rate_;                                 // of rotors at the start of the step
  Array<Space, coordinate_kernels::UnwrappedValues*> last_;  // of the angles at q-
  Array<Space, JointLoad*> load_;
};

}  // namespace orthant
