// The Alart-Curnier map of one contact, its three branches and their derivatives.
#include "orthant/solvers/cone/alart_curnier_rows.hpp"

namespace orthant::cone {

AlartCurnierRow alart_curnier_row(Vector3 const& r, Vector3 const& u, double mu, double rho) {
  Vector3 const z = r - rho * u;
  double const size = tangential(z), radius = mu * std::max(z[0], 0.0);
  AlartCurnierRow out{ContactState::open, r, Matrix3::Zero(), Matrix3::Identity()};
  if (z[0] <= 0) return out;  // open: F = r
  if (size <= radius) {       // sticks: F = rho u
    out.state = ContactState::sticks;
    out.F = rho * u;
    out.by_velocity = rho * Matrix3::Identity();
    out.by_impulse = Matrix3::Zero();
    return out;
  }
  // slips: F = (rho u_n, r_t - radius t), t = z_t / |z_t|
  out.state = ContactState::slips;
  Eigen::Vector2d const t = z.tail<2>() / size;
  Eigen::Matrix2d const transverse =
      radius / size * (Eigen::Matrix2d::Identity() - t * t.transpose());  // d(radius t) / dz_t
  out.F[0] = rho * u[0];
  out.F.tail<2>() = r.tail<2>() - radius * t;
  out.by_velocity(0, 0) = rho;
  out.by_velocity.block<2, 1>(1, 0) = rho * mu * t;
  out.by_velocity.bottomRightCorner<2, 2>() = rho * transverse;
  out.by_impulse(0, 0) = 0;
  out.by_impulse.block<2, 1>(1, 0) = -mu * t;
  out.by_impulse.bottomRightCorner<2, 2>() -= transverse;
  return out;
}

Vector contact_scales(Sparse const& W) {
  Vector const diagonal = W.diagonal();
  Vector rho(diagonal.size() / 3);
  for (int c = 0; c < rho.size(); ++c) {
    double const trace = diagonal.segment<3>(3 * c).sum();
    rho[c] = trace > 0 ? 3 / trace : 1;
  }
  return rho;
}

AlartCurnierRows::AlartCurnierRows(Vector const& mu, Vector const& rho, Vector const& r,
                                   Vector const& u)
    : F(r.size()), by_velocity(nth(mu.size())), by_impulse(nth(mu.size())) {
  for (int c = 0; c < mu.size(); ++c) {
    auto const row = alart_curnier_row(r.segment<3>(3 * c), u.segment<3>(3 * c), mu[c], rho[c]);
    F.segment<3>(3 * c) = row.F;
    by_velocity[nth(c)] = row.by_velocity;
    by_impulse[nth(c)] = row.by_impulse;
  }
}

double alart_curnier_norm(Vector const& mu, Vector const& rho, Vector const& r, Vector const& u) {
  double sum = 0;
  for (int c = 0; c < mu.size(); ++c) {
    Vector3 const at = r.segment<3>(3 * c), v = rho[c] * u.segment<3>(3 * c), z = at - v;
    double const size = tangential(z), radius = mu[c] * std::max(z[0], 0.0);
    if (z[0] <= 0)
      sum += at.squaredNorm();
    else if (size <= radius)
      sum += v.squaredNorm();
    else
      sum += v[0] * v[0] + (at.tail<2>() - radius / size * z.tail<2>()).squaredNorm();
  }
  return std::sqrt(sum);
}

}  // namespace orthant::cone
