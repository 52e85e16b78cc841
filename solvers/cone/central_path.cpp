// The linear algebra of a primal-dual step with Nesterov-Todd scaling.
#include "solvers/cone/central_path.hpp"

#include "solvers/cone/standard_cone.hpp"

namespace orthant::cone {
CentralPath::CentralPath(ConeProblem const& problem, ShiftedSystem& system, bool exact_shift)
    : problem_(problem),
      exact_shift_(exact_shift),
      D_(standard_scales(problem.mu)),
      Di_(standard_inverse(D_)),
      system_(system) {
  int const n = problem.contacts();
  StandardSizes const size(problem, D_);
  scale_y_ = size.y;
  x_ = first_axis(n, size.x);
  y_ = first_axis(n, size.y);
  slopes_ = Vector::Zero(3 * n);
  scaling_.resize(static_cast<std::size_t>(n));
  theta_.resize(static_cast<std::size_t>(n));
}

/// The law of a contact by dr = D dx: D W dr + P^-1 Theta D^-1 dr, P = I + e_0 (0, slopes)^T. With
/// P on the other side the same system is solved a thousand times less exactly: near the boundary
/// of the cone the inverse of Theta is large and nearly singular, and a product with P loses that.
bool CentralPath::linearise() {
  int const n = problem_.contacts();
  Vector const u = D_.cwiseProduct(problem_.W * impulses() + problem_.q);
  defect_ = y_ - u;
  auto const blocks = static_cast<std::size_t>(n);
  Blocks by_velocity(blocks), by_impulse(blocks), S(blocks), N(blocks);
  for (int c = 0; c < n; ++c) {
    auto const k = static_cast<std::size_t>(c);
    double const speed = tangential(at(u, c));
    defect_[3 * c] -= speed;
    scaling_[k] = Scaling(at(x_, c), at(y_, c));
    theta_[k] = scaling_[k].inverse_square();
    if (exact_shift_)
      slopes_.segment<2>(3 * c + 1) = u.segment<2>(3 * c + 1) / std::max(speed, 1e-14 * scale_y_);
    by_velocity[k] = at(D_, c).asDiagonal();
    by_impulse[k] = theta_[k];
    by_impulse[k].row(0) -= slopes_.segment<2>(3 * c + 1).transpose() * theta_[k].bottomRows<2>();
    by_impulse[k] *= at(Di_, c).asDiagonal();
    Matrix3 P = Matrix3::Identity();
    P.row(0) += slopes_.segment<3>(3 * c).transpose();
    Matrix3 const F = scaling_[k].matrix();
    S[k] = at(D_, c).asDiagonal() * F;
    N[k] = F * P;
  }
  lambda_ = for_each_contact(n, [&](int c) { return scaling_[c].apply(at(y_, c)); });
  return system_.factorise(by_velocity, by_impulse, std::move(S), std::move(N));
}

/// Solves dy - P D W D dx = -defect, F^-1 dx + F dy = g = lambda \ v, by x~ = F^-1 dx:
///   (1 + F P D W D F) x~ = g + F defect,     F dy = g - x~
CentralPath::Direction CentralPath::direction(Vector const& v) const {
  int const n = problem_.contacts();
  Vector const g = for_each_contact(n, [&](int c) { return quotient(at(v, c), at(lambda_, c)); });
  Vector const scaled = system_.solve_scaled(
      g + for_each_contact(n, [&](int c) { return scaling_[c].apply(at(defect_, c)); }));
  return {for_each_contact(n, [&](int c) { return scaling_[c].apply(at(scaled, c)); }),
          for_each_contact(n, [&](int c) -> Vector3 {
            return scaling_[c].apply_inverse(at(g, c) - at(scaled, c));
          })};
}

double CentralPath::largest_step(Direction const& d) const {
  double t = std::numeric_limits<double>::infinity();
  for (int c = 0; c < problem_.contacts(); ++c)
    t = std::min(
        {t, cone::largest_step(at(x_, c), at(d.x, c)), cone::largest_step(at(y_, c), at(d.y, c))});
  return t;
}

double CentralPath::gap(Direction const& d, double t) const {
  return (x_ + t * d.x).dot(y_ + t * d.y) / problem_.contacts();
}

/// -lambda o lambda - (F^-1 dx) o (F dy) + sigma gap e, by what the predictor would reach.
Vector CentralPath::corrected(Direction const& p) const {
  double const now = x_.dot(y_) / problem_.contacts();
  double const reached = gap(p, std::min(1.0, largest_step(p)));
  double const sigma = std::pow(std::clamp(reached / now, 0.0, 1.0), 3);
  return for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    Vector3 const l = at(lambda_, c);
    Vector3 v = -product(l, l) -
                product(scaling_[c].apply_inverse(at(p.x, c)), scaling_[c].apply(at(p.y, c)));
    v[0] += sigma * now;
    return v;
  });
}

/// Round-off may put the point that largest_step allows on the boundary or outside: look.
double CentralPath::strict_step(Direction const& d) const {
  constexpr double smallest = 1e-10;
  auto const inside = [&](double t) {
    for (int c = 0; c < problem_.contacts(); ++c)
      if (!(margin(at(x_, c) + t * at(d.x, c)) > 0 && margin(at(y_, c) + t * at(d.y, c)) > 0))
        return false;
    return true;
  };
  double t = std::min(1.0, 0.99 * largest_step(d));
  while (t > smallest && !inside(t)) t *= 0.9;
  return t > smallest ? t : 0;
}

double CentralPath::advance() {
  Vector const towards_zero = for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    return -product(at(lambda_, c), at(lambda_, c));
  });
  Direction const d = direction(corrected(direction(towards_zero)));
  if (!d.x.allFinite() || !d.y.allFinite()) return 0;
  double const t = strict_step(d);
  x_ += t * d.x;
  y_ += t * d.y;
  return t;
}

}  // namespace orthant::cone
