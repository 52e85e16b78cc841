// Steps as they were solved, and the equations of a step at a state and a solution that are given.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/derivatives/step_parts.hpp"
#include "core/collision/contact.hpp"

namespace orthant {

/// What a block is called from one step to another: of a contact by its features, of friction that
/// a contact bears by the contact and its number there, of others by their order.
struct BlockName {
  std::uint64_t contact = 0;  // 0: of none
  int number = 0;
  friend bool operator==(BlockName const&, BlockName const&) = default;
};

struct StageRow {
  Real value = 0, impulse = 0;  // a and lambda
  Real yielding = 0;            // Sigma lambda
  Real per_mass = 1;            // of its bodies
  Vec3 compliance;              // Sigma
  std::array<Vec6, 2> J;
};
struct StageBlock {
  BlockName name;
  Law law = Law::free;
  int row = 0, rows = 0;  // the first, and how many
  int a = -1, b = -1;     // bodies that react, counted within the world; -1: none
  Real friction = 0;
  DiscRadius disc;  // its `normal` counts within the world
};

/// One system of equations of a step, of one world: that of the step itself, of the halves of one
/// in two stages, or of the stage of positions.
struct WorldStage {
  std::string name;
  std::vector<Twist> twist;  // of bodies: the unknown
  /// u - u_free - M^-1 J^T lambda of each body, which vanishes at the solution.
  std::vector<Vec6> defect;
  std::vector<InverseMass> inverse_mass;
  std::vector<StageBlock> blocks;
  std::vector<StageRow> rows;
};

/// A step of one world.
struct WorldStep {
  std::string why_not;  // it has no derivative; "": it may have one
  std::vector<Pose<>> start, end;
  std::vector<Twist> old_twist, twist;  // u-, u+
  std::vector<Contact> contacts;        // bodies counted within the world
  std::vector<Vec3> impulses;           // of these: on normal and tangents, of all stages [N s]
  std::vector<Real> gap_shift;          // added to their gaps [m]; empty: nothing
  std::vector<WorldStage> stages;       // in their order
  bool matrices_at_end = false;         // of Euler's methods: M and J are those of q+, else of q-
};

/// What a step is evaluated at.
struct GivenStep {
  Real time = 0;                  // at its start [s]
  std::vector<WorldStep> worlds;  // of which states at the start, unknowns and contacts are taken
  std::vector<Vec6> wrench;       // (worlds x bodies) in place of the scene's; empty: the scene's
  std::vector<Real> more_mass;    // (worlds x bodies) added to that of the scene; empty: none [kg]
};

/// A simulation that tells its steps so that their equations can be evaluated beside the solution.
class GivenSteps {
 public:
  virtual ~GivenSteps() = default;
  /// The last step, since `keep_parts`, with its time; without worlds where none was made.
  virtual GivenStep const& solution() const = 0;
  /// Evaluates the equations of a step where nothing is solved: unknowns are as given, blocks that
  /// are not among the given ones have no impulse, and stages without unknowns move nothing.
  /// Contacts are found at the given state and take the names of the given ones; whether these
  /// strike, and on which side of max(c, 0) one is that touches, is as in the given step. The
  /// simulation stands at the end that follows, with the record of such a step.
  std::vector<WorldStep> evaluate(GivenStep const& given) { return evaluate(given, nullptr); }
  /// With what the closed form of its derivative is made of, of each world.
  virtual std::vector<WorldStep> evaluate(GivenStep const& given,
                                          std::vector<StepParts>* parts) = 0;
  /// The forces that bodies are given, and torques: of its next step (worlds x bodies).
  virtual std::vector<Vec6> wrenches() const = 0;
};

}  // namespace orthant
