// Kernels of the search for forces that turn too stiffly; see turning_limit.hpp.
#pragma once
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/body_motion.hpp"

namespace orthant::turning_kernels {

constexpr int lost = 2;  // a step without a solution, although no force is seen to turn too stiffly
constexpr Real of_solvers = 1e-6;  // largest error of a solver, relative to the largest speed

/// The largest speed of the body's points at a radius [m/s].
KOKKOS_INLINE_FUNCTION Real speed_at(Real radius, Twist const& u) {
  return norm(linear(u)) + radius * norm(angular(u));
}
KOKKOS_INLINE_FUNCTION Real speed_of(Body const& body, Twist const& u) {
  return speed_at(radius_of_gyration(body), u);
}

/// A solved step, with rows.J at `pose`, and what the search computes of it.
template <class Space>
struct View {
  Rows<Space> rows;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> before, free, after;  // u-, u_free, u+
  Span<Space, int*> all, skip;              // (worlds) ones; those that are left out, empty: none
  Real h, per_impulse, per_law_impulse;     // per: the force per impulse [1/s]
  Real most;                                // limit of (w h)^2
  int version;                              // of the state: motions start anew if it changes
  Span<Space, int*> solved{};               // (worlds); empty: all are, or it does not matter
  bool begins = false;                      // motions have to be found anew

  Span<Space, Real*> scale{};          // (worlds) s [s]
  Span<Space, Real*> speed{};          // (worlds) the largest speed; 0: it rests [m/s]
  Span<Space, Real*> quotient{};       // (worlds)
  Span<Space, Real* [2][6]> there {};  // J after a displacement
  Span<Space, Pose<>*> displaced{};    // the pose there
  Span<Space, Twist*> displacement{};  // e

  KOKKOS_FUNCTION int world_of(int b) const { return b / rows.bodies; }
  KOKKOS_FUNCTION bool looks_at(int w) const { return skip.extent(0) == 0 || !skip(w); }
  KOKKOS_FUNCTION bool failed(int w) const { return solved.extent(0) > 0 && solved(w) == 0; }
};

/// s of e = s d, per world; zero if velocities change by no more than the error of a solver. A
/// world that does not move at all in the step has no motion that could be unstable: what is known
/// of its forces stays as it is.
template <class Space>
struct Scale {
  static constexpr char const* label = "orthant::turning::scale";
  Held<Space, View<Space>> v;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = w * v.rows.bodies;
    using Speeds = Tally<3, 1>;
    auto const speeds = lane.template joined<Speeds>(v.rows.bodies, [&](int i, Speeds& t) {
      int const b = first + i;
      if (!v.body(b).dynamic()) return;
      Real const radius = radius_of_gyration(v.body(b));
      t.raise(2, larger(speed_at(radius, v.before(b)), speed_at(radius, v.after(b))));
      t.raise(0, larger(t.most[2], speed_at(radius, v.free(b))));
      t.raise(1, speed_at(radius, v.after(b) - v.before(b)));
    });
    Real const most = speeds.most[0], change = speeds.most[1];
    bool const looks = v.looks_at(w) && change > of_solvers * most;
    bool const rests = speeds.most[2] == 0 && !v.begins && !v.failed(w);
    lane.once([&] {
      v.scale(w) = looks ? v.h * most / change : 0;
      v.speed(w) = rests ? 0 : most;
    });
  }
};

template <class Space>
struct Displace {
  static constexpr char const* label = "orthant::turning::displace";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    Twist& e = v.displacement(b);
    e = v.body(b).dynamic() ? v.scale(v.world_of(b)) * (v.after(b) - v.before(b)) : Twist{};
    v.displaced(b) = advance(v.pose(b), e, 1);
  }
};

/// Whether the quotient exceeds what the scheme can follow. Also if the step is not solved and has
/// open joints: the first rotation may be too fast for a solution.
template <class Space>
struct Compare {
  static constexpr char const* label = "orthant::turning::compare";
  Held<Space, View<Space>> v;
  Span<Space, int*> out;  // (worlds)

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const& rows = v.rows;
    auto const& e = v.displacement;
    int const block = rows.world_block(w), first = w * rows.bodies;
    if (v.failed(w) && v.looks_at(w)) {
      Real const missed = lane.largest(rows.world_block(w + 1) - block,
                                       [&](int k) { return missed_by(block + k); });
      if (!(missed <= of_solvers * v.speed(w))) {
        lane.once([&] { out(w) = lost; });
        return;
      }
    }
    if (v.scale(w) == 0) {
      lane.once([&] { out(w) = 0; });
      return;
    }
    Real const stiffness_impulse = lane.sum(rows.world_block(w + 1) - block,
                                            [&](int k) { return stiffness_energy(block + k); });
    Real const mass = lane.sum(rows.bodies, [&](int i) {
      int const b = first + i;
      if (!v.body(b).dynamic()) return Real(0);
      Vec3 const rotation = rotate_back(v.pose(b).q_WB, angular(e(b)));
      return v.body(b).mass * dot(linear(e(b)), linear(e(b))) +
             dot(rotation, v.body(b).inertia_B * rotation);
    });
    lane.once([&] { out(w) = v.h * v.h * stiffness_impulse > v.most * mass; });
  }

 private:
  KOKKOS_FUNCTION Real missed_by(int block) const {
    auto const& rows = v.rows;
    Real worst = 0;
    if (rows.law(block) == Law::free)
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        worst = larger(worst, fabs(rows.value(row) + rows.yielding(block, row)));
    return worst;
  }
  ///   -e^T (J(q + e) - J(q))^T f
  KOKKOS_FUNCTION Real stiffness_energy(int block) const {
    auto const& rows = v.rows;
    auto const& e = v.displacement;
    Law const cone = rows.law(block);
    if (cone == Law::coulomb || cone == Law::disc) return 0;
    Real const per = cone == Law::free ? v.per_impulse : v.per_law_impulse;
    Real sum = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      sum += per * rows.impulse(row) *
             (rows.apply(block, row, e) - rows.apply(v.there, block, row, e));
    return sum;
  }
};

