// Kernels over the contacts of a step: constants of their law, warm start, and row values.
#pragma once
#include "orthant/constraints/contact/detail/contact_law.hpp"
#include "orthant/constraints/contact/detail/contact_memory.hpp"
#include "orthant/constraints/relations/contact_point.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"
#include "orthant/core/collision/detail/remembered_contact.hpp"

namespace orthant::contact_kernels {

/// Of a row that carries nothing: above any speed that bodies may have [m/s].
inline constexpr Real beyond = 1e3;

/// 1/m_a + 1/m_b of the reacting bodies of a contact [1/kg].
template <class Space>
KOKKOS_FUNCTION Real lightness(Contact const& c, Span<Space, Body*> const& body) {
  auto const of = [&](int b) { return body(b).dynamic() ? 1 / body(b).mass : 0; };
  return of(c.a) + of(c.b);
}

/// What the kernels over the contacts of a step share.
template <class Space>
struct View {
  Span<Space, Contact*> item;
  Span<Space, int*> offsets;     // (worlds + 1) first contact of each world
  Span<Space, int*> row, block;  // of each contact, after rows are laid out
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;     // at the start of the step
  Span<Space, Memory*> memory;   // of the step before
  Span<Space, int*> remembered;  // (worlds + 1) offsets into memory
  Span<Space, Real*> sinking;    // Sigma lambda_n of this step [m/s]
  ContactLaw law;

  /// The place of contact k in `memory`, or -1.
  KOKKOS_FUNCTION int known(Contact const& c, int k) const {
    return remembered_contact(memory, remembered, c, k - offsets(c.world));
  }
  KOKKOS_FUNCTION Real lightness(Contact const& c) const {
    return contact_kernels::lightness<Space>(c, body);
  }
  /// Sigma_nn of a rigid contact, which selects one of many possible impulses [1/kg]. It is the
  /// same for all contacts of two bodies, so that for nu -> 0 the impulses tend to those of least
  /// norm:
  ///   Sigma = nu (1/m_a + 1/m_b)
  KOKKOS_FUNCTION Real sharing(Contact const& c) const {
    return law.gives(c) ? 0 : law.least_norm * lightness(c);
  }
};

/// w = |W_cc|/3 of a contact, with its diagonal block of the Delassus operator [1/kg]. For open
/// surfaces the lever arms end at the surfaces, not half-way between them. So a distant surface
/// responds as it would when touching.
template <class Space>
KOKKOS_FUNCTION Real mean_response(View<Space> const& v, Contact const& c) {
  auto const& body = v.body;
  auto const& pose = v.pose;
  Mat<3, 6> J[2];
  ContactPointRelation::jacobian(c, pose(c.a), pose(c.b), J[0], J[1]);
  auto const frame = ContactPointRelation::frame(c, pose(c.a), pose(c.b));
  Vec3 const n = frame.axis[0];
  Vec3 const ends = pose(c.b).p_WB + frame.arm_B - pose(c.a).p_WB - frame.arm_A;  // of a meeting
  Real const outward = 0.5 * larger(0.0, c.gap - dot(n, ends));
  for (int k = 0; k < 3; ++k) {
    Vec3 const turned = cross(n, Vec3{{J[1][k][0], J[1][k][1], J[1][k][2]}});
    for (int i = 0; i < 3; ++i)
      for (auto& of_body : J) of_body[k][3 + i] += outward * turned[i];
  }
  Mat3 W;
  for (int side = 0; side < 2; ++side) {
    int const b = side == 0 ? c.a : c.b;
    InverseMass const M_inverse = inverse_mass(body(b), pose(b));
    for (int k = 0; k < 3; ++k) {
      Vec6 row;
      for (int j = 0; j < 6; ++j) row[j] = J[side][k][j];
      Vec6 const response = M_inverse * row;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 6; ++j) W[i][k] += J[side][i][j] * response[j];
    }
  }
  Real square = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) square += W[i][k] * W[i][k];
  return sqrt(square) / 3;
}

/// The compliance of a contact of SapModel: that of its surfaces, or at least
///   C = beta^2/(4 pi^2) w h (h + tau)
template <class Space>
struct Soften {
  static constexpr char const* label = "orthant::contact::soften";
  Held<Space, View<Space>> v;
  Real h;

