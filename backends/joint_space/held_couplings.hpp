// Held couplings between columns of a joint space: whether a start closes them, and what follows.
#pragma once
#include "orthant/backends/joint_space/joint_space.hpp"
#include "orthant/constraints/coordinate/detail/coupled_coordinate.hpp"

namespace orthant {

/// A coupling that a start leaves open.
struct OpenCoupling {
  int joint = -1;     // of the scene; -1: none
  Real gap = 0;       // of its coordinate [m], [rad], or of its rate [m/s], [rad/s]
  bool rate = false;  // whether it is the rate
};

/// The held couplings of a scene, c(q) = sum_k f_k(q_k) - f_k(start_k) = target(t), by columns.
/// With a backlash, or rigid limits along it, lower <= c(q) <= upper; the rate is then any.
class HeldCouplings {
 public:
  /// `space`: of this scene. Couplings of coordinates that are no columns are left out.
  HeldCouplings(Scene const& scene, JointSpace const& space);

  /// Moves the columns that are free, 1 in `free_q` and `free_v` (V), to where couplings hold at
  /// the time t, by steps of least length; what is closed to `round_off` stays. Where these steps
  /// do not end, a coupling with one free column takes the place next to it that closes it.
  void close(int world, Real t, std::vector<char> const& free_q, std::vector<char> const& free_v,
             Real* q, Real* v) const;
  /// That which is open most, at positions if any is.
  OpenCoupling most_open(int world, Real t, Real const* q, Real const* v, Real allowed) const;

  /// Their rates less those of targets, a row of J for each, J (of V numbers) v.
  std::vector<Real> rates(int world, Real t, Real const* q, Real const* v,
                          std::vector<std::vector<Real>>& J) const;
  /// Whether a coupling has a column that is free.
  bool has_free(int world, int joint, std::vector<char> const& free) const;

  /// Whether the coordinates of a coupling are all columns.
  static bool knows(JointSpace const& space, JointSpec const& coupling);

 private:
  static constexpr Real round_off = 1e-12;  // [m], [rad]

  struct Held {
    int joint = 0;
    std::vector<int> column;
    std::vector<CoupledCoordinate> term;
    TimeFunction target;
    Real lower = 0, upper = 0;  // from the target

    bool has_play() const { return lower != 0 || upper != 0; }
  };
  struct Value {
    Real c = 0, rate = 0;  // less their targets
  };
  std::vector<Held> const& of(int world) const { return held_[held_.size() > 1 ? nth(world) : 0]; }
  FunctionValue at(CoupledCoordinate const& term, Real g) const;
  Value value(Held const& each, Real t, Real const* q, Real const* v) const;
  /// Closes couplings with one free column by a search along it.
  void search(std::vector<Held> const& all, Real t, std::vector<char> free, Real* q) const;
  /// The columns that are free and in couplings.
  static std::vector<int> columns_in(std::vector<Held> const& all, std::vector<char> const& free);
  /// The least change x of these columns with J x = -of_each.
  std::vector<Real> least_change(std::vector<Held> const& all, std::vector<int> const& columns,
                                 Real const* q, std::vector<Real> const& of_each) const;

  std::vector<std::vector<Held>> held_;  // of each world whose numbers differ
  std::vector<CurvePiece> pieces_;
  std::size_t columns_;  // V
};

}  // namespace orthant
