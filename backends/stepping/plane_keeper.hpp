// Keeps the bodies of a planar scene in their plane.
#pragma once
#include "orthant/core/config/error.hpp"
#include "orthant/core/execution/array.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

namespace plane_kernels {

/// Removes the speed out of the plane [m/s], [rad/s] if it is within round-off, else reports the
/// body. After a step that was not solved it removes all of it, because the impulses of such a step
/// may be large and cancel each other.
template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::plane::keep";
  static constexpr Real round_off = 1e-8;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, int*> fixed;  // (bodies) fixed bodies may have any orientation
  Span<Space, int> left;    // a body that leaves the plane
  int normal;
  bool solved;

  KOKKOS_FUNCTION void operator()(int b) const {
    if (fixed(b % fixed.extent_int(0))) return;
    auto& X = pose(b);
    auto& u = twist(b);
    Real worst = fabs(u[normal]);
    for (int k = 0; k < 3; ++k)
      if (k != normal) worst = larger(worst, fabs(u[3 + k]));
    if (solved && !(worst <= round_off)) {
      left() = b;
      return;
    }
    X.p_WB[normal] = u[normal] = 0;
    for (int k = 0; k < 3; ++k)
      if (k != normal) u[3 + k] = 0;
    Real* const turns[] = {&X.q_WB.x, &X.q_WB.y, &X.q_WB.z};
    bool turned = false;
    for (int k = 0; k < 3; ++k)
      if (k != normal && *turns[k] != 0) {
        *turns[k] = 0;
        turned = true;
      }
    if (turned) X.q_WB = normalised(X.q_WB);  // what stands still keeps its digits
  }
};

}  // namespace plane_kernels

/// Bodies of a planar scene leave the plane only if a joint leads out of it, which is an error.
template <class Space>
class PlaneKeeper {
 public:
  explicit PlaneKeeper(Scene const& scene)
      : normal_(scene.normal()), left_("orthant::plane::left") {
    std::vector<int> fixed;
    for (auto const& body : scene.bodies) {
      names_.push_back(body.name);
      fixed.push_back(body.motion == Motion::fixed);
    }
    fixed_ = to_device<Space>("orthant::plane::fixed", fixed);
    stands_.assign(fixed.begin(), fixed.end());
  }

  /// Throws Error if a state given to a simulation is not in the plane.
  void require(std::vector<Pose<>> const& pose, std::vector<Twist> const& twist) const {
    constexpr Real round_off = 1e-9;
    for (std::size_t b = 0; normal_ >= 0 && b < pose.size(); ++b) {
      auto const& q = pose[b].q_WB;
      Real const turns[] = {q.x, q.y, q.z};
      Real beside = larger(fabs(pose[b].p_WB[normal_]), fabs(twist[b][normal_]));
      for (int k = 0; k < 3 && !stands_[b % stands_.size()]; ++k)
        if (k != normal_) beside = larger(beside, larger(fabs(turns[k]), fabs(twist[b][3 + k])));
      if (!(beside <= round_off))
        throw Error("state: found body \"" + names_[b % names_.size()] +
                    "\" beside the plane of the scene, allowed: states in it");
    }
  }

  void keep(Space const& space, State<Space> const& state, bool solved) {
    if (normal_ < 0) return;
    left_.set(-1);
    each(space, state.pose.extent_int(0),
         plane_kernels::Keep<Space>{.pose = state.pose,
                                    .twist = state.twist,
                                    .fixed = fixed_,
                                    .left = left_.device(),
                                    .normal = normal_,
                                    .solved = solved});
    int const left = left_.get(space);
    if (left < 0) return;
    auto const& name = names_[nth(left) % names_.size()];
    throw Error("scene/plane: found body \"" + name +
                "\" leaving the plane, allowed: joints, motors and ellipses of friction that keep "
                "bodies in it");
  }

 private:
  int normal_;
  std::vector<std::string> names_;
  std::vector<bool> stands_;  // (bodies) fixed
  Array<Space, int*> fixed_;
  ReadBack<Space, int> left_;
};

}  // namespace orthant
