// Given forces along the coordinates of joints: without rows, a part of u_free.
#pragma once
#include "orthant/constraints/coordinate/detail/coupled_loads.hpp"
#include "orthant/constraints/coordinate/detail/followed_coordinates.hpp"

namespace orthant {

namespace effort_kernels {

/// wrench += J^T F, J at q-, F the mean of a force over the step. One thread for each world,
/// because two efforts may share a body.
template <class Space>
struct Apply {
  static constexpr char const* label = "orthant::effort::apply";
  Held<Space, coordinate_kernels::View<Space>> v;
  int count;
  Span<Space, Pose<>*> pose;
  Span<Space, Vec6*> wrench;
  Span<Space, JointLoad*> load;
  Real start, h;  // [s]

  KOKKOS_FUNCTION void operator()(int world) const {
    for (int k = v.begin(world); k < v.end(world); ++k) {
      auto const& it = v.item(k);
      Vec<1> const force{{it.law.target.mean(start, h)}};
      auto const push = [&](JointItem const& joint, coordinate_kernels::BothSides const& J,
                            Vec<1> const& by) {
        int const on[2] = {joint.a, joint.b};
        for (int side = 0; side < 2; ++side)
          if (int const b = on[side]; b >= 0 && v.body(b).dynamic())
            wrench(b) += transposed_times(J.of[side], by);
      };
      v.count_turns(k, pose);
      if (it.coupled.given()) {
        coordinate_kernels::for_terms<Space>(
            it, v.terms, pose, v.last(k),
            [&](int, CoupledCoordinate const& term, FunctionValue const& f) {
              push(term, coordinate_kernels::jacobian_of<Space>(term.coordinate, term, pose),
                   {{f.slope * force[0]}});
            });
        coordinate_kernels::write_coupled<Space>(v, k, pose, h * force[0], count, load);
      } else {
        auto const J = v.jacobian(k, pose);
        push(it, J, force);
        load(k) = load_of(it, h * transposed_times(J.of[1], force), pose_of<Space>(pose, it.a),
                          pose_of<Space>(pose, it.b));
      }
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
    CollectedCoordinates items(scene, model.bodies);
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& spec : scene.of(w).joints[k].coordinates)
          if (spec.motor == Motor::force)
            items.add(w, k,
                      {coordinate_of(spec.coordinate), {.target = spec.target, .motor = true}});
    of_ = FollowedCoordinates<Space>(items, model.worlds);
    parts_ = items.parts();
    for (auto* each : {&next_, &load_})
      *each = Array<Space, JointLoad*>("orthant::effort::load", of_.count() + parts_);
  }

  bool empty() const { return of_.count() == 0; }
  char const* name() const override { return kind; }
  void add(Space const& space, StepLoads<Space> const& of) override {
    each(space, worlds_,
         effort_kernels::Apply<Space>{.v = of_.view(of.model.body),
                                      .count = of_.count(),
                                      .pose = of.state.pose,
                                      .wrench = of.wrench,
                                      .load = next_,
                                      .start = of.state.time,
                                      .h = of.h});
  }
  JointLoads<Space> joint_loads() const override { return {of_.count() + parts_, load_}; }
  void keep(Space const& space) override { copy(space, of_.count() + parts_, next_, load_); }
  void carry(Carried& c) override { of_.carry(c); }
  void start_anew(Space const&, NewStarts<Space> const& at) override { of_.start_anew(at); }
  bool along_coordinates() const override { return true; }
  void drive(Space const& space, Span<Space, MotorInput*> input) override {
    of_.drive(space, input, true);
  }

 private:
  int worlds_;
  int parts_ = 0;  // number of joints on which the forces of all couplings act
  FollowedCoordinates<Space> of_;
  Array<Space, JointLoad*> next_, load_;
};

}  // namespace orthant
