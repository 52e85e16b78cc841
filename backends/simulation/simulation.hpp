// A scene on a device, ready to step: the host's view of a run.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orthant/backends/simulation/detail/step_record.hpp"
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/metrics/measures.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

class IterateSink;
class Pushed;
class Steered;
class GivenSteps;

/// Poses and twists of all worlds, world by world. A joint that has turned has the same poses as
/// one that has not: Simulation::save has the turns too.
struct Snapshot {
  std::vector<Pose<>> pose;  // (worlds x bodies)
  std::vector<Twist> twist;  // (worlds x bodies) world axes [m/s], [rad/s]
  Real time = 0;             // [s]
};

/// A view of the state of the simulation, without a copy. Only steps write to it.
struct StateView {
  Pose<> const* pose = nullptr;  // (worlds x bodies); null: not contiguous in host memory
  Twist const* twist = nullptr;  // (worlds x bodies), likewise
};

/// What some simulations can do, and others cannot: null.
struct SimulationParts {
  Pushed* pushed = nullptr;                   // takes forces on bodies from step to step
  Steered* steered = nullptr;                 // takes inputs of motors, and worlds that start anew
  GivenSteps* given_steps = nullptr;          // has derivatives of its steps
  char const* why_not = "another simulator";  // what it is, for errors about a part that is null
};

/// Every state is ready for a step: joints that are open at the start have been closed, and
/// contacts have been found. So queries have no side effects on later ones.
class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual int worlds() const = 0;  // of the batch
  virtual int bodies() const = 0;  // per world

  /// Whether its steps solve Orthant's equations, so that the record has residuals and impulses.
  /// The steps of another simulator do not.
  virtual bool solves() const { return true; }
  /// Whether an estimate of their error chooses the lengths of its steps; see Division.
  virtual bool chooses_steps() const { return false; }
  /// Whether the record of a step has the impulses of contacts.
  virtual bool tells_contact_forces() const { return solves(); }
  /// What another simulator reported about steps that it did not make well; "": nothing.
  virtual std::string complaints() const { return ""; }

  /// Makes a step and returns last_step(), which the next step overwrites.
  virtual StepRecord const& step() = 0;
  /// The record of the last step; empty at the start.
  virtual StepRecord const& last_step() const = 0;
  /// Shows the iterates of the following steps to `sink`; null, the default: none. False if the
  /// solver shows no iterates.
  virtual bool show_iterates(IterateSink* sink) = 0;
  /// See part_of.
  virtual SimulationParts parts() { return {}; }
  /// Measures of every world after the last step, or at the start. If the steps do not solve
  /// Orthant's equations, the record includes crossings after this call.
  virtual std::vector<Measures> const& measure() = 0;

  /// A copy of the state.
  virtual Snapshot snapshot() const = 0;
  /// Valid during the lifetime of the simulation.
  virtual StateView view() const { return {}; }
  /// Starts anew from this state, as a new simulation would: nothing is known of steps before, and
  /// angles of joints are within half a turn, (-pi, pi].
  virtual void set_state(Snapshot const& state) = 0;
  /// The state and everything that steps carry on, as bytes. A simulation with the same scene,
  /// integrator and solver continues from them with the same bits, in another process too. Throws
  /// Error if the steps are those of another simulator, which keeps what it carries on.
  virtual std::string save();
  /// Continues from what was saved. No step has been made there: the record is empty. Throws Error
  /// if the bytes are not of such a simulation, which stays as it is then.
  virtual void restore(std::string_view bytes);
  /// The same without what the solver remembers: from this start every solver makes the same step.
  /// Throws Error if the steps are another simulator's, or choose their lengths.
  virtual std::string save_start();
  /// Goes to a start that was saved, of the same scene and integrator. What the solver remembers of
  /// its own steps stays. No step has been made there: the record is empty. Throws Error if the
  /// bytes are not of such a simulation, which stays as it is then.
  virtual void restore_start(std::string_view bytes);
  /// The contacts at the current state, within the margin; bodies counted over all worlds.
  virtual std::vector<Contact> contacts() const = 0;
  /// The number of redundant bilateral rows of a world at the start of the run; the largest if
  /// worlds differ. Empty if unknown: too many rows for a dense factorisation, and no sparse one in
  /// the build.
  virtual std::optional<int> redundant_rows() const = 0;
  /// The number of contacts without room at the current state.
  virtual int missing_contacts() const = 0;
};

inline std::string Simulation::save() {
  throw Error(
      "state: found another simulator, which keeps what its steps carry on, allowed: "
      "Orthant's steps, or set_state with poses and twists");
}
inline void Simulation::restore(std::string_view) { save(); }
inline std::string Simulation::save_start() {
  throw Error(
      "start of a step: found steps of another simulator, or of chosen lengths, allowed: Orthant's "
      "steps, of a given length");
}
inline void Simulation::restore_start(std::string_view) { save_start(); }

/// A part of a simulation that `what` asks for. Throws Error if the simulation has none.
template <class Part>
Part& part_of(Simulation& simulation, Part* SimulationParts::*part, std::string const& what) {
  auto const parts = simulation.parts();
  if (!(parts.*part)) refuse(what, parts.why_not, "Orthant's steps, of a given length");
  return *(parts.*part);
}

/// Why a step is not solved, in words, and which of its stages (StepProblem::stage). Redundant
/// joints may become contradictory as they turn: a straight row of links between two walls carries
/// no load across it.
inline std::string why_unsolved(Simulation const& of, StepReport const& report) {
  std::string out = report.why_unsolved();
  std::string const stage = report.solve.stage;
  if (!report.solve.converged() && !stage.empty() && stage != "step")
    out += " in its stage \"" + stage + "\"";
  if (int const n = of.redundant_rows().value_or(0); n > 0 && !report.solve.converged())
    out += "; " + std::to_string(n) +
           " rows of the joints say what others say already, and may contradict them here";
  return out;
}

/// The inputs of a simulation besides its plug-ins.
struct Setup {
  Scene scene;            // bodies, joints and laws of every world
  int worlds = 1;         // copies of the scene, see Scene::of
  Real h = 0.01;          // [s]; with an accuracy the interval of the record, and the longest step
  Real accuracy = 0;      // of positions in a step, see DividedSimulation; 0: all steps have h
  bool of_batch = false;  // these worlds are a part of a batch
};

}  // namespace orthant
