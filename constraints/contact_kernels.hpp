// Passes over the contacts of a step: their law's constants, their impulses, and the rows' values.
#pragma once
#include "constraints/relation_kernels.hpp"
#include "constraints/relations/contact_point.hpp"

namespace orthant {

/// Which of a contact's normal laws holds: see ContactSettings for the equations.
struct ContactLaw {
  bool velocity = false;    // level
  bool literal = false;     // restitution without the minimum
  Real correction = 1;      // Y [-]
  Real recovery_speed = 0;  // at which overlap is removed at most [m/s]
  Real touching = 0;        // largest gap of a closed contact [m]

  KOKKOS_FUNCTION bool closed(Contact const& c) const { return c.gap <= touching; }

  /// tau of a step. The damper stands beside the spring, between surfaces that touch: it must not
  /// brake what is still apart.
  KOKKOS_FUNCTION Real relaxation(Contact const& c) const { return closed(c) ? c.relaxation : 0; }
};

namespace contact_kernels {

/// What is kept of a contact for the next step: its name and its impulse.
struct Memory {
  std::uint64_t key = 0;
  Real normal = 0;  // lambda_n [N s]
  Vec3 tangential;  // on the second body, world axes [N s]
};

/// The place of a key among those kept of a world, which ascend by pair; -1: none.
template <class Kept>
KOKKOS_FUNCTION int find_key(Kept const& memory, int low, int end, std::uint64_t key) {
  int high = end;
  while (low < high) {
    int const middle = (low + high) / 2;
    if (pair_of(memory(middle).key) < pair_of(key))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < end && pair_of(memory(low).key) == pair_of(key); ++low)
    if (memory(low).key == key) return low;
  return -1;
}

/// J u of a row over both bodies, one that moves as prescribed too.
template <class Space>
KOKKOS_FUNCTION Real rate(Rows<Space> const& rows, Contact const& c, int row,
                          Span<Space, Twist*> const& u) {
  return dot(rows.jacobian(row, 0), u(c.a)) + dot(rows.jacobian(row, 1), u(c.b));
}

/// Friction, compliance, and the impulse of the contact with the same key.
template <class Space>
struct Load {
  static constexpr char const* label = "orthant::contact::load";
  Span<Space, Contact*> item;
  Span<Space, int*> row, block;
  Span<Space, Pose<>*> pose;
  Span<Space, Memory*> memory;
  Span<Space, int*> remembered;  // (W + 1) offsets into memory
  Rows<Space> rows;
  ItemPlaces<Space> at;
  Span<Space, int*> offsets;
  ContactLaw law;
  StepSize size;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    block(k) = at.block(c.world) + k - offsets(c.world);
    rows.friction(block(k)) = c.friction;
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 3; ++i) rows.compliance(row(k) + r, i) = 0;
      rows.impulse(row(k) + r) = 0;
    }
    rows.compliance(row(k), 0) =
        c.compliance / (size.impulse_per_force() * (size.reach() + law.relaxation(c)));
    int const found = find_key(memory, remembered(c.world), remembered(c.world + 1), c.key);
    if (found < 0) return;
    auto const frame = ContactPointRelation::frame(c, pose(c.a), pose(c.b));
    rows.impulse(row(k)) = memory(found).normal;
    for (int r = 1; r < 3; ++r)
      rows.impulse(row(k) + r) = dot(frame.axis[r], memory(found).tangential) / c.stretch[r - 1];
  }
};

template <class Space>
struct Keep {
  static constexpr char const* label = "orthant::contact::keep";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  Span<Space, Memory*> memory;
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int k) const {
    Memory m{item(k).key, rows.impulse(row(k)), {}};
    for (int r = 1; r < 3; ++r)  // the tangents stand in the linear part of J
      for (int i = 0; i < 3; ++i)
        m.tangential[i] += rows.impulse(row(k) + r) * rows.J(row(k) + r, 1, i);
    memory(k) = m;
  }
};

template <class Space>
struct KeepOffsets {
  static constexpr char const* label = "orthant::contact::keep_offsets";
  Span<Space, int*> from, to;
  KOKKOS_FUNCTION void operator()(int w) const { to(w) = from(w); }
};

/// rows.value <- the law of the normal row, J u of the others.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::contact::value";
  Span<Space, Contact*> item;
  Span<Space, int*> row;
  StepPoint<Space> at;
  Rows<Space> rows;
  ContactLaw law;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = item(k);
    if (!at.running(c.world)) return;
    bool const old = law.velocity || at.linearised;
    auto const& pose = old ? at.old_pose : at.pose;
    Real const gap = ContactPointRelation::gap(c, pose(c.a), pose(c.b))[0];
    int const n = row(k);
    rows.value(n) = c.compliance > 0 ? yielding(c, gap, n, old)
                    : law.velocity   ? impact(c, gap, n)
                                     : position(c, gap, n);
    for (int r = 1; r < 3; ++r) rows.value(n + r) = rate<Space>(rows, c, n + r, at.twist);
  }

 private:
  KOKKOS_FUNCTION Real rate_of(Contact const& c, int n) const {
    return rate<Space>(rows, c, n, at.twist);
  }

  ///   (c + slack) / (sigma h)
  /// slack is the overlap that may stay in this step, where its removal is limited to a speed.
  KOKKOS_FUNCTION Real position(Contact const& c, Real gap, int n) const {
    Real const slack = larger(0.0, -c.gap - law.recovery_speed * at.size.h);
    return (gap + slack) / at.size.reach() + (at.linearised ? rate_of(c, n) : 0);
  }

  ///   J u+ + e min(J u-, 0) + Y c(q-)/(sigma h),   or  J u+ + c(q-)/(sigma h)  of an open contact
  KOKKOS_FUNCTION Real impact(Contact const& c, Real gap, int n) const {
    Real const now = rate_of(c, n), apart = gap / at.size.reach();
    if (!law.closed(c)) return now + apart;
    Real const before = rate<Space>(rows, c, n, at.old_twist);
    return now + c.restitution * (law.literal ? before : smaller(before, 0.0)) +
           larger(law.correction * apart, -law.recovery_speed);
  }

  /// The spring C and damper of  c + C (f + D dc/dt) >= 0, complementary to f = lambda/h >= 0:
  ///   a = (c+ + tau J u)/(sigma h + tau),   Sigma = C/(h (sigma h + tau)),   tau = C D
  /// with c+ = c(q-) + sigma h J u where rows are linearised, and always at velocity level. Its
  /// overlap is no error: neither Y nor the recovery speed is applied, nor restitution, which is
  /// what the damper leaves.
  KOKKOS_FUNCTION Real yielding(Contact const& c, Real gap, int n, bool old) const {
    Real const tau = law.relaxation(c), span = at.size.reach() + tau, speed = rate_of(c, n);
    return old ? gap / span + speed : (gap + tau * speed) / span;
  }
};

}  // namespace contact_kernels
}  // namespace orthant
