// Steps of high order along the path of smoothed contact laws.
#pragma once
#include <array>
#include <optional>

#include "orthant/solvers/cone/dissipation_law.hpp"
#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"

namespace orthant::cone {

/// The path is the set of points that obey DissipationLaw at every contact, with u = W r + q. A
/// step takes one factorisation. From it follow the coefficients of a Taylor series, by one
/// solution each:
///   towards the target tau: X(s) o Y(s) = (1 - s) X o Y + s target, errors (1 - s) error.
///   along the arc: X(s) o Y(s) = tau(s)/tau X o Y, errors tau(s)/tau error, s the arc length.
/// Where friction must turn on the edge of its cone, at (k - |t|)/k = d, a straight step may turn
/// it by sqrt(d) only; the series turns with it. Where piles slide, tau has turning points along
/// the path: there the determinant changes its sign, and steps follow the arc [Allgower, Georg
/// 1990].
class DissipationPath {
 public:
  DissipationPath(ConeProblem const& problem, BlockShiftedSystem& system);

  /// Far inside the cones, with the sizes of the problem.
  void start_cold();
  /// On the path, near an impulse.
  void start_near(Vector const& r);

  Vector impulses() const;
  /// Computes the errors of the velocities for u = W r + q, and tau.
  void measure(Vector const& u);
  /// Takes one step and returns its length, as a part of the whole step or along the arc; zero if
  /// there is none. Nothing if the matrix is singular.
  std::optional<double> advance();

 private:
  static constexpr int order = 8;
  using Series = std::vector<std::array<LawDirection, order>>;
  /// What products are on the path: part (now) + added.
  struct Range {
    double part, added;
  };
  struct Reach {
    double length = 0;
    int terms = 0;
  };

  template <class Goal>
  void solve(Goal const& goal, double weight);
  void straight(Series& series, Reach& reach);
  bool arc(Series& series, Reach& reach, double& factor);
  LawGoal bend(Series const& series, std::size_t contact, int term) const;
  bool stays(Series const& series, int terms, double length, Range const& range);
  LawPoint at(std::size_t contact, Series const& series, int terms, double length) const;
  void go_to(Series const& series, Reach const& reach);

  ConeProblem const& problem_;
  BlockShiftedSystem& system_;
  double speed_ = 0, impulse_ = 0;  // sizes of u [m/s] and r [N s]
  std::vector<double> W_nn_, W_tt_;
  std::vector<LawPoint> point_;
  std::vector<DissipationLaw> law_;
  std::vector<Vector3> error_;
  std::vector<LawDirection> found_;  // by the last `solve`
  std::vector<std::size_t> first_;   // contacts in the order in which a step is checked
  Series towards_, along_;
  double tau_ = 0;  // the mean of the products that are above their floors [J]
};

}  // namespace orthant::cone
