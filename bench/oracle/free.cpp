// Free bodies: flight, and the spin of a body with three different moments of inertia.
#include "bench/oracle/scenes.hpp"

namespace orthant::oracle {
namespace {

// x(t) = x0 + v0 t + g t^2 / 2. The error of Euler's methods is h g t / 2; methods of second order
// have none, except in the first step of a multistep method.
Json flight(Parameters const& p) {
  auto body = box("b", p.mass, {0.2, 0.1, 0.3}, {1, 2, 3}, {0.5, -1, 2}, 0.5, 0);
  return experiment(p, steps_in(p, 0.2), {0, 0, -g}, {body});
}

void judge_flight(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const h = look.p.h;
  for (auto const& now : m.at) {
    double const t = now.t;
    auto const& x = now.pose[0].p_WB;
    auto const& u = now.twist[0];
    out.near("v_z at " + text(t), u[2], 2 - g * t, 1e-8);
    out.near("x at " + text(t), x[0], 1 + 0.5 * t, 1e-8);
    out.near("y at " + text(t), x[1], 2 - t, 1e-8);
    double const within = look.stated.free == 1 ? 0.501 * g * h * t : g * h * h;
    out.near("z at " + text(t), x[2], 3 + 2 * t - 0.5 * g * t * t, within + 1e-8);
    out.below("spin", norm(angular(u)), 1e-8);
  }
}

Json free_body(Parameters const& p, Json omega) {
  double const m = p.mass;
  return {
      {"name", "b"}, {"mass", m}, {"inertia", {m, 2 * m, 2.5 * m}}, {"angular_velocity", omega}};
}

Vec3 momentum(Instant const& now, double mass) {
  Vec3 const w = rotate_back(now.pose[0].q_WB, angular(now.twist[0]));
  return rotate(now.pose[0].q_WB, Vec3{{mass * w[0], 2 * mass * w[1], 2.5 * mass * w[2]}});
}

double energy(Instant const& now, double mass) {
  return 0.5 * dot(momentum(now, mass), angular(now.twist[0]));
}

void judge_conserved(Look& look, Motion const& m, Findings& out) {
  Vec3 const L0 = momentum(m.at[0], look.p.mass);
  double const E0 = energy(m.at[0], look.p.mass);
  for (auto const& now : m.at) {
    if (look.stated.momentum)
      out.below("|L - L0| / |L0| at " + text(now.t),
                norm(momentum(now, look.p.mass) - L0) / norm(L0), 1e-8);
    if (look.stated.energy)
      out.near("E / E0 at " + text(now.t), energy(now, look.p.mass) / E0, 1, 1e-8);
  }
}

// Steps of up to 1.1 rad. With |L| = |L0| the energy of a free body lies between L0^2 / (2 I_max)
// and L0^2 / (2 I_min) for any motion; more than 5 % beyond that is growth.
Json fast_spin(Parameters p) {
  p.h *= 10;
  return experiment(p, 50, {0, 0, 0}, {free_body(p, {10, 0.01, 5})});
}

void judge_fast_spin(Look& look, Findings& out) {
  auto const& m = look.motion();
  double const L = norm(momentum(m.at[0], look.p.mass)), most = L * L / (2 * look.p.mass);
  for (auto const& now : m.at)
    out.below("E / (L0^2 / 2 I_min) at " + text(now.t), energy(now, look.p.mass) / most, 1.05);
  judge_conserved(look, m, out);
}

Json spin(Parameters const& p) {
  return experiment(p, steps_in(p, 0.2), {0, 0, 0}, {free_body(p, {3, 0.5, 4})});
}

/// Euler's equations in body axes, and the rotation of the body: (omega_B, quaternion).
Vec<7> spinning(double, Vec<7> const& x) {
  double const wx = x[0], wy = x[1], wz = x[2];
  Quat<> const q{x[3], x[4], x[5], x[6]};
  Quat<> const dq = q * Quat<>{0, 0.5 * wx, 0.5 * wy, 0.5 * wz};
  return {{(2 - 2.5) * wy * wz / 1, (2.5 - 1) * wz * wx / 2, (1 - 2) * wx * wy / 2.5, dq.w, dq.x,
           dq.y, dq.z}};
}

void judge_spin(Look& look, Findings& out) {
  Vec<7> const right = integrate(Vec<7>{{3, 0.5, 4, 1, 0, 0, 0}}, 0.2, 400, spinning);
  Quat<> const q{right[3], right[4], right[5], right[6]};
  Vec3 const w = rotate(q, Vec3{{right[0], right[1], right[2]}}), e{{1, 0, 0}};
  auto const errors = [&](Motion const& m) {
    auto const& end = m.end();
    return std::pair(norm(angular(end.twist[0]) - w),
                     norm(rotate(end.pose[0].q_WB, e) - rotate(q, e)));
  };
  auto const &whole = look.motion(), &half = look.motion(2);
  auto const [w1, q1] = errors(whole);
  auto const [w2, q2] = errors(half);
  int const k = look.stated.free;
  double const size = (k == 1 ? 10 : 100) * std::pow(look.p.h, k);
  order(out, "angular velocity", w1, w2, k, size, 1e-9);
  order(out, "orientation", q1, q2, k, size / 3, 1e-9);
  judge_conserved(look, whole, out);
}

}  // namespace

void add_free(std::vector<Trial>& to) {
  to.push_back({"free_flight", {}, flight, judge_flight});
  to.push_back({"fast_spin", {}, fast_spin, judge_fast_spin});
  to.push_back({"spin", {}, spin, judge_spin});
}

}  // namespace orthant::oracle
