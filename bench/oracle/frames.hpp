// Frames of the world: no result may depend on the one in which an experiment is written.
#pragma once
#include "bench/oracle/motion.hpp"

namespace orthant::oracle {

/// A rotation of the world about its origin, or its reflection in a plane through it.
///
/// With the matrix T, polar vectors (places, velocities, forces) become T v, and axial ones
/// (angular velocities, torques) det T T v. A rotated body keeps its own axes, T R. Those of a
/// reflected body are reflected with it, T R T, so that R stays a rotation; vectors in its axes
/// become T v too.
class Frame {
 public:
  static std::vector<std::string> const& names();
  /// Throws Error for another name.
  static Frame named(std::string const& name);

  bool mirrors() const { return mirrors_; }
  /// The rotation or reflection that leads back.
  Frame back() const { return {transpose(T_), conjugate(q_), mirrors_}; }

  Mat3 const& of_polar() const { return T_; }
  Mat3 of_axial() const { return T_ * sign(); }
  /// The same of vectors in the axes of a body.
  Mat3 of_polar_on_body() const { return mirrors_ ? of_polar() : diagonal({{1, 1, 1}}); }
  Mat3 of_axial_on_body() const { return mirrors_ ? of_axial() : diagonal({{1, 1, 1}}); }
  /// T R or T R T.
  Quat<> orientation(Quat<> const& q) const;
  /// Bodies, their velocities and contacts in this frame.
  Instant of(Instant now) const;

 private:
  Frame(Mat3 const& T, Quat<> const& q, bool mirrors) : T_(T), q_(q), mirrors_(mirrors) {}
  Mat3 sign() const {
    double const s = mirrors_ ? -1 : 1;
    return diagonal({{s, s, s}});
  }

  Mat3 T_;
  Quat<> q_;  // of a rotation
  bool mirrors_ = false;
};

/// The same experiment in a frame. Throws Error if it has anything whose image is not known: keys
/// without a rule, among them planes, assemblies and files, and ellipses of friction or tensors in
/// the axes of a joint.
Json in_frame(Json const& experiment, Frame const& frame);

/// Why there is no such experiment; "" if there is one.
std::string why_no_image(Json const& experiment, Frame const& frame);

}  // namespace orthant::oracle
