// The linear algebra of a primal-dual step with Nesterov-Todd scaling.
#include "orthant/solvers/cone/central_path.hpp"

#include "orthant/solvers/cone/shift.hpp"
#include "orthant/solvers/cone/standard_cone.hpp"

namespace orthant::cone {

CentralPath::CentralPath(ConeProblem const& problem, BlockShiftedSystem& system, Shift shift,
                         Vector x, Vector y)
    : problem_(problem),
      shift_(shift),
      D_(standard_scales(problem.mu)),
      size_(problem, D_),
      floors_(size_),
      x_(x.size() > 0 ? std::move(x) : first_axis(problem.contacts(), size_.x)),
      y_(y.size() > 0 ? std::move(y) : first_axis(problem.contacts(), size_.y)),
      system_(system),
      scaling_(nth(problem.contacts())) {}

/// Eliminating dy from Newton's equations leaves, for dr = D dx,
///   (D W + P^-1 Theta D^-1) dr = right-hand side,
/// with Theta = F^-2 of the Nesterov-Todd scaling F, and P = dy/d(D u) the derivative of the shift.
/// The equation must not be multiplied by P: near the boundary of the cone Theta is nearly
/// singular, and the product would lose three digits of the solution.
bool CentralPath::linearise() {
  int const n = problem_.contacts();
  Vector const u = D_.cwiseProduct(system_.mobility(impulses()) + problem_.q);
  defect_.resize(3 * n);
  auto const blocks = nth(n);
  Blocks by_velocity(blocks), by_impulse(blocks), S(blocks), N(blocks);
  for (int c = 0; c < n; ++c) {
    auto const k = nth(c);
    Vector3 const v = at(u, c), y = at(y_, c), D = at(D_, c);
    double const speed = tangential(v);
    ShiftDerivative P;
    if (shift_ == Shift::smooth) {
      P = ShiftDerivative::smooth(y);
      defect_.segment<3>(3 * c) = P.inverse * (unshifted(y) - v);
    } else {
      if (shift_ == Shift::exact)
        P = ShiftDerivative::exact(v.tail<2>() / std::max(speed, 1e-14 * size_.y));
      defect_.segment<3>(3 * c) = y - v - Vector3(speed, 0, 0);
    }
    scaling_[k] = Scaling(at(x_, c), y);
    by_velocity[k] = D.asDiagonal();
    by_impulse[k] = P.forward * scaling_[k].inverse_square() * standard_inverse(D).asDiagonal();
    Matrix3 const F = scaling_[k].matrix();
    S[k] = D.asDiagonal() * F;
    N[k] = F * P.inverse;
  }
  lambda_ = for_each_contact(n, [&](int c) { return scaling_[c].apply(at(y_, c)); });
  return system_.factorise(std::move(by_velocity), std::move(by_impulse), std::move(S),
                           std::move(N));
}

Vector3 CentralPath::goal(int c, double gap) const {
  Eigen::Vector2d const axis = scaling_[c].axis();
  return from_eigenvalues(floors_(at(x_, c), at(y_, c), axis).cwiseMax(gap), axis);
}

double CentralPath::centrality() const {
  double const mean = gap();
  double least = std::numeric_limits<double>::infinity();
  for (int c = 0; c < problem_.contacts(); ++c) {
    Eigen::Vector2d const axis = scaling_[c].axis(),
                          goal = floors_(at(x_, c), at(y_, c), axis).cwiseMax(mean);
    least = std::min(least, relative_eigenvalues(at(lambda_, c), goal, axis)[0]);
  }
  return least;
}

double CentralPath::gap() const {
  return gap({Vector::Zero(x_.size()), Vector::Zero(x_.size())}, 0);
}

/// Solves  dy - P D W D dx = -defect,   F^-1 dx + F dy = g,   where lambda o g = v.
/// With x~ = F^-1 dx as unknown:
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
  double sum = 0;
  int above = 0;
  for (int c = 0; c < problem_.contacts(); ++c) {
    if (at(x_, c).dot(at(y_, c)) <= 3 * goal(c, 0)[0]) continue;
    sum += (at(x_, c) + t * at(d.x, c)).dot(at(y_, c) + t * at(d.y, c));
    ++above;
  }
  return above > 0 ? sum / above : 0;
}

CentralPath::Direction CentralPath::predictor() const {
  return direction(for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    Vector3 const l = at(lambda_, c);
    return goal(c, 0) - product(l, l);
  }));
}

/// Mehrotra's corrector: the right-hand side
///   v = sigma gap e - lambda o lambda - (F^-1 dx) o (F dy)
/// with dx, dy of the predictor. The centring sigma is the cube of the ratio by which the predictor
/// would lower the gap.
CentralPath::Direction CentralPath::corrected(Direction const& p) const {
  double const now = gap(p, 0), reached = gap(p, std::min(1.0, largest_step(p)));
  double const sigma = now > 0 ? std::pow(std::clamp(reached / now, 0.0, 1.0), 3) : 0;
  return direction(for_each_contact(problem_.contacts(), [&](int c) -> Vector3 {
    Vector3 const l = at(lambda_, c);
    return goal(c, sigma * now) - product(l, l) -
           product(scaling_[c].apply_inverse(at(p.x, c)), scaling_[c].apply(at(p.y, c)));
  }));
}

/// A step length that keeps x and y inside the cone in floating-point arithmetic. Round-off may put
/// the point of largest_step on the boundary or outside, so the point itself is tested.
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
  Direction const d = corrected(predictor());
  if (!d.x.allFinite() || !d.y.allFinite()) return 0;
  double const t = strict_step(d);
  x_ += t * d.x;
  y_ += t * d.y;
  return t;
}

}  // namespace orthant::cone
