// A run of another simulator, measured by Orthant.
#pragma once
#include <functional>

#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/instrument.hpp"
#include "orthant/backends/peers/peer.hpp"
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// The record of a step of another simulator. It has the forces of contacts if the simulator
/// reports them, and no residuals of Orthant's equations.
class PeerRecord final : public StepRecord {
 public:
  void set(StepReport const& report) { static_cast<StepReport&>(*this) = report; }
  void set_contacts(std::function<std::vector<ContactImpulse>()> ask) { ask_ = std::move(ask); }

  Real force_time() const override { return 0; }
  std::vector<ContactImpulse> contact_impulses() const override { return ask_(); }
  std::vector<JointImpulse> joint_impulses() const override { return {}; }
  std::vector<JointReaction> joint_reactions() const override { return {}; }
  ConeProblem problem(int) const override { return {}; }
  GaussGap gauss_gap(int) const override {
    return {std::nullopt, "another simulator tells no forces of joints"};
  }

 private:
  std::function<std::vector<ContactImpulse>()> ask_;
};

/// Each world is a world of the simulator. A step does the steps of the simulator and nothing else,
/// so that its time is theirs. Orthant measures the state when it is asked.
class PeerSimulation final : public Simulation {
 public:
  using Make = std::function<std::unique_ptr<Peer>(PeerWorld const&)>;

  /// `where` is the path of its settings, for messages. Throws Error.
  PeerSimulation(Setup setup, Make make, Abilities abilities, std::string where);
  PeerSimulation(PeerSimulation const&) = delete;
  PeerSimulation& operator=(PeerSimulation const&) = delete;

  int worlds() const override { return setup_.worlds; }
  int bodies() const override { return static_cast<int>(setup_.scene.bodies.size()); }
  bool solves() const override { return false; }
  bool tells_contact_forces() const override { return abilities_.tells_forces; }
  std::string complaints() const override;
  StepRecord const& step() override;
  StepRecord const& last_step() const override { return record_; }
  bool show_iterates(IterateSink*) override { return false; }
  std::vector<Measures> const& measure() override;
  Snapshot snapshot() const override;
  void set_state(Snapshot const& state) override;
  std::vector<Contact> contacts() const override;
  std::optional<int> redundant_rows() const override { return std::nullopt; }
  int missing_contacts() const override;

 private:
  Instrument& instrument() const;
  std::vector<ContactImpulse> contact_impulses() const;
  void build();
  /// Requires that the simulator starts with the poses and velocities of the scene, up to
  /// round-off.
  void require_as_given() const;

  Setup setup_;
  Make make_;
  Abilities abilities_;
  std::string where_;
  std::vector<std::unique_ptr<Peer>> peers_;
  Snapshot start_;
  std::unique_ptr<Instrument> instrument_;
  mutable bool looked_ = true;  // whether the instrument has measured the state
  bool finite_ = true;
  int steps_ = 0, complaints_ = 0, first_complaint_ = 0;
  char const* complaint_ = nullptr;  // the first one
  PeerRecord record_;
  std::vector<Measures> measured_;
};

}  // namespace orthant