/// The worlds in which the power method makes its iteration k: those near the limit, where it knows
/// no motion `most` times, else a few.
template <class Space>
struct Iterating {
  static constexpr char const* label = "orthant::turning::iterating";
  Span<Space, int*> near, known, out, left;  // (worlds); left: not 0 where it does not
  int k;
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = near(w) != 0 && (k < few || known(w) == 0);
    left(w) = out(w) == 0;
  }
  static constexpr int few = 2, most = 12;
};
template <class Space>
struct Know {
  static constexpr char const* label = "orthant::turning::know";
  Span<Space, int*> near, known;
  KOKKOS_FUNCTION void operator()(int w) const { known(w) = known(w) != 0 || near(w) != 0; }
};

/// A start with a component along every motion, for each body.
template <class Space>
struct AnyMotion {
  static constexpr char const* label = "orthant::turning::any_motion";
  Span<Space, Body*> body;
  Span<Space, Twist*> out;
  KOKKOS_FUNCTION void operator()(int b) const {
    out(b) = {};
    if (!body(b).dynamic()) return;
    Real const at = 1 / speed_of(body(b), {{0, 0, 0, 1, 0, 0}});
    for (int i = 0; i < 6; ++i) out(b)[i] = (i < 3 ? 1 : at) * sin(1 + 2.399963 * (6 * b + i));
  }
};

/// s of e = s z, per world; zero if nothing moves, and in skipped worlds.
template <class Space>
struct ScaleProbe {
  static constexpr char const* label = "orthant::turning::scale_probe";
  Held<Space, View<Space>> v;
  Span<Space, Twist*> z;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const most = lane.largest(v.rows.bodies, [&](int i) {
      int const b = w * v.rows.bodies + i;
      return v.body(b).dynamic() ? speed_of(v.body(b), z(b)) : Real(0);
    });
    bool const looks = v.looks_at(w) && most > 0;
    lane.once([&] { v.scale(w) = looks ? v.h * v.speed(w) / most : 0; });
  }
};

template <class Space>
struct MoveProbe {
  static constexpr char const* label = "orthant::turning::move_probe";
  Held<Space, View<Space>> v;
  Span<Space, Twist*> z;
  KOKKOS_FUNCTION void operator()(int b) const {
    v.displaced(b) = advance(v.pose(b), v.scale(v.world_of(b)) * z(b), 1);
  }
};

/// -h^2 M^-1 G_f z
template <class Space>
struct StiffnessProduct {
  static constexpr char const* label = "orthant::turning::stiffness_product";
  Held<Space, View<Space>> v;
  Span<Space, Twist*> out;
  KOKKOS_FUNCTION void operator()(int b) const {
    auto const& rows = v.rows;
    Real const s = v.scale(v.world_of(b));
    out(b) = {};
    if (s == 0) return;
    Vec6 stiffness_impulse;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      Law const cone = rows.law(block);
      if (cone == Law::coulomb || cone == Law::disc) continue;
      Real const per = cone == Law::free ? v.per_impulse : v.per_law_impulse;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        for (int i = 0; i < 6; ++i)
          stiffness_impulse[i] +=
              per * rows.impulse(row) * (rows.J(row, side, i) - v.there(row, side, i));
    }
    out(b) = (v.h * v.h / s) * (v.inverse_mass(b) * stiffness_impulse);
  }
};

/// Rayleigh's quotient of an iteration, in the mass metric; its result is the next z.
template <class Space>
struct Iterate {
  static constexpr char const* label = "orthant::turning::iterate";
  Held<Space, View<Space>> v;
  Span<Space, Twist*> z, next;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.looks_at(w)) return;
    int const bodies = v.rows.bodies, first = w * bodies;
    using Products = Tally<1, 3>;
    auto const products = lane.template joined<Products>(bodies, [&](int i, Products& t) {
      int const b = first + i;
      auto const& body = v.body(b);
      if (!body.dynamic()) return;
      Quat<> const& q = v.pose(b).q_WB;
      Real const m = body.mass;
      Vec3 const u[2] = {linear(z(b)), linear(next(b))};
      Vec3 const w_B[2] = {rotate_back(q, angular(z(b))), rotate_back(q, angular(next(b)))};
      Vec3 const L[2] = {body.inertia_B * w_B[0], body.inertia_B * w_B[1]};
      t.sum[0] += m * dot(u[0], u[0]) + dot(w_B[0], L[0]);
      t.sum[1] += m * dot(u[0], u[1]) + dot(w_B[0], L[1]);
      t.sum[2] += m * dot(u[1], u[1]) + dot(w_B[1], L[1]);
    });
    Real const before = products.sum[0], both = products.sum[1], after = products.sum[2];
    bool const found = v.scale(w) != 0 && before > 0 && after > 0;
    for (int i = 0; found && i < bodies; ++i)
      lane.once([&] { z(first + i) = (1 / sqrt(after)) * next(first + i); });
    lane.once([&] { v.quotient(w) = found ? both / before : 0; });
  }
};

/// The worlds beyond the limit; `more`: in addition to those found before.
template <class Space>
struct Beyond {
  static constexpr char const* label = "orthant::turning::beyond";
  Span<Space, Real*> quotient;
  Span<Space, int*> out;
  Real most;
  bool more;
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = quotient(w) > most ? 1 : more ? out(w) : 0;
  }
};

}  // namespace orthant::turning_kernels
