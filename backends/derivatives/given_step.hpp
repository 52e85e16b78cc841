// Solved steps, and the equations of a step evaluated at a given state and a given solution.
#pragma once
#include <Eigen/LU>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "orthant/backends/derivatives/detail/step_parts.hpp"
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/cone_problem/detail/world_rows.hpp"
#include "orthant/core/math/detail/eigen.hpp"

namespace orthant {

/// The name of a block, the same from one step to another. A contact is named by its features.
/// Friction that a contact bears is named by the contact and a number there. Other blocks are named
/// by their order.
struct BlockName {
  std::uint64_t contact = 0;  // 0: not of a contact
  int number = 0;             // of a block of the contact, or in the order of other blocks
  /// Whether they name the same block.
  friend bool operator==(BlockName const&, BlockName const&) = default;
};

/// One system of equations of a step in one world: the step itself, one stage of a method of two
/// stages, or the position stage. `u` is the unknown.
struct WorldStage : WorldRows {
  std::string name;              // unique in a step; see StepProblem::stage
  std::vector<BlockName> names;  // (blocks)
  /// u - u_free - M^-1 J^T lambda of each body, which vanishes at the solution.
  std::vector<Vec6> defect;

  int rows() const { return static_cast<int>(J.size()); }    // of the world
  int bodies() const { return static_cast<int>(u.size()); }  // of the world, reacting or not
  int unknowns() const { return 6 * bodies() + rows(); }     // u, then impulses
  /// The block of that name, which is likely at that place; null: there is none.
  Block const* block(BlockName const& of, std::size_t likely) const {
    if (likely < names.size() && names[likely] == of) return &blocks[likely];
    auto const at = std::ranges::find(names, of);
    return at == names.end() ? nullptr : &blocks[nth(at - names.begin())];
  }
};

/// A step of one world.
struct WorldStep {
  std::string why_not;                  // why it has no derivative; "": it may have one
  std::vector<Pose<>> start, end;       // (bodies) q-, q+
  std::vector<Twist> old_twist, twist;  // (bodies) u-, u+
  std::vector<Contact> contacts;        // bodies counted within the world
  std::vector<Vec3> impulses;           // of these contacts: normal and tangents, summed over
                                        // stages [N s]
  std::vector<Real> gap_shift;          // added to their gaps [m]; empty: nothing
  std::vector<WorldStage> stages;       // in the order in which they are solved
  bool matrices_at_end = false;         // of Euler's methods: M and J are at q+, else at q-

  /// The stage of that name; null: there is none.
  WorldStage const* stage(std::string const& name) const {
    auto const at = std::ranges::find(stages, name, &WorldStage::name);
    return at == stages.end() ? nullptr : &*at;
  }
};

/// The state and the solution at which a step is evaluated.
struct GivenStep {
  Real time = 0;                  // at the start of the step [s]
  bool remembers = false;         // steps before it decide it too
  std::vector<WorldStep> worlds;  // give the states at the start, the unknowns and the contacts
  std::vector<Vec6> wrench;       // (worlds x bodies) in place of the scene's [N], [N m]; empty:
                                  // the scene's
  std::vector<Real> more_mass;    // (worlds x bodies) added to the scene's masses [kg]; empty: none
};

/// A simulation that reports its solved steps and can evaluate their equations at other points.
class GivenSteps {
 public:
  virtual ~GivenSteps() = default;
  /// Switches the storage of parts for derivatives on or off, for the following steps. It takes
  /// time and memory.
  virtual void keep_parts(bool keeps) = 0;
  /// The parts of every world in the last step; empty without a step, or if they are not stored.
  virtual std::vector<StepParts> const& step_parts() const = 0;
  /// The last step since `keep_parts`, with its time; without worlds if no step was made.
  virtual GivenStep const& solution() const = 0;
  /// Evaluates the equations of a step; nothing is solved. The unknowns are as given. Blocks that
  /// are not among the given ones have no impulse, and stages without given unknowns move nothing.
  /// Contacts are found at the given state and get the names of the given ones. The given step
  /// decides which contacts strike, and on which side of the kink of max(c, 0) a touching contact
  /// is. Afterwards the simulation is at the end of this step and holds its record.
  virtual std::vector<WorldStep> evaluate(GivenStep const& given) = 0;
  /// The forces and torques applied to the bodies in the next step (worlds x bodies) [N], [N m].
  virtual std::vector<Vec6> wrenches() const = 0;
};

/// Multiplies the balance of the bodies of a stage by M, where it begins at `first` in F.
inline void times_mass(WorldStage const& stage, long first, Eigen::VectorXd& F) {
  for (std::size_t b = 0; b < stage.inverse_mass.size(); ++b) {
    auto const& [mass, inertia] = stage.inverse_mass[b];
    if (!(mass > 0)) continue;
    auto const at = first + 6 * static_cast<long>(b);
    F.segment<3>(at) /= mass;
    F.segment<3>(at + 3) = (eigen(inertia).inverse() * F.segment<3>(at + 3)).eval();
  }
}

}  // namespace orthant
