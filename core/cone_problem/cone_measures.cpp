// Measures how far impulses are from a solution of a ConeProblem.
#include "orthant/core/cone_problem/cone_measures.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/core/math/detail/cone.hpp"

namespace orthant {
namespace {

Vec3 part(Vector const& x, int contact) {
  return {{x[3 * contact], x[3 * contact + 1], x[3 * contact + 2]}};
}

/// u + mu |u_t| e_n.
Vec3 shifted(Vec3 u, double mu) {
  u[0] += mu * length_of(u[1], u[2]);
  return u;
}

/// r - P_K(r - rho U^). If the projection is the identity or zero, the difference is known exactly;
/// a subtraction would lose velocities below the round-off of large impulses.
Vec3 defect(Vec3 const& r, Vec3 const& u_shifted, double mu, double rho) {
  Vec3 const rho_u = rho * u_shifted, z = r - rho_u;
  double const t = length_of(z[1], z[2]);
  if (z[0] >= 0 && t <= mu * z[0]) return rho_u;
  if (mu * t <= -z[0]) return r;
  return r - projected_on_cone(z, mu);
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : part; }

}  // namespace

Vector velocities(ConeProblem const& problem, Vector const& r) { return problem.W * r + problem.q; }

double natural_map(ConeProblem const& problem, Vector const& r, Vector const& u, double rho) {
  double sum = 0;
  for (int c = 0; c < problem.contacts(); ++c) {
    double const mu = problem.mu[c];
    Vec3 const F = defect(part(r, c), shifted(part(u, c), mu), mu, rho);
    sum += dot(F, F);
  }
  return std::sqrt(sum);
}

double natural_map(ConeProblem const& problem, Vector const& r) {
  return ratio(natural_map(problem, r, velocities(problem, r), 1), problem.q.norm());
}

ConeMeasures measure(ConeProblem const& problem, Vector const& r) {
  Vector const u = velocities(problem, r);
  Vector const diagonal = problem.W.diagonal();
  double map = 0, scaled = 0, pushes = 0, outside = 0, outside_dual = 0, product = 0;
  double largest_r = 0, largest_q = 0;
  for (int c = 0; c < problem.contacts(); ++c) {
    double const mu = problem.mu[c], trace = diagonal.segment<3>(3 * c).sum();
    double const rho = trace > 0 ? 3 / trace : 1;
    Vec3 const r_c = part(r, c), q_c = part(problem.q, c), u_c = shifted(part(u, c), mu);
    Vec3 const F = defect(r_c, u_c, mu, 1), F_scaled = defect(r_c, u_c, mu, rho);
    map += dot(F, F);
    scaled += dot(F_scaled, F_scaled);
    pushes += rho * rho * dot(q_c, q_c);
    outside = std::max(outside, norm(r_c - projected_on_cone(r_c, mu)));
    outside_dual = std::max(outside_dual, distance_to_dual_cone(u_c, mu));
    product = std::max(product, std::abs(dot(r_c, u_c)));
    largest_r = std::max(largest_r, norm(r_c));
    largest_q = std::max(largest_q, norm(q_c));
  }
  map = std::sqrt(map);
  double const q = problem.q.norm();
  ConeMeasures m;
  m.natural_map = ratio(map, q);
  m.natural_map_max = ratio(map, std::max({q, r.norm(), u.norm()}));
  m.scaled_map = ratio(std::sqrt(scaled), r.norm() > 0 ? r.norm() : std::sqrt(pushes));
  m.cone_violation = ratio(outside, largest_r);
  m.dual_violation = ratio(outside_dual, largest_q);
  m.complementarity = ratio(product, largest_r * largest_q);
  return m;
}

}  // namespace orthant
