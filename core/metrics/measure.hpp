// Measures every world after a step.
#pragma once
#include "orthant/core/math/detail/cone.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/metrics/measures.hpp"
#include "orthant/core/step/delassus.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// The contribution of one contact to the measures.
struct ContactMeasures {
  Real ncp = 0, natural_map = 0, outside_cone = 0, outside_dual = 0, product = 0, impulse = 0;
};

KOKKOS_INLINE_FUNCTION Real potential_energy(Body const& body, Pose<> const& X) {
  return -body.mass * dot(body.gravity, X.p_WB);
}

/// The kinetic and potential energy of each body that moves, without elastic energy.
template <class Space>
struct MeasureEnergy {
  static constexpr char const* label = "orthant::metrics::energy";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Real*> moving, potential;
  KOKKOS_FUNCTION void operator()(int b) const {
    moving(b) = potential(b) = 0;
    if (!body(b).dynamic()) return;
    moving(b) = 0.5 * dot(momentum(body(b), pose(b), twist(b)), twist(b));
    potential(b) = potential_energy(body(b), pose(b));
  }
};

template <class Space>
struct MeasureWorld {
  static constexpr char const* label = "orthant::metrics::measure";
  StepData<Space> step;
  Span<Space, Body*> body;
  Span<Space, Real*> violation;  // (rows) of joints and limits, at `pose` [m] or [rad]
  Span<Space, Pose<>*> pose, start;
  Span<Space, Twist*> twist;
  Span<Space, Measures*> out;
  Real h;

  KOKKOS_FUNCTION ContactMeasures contact(int block) const {
    auto const& rows = step.rows;
    int const n = rows.block_row(block);
    Real const mu = rows.friction(block);
    Vec3 const all{{rows.impulse(n), rows.impulse(n + 1), rows.impulse(n + 2)}};
    Vec3 const lambda = by_law(n, all);
    Vec3 u;
    for (int i = 0; i < 3; ++i) u[i] = rows.value(n + i) + rows.compliance(n + i, i) * lambda[i];
    Vec3 shifted = u;
    shifted[0] += mu * length_of(u[1], u[2]);
    Real const r = RowResponse<Space>(rows, step.inverse_mass, block, n).on(rows, block, n);
    ContactMeasures m;
    m.ncp = fabs(smaller(u[0], r * lambda[0]));
    m.natural_map = r * norm(lambda - projected_on_cone(lambda - (1 / r) * shifted, mu));
    m.outside_cone = norm(all - projected_on_cone(all, mu));
    m.outside_dual = distance_to_dual_cone(shifted, mu);
    m.product = fabs(dot(lambda, shifted));
    m.impulse = norm(all);
    return m;
  }
  /// The part of the impulse of a contact that is complementary to its row values.
  KOKKOS_FUNCTION Vec3 by_law(int n, Vec3 const& all) const {
    auto const& part = step.law.impulse;
    if (part.extent(0) == 0) return all;
    return {{part(n), part(n + 1), part(n + 2)}};
  }

  template <class Lane>
  KOKKOS_FUNCTION void contacts(Lane const& lane, int w, Measures& m) const {
    auto const& rows = step.rows;
    int const first = rows.world_block(w), blocks = rows.world_block(w + 1) - first;
    auto const found = lane.template joined<Most>(blocks, [&](int k, Most& t) {
      if (rows.law(first + k) != Law::coulomb) return;
      auto const c = contact(first + k);
      Real const of[] = {c.ncp,          c.natural_map, c.outside_cone,
                         c.outside_dual, c.product,     c.impulse};
      for (int i = 0; i < parts; ++i) t.raise(i, of[i]);
    });
    auto const& most = found.most;
    m.ncp_residual = most[ncp];
    m.natural_map = most[natural_map];
    int const o = w * rows.bodies;
    Real const weights = lane.sum(rows.bodies, [&](int k) { return body(o + k).mass; });
    Real const impulse = larger(most[impulse_size], weights * norm(body(o).gravity) * h);
    m.cone_violation = impulse > 0 ? most[outside_cone] / impulse : 0;
    m.dual_violation = most[outside_dual];
    m.complementarity = most[product];
  }

  enum Part { ncp, natural_map, outside_cone, outside_dual, product, impulse_size, parts };
  using Most = Tally<parts, 1>;

  using ByUnit = Tally<2, 1>;  // [m], [rad]

