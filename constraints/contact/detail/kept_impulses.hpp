// What a contact keeps of its impulse for the next step.
#pragma once
#include "orthant/constraints/contact/detail/contact_kernels.hpp"

namespace orthant::contact_kernels {

/// What is stored of `now`, which was `before`. A vector in world axes that is made of its parts
/// along the axes of a contact changes its last digits in each step; an impulse that is the same
/// otherwise keeps them, so that what rests stays as it is.
KOKKOS_INLINE_FUNCTION Vec3 stored(Vec3 const& now, Vec3 const& before) {
  // Of a million random vectors and axes 13 change by more than 4 eps, and none by 5.
  constexpr Real round_off = 8 * 2.220446049250313e-16;
  Vec3 const change = now - before;
  return dot(change, change) <= round_off * round_off * dot(now, now) ? before : now;
}

/// Stores the impulses for the next step. An impulse whose speed is within the error of a solver is
/// not stored: a contact that hardly touches would get it again in every step and creep.
template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::contact::keep";
  static constexpr Real slight = 1e-9;  // [m/s]
  Held<Space, View<Space>> v;
  Rows<Space> rows;
  Span<Space, Memory*> before;      // of the last step
  Span<Space, int*> before_offset;  // (worlds + 1)
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = v.item(k);
    int const n = v.row(k);
    v.sinking(k) = v.sharing(c) * larger(0.0, rows.impulse(n));
    Memory m{.key = c.key, .normal = rows.impulse(n), .tangential = {}, .place = {}};
    if (m.normal * v.lightness(c) <= slight) {
      m.normal = 0;
    } else {
      Real const sign = sign_on_larger(c);
      for (int r = 1; r < 3; ++r)  // the tangents are in the linear part of J
        for (int i = 0; i < 3; ++i)
          m.tangential[i] += sign * rows.impulse(n + r) * rows.J(n + r, 1, i);
      int const side = c.a < c.b ? 0 : 1;  // whose part of J is s (n, arm x n), s of 1 or -1
      Vec3 n_s, moment;
      for (int i = 0; i < 3; ++i) {
        n_s[i] = rows.J(n, side, i);
        moment[i] = rows.J(n, side, 3 + i);
      }
      m.place = rotate_back(v.pose(smaller_body(c)).q_WB, cross(n_s, moment));
      if (int const last = remembered_contact(before, before_offset, c, k - v.offsets(c.world));
          last >= 0)
        m.tangential = stored(m.tangential, before(last).tangential);
    }
    v.memory(k) = m;
  }
};

}  // namespace orthant::contact_kernels
