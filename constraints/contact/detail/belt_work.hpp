// The work of surfaces that run relative to their bodies.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"

namespace orthant::contact_kernels {

/// Of surfaces that run, as belts do, by their friction: -lambda_f . v_s, to one of the bodies.
template <class Space>
struct WorkOfBelts {
  static constexpr char const* label = "orthant::contact::work_of_belts";
  Held<Space, View<Space>> v;
  Rows<Space> rows;
  Real duration;  // of a force, per impulse: h for an impulse that acts in full [s/s]
  Span<Space, Pose<>*> pose;
  Span<Space, Real*> work;  // (worlds x bodies) [J]
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = v.offsets(w); k < v.offsets(w + 1); ++k) {
      auto const& c = v.item(k);
      if (!c.law.runs) continue;
      int const n = v.row(k);
      Vec3 const running = ContactPointRelation::running(c, pose(c.a).q_WB, pose(c.b).q_WB);
      Real power = 0;
      for (int r = 1; r < 3; ++r)
        power -= rows.impulse(n + r) * dot(linear(rows.jacobian(n + r, 1)), running);
      work(v.body(c.b).dynamic() ? c.b : c.a) += duration * power;
    }
  }
};

}  // namespace orthant::contact_kernels
