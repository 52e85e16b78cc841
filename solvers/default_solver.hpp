// The default solver: Newton's method, and the solvers of steps at which it does not converge.
#pragma once
#include <variant>

#include "orthant/core/step/integrator.hpp"
#include "orthant/solvers/cone/detail/hybrid.hpp"
#include "orthant/solvers/cone/detail/proximal_newton.hpp"
#include "orthant/solvers/lcp/detail/pivoting.hpp"
#include "orthant/solvers/nonlinear/detail/newton.hpp"
#include "orthant/solvers/nonlinear/detail/relinearised_cone.hpp"
#include "orthant/solvers/nonlinear/detail/sequential_impulses.hpp"

namespace orthant {

/// The settings of Newton's method that comes first. It has a smaller patience than alone, and the
/// exact Jacobian: with friction held at the last normal impulse an iteration divides the error by
/// no more than W_nn / (mu |W_nt|), 1.5 at a foot on a bent leg.
struct FirstNewtonSettings : NewtonSettings {
  FirstNewtonSettings() {
    patience = 10;
    friction = "alart_curnier";
  }
};

/// From so many iterations in two steps on, each as expensive as a dozen sweeps or more, the next
/// step begins with the sweeps that follow.
inline constexpr int iterations_of_costly_first = 5;

/// Newton's method with parts of these names; null: the default.
struct NewtonFollower {
  NewtonSettings set;                               // of Newton's method
  char const *friction = nullptr, *step = nullptr;  // form of friction; step length
};

/// A cone solver with its own settings.
template <class Inner>
struct ConeFollower {
  RelinearisedConeSettings set;  // of the outer loop, which linearises
  Inner inner;                   // of the cone solver
};

/// The settings of a follower, by its kind.
using FollowerSettings =
    std::variant<NewtonFollower, SequentialImpulsesSettings, ConeFollower<PivotingSettings>,
                 ConeFollower<ProximalNewtonSettings>, ConeFollower<HybridSettings>>;

/// A solver of the list.
struct Follower {
  bool asked;            // in the case at hand
  std::string when;      // in words
  char const* type;      // its name
  FollowerSettings set;  // which may differ from the defaults of `type`

  /// The settings that are not the solver's own defaults, as an experiment would give them.
  Json changed() const;
};

/// The settings that are not the defaults of `newton` alone.
Json changed_settings(NewtonSettings const& set);

/// What decides which solvers are asked.
struct StepsToSolve {
  FrictionLaw law = {};                             // that the steps have to satisfy
  StiffnessUse stiffness_use = StiffnessUse::none;  // of the integrator
  double tolerance = tolerance_by_speed;            // [m/s]; infinite: none is given
  bool has_cone_solvers = true;  // whether cone solvers solve steps, as on a host
  bool takes_stiffness = true;   // whether a linear solver takes geometric stiffness
};

/// All solvers that can follow, in the order of least cost on steps that Newton's method does not
/// solve. Limits count iterations, so that the result does not depend on the speed of the machine.
std::vector<Follower> default_followers(StepsToSolve const& steps);

}  // namespace orthant
