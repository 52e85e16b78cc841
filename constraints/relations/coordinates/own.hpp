// Coordinates of joints that a program adds to those of the list.
#pragma once
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// A coordinate as a value, whose functions kernels of the host call in place of those of a type.
struct OwnCoordinate {
  std::type_info const* type;
  char const* name;
  Real period;
  int linear_rows;
  Vec<1> (*gap)(JointItem const&, Pose<> const& A, Pose<> const& B);
  void (*jacobian)(JointItem const&, Pose<> const& A, Pose<> const& B, Mat<1, 6>& J_A,
                   Mat<1, 6>& J_B);
  Mat<12, 12> (*geometric_stiffness)(JointItem const&, Pose<> const& A, Pose<> const& B,
                                     Vec<1> const& lambda);
  Mat<1, 12> (*rates_by_q)(JointItem const&, Pose<> const& A, Pose<> const& B, Twist const& u_A,
                           Twist const& u_B);
};

/// All of them. An item keeps the index of one, so that none is ever removed.
inline std::vector<OwnCoordinate>& own_coordinates() {
  static std::vector<OwnCoordinate> all;
  return all;
}

/// Adds a coordinate, unless it is there for another space already.
inline void add_own_coordinate(OwnCoordinate const& coordinate) {
  std::string const name = coordinate.name;
  for (auto const& each : own_coordinates()) {
    if (each.name != name) continue;
    if (*each.type == *coordinate.type) return;
    throw std::logic_error("registered twice: " + name);
  }
  own_coordinates().push_back(coordinate);
}

}  // namespace orthant