  KOKKOS_FUNCTION void operator()(int k) const {
    constexpr Real two_pi = 6.283185307179586;
    auto& c = v.item(k);
    Real const part = v.law.near_rigid / two_pi, w = mean_response<Space>(v, c);
    c.law.compliance = larger(c.law.compliance, part * part * w * h * (h + v.law.relaxation(c)));
  }
};

/// The speed at which a contact sank by Sigma lambda_n in the last step. The overlap of one step at
/// this speed is no error; it carries what lies on the contact, without a velocity.
template <class Space>
struct Sink {
  static constexpr char const* label = "orthant::contact::sink";
  Held<Space, View<Space>> v;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto& c = v.item(k);
    int const found = v.known(c, k);
    c.marks.sink = found < 0 ? 0 : v.sharing(c) * larger(0.0, v.memory(found).normal);
  }
};

/// J u of a row over both bodies, including bodies with prescribed motion.
template <class Space>
KOKKOS_FUNCTION Real rate(Rows<Space> const& rows, Contact const& c, int row,
                          Span<Space, Twist*> const& u) {
  return dot(rows.jacobian(row, 0), u(c.a)) + dot(rows.jacobian(row, 1), u(c.b));
}

/// Where a contact is, seen from its body with the smaller number, across its normal, see Memory.
template <class Space>
KOKKOS_FUNCTION Vec3 place_of(View<Space> const& v, Contact const& c) {
  auto const frame = ContactPointRelation::frame(c, v.pose(c.a), v.pose(c.b));
  Vec3 const &n = frame.axis[0], &arm = c.a < c.b ? frame.arm_A : frame.arm_B;
  return rotate_back(v.pose(smaller_body(c)).q_WB, arm - dot(arm, n) * n);
}

/// Sets friction and compliance, and the warm start from the contact with the same key. One that is
/// new takes over the impulses of contacts that its pair has no more, to which it is the nearest of
/// the new ones. A tangent without friction is a row that moves no body. Any compliance makes its
/// impulse zero.
template <class Space>
struct Load {
  static constexpr char const* label = "orthant::contact::load";
  Held<Space, View<Space>> v;
  Impulses<Space> attempt;  // at this step, where one was in fault
  Rows<Space> rows;
  ItemOffsets<Space> at;
  StepSize size;
  KeptRows<Space> keeps;  // written

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = v.item(k);
    auto const& law = v.law;
    int const n = v.row(k), block = at.block(c.world) + k - v.offsets(c.world);
    v.block(k) = block;
    v.sinking(k) = 0;  // it carries nothing yet
    if (c.marks.stands >= 0) rows.body(block, c.marks.stands) = -1;
    rows.friction(block) = c.law.friction;
    for (int r = 0; r < 3; ++r) {
      for (int i = 0; i < 3; ++i) rows.compliance(n + r, i) = 0;
      rows.impulse(n + r) = 0;
    }
    Real const share = v.sharing(c);
    rows.shares(block) = share > 0;
    rows.compliance(n, 0) =
        share + c.law.compliance / (size.impulse_per_force() * (size.reach() + law.relaxation(c)));
    if (auto const& of = law.reference; of.holds) {
      Real const R = of.yields(c.gap - of.reach) * v.lightness(c);
      for (int r = 0; r < 3; ++r) rows.compliance(n + r, r) = r == 0 ? R : R / of.of_friction;
    }
    if (law.softness > 0)
      for (int r = 1; r < 3; ++r)
        rows.compliance(n + r, r) = law.softness * mean_response<Space>(v, c) / size.share;
    for (int r = 1; r < 3; ++r)
      if (c.law.stretch[r - 1] == 0) rows.compliance(n + r, r) = v.lightness(c);
    bool const again = attempt.holds(c.world);
    int const found = again ? remembered_contact(attempt.memory, attempt.offset, c) : v.known(c, k);
    keeps.begin(k, {}, {});
    auto const& memory = again ? attempt.memory : v.memory;
    if (found < 0) return inherit(k, memory, again ? attempt.offset : v.remembered);
    Memory const& known = memory(found);
    add(k, known);
    keeps.begin(k, known, {{rows.impulse(n), rows.impulse(n + 1), rows.impulse(n + 2)}});
  }

 private:
  KOKKOS_FUNCTION void add(int k, Memory const& of) const {
    auto const& c = v.item(k);
    int const n = v.row(k);
    auto const frame = ContactPointRelation::frame(c, v.pose(c.a), v.pose(c.b));
    rows.impulse(n) += of.normal;
    for (int r = 1; r < 3; ++r)
      if (Real const s = c.law.stretch[r - 1]; s > 0)
        rows.impulse(n + r) += sign_on_larger(c) * dot(frame.axis[r], of.tangential) / s;
  }
  KOKKOS_FUNCTION void inherit(int k, Span<Space, Memory*> const& memory,
                               Span<Space, int*> const& offset) const {
    auto const& c = v.item(k);
    std::uint64_t const pair = pair_of(c.key);
    int const end = offset(c.world + 1), first = first_of_pair(memory, offset(c.world), end, pair);
    for (int m = first; m < end && pair_of(memory(m).key) == pair; ++m)
      if (memory(m).normal > 0 && heir(k, memory(m), memory, first, end) == k) add(k, memory(m));
  }
  /// The new contact of the pair of k that is the nearest to one that the pair had; -1: it has that
  /// one still.
  KOKKOS_FUNCTION int heir(int k, Memory const& of, Span<Space, Memory*> const& memory, int first,
                           int end) const {
    int const world = v.item(k).world, last = v.offsets(world + 1);
    std::uint64_t const pair = pair_of(of.key);
    int nearest = -1;
    Real best = HUGE_VAL;
    for (int j = first_of_pair(v.item, v.offsets(world), last, pair);
         j < last && pair_of(v.item(j).key) == pair; ++j) {
      auto const& c = v.item(j);
      if (c.key == of.key) return -1;
      bool is_new = true;
      for (int m = first; m < end && pair_of(memory(m).key) == pair; ++m)
        is_new = is_new && memory(m).key != c.key;
      if (!is_new) continue;
      Vec3 const d = place_of(v, c) - of.place;
      if (dot(d, d) < best) best = dot(d, d), nearest = j;
    }
    return nearest;
  }
};

