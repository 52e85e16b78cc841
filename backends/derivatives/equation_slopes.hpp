// Derivatives of the equations of a solved step by its unknowns and inputs, by differences.
//
// At the solution z of F(z, s) = 0 the equations are evaluated at points close to z and s; nothing
// is solved. With the states of the blocks fixed, F has no kink. Its central differences are
// therefore as good as round-off allows, about 1e-9. The laws themselves are differentiated in
// closed form.
#pragma once
#include <set>

#include "orthant/backends/derivatives/detail/linear_step.hpp"
#include "orthant/backends/derivatives/given_step.hpp"

namespace orthant {

/// The derivative along a parameter: of F, with the momentum balance as speeds, and of the outputs
/// of the step (q+, u+, impulses of contacts).
struct ParameterSlope {
  Eigen::VectorXd equations, left;  // (unknowns) of F; (12 bodies + 3 contacts) of the outputs
};

/// The derivative of the start of a step in one world along a parameter: (12 bodies) of q- and u-.
using StartSlope = Eigen::VectorXd;

/// Moves the start of a step along a direction, by the factor `by`.
void move_start(WorldStep& step, StartSlope const& along, double by);

/// The derivatives of the equations of one solved step in all worlds: by the unknowns z, by the
/// start s, and by parameters of the experiment.
class EquationSlopes {
 public:
  /// `at` is a simulation of the same experiment, in which `solution` is evaluated again. If a
  /// world does not end there as in `solution`, then `solution()` says why it has no derivative.
  EquationSlopes(GivenSteps& at, GivenStep const& solution, double h);

  /// The derivatives by z, and by s without parameters; zeros by s if `by_given` is false. Throws
  /// Error if a world has no derivative.
  std::vector<LinearStep> equations(std::vector<std::size_t> const& worlds, bool by_given);

  /// The derivative by a parameter. It is smaller by `below` in the simulation `low` and larger by
  /// `above` in `high`; one of them is 0, or both are the same. Throws Error if the two sides have
  /// different contacts, or if a kink lies between them.
  std::vector<ParameterSlope> along(GivenSteps& low, GivenSteps& high, double below,
                                    double above) const;

  /// The derivatives along changes of the starts of all worlds.
  std::vector<ParameterSlope> along(std::vector<StartSlope> const& starts);

  /// The sizes of the inputs and outputs of the step in a world, without parameters.
  GivenSizes sizes(std::size_t world) const;
  /// The distances from their kinks of the blocks of the step in a world.
  std::vector<KinkDistance> kinks(std::size_t world) const;
  /// The solution, with the shifts of its gaps.
  GivenStep const& solution() const { return solution_; }

 private:
  struct World {
    std::vector<std::vector<LawRows>> laws;  // [stage][block]
    std::vector<std::vector<Vec3>> weight;   // [stage][block], of its rows
    std::vector<int> first;                  // first unknown of each stage
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
  /// The two ends of a difference, and the point half-way, which shows kinks.
  struct Difference {
    WorldStep const &low, &high;
    WorldStep const* middle = nullptr;
    double width = 1;
    /// The largest bend of a smooth value [m/s]. A body of radius r that moves or turns by x =
    /// `displacement` bends a value by x^2/r; a kink bends it by x itself.
    double smooth = 0;
    int impulse = -1;  // index of the unknown if it is an impulse, else -1
  };
  Eigen::VectorXd slope(std::size_t world, Difference const& ends) const;
  /// The lever arm of the contacts of a body [m], at least one metre. A body turns by its
  /// displacement over this arm, so that gaps stay on their side of the kink.
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
  bool shifted_ = false;
  std::vector<Vec6> wrenches_;   // the wrenches of the scene
  std::vector<WorldStep> base_;  // the step, evaluated with the shifted gaps
  std::vector<World> worlds_;
};

}  // namespace orthant
