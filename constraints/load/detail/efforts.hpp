// Given forces along the coordinates of joints: without rows, a part of u_free.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/coordinate/detail/coupled_loads.hpp"
#include "orthant/constraints/coordinate/detail/turned_starts.hpp"
#include "orthant/constraints/coordinate/motors.hpp"

namespace orthant {

namespace effort_kernels {

/// wrench += J^T F, J at q-, F the mean of a force over the step. One thread for each world,
/// because two efforts may share a body.
template <class Space>
struct Apply {
  static constexpr char const* label = "orthant::effort::apply";
  Span<Space, CoordinateItem*> item;
  CoupledTerms<Space> terms;
  int count, uniform;
  Span<Space, coordinate_kernels::UnwrappedValues*> last;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Vec6*> wrench;
  Span<Space, JointLoad*> load;
  Real start, h;  // [s]

  KOKKOS_FUNCTION void operator()(int world) const {
    for (int k = world * uniform; k < (world + 1) * uniform; ++k) {
      auto const& it = item(k);
      last(k) = coordinate_kernels::counter<Space>(it, terms, pose, last(k));
      auto const J = coordinate_kernels::jacobian_of<Space>(it, terms, pose, last(k));
      Vec<1> const force{{it.law.target.mean(start, h)}};
      int const on[2] = {it.a, it.b};
      for (int side = 0; side < 2; ++side)
        if (int const b = on[side]; b >= 0 && body(b).dynamic())
          wrench(b) += transposed_times(J.of[side], force);
      if (it.coupled.given())
        coordinate_kernels::write_coupled<Space>(it, terms, pose, last(k), h * force[0], k, count,
                                                 load);
      else
        load(k) = load_of(it, h * transposed_times(J.of[1], force), pose_of<Space>(pose, it.a),
                          pose_of<Space>(pose, it.b));
    }
  }
};

}  // namespace effort_kernels

template <class Space>
class Efforts final : public GivenForces<Space> {
 public:
  static constexpr char const* kind = "effort";
  static constexpr char const* about = "given forces along a joint's coordinate; no rows";

  Efforts(Model<Space> const& model, Scene const& scene) : worlds_(model.worlds) {
    std::vector<CoordinateItem> items;
    CurveStore curves;
    CoupledStore terms;
    MotorNumbers const numbers(scene);
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& spec : scene.of(w).joints[k].coordinates) {
          if (spec.motor != Motor::force) continue;
          CoordinateItem item{placed_item(scene.of(w).joints[k], w, w * model.bodies), {}, {}};
          item.joint = static_cast<int>(k);
          item.coordinate = coordinate_of(spec.coordinate);
          item.law.target = spec.target;
          item.motor = numbers.of(w, k, item.coordinate);
          item.coupled = terms.add(scene, w, k, w * model.bodies, curves);
          item.coupled.part = parts_;
          parts_ += item.coupled.count;
          items.push_back(item);
        }
    count_ = static_cast<int>(items.size());
    item_ = to_device<Space>("orthant::effort::item", items);
    motors_ = MotorItems<Space>(items);
    terms_ = to_device<Space>("orthant::effort::term", terms.terms());
    pieces_ = to_device<Space>("orthant::effort::piece", curves.pieces());
    last_ = Array<Space, coordinate_kernels::UnwrappedValues*>("orthant::effort::unwrapped_values",
                                                               count_);
    for (auto* each : {&next_, &load_})
      *each = Array<Space, JointLoad*>("orthant::effort::load", count_ + parts_);
  }

  bool empty() const { return count_ == 0; }
  char const* name() const override { return kind; }
  void add(Space const& space, StepLoads<Space> const& of) override {
    each(space, worlds_,
         effort_kernels::Apply<Space>{.item = item_,
                                      .terms = {terms_, pieces_},
                                      .count = count_,
                                      .uniform = count_ / worlds_,
                                      .last = last_,
                                      .body = of.model.body,
                                      .pose = of.state.pose,
                                      .wrench = of.wrench,
                                      .load = next_,
                                      .start = of.state.time,
                                      .h = of.h});
  }
  JointLoads<Space> joint_loads() const override { return {count_ + parts_, load_}; }
  void keep(Space const& space) override { copy(space, count_ + parts_, next_, load_); }
  void carry(Carried& c) override { c.array(last_); }
  void start_anew(Space const&, NewStarts<Space> const& at) override {
    turn_starts(at, item_, terms_, last_);
  }
  bool along_coordinates() const override { return true; }
  void drive(Space const& space, Span<Space, MotorInput*> input) override {
    motors_.drive(space, item_, input, true);
  }

 private:
  int worlds_, count_ = 0;
  int parts_ = 0;  // number of joints on which the forces of all couplings act
  Array<Space, CoordinateItem*> item_;
  MotorItems<Space> motors_;
  Array<Space, CoupledCoordinate*> terms_;
  Array<Space, CurvePiece*> pieces_;
  Array<Space, coordinate_kernels::UnwrappedValues*> last_;
  Array<Space, JointLoad*> next_, load_;
};

}  // namespace orthant
