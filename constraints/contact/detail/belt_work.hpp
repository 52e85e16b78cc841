// The work of surfaces that run relative to their bodies.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"

namespace orthant::contact_kernels {

/// Of surfaces that run, as belts do, by their friction: -lambda_f . v_s, to one of the bodies.
template <class Space>
struct WorkOfBelts {
  static constexpr char const* label = "orthant::contact::work_of_belts";
  Span<Space, Contact*> item;
  Span<Space, int*> offsets, row;
  Span<Space, Body*> body;
  Rows<Space> rows;
  Real duration;  // of a force, per impulse: h for an impulse that acts in full [s/s]
  Span<Space, Pose<>*> pose;
  Span<Space, Real*> work;  // (worlds x bodies) [J]
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = offsets(w); k < offsets(w + 1); ++k) {
      auto const& c = item(k);
      if (!c.law.runs) continue;
      Vec3 const v = ContactPointRelation::running(c, pose(c.a).q_WB, pose(c.b).q_WB);
      Real power = 0;
      for (int r = 1; r < 3; ++r)
        power -= rows.impulse(row(k) + r) * dot(linear(rows.jacobian(row(k) + r, 1)), v);
      work(body(c.b).dynamic() ? c.b : c.a) += duration * power;
    }
  }
};

}  // namespace orthant::contact_kernels