/// The attraction of surfaces that are closed at the start of the step, on both bodies; others have
/// none. One thread for each world, because two contacts may share a body.
template <class Space>
struct Attract {
  static constexpr char const* label = "orthant::contact::attract";
  Held<Space, View<Space>> v;
  Span<Space, Pose<>*> pose;
  Span<Space, Vec6*> wrench;

  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = v.offsets(w); k < v.offsets(w + 1); ++k) {
      auto& c = v.item(k);
      if (!v.law.closed(c)) c.law.adhesion = 0;
      if (!(c.law.adhesion > 0)) continue;
      auto const frame = ContactPointRelation::frame(c, pose(c.a), pose(c.b));
      Vec3 const pull = c.law.adhesion * frame.axis[0];  // from a to b
      wrench(c.a) += stacked(pull, cross(frame.arm_A, pull));
      wrench(c.b) -= stacked(pull, cross(frame.arm_B, pull));
    }
  }
};

/// rows.value <- the law of the normal row, J u and v_s of the others. Friction that falls or
/// creeps takes mu and Sigma_f at the iterate.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::contact::value";
  Held<Space, View<Space>> contacts;
  Held<Space, StepPoint<Space>> at;
  Held<Space, Rows<Space>> rows;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = contacts.item(k);
    if (!at.runs(c.world, c.a, c.b)) return;
    int const n = contacts.row(k), block = contacts.block(k);
    if (contacts.law.reference.holds) return follow_reference(c, n);
    Rates const own = rates(c);
    rows.value(n) = c.law.compliance > 0          ? yielding(c, n)
                    : c.marks.late || c.marks.led ? parted(c, n)
                    : c.marks.strikes             ? impact(c, n)
                    : contacts.law.correction > 0 ? stabilised(c, n)
                    : follows(c)                  ? position(c)
                                                  : approach(c, n, own.normal,
                                            at.last_stage ? contacts.sinking(k) : c.marks.sink);
    slide(c, n, own.tangential);
    if (c.law.kinetic < 1)
      rows.friction(block) = c.law.friction_at(length_of(slip(c, n, 1), slip(c, n, 2)));
    if (contacts.law.creep_speed > 0)
      for (int r = 1; r < 3; ++r)
        if (c.law.stretch[r - 1] > 0) rows.compliance(n + r, r) = creep(c, rows.friction(block), n);
  }

 private:
  KOKKOS_FUNCTION bool own_rates(Contact const& c) const { return contacts.law.own_rates(c, at); }
  /// The velocity between the surfaces at the pose of rates, if it is not that of the rows.
  struct Rates {
    Real normal = 0;
    Vec3 tangential;
  };
  KOKKOS_FUNCTION Rates rates(Contact const& c) const {
    if (!own_rates(c)) return {};
    auto const frame =
        ContactPointRelation::frame_of_rates(c, at.rate_pose(c.a), at.rate_pose(c.b));
    return {ContactPointRelation::parting(frame, at.twist(c.a), at.twist(c.b)),
            ContactPointRelation::sliding(frame, at.twist(c.a), at.twist(c.b))};
  }
  /// J u of the tangents. The velocity v is that at the pose of rates, and the tangents are those
  /// of the rows: tangents that turn with a body between the two poses would turn friction.
  KOKKOS_FUNCTION void slide(Contact const& c, int n, Vec3 const& v) const {
    for (int r = 1; r < 3; ++r)
      rows.value(n + r) = own_rates(c) ? dot(linear(rows.jacobian(n + r, 1)), v)
                                       : rate<Space>(rows, c, n + r, at.twist);
    run(c, n, 1);
  }
  /// Adds a share of s_i t_i . v_s, of surfaces that run relative to their bodies.
  KOKKOS_FUNCTION void run(Contact const& c, int n, Real share) const {
    if (!c.law.runs) return;
    auto const& pose = own_rates(c) ? at.rate_pose : at.old_pose;
    Vec3 const v = ContactPointRelation::running(c, pose(c.a).q_WB, pose(c.b).q_WB);
    for (int r = 1; r < 3; ++r)
      rows.value(n + r) += share * dot(linear(rows.jacobian(n + r, 1)), v);
  }
  /// The sliding speed along a tangent; zero along one without friction.
  KOKKOS_FUNCTION Real slip(Contact const& c, int n, int r) const {
    return c.law.stretch[r - 1] > 0 ? rows.value(n + r) / c.law.stretch[r - 1] : 0;
  }
  /// The law of MujocoModel for accelerations (u+ - u-)/h and forces lambda/h, multiplied by h:
  ///   J u+ - (1 - h b) J u- + h k d (c(q-) - c_0) e_n
  /// Surfaces that run have v_s at both ends, which leaves h b v_s.
  KOKKOS_FUNCTION void follow_reference(Contact const& c, int n) const {
    auto const& of = contacts.law.reference;
    Real const h = at.size.h, apart = gap_at(c, at.old_pose) - of.reach;
    for (int r = 0; r < 3; ++r)
      rows.value(n + r) = rate<Space>(rows, c, n + r, at.twist) -
                          (1 - h * of.b) * rate<Space>(rows, c, n + r, at.old_twist);
    rows.value(n) += h * of.k * of.impedance(apart) * apart;
    run(c, n, h * of.b);
  }
  /// Friction -mu lambda_n v/max(|v|, v_s) is Coulomb's law for v + Sigma_f lambda_f with
  ///   Sigma_f = v_s/(mu lambda_n)
  /// because |v| <= v_s in the first law is sticking in the second. Without a load the contact
  /// sticks.
  KOKKOS_FUNCTION Real creep(Contact const& c, Real mu, int n) const {
    constexpr Real softest = 1e8;  // relative to the response of the bodies
    Real const most = mu * rows.impulse(n), limit = softest * contacts.lightness(c);
    return !(most > 0) ? 0 : smaller(contacts.law.creep_speed / most, limit);
  }
  KOKKOS_FUNCTION Real gap_at(Contact const& c, Span<Space, Pose<>*> const& pose) const {
    return ContactPointRelation::gap(c, pose(c.a), pose(c.b))[0];
  }
  KOKKOS_FUNCTION Real rate_of(Contact const& c, int n) const {
    return rate<Space>(rows, c, n, at.twist);
  }
  KOKKOS_FUNCTION bool follows(Contact const& c) const {
    return at.level == RowLevel::position && !contacts.law.velocity && c.law.restitution == 0;
  }

  ///   (c(q+) - min(c(q-), 0))/(sigma h)
  /// Overlap is left to the position stage. Two parts of it stay in the row: the depth that the
  /// contact has sunk, and the error that a solver may leave, which would otherwise add up until
  /// the stage acts.
  KOKKOS_FUNCTION Real position(Contact const& c) const {
    return (gap_at(c, at.pose) +
            larger(0.0, -c.gap - c.marks.sink * at.size.reach() - at.left_by_solver)) /
           at.size.reach();
  }

  ///   J u+ + max(c(q-) + J o, 0)/reach,   q+ = q- (+) (o + reach u+)
  /// A gap that the part o of the motion has closed already is left to the position stage. So u+
  /// never has to separate the surfaces faster than the contact has sunk. A last stage moves no
  /// bodies: there only surfaces that touch act on each other. If rates have a pose of their own, J
  /// u+ is `parting` there, and J o that at q-: what stays in contact has J(q-) u- = 0.
  KOKKOS_FUNCTION Real approach(Contact const& c, int n, Real parting, Real sink) const {
    Real gap = gap_at(c, at.old_pose);
    if (at.last_stage && gap > contacts.law.touching) return parted(c, n);
    bool const moved = at.offset.extent(0) > 0;
    if (own_rates(c)) {
      if (moved)
        gap += ContactPointRelation::parting(
            ContactPointRelation::frame(c, at.old_pose(c.a), at.old_pose(c.b)), at.offset(c.a),
            at.offset(c.b));
      return parting + larger(gap / at.reach, -sink);
    }
    if (moved)
      gap += dot(rows.jacobian(n, 0), at.offset(c.a)) + dot(rows.jacobian(n, 1), at.offset(c.b));
    return rate_of(c, n) + larger(gap / at.reach, -sink);
  }

  ///   J u+ + e J u-
  /// with a single J, so that the impulse does no more work than e allows. If the unknown is the
  /// mean w = (u- + u+)/2, this is J w = (1 - e)/2 J u-, up to the speed that closes the gap.
  KOKKOS_FUNCTION Real impact(Contact const& c, int n) const {
    Real const start = rate<Space>(rows, c, n, at.old_twist);
    Real const before = contacts.law.literal ? start : smaller(start, 0.0);
    if (!at.mean_twist) return rate_of(c, n) + c.law.restitution * before;
    Real const most = -0.5 * (1 - c.law.restitution) * before;
    return rate_of(c, n) + smaller(most, larger(c.gap, 0.0) / at.size.h);
  }

  /// Above zero at any speed that bodies may have: no impulse.
  KOKKOS_FUNCTION Real parted(Contact const& c, int n) const { return rate_of(c, n) + beyond; }

  ///   J u+ + Upsilon c(q-)/h,   or  J u+ + c(q-)/h  of an open contact
  KOKKOS_FUNCTION Real stabilised(Contact const& c, int n) const {
    Real const apart = gap_at(c, at.old_pose) / at.size.reach();
    Real const share = contacts.law.closed(c) ? contacts.law.correction * apart : apart;
    return rate_of(c, n) + larger(share, -contacts.law.recovery_speed);
  }

  /// The spring C and damper of  c + C (f + D dc/dt) >= 0, complementary to f = lambda/h >= 0:
  ///   a = (c+ + tau J u)/(sigma h + tau),   Sigma = C/(h (sigma h + tau)),   tau = C D
  /// with c+ = c(q-) + sigma h J u if rows are linear in u, and always at velocity level. Overlap
  /// is no error here: Upsilon, the recovery speed and restitution do not apply; the damper decides
  /// the rebound.
  KOKKOS_FUNCTION Real yielding(Contact const& c, int n) const {
    bool const old = contacts.law.velocity || at.linear_yield;
    Real const gap = gap_at(c, old ? at.old_pose : at.pose);
    Real const tau = contacts.law.relaxation(c), span = at.size.reach() + tau,
               speed = rate_of(c, n);
    return old ? gap / span + speed : (gap + tau * speed) / span;
  }
};

/// The overlap of rigid contacts for the position stage. The slack is what the recovery speed
/// leaves, and what the contacts have sunk. If joints lead surfaces into each other, the next step
/// has to see it.
template <class Space>
struct Hold {
  static constexpr char const* label = "orthant::contact::hold";
  Held<Space, View<Space>> v;
  HoldPoint<Space> at;
  HeldRows<Space> out;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& c = v.item(k);
    if (!at.runs(c.a, c.b)) return;
    int const n = v.row(k);
    out.holding(n) = v.law.gives(c) || c.marks.led ? Holding::none
                     : v.law.baumgarte             ? Holding::by_row
                                                   : Holding::by_stage;
    out.error(n) = ContactPointRelation::gap(c, at.pose(c.a), at.pose(c.b))[0];
    out.slack(n) = larger(v.sinking(k) * at.h, -c.gap - v.law.recovery_speed * at.h);
  }
};

}  // namespace orthant::contact_kernels
