// How the equations of a solved step change with what they are given, by differences of them.
//
// At the solution z of F(z, s) = 0 the equations are evaluated at z and s beside it, and nothing is
// solved: F has no kink in the states that its blocks are in, so that its central differences are
// as good as round-off lets them be, some 1e-9. The laws themselves are differentiated in closed
// form.
#pragma once
#include <set>

#include "backends/derivatives/given_step.hpp"
#include "backends/derivatives/linear_step.hpp"

namespace orthant {

/// A change along a parameter: of F, with the momentum balance as speeds, and of what is left.
struct ParameterSlope {
  Eigen::VectorXd equations, left;
};

/// A change along a parameter of the start of a step in one world: (12 bodies) of q- and u-.
using StartSlope = Eigen::VectorXd;

/// Moves the start by so much of a direction.
void move_start(WorldStep& step, StartSlope const& along, double by);

class EquationSlopes {
 public:
  /// `at` is a simulation of the same experiment, which `solution` is evaluated with again. Worlds
  /// that do not end there as they did say in `solution()` why they have no derivative.
  EquationSlopes(GivenSteps& at, GivenStep const& solution, double h, LawChoice law = law_rows);

  /// By z, and by s without parameters, or with zeros by s. Throws Error where a world has no
  /// derivative.
  std::vector<LinearStep> equations(std::vector<std::size_t> const& worlds, bool by_given);

  /// By a parameter that is less by `below` in one simulation and more by `above` in another, each
  /// of them 0 or both the same. Throws Error where its sides have other contacts, or a kink is
  /// between them.
  std::vector<ParameterSlope> along(GivenSteps& low, GivenSteps& high, double below,
                                    double above) const;

  /// Along changes of the starts of all worlds.
  std::vector<ParameterSlope> along(std::vector<StartSlope> const& starts);

  GivenSizes sizes(std::size_t world) const;
  std::vector<KinkDistance> kinks(std::size_t world) const;
  /// Its solution, with the shifts of gaps.
  GivenStep const& solution() const { return solution_; }

 private:
  struct World {
    std::vector<std::vector<LawRows>> laws;  // of each stage and block
    std::vector<std::vector<Vec3>> weight;   // likewise, of its rows
    std::vector<int> first;                  // unknown of each stage
    int size = 0;
  };
  struct Column;
  struct Columns;
  enum class Reach;
  static constexpr double displacement = 2e-6;  // of a difference [m], [rad]
  double speed() const;                         // likewise [m/s], [rad/s]
  double smooth() const;                        // see Difference [m/s]
  bool choose_sides(std::vector<WorldStep> const& as_given);
  double side_of(BlockName const& name, WorldStep const& of, WorldStep const& middle,
                 WorldStep const& below, WorldStep const& slightly, WorldStep const& above) const;
  std::vector<WorldStep> evaluated_at(GivenSteps& side) const;
  /// Two ends of a difference, and what is half-way between them, where kinks are looked for.
  struct Difference {
    WorldStep const &low, &high;
    WorldStep const* middle = nullptr;
    double width = 1;
    /// Values that are smooth bend by less [m/s]: a body of radius r by x^2/r where it turns or
    /// moves by x = `displacement`, and a kink by x itself.
    double smooth = 0;
    int impulse = -1;  // the unknown that changes, where it is an impulse
  };
  Eigen::VectorXd slope(std::size_t world, Difference const& ends) const;
  /// The arm of the contacts of a body [m], and one metre at least: it turns by less than it moves,
  /// so that gaps stay on their side.
  double arm(std::size_t world, int body) const;
  Eigen::VectorXd left(std::size_t world, WorldStep const& low, WorldStep const& high,
                       double width) const;
  std::vector<Column> columns(std::size_t world, bool by_given) const;
  void fill(std::vector<Columns>& of);
  bool reach_is_all(std::vector<Columns> const& of);
  bool reach_is_all(std::vector<Columns> const& of, bool of_impulses);
  void keep_bodies(std::size_t world, Eigen::VectorXd& F) const;
  void keep(std::size_t world, std::set<int> const& reach, Eigen::VectorXd& F,
            Eigen::VectorXd& o) const;
  void add_laws(std::size_t world, LinearStep& out) const;

  GivenSteps& at_;
  GivenStep solution_;
  double h_;
  LawChoice law_of_;
  bool shifted_ = false;
  std::vector<Vec6> wrenches_;   // that the scene gives
  std::vector<WorldStep> base_;  // evaluated with the shifts
  std::vector<World> worlds_;
};

}  // namespace orthant
