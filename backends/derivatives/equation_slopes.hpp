// How the equations of a solved step change with what they are given, by differences of them.
//
// At the solution z of F(z, s) = 0 the equations are evaluated at z and s beside it, and nothing is
// solved: F has no kink in the states that its blocks are in, so that its central differences are
// as good as round-off lets them be, some 1e-9. The laws themselves are differentiated in closed
// form.
#pragma once
#include "backends/derivatives/given_step.hpp"
#include "backends/derivatives/linear_step.hpp"

namespace orthant {

/// A change along a parameter: of F, with the momentum balance as speeds, and of what is left.
struct ParameterSlope {
  Eigen::VectorXd equations, left;
};

class EquationSlopes {
 public:
  /// `at` is a simulation of the same experiment, which `solution` is evaluated with again. Throws
  /// Error where it is not a solution there.
  EquationSlopes(GivenSteps& at, GivenStep const& solution, double h);

  /// By z, and by s without parameters. Throws Error where a world has no derivative.
  LinearStep equations(std::size_t world);

  /// By a parameter that differs by `width` between two simulations. Throws Error where its sides
  /// have other contacts.
  std::vector<ParameterSlope> along(GivenSteps& low, GivenSteps& high, double width) const;

  GivenSizes sizes(std::size_t world) const;
  /// Its solution, with the shifts of gaps.
  GivenStep const& solution() const { return solution_; }

 private:
  struct World {
    std::vector<std::vector<LawRows>> laws;  // of each stage and block
    std::vector<std::vector<Vec3>> weight;   // likewise, of its rows
    std::vector<int> first;                  // unknown of each stage
    int size = 0;
  };
  void choose_sides(std::vector<WorldStep> const& as_given);
  double side_of(BlockName const& name, WorldStep const& of, WorldStep const& middle,
                 WorldStep const& below, WorldStep const& slightly, WorldStep const& above) const;
  std::vector<WorldStep> evaluated_at(GivenSteps& side) const;
  Eigen::VectorXd slope(std::size_t world, WorldStep const& low, WorldStep const& base,
                        WorldStep const& high, Eigen::VectorXd const& by_impulse,
                        double width) const;
  Eigen::VectorXd left(WorldStep const& low, WorldStep const& high, double width) const;
  template <class Change>
  void column(std::size_t world, Change const& change, double width, Eigen::VectorXd const& dz,
              Eigen::VectorXd& equations, Eigen::VectorXd& left);

  GivenSteps& at_;
  GivenStep solution_;
  double h_;
  std::vector<Vec6> wrenches_;   // that the scene gives
  std::vector<WorldStep> base_;  // evaluated with the shifts
  std::vector<World> worlds_;
};

}  // namespace orthant
