// The record of the last step on one execution space: views of the arrays of the step.
#pragma once
#include "orthant/backends/records/step_impulses.hpp"
#include "orthant/core/cone_problem/detail/step_contacts.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant {

template <class Space>
class KokkosStepRecord final : public StepRecord {
 public:
  KokkosStepRecord(System<Space> const& system, State<Space> const& state, Scene const& scene,
                   Sizes const& most)
      : system_(system),
        state_(state),
        reaction_J_(make_room<Space, Real* [2][6]>("orthant::record::reaction_J", most.rows)),
        all_("orthant::record::all", system.model.worlds) {
    fill(Space(), system.model.worlds, all_, 1);
    for (auto const& joint : scene.joints) joint_names_.push_back(joint.name);
  }

  /// Sets the record after a step, before the next is prepared.
  void set(StepReport const& report, StepData<Space> const& data) {
    static_cast<StepReport&>(*this) = report;
    data_ = data;
    contacts_ = system_.constraints.contacts();
  }
  /// Sets the record without a step, or for a step that was not made.
  void set_none(StepReport const& report = {}) {
    static_cast<StepReport&>(*this) = report;
    data_.reset();
  }
  std::optional<StepData<Space>> const& data() const { return data_; }

  Real force_time() const override { return data_ ? data_->force_time : 0; }

  std::vector<ContactImpulse> contact_impulses() const override {
    if (!data_) return {};
    auto const& model = system_.model;
    auto const found = to_host<Space, Contact>(contacts_.contact, contacts_.count);
    auto const pose = to_host<Space, Pose<>>(state_.pose, model.all_bodies());
    auto const twist = to_host<Space, Twist>(state_.twist, model.all_bodies());
    std::vector<ContactImpulse> out;
    for (int w = 0; w < model.worlds; ++w)
      add_contact_impulses(host_rows<Space>({}, data_->rows, w), w, data_->force_per_law_impulse,
                           found, pose, twist, model.bodies, out);
    return out;
  }

  std::vector<JointImpulse> joint_impulses() const override {
    if (!data_) return {};
    std::vector<JointImpulse> out;
    for (int w = 0; w < system_.model.worlds; ++w)
      add_joint_impulses(host_rows<Space>({}, data_->rows, w), w, data_->force_per_impulse,
                         data_->force_per_law_impulse, out);
    return out;
  }

  std::vector<JointReaction> joint_reactions() const override {
    if (!data_) return {};
    std::vector<JointReaction> out;
    int const joints = static_cast<int>(joint_names_.size());
    for (int w = 0; w < system_.model.worlds; ++w)
      for (int k = 0; k < joints; ++k) out.push_back({w, k, joint_names_[k], {}, {}, {}, {}, {}});
    auto const add_all = [&](JointLoads<Space> const& list, Real per) {
      for (auto const& load : to_host<Space, JointLoad>(list.load, list.count))
        add(load, per, out[load.world * joints + load.joint]);
    };
    auto at_impulses = data_->rows;
    at_impulses.J = reaction_J_;
    for (auto const& kind : system_.constraints) {
      if (kind->comes_and_goes()) continue;
      kind->jacobian(Space(), data_->pose, at_impulses, all_);
      add_all(kind->joint_loads(Space(), at_impulses, data_->pose),
              kind->complementary() ? data_->force_per_law_impulse : data_->force_per_impulse);
    }
    for (auto const& forces : system_.constraints.forces())  // over the whole step, as laws act
      add_all(forces->joint_loads(), data_->force_per_law_impulse);
    return out;
  }

  ConeProblem problem(int world) const override {
    return data_ ? StepContacts(rows_of(world)).problem() : ConeProblem{};
  }

  GaussGap gauss_gap(int world) const override {
    if (!data_) return {std::nullopt, "no step"};
    return orthant::gauss_gap(rows_of(world));
  }

 private:
  static void add(JointLoad const& load, Real per, JointReaction& to) {
    Vec3 const force = per * load.impulse_W, torque = per * load.moment_W;
    to.displacement_W = load.displacement_W;
    to.force_W += force;
    to.torque_W += torque;
    to.force_J += rotate_back(load.q_WJ, force);
    to.torque_J += rotate_back(load.q_WJ, torque);
  }

  WorldRows rows_of(int world) const {
    auto data = *data_;
    if (data.law.impulse.extent(0) > 0) {
      data.rows.impulse = data.law.impulse;
      data.free_twist = data.law.free_twist;
    }
    return world_rows<Space>(Space(), data.rows, data.inverse_mass, data.free_twist, state_.twist,
                             world);
  }

  System<Space> const& system_;
  State<Space> const& state_;  // state at the end of the step
  std::optional<StepData<Space>> data_;
  ContactList<Space> contacts_;            // contacts of the step
  Array<Space, Real* [2][6]> reaction_J_;  // J at the pose of the reactions
  Array<Space, int*> all_;                 // (worlds) ones
  std::vector<std::string> joint_names_;
};

}  // namespace orthant
