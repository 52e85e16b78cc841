// Alternating direction method of multipliers (ADMM) with De Saxce's shift
// [Acary, Bremond, Huber 2018; Tasora et al. 2021].
#include "orthant/core/math/detail/cone.hpp"
#include "orthant/solvers/cone/alart_curnier_rows.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"
#include "orthant/solvers/cone/first_order/detail/register.hpp"

namespace orthant {
namespace {

using namespace cone;

struct AdmmSettings : IterationLimits {
  double penalty = 1;
  double relaxation = 1.6;

  void fields(Fields& f) {
    IterationLimits::fields(f);
    f.real("penalty", penalty, positive(),
           "rho at the start, relative to the mean mobility of each contact");
    f.real("relaxation", relaxation, {.low = 0, .high = 2, .low_open = true, .high_open = true},
           "alpha of the over-relaxation; 1: none");
  }
};

/// The impulses are split into r, with u = W r + q, and z in the friction cone K; y is the
/// multiplier of r = z, which tends to -(u + s), with De Saxce's shift s = mu |u_t| e_n. One
/// iteration is
///   (W + R) r = R z - y - q - s,         r^ = alpha r + (1 - alpha) z,
///   z <- P_K(r^ + y / R),                y <- y + R (r^ - z).
/// The penalty R = rho / rho_c [1/kg], rho_c = 3 / tr W_cc, is one number for each contact c, so
/// that P_K is the Euclidean projection. The shift is computed from u_t = -y_t, which holds at a
/// solution.
class Splitting {
 public:
  Splitting(ConeProblem const& problem, AdmmSettings const& set, Vector const& r)
      : problem_(problem),
        workspace_(problem),
        unit_(contact_scales(problem.W)),
        alpha_(set.relaxation),
        rho_(set.penalty),
        z_(r) {
    Vector const u = velocities(problem, r);
    y_ = -u;
    for (int c = 0; c < problem.contacts(); ++c) y_[3 * c] -= shift(c);
  }

  Vector const& impulses() const { return z_; }
  int factorisations() const { return factorisations_; }

  bool step() {
    if (!factorised_ && !factorise()) return false;
    Vector right = -problem_.q - y_;
    for (int c = 0; c < problem_.contacts(); ++c) {
      right[3 * c] -= shift(c);
      right.segment<3>(3 * c) += weight(c) * z_.segment<3>(3 * c);
    }
    Vector const r = workspace_.system().solve_roughly(right);
    primal_ = dual_ = size_r_ = size_y_ = 0;
    for (int c = 0; c < problem_.contacts(); ++c) project(c, r.segment<3>(3 * c));
    balance();
    return true;
  }

 private:
  double weight(int c) const { return rho_ / unit_[c]; }
  double shift(int c) const { return problem_.mu[c] * length_of(y_[3 * c + 1], y_[3 * c + 2]); }

  bool factorise() {
    Blocks const V(nth(problem_.contacts()), Matrix3::Identity());
    Blocks C = V;
    for (int c = 0; c < problem_.contacts(); ++c) C[nth(c)] *= weight(c);
    ++factorisations_;
    return factorised_ = workspace_.system().factorise(V, C);
  }

  void project(int c, Vector3 const& r) {
    auto z = z_.segment<3>(3 * c), y = y_.segment<3>(3 * c);
    Vector3 const relaxed = alpha_ * r + (1 - alpha_) * z, from = relaxed + y / weight(c);
    Vec3 const to = projected_on_cone({{from[0], from[1], from[2]}}, problem_.mu[c]);
    Vector3 const next(to[0], to[1], to[2]);
    primal_ += (r - next).squaredNorm() / unit_[c];
    dual_ += (weight(c) * (next - z)).squaredNorm() * unit_[c];
    y += weight(c) * (relaxed - next);
    z = next;
    size_r_ += std::max(r.squaredNorm(), next.squaredNorm()) / unit_[c];
    size_y_ += y.squaredNorm() * unit_[c];
  }

  /// Adapts rho to the ratio of the primal to the dual residual, each relative to the size of its
  /// terms [Stellato et al. 2020]. Each change needs a new factorisation, so that changes become
  /// rare.
  void balance() {
    constexpr double most = 5;
    constexpr int first = 20;
    if (++since_ < first * (1 << std::min(factorisations_ - 1, 20))) return;
    double const ratio = std::sqrt(primal_ / size_r_ / (dual_ / size_y_));
    if (!std::isfinite(ratio) || (ratio < most && ratio > 1 / most)) return;
    rho_ *= std::sqrt(std::clamp(ratio, 1e-4, 1e4));
    factorised_ = false;
    since_ = 0;
  }

  ConeProblem const& problem_;
  Workspace workspace_;
  Vector unit_;
  double alpha_, rho_;
  Vector z_, y_;
  bool factorised_ = false;
  int factorisations_ = 0, since_ = 0;
  double primal_ = 0, dual_ = 0, size_r_ = 0, size_y_ = 0;
};

class Admm final : public ConeSolver {
 public:
  explicit Admm(AdmmSettings const& set) : ConeSolver(set), set_(set) {}

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    IterationMonitor monitor({stop, set_.max_iterations}, problem, "admm");
    Splitting splitting(problem, set_, r);
    bool usable = true;
    while (usable && monitor.goes_on(splitting.impulses())) usable = splitting.step();
    ConeReport report = monitor.finish(r);
    report.linear_solves = splitting.factorisations();
    if (!usable) report.reason = StopReason::linear_solver;
    return report;
  }

 private:
  AdmmSettings set_;
};

}  // namespace

void register_admm(ConeSolvers& solvers) {
  solvers.add<AdmmSettings>(
      "admm", "operator splitting, one factorisation for many iterations",
      [](AdmmSettings const& set, Config&) { return std::make_unique<Admm>(set); });
}

}  // namespace orthant
