// Several joints of one coordinate each between two links, as formats have them, by joints of
// Orthant: one, or two with a link between that changes no energy.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// A hinge or slider of a chain, in the frame of the child where all coordinates are at `start`.
struct ChainAxis {
  bool slides = false;
  Vec3 point, axis{{0, 0, 1}};  // [m]; of a slider the point is any
  RobotAxis law;                // with its name; along the file's coordinate, see `start`
  bool used = false;            // a motor or a coupling names it
  FileSpot spot;
};

/// Where the coordinate of an axis is among the joints of a robot; joint -1: it has none.
struct ChainPlace {
  int joint = -1, axis = 0;
};

/// Adds joints from `parent` (-1: the world) to `child` to the robot, and a link of the name
/// `link` if one is needed: X_PC = X_PC(start) exp(S_1 d_1) ... exp(S_n d_n), with the screw S_i of
/// an axis and d_i of its coordinate from its start. Returns the place of each axis; empty if no
/// such joints have the mass matrix of the chain, and nothing is added.
///
/// A link between two joints takes mass and inertia from its neighbours where a joint does not move
/// it, so that the kinetic and the potential energy of all motions are those of the chain:
///   hinge       a thin rod along its axis is a part of either side
///   slider, cross slide       an inertia without mass, as both sides turn together
///   ball, universal, gimbal   a point mass at the centre
///   cylindrical, planar       an inertia across the axis without mass
/// Its inertia has to be positive definite. Two hinges on different lines have one: a cross.
std::vector<ChainPlace> add_chain(Robot& robot, int parent, int child, Pose<> const& X_PC,
                                  std::vector<ChainAxis> const& chain, std::string const& name,
                                  FileSpot const& spot);

/// The nearest rotation of frame axes x, y (at right angles) and x cross y.
Quat<> rotation_with(Vec3 const& x, Vec3 const& y);

/// The names of links, or of joints, without one of them.
std::string unused_name(Robot const& robot, std::string const& name, bool of_joint);

}  // namespace orthant
