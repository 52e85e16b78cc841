// Registers the types of joints and their coordinates by name.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_item.hpp"
#include "orthant/constraints/detail/own_checks.hpp"
#include "orthant/constraints/joint/joint_block.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/method/plugins.hpp"

namespace orthant {

/// Adds a coordinate of joints to the catalogue.
template <class Space, class Coordinate>
void show_coordinate(Plugins<Space>& plugins) {
  for (auto const& each : plugins.coordinates)
    if (each.name == Coordinate::name) throw std::logic_error("registered twice: " + each.name);
  plugins.coordinates.push_back({"joint coordinate", Coordinate::name, Coordinate::about});
}

/// Registers a coordinate of joints that is not in the list, for spaces of the host. A joint names
/// it in its type(). Throws Error if its Jacobian is wrong.
template <class Space, class Coordinate>
void add_coordinate(Plugins<Space>& plugins) {
  static_assert(on_host<Space>, "kernels of devices have the coordinates of the list only");
  static_assert(
      !requires { typename Coordinate::Counted; },
      "a coordinate with angles in it whose turns count belongs in the list");
  static_assert(Coordinate::rows == 1 && Coordinate::position_rows == 1);
  require_jacobian<Coordinate>(Frames::two_points);
  show_coordinate<Space, Coordinate>(plugins);
  using Matrix = Mat<1, 6>;
  add_own_coordinate({&typeid(Coordinate), Coordinate::name, Coordinate::period,
                      Coordinate::linear_rows,
                      [](JointItem const& item, Pose<> const& A, Pose<> const& B) {
                        return Coordinate::gap(item, A, B);
                      },
                      [](JointItem const& item, Pose<> const& A, Pose<> const& B, Matrix& J_A,
                         Matrix& J_B) { Coordinate::jacobian(item, A, B, J_A, J_B); },
                      geometric_stiffness<Coordinate>, rates_by_q<Coordinate>});
}

/// Registers a type of joints from its relation.
template <class Space, class Joint>
void add_unchecked_joint(Plugins<Space>& plugins) {
  for (auto const& slot : Joint::type().coordinates) {
    int const coordinate = coordinate_of(slot.coordinate);
    if (coordinate < 0)
      throw std::logic_error(std::string("joint ") + Joint::name + " before its coordinate " +
                             slot.coordinate);
    if (coordinate >= listed_coordinates && !on_host<Space>)
      throw std::logic_error(std::string("joint ") + Joint::name + " on a device, whose kernels " +
                             "do not have its coordinate " + slot.coordinate);
  }
  auto type = Joint::type();
  type.linear_rows = Joint::linear_rows;
  type.angular_rows = Joint::rows - Joint::linear_rows;
  type.opening = [](JointSpec const& joint, Pose<> const& A, Pose<> const& B) {
    auto const c = Joint::gap(placed_item(joint, 0, 0), A, B);
    Real most = 0;
    for (int r = 0; r < Joint::rows; ++r) most = larger(most, std::abs(c[r]));
    return most;
  };
  plugins.constraints[Joint::name] = {
      Joint::about, true, type,
      [](Model<Space> const& model, Scene const& scene, ConstraintSet<Space>& to) {
        to.add(std::make_unique<JointBlock<Space, Joint>>(model, scene));
      }};
}

/// Registers a type of joints of a program's own. Throws Error if its Jacobian is wrong.
template <class Space, class Joint>
void add_joint(Plugins<Space>& plugins) {
  require_jacobian<Joint>(Joint::type().frames);
  add_unchecked_joint<Space, Joint>(plugins);
}

template <class Space>
void register_joints(Plugins<Space>& plugins) {
  for_each_in<Coordinates>(
      [&](auto coordinate) { show_coordinate<Space, decltype(coordinate)>(plugins); });
  for_each_in<Joints>([&](auto joint) { add_unchecked_joint<Space, decltype(joint)>(plugins); });
  // The laws along the coordinate of an element are made together with all others.
  for_each_in<Elements>([&](auto element) {
    plugins.constraints[element.name] = {
        element.about, true, element.type(),
        [](Model<Space> const&, Scene const&, ConstraintSet<Space>&) {}};
  });
}

}  // namespace orthant
