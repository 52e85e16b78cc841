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

/// s of e = s d, per world; zero if velocities change by no more than the error of a solver.
template <class Space>
struct Scale {
  static constexpr char const* label = "orthant::turning::scale";
  Span<Space, Body*> body;
  Span<Space, Twist*> before, free, after;
  Span<Space, int*> skip;         // (worlds); empty: none
  Span<Space, Real*> out, speed;  // (worlds) [s], and the largest speed [m/s]
  int bodies;
  Real h;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = w * bodies;
    using Speeds = Tally<2, 1>;
    auto const speeds = lane.template joined<Speeds>(bodies, [&](int i, Speeds& t) {
      int const b = first + i;
      if (!body(b).dynamic()) return;
      Real const radius = radius_of_gyration(body(b));
      t.raise(0, larger(speed_at(radius, before(b)),
                        larger(speed_at(radius, free(b)), speed_at(radius, after(b)))));
      t.raise(1, speed_at(radius, after(b) - before(b)));
    });
    Real const most = speeds.most[0], change = speeds.most[1];
    bool const looks = (skip.extent(0) == 0 || !skip(w)) && change > of_solvers * most;
    lane.once([&] {
      out(w) = looks ? h * most / change : 0;
      speed(w) = most;
    });
  }
};

template <class Space>
struct Displace {
  static constexpr char const* label = "orthant::turning::displace";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> before, after, e;
  Span<Space, Real*> scale;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    e(b) = body(b).dynamic() ? scale(b / bodies) * (after(b) - before(b)) : Twist{};
    to(b) = advance(from(b), e(b), 1);
  }
};

/// Whether the quotient exceeds what the scheme can follow. Also if the step is not solved and has
/// open joints: the first rotation may be too fast for a solution.
template <class Space>
struct Compare {
  static constexpr char const* label = "orthant::turning::compare";
  Held<Space, Rows<Space>> rows;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> e;
  Span<Space, Real* [2][6]> there;  // J at the displacement e
  Span<Space, Real*> scale, speed;
  Span<Space, int*> skip, out;  // (worlds)
  Real h, per_impulse, per_law_impulse, most;
  bool failed;  // the step is unsolved in some world

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const block = rows.world_block(w), first = w * rows.bodies;
    if (failed && (skip.extent(0) == 0 || !skip(w))) {
      Real const missed = lane.largest(rows.world_block(w + 1) - block,
                                       [&](int k) { return missed_by(block + k); });
      if (!(missed <= of_solvers * speed(w))) {
        lane.once([&] { out(w) = lost; });
        return;
      }
    }
    if (scale(w) == 0) {
      lane.once([&] { out(w) = 0; });
      return;
    }
    Real const stiffness_impulse = lane.sum(rows.world_block(w + 1) - block,
                                            [&](int k) { return stiffness_energy(block + k); });
    Real const mass = lane.sum(rows.bodies, [&](int i) {
      int const b = first + i;
      if (!body(b).dynamic()) return Real(0);
      Vec3 const rotation = rotate_back(pose(b).q_WB, angular(e(b)));
      return body(b).mass * dot(linear(e(b)), linear(e(b))) +
             dot(rotation, body(b).inertia_B * rotation);
    });
    lane.once([&] { out(w) = h * h * stiffness_impulse > most * mass; });
  }

 private:
  KOKKOS_FUNCTION Real missed_by(int block) const {
    Real worst = 0;
    if (rows.law(block) == Law::free)
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        worst = larger(worst, fabs(rows.value(row) + rows.yielding(block, row)));
    return worst;
  }
  ///   -e^T (J(q + e) - J(q))^T f
  KOKKOS_FUNCTION Real stiffness_energy(int block) const {
    Law const cone = rows.law(block);
    if (cone == Law::coulomb || cone == Law::disc) return 0;
    Real const per = cone == Law::free ? per_impulse : per_law_impulse;
    Real sum = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      sum +=
          per * rows.impulse(row) * (rows.apply(block, row, e) - rows.apply(there, block, row, e));
    return sum;
  }
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
  Span<Space, Body*> body;
  Span<Space, Twist*> z;
  Span<Space, int*> skip;
  Span<Space, Real*> speed, out;
  int bodies;
  Real h;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const most = lane.largest(bodies, [&](int i) {
      int const b = w * bodies + i;
      return body(b).dynamic() ? speed_of(body(b), z(b)) : Real(0);
    });
    bool const looks = (skip.extent(0) == 0 || !skip(w)) && most > 0;
    lane.once([&] { out(w) = looks ? h * speed(w) / most : 0; });
  }
};

template <class Space>
struct MoveProbe {
  static constexpr char const* label = "orthant::turning::move_probe";
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> z;
  Span<Space, Real*> scale;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    to(b) = advance(from(b), scale(b / bodies) * z(b), 1);
  }
};

/// -h^2 M^-1 G_f z
template <class Space>
struct StiffnessProduct {
  static constexpr char const* label = "orthant::turning::stiffness_product";
  Held<Space, Rows<Space>> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real* [2][6]> there;
  Span<Space, Real*> scale;
  Span<Space, Twist*> out;
  Real h, per_impulse, per_law_impulse;
  KOKKOS_FUNCTION void operator()(int b) const {
    Real const s = scale(b / rows.bodies);
    out(b) = {};
    if (s == 0) return;
    Vec6 stiffness_impulse;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      Law const cone = rows.law(block);
      if (cone == Law::coulomb || cone == Law::disc) continue;
      Real const per = cone == Law::free ? per_impulse : per_law_impulse;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
        for (int i = 0; i < 6; ++i)
          stiffness_impulse[i] +=
              per * rows.impulse(row) * (rows.J(row, side, i) - there(row, side, i));
    }
    out(b) = (h * h / s) * (inverse_mass(b) * stiffness_impulse);
  }
};

/// Rayleigh's quotient of an iteration, in the mass metric; its result is the next z.
template <class Space>
struct Iterate {
  static constexpr char const* label = "orthant::turning::iterate";
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> z, next;
  Span<Space, Real*> scale, quotient;
  int bodies;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = w * bodies;
    using Products = Tally<1, 3>;
    auto const products = lane.template joined<Products>(bodies, [&](int i, Products& t) {
      int const b = first + i;
      if (!body(b).dynamic()) return;
      Quat<> const& q = pose(b).q_WB;
      Real const m = body(b).mass;
      Vec3 const v[2] = {linear(z(b)), linear(next(b))};
      Vec3 const w_B[2] = {rotate_back(q, angular(z(b))), rotate_back(q, angular(next(b)))};
      Vec3 const L[2] = {body(b).inertia_B * w_B[0], body(b).inertia_B * w_B[1]};
      t.sum[0] += m * dot(v[0], v[0]) + dot(w_B[0], L[0]);
      t.sum[1] += m * dot(v[0], v[1]) + dot(w_B[0], L[1]);
      t.sum[2] += m * dot(v[1], v[1]) + dot(w_B[1], L[1]);
    });
    Real const before = products.sum[0], both = products.sum[1], after = products.sum[2];
    bool const found = scale(w) != 0 && before > 0 && after > 0;
    for (int i = 0; found && i < bodies; ++i)
      lane.once([&] { z(first + i) = (1 / sqrt(after)) * next(first + i); });
    lane.once([&] { quotient(w) = found ? both / before : 0; });
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
