// A scene bound to a device, ready to step: the host's view of a run.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/derivatives/step_parts.hpp"
#include "backends/step_record.hpp"
#include "core/collision/contact.hpp"
#include "core/metrics/measures.hpp"
#include "core/step/plugins.hpp"

namespace orthant {

class IterateSink;

/// Poses and twists of all worlds, world by world.
struct Snapshot {
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
  Real time = 0;  // [s]
};

/// The same where the simulation keeps it, without a copy: each step writes there, and nobody else.
struct StateView {
  Pose<> const* pose = nullptr;  // (worlds x bodies); null: not in one piece in the host's memory
  Twist const* twist = nullptr;
};

/// Every state is ready for a step: where it begins, joints that start open have been closed, and
/// contacts have been found wherever it is. So what is asked of it does not depend on what has been
/// asked before.
class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual int worlds() const = 0;
  virtual int bodies() const = 0;  // per world

  /// Whether its steps solve equations of Orthant's, so that their record says how well. Those of
  /// another simulator do not: what is judged by impulses or residuals is not known of them.
  virtual bool solves() const { return true; }
  /// Whether the record of a step has the impulses of contacts.
  virtual bool tells_contact_forces() const { return solves(); }
  /// What another simulator has said of steps that it could not make well; "": nothing.
  virtual std::string complaints() const { return ""; }

  /// Makes a step. What is returned is last_step(), which the next step overwrites.
  virtual StepRecord const& step() = 0;
  virtual StepRecord const& last_step() const = 0;
  /// Shows the iterates of the steps that follow to `sink`; null: no more, as in the beginning.
  /// False where the solver shows none.
  virtual bool show_iterates(IterateSink* sink) = 0;
  /// Keeps what the derivatives of the steps that follow are made of, or no more; it takes time and
  /// memory.
  virtual void keep_parts(bool) {}
  /// Of every world in the last step; empty where none was made since, or they are not kept.
  virtual std::vector<StepParts> const& parts() const {
    static std::vector<StepParts> const none;
    return none;
  }
  /// Measures of every world after the last step; before the first, of the start. Where it does not
  /// solve, the record tells of crossings from then on.
  virtual std::vector<Measures> const& measure() = 0;

  virtual Snapshot snapshot() const = 0;
  /// Valid as long as the simulation lives.
  virtual StateView view() const { return {}; }
  /// A new start.
  virtual void set_state(Snapshot const& state) = 0;
  /// The contacts at the current state, within the margin, in the flat count of bodies.
  virtual std::vector<Contact> contacts() const = 0;
  /// How many bilateral rows of a world say what others say already, where the run started; of
  /// worlds that differ the most.
  /// Nothing where that is not known: too many rows for a dense factorisation, and no sparse one.
  virtual std::optional<int> redundant_rows() const = 0;
  /// Contacts that do not fit at the current state.
  virtual int missing_contacts() const = 0;
};

/// Why a step is not solved, in words. Joints that say one thing twice may say it in two ways as
/// they turn: a straight row of links between two walls carries no load across it.
inline std::string why_unsolved(Simulation const& of, StepReport const& report) {
  std::string out = report.why_unsolved();
  if (int const n = of.redundant_rows().value_or(0); n > 0 && !report.solve.converged())
    out += "; " + std::to_string(n) +
           " rows of the joints say what others say already, and may contradict them here";
  return out;
}

/// What a simulation is made of, besides its plug-ins.
struct Setup {
  Scene scene;
  int worlds = 1;
  Real h = 0.01;  // [s]
};

}  // namespace orthant
