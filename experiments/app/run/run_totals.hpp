// Sums over the steps of a run.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/run.hpp"

namespace orthant {

/// The name of the experiment's solver; "" for another simulator.
std::string solver_of(Experiment const& e);

KnownOfSteps known_of_steps(Simulation const& simulation);

/// The solvers that solved worlds of a step, and how many; `alone` is one that is not made of
/// others.
std::map<std::string, long> solved_by(NonlinearReport const& report, std::string const& alone);

/// The distances from the minimum of Gauss's principle, or the reason why there are none. A
/// negative distance is below the minimum: then rows of the step do not hold.
class GaussGaps {
 public:
  void add(StepRecord const& made, int worlds);
  void write(Json& metrics) const;
  void carry(Carried& c);

 private:
  Json result(std::optional<double> const& gap) const;
  std::optional<double> most_, least_;
  std::string why_not_;
};

/// The unsolved steps.
struct UnsolvedSteps {
  int steps = 0, first = 0;
  std::string reason;                   // of the first
  double worst = 0, worst_angular = 0;  // largest residual of any row [m/s], [rad/s]

  void add(int step, StepReport const& report, Simulation const& of);
  Json result(double h) const;
  void carry(Carried& c);
};

/// Steps that are solved to an acceptable error only.
struct AcceptableSteps {
  long steps = 0;
  double worst = 0, worst_angular = 0;  // largest residual of any row [m/s], [rad/s]

  void add(StepReport const& report);
  /// Null without such a step.
  Json result() const;
  void carry(Carried& c);
};

/// Contacts whose overlap `least_norm` makes, where it is more than a thousandth of the smaller
/// body.
struct SunkContacts {
  int steps = 0, first = 0;
  double depth = 0, of_size = 0;  // of the deepest for its size [m], over the radius of the body
  std::string a, b;               // its bodies

  void add(int step, StepRecord const& made, Scene const& scene);
  /// Null without such a step.
  Json result() const;
  void carry(Carried& c);
};

struct RunTotals {
  int steps = 0, converged = 0, crossings = 0, overlaps = 0, ghosts = 0;
  UnsolvedSteps unsolved;
  AcceptableSteps acceptable;
  SunkContacts sunk;
  long made = 0, rejected = 0;  // of chosen lengths
  long slips = 0;               // intervals with a way by slip above the accuracy
  double by_slip = 0;           // see Division
  long newton = 0, linear_solves = 0, linear = 0;
  Factorised factorised;
  std::map<std::string, long> solved;  // number of worlds and steps of each solver
  double wall = 0, cpu = 0;            // [s]
  GaussGaps gauss;
  std::string exit_reason = not_ended;

  void add(StepRecord const& made, Simulation const& of, Experiment const& e);
  void carry(Carried& c);
};

}  // namespace orthant