  template <class Lane>
  KOKKOS_FUNCTION void joints(Lane const& lane, int w, Measures& m) const {
    auto const& rows = step.rows;
    int const first = rows.world_block(w), blocks = rows.world_block(w + 1) - first;
    auto const found = lane.template joined<ByUnit>(blocks, [&](int k, ByUnit& t) {
      Law const cone = rows.law(first + k);
      if (cone != Law::free && cone != Law::nonnegative) return;
      for (int row = rows.block_row(first + k); row < rows.block_row(first + k + 1); ++row)
        t.raise(rows.angular(row), fabs(violation(row)));
    });
    m.joint_error = found.most[0];
    m.joint_error_angular = found.most[1];
  }

  template <class Lane>
  KOKKOS_FUNCTION void bodies(Lane const& lane, int w, Measures& m) const {
    int const n = step.rows.bodies, o = w * n;
    auto const found =
        lane.template joined<OfBodies>(n, [&](int k, OfBodies& t) { add_body(o + k, t); });
    auto const& most = found.most;
    auto const& sum = found.sum;
    m.kinetic = sum[kinetic];
    m.potential = sum[potential];
    m.elastic = 0;
    m.drift = most[drift];
    m.speed = most[speed];
    m.spin = most[spin];
    for (int i = 0; i < 3; ++i) {
      m.momentum[i] = sum[momentum_sum + i];
      m.angular_momentum[i] = sum[angular_sum + i];
    }
    m.momentum_balance = most[missed];
    m.momentum_balance_angular = most[missed_angular];
  }

  enum BodyMost { drift, speed, spin, missed, missed_angular, body_mosts };
  enum BodySum {
    kinetic,
    potential,
    momentum_sum,
    angular_sum = momentum_sum + 3,
    body_sums = angular_sum + 3
  };
  using OfBodies = Tally<body_mosts, body_sums>;

  KOKKOS_FUNCTION void add_body(int b, OfBodies& t) const {
    t.sum[potential] += potential_energy(body(b), pose(b));
    if (!body(b).dynamic()) return;
    Twist const u = twist(b);
    Vec3 const x = pose(b).p_WB;
    Vec6 const p = momentum(body(b), pose(b), u);
    Vec3 const turning = angular(p) + cross(x, linear(p));
    t.sum[kinetic] += 0.5 * dot(p, u);
    for (int i = 0; i < 3; ++i) {
      t.sum[momentum_sum + i] += p[i];
      t.sum[angular_sum + i] += turning[i];
    }
    Vec6 const left = missed_momentum(b);
    t.raise(drift, norm(x - start(b).p_WB));
    t.raise(speed, norm(linear(u)));
    t.raise(spin, norm(angular(u)));
    t.raise(missed, norm(linear(left)));
    t.raise(missed_angular, norm(angular(left)) + unturned(b));
  }

  /// M (u - u_free) - J^T lambda of a body, with the mass in the equations of the step.
  KOKKOS_FUNCTION Vec6 missed_momentum(int b) const {
    auto const& s = step;
    if (s.inverse_mass.extent(0) == 0) return {};  // before the first step
    Vec6 const body_impulse =
        s.rows.apply_transpose(b, [&](int row) { return s.rows.impulse(row); });
    Vec6 const change = twist(b) - s.free_twist(b);
    return stacked(
        body(b).mass * linear(change) - linear(body_impulse),
        inverse_spd(s.inverse_mass(b).inertia) * angular(change) - angular(body_impulse));
  }

  /// u_free is the twist of the momentum of a body only where its free rotation was solved.
  KOKKOS_FUNCTION Real unturned(int b) const {
    return step.unturned.extent(0) > 0 ? step.unturned(b) : 0;
  }

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Measures m;
    contacts(lane, w, m);
    joints(lane, w, m);
    bodies(lane, w, m);
    lane.once([&] { out(w) = m; });
  }
};

template <class Space>
struct MeasurePenetration {
  static constexpr char const* label = "orthant::metrics::penetration";
  ContactList<Space> list;
  Span<Space, Measures*> out;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = list.offset(w);
    Real const deepest = lane.largest(list.offset(w + 1) - first, [&](int k) {
      return larger(0.0, -list.contact(first + k).gap);
    });
    lane.once([&] { out(w).penetration = larger(out(w).penetration, deepest); });
  }
};

}  // namespace orthant
