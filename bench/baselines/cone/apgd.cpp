// Accelerated projected gradient descent with restarts [Mazhar et al. 2015], with De Saxce's shift.
#include "bench/baselines/cone/register.hpp"
#include "orthant/core/math/detail/cone.hpp"
#include "orthant/solvers/cone/first_order/detail/iteration_monitor.hpp"

namespace orthant {
namespace {

/// One iteration is a projected gradient step from Nesterov's extrapolated point y,
///   r <- P_K(y - (u + mu |u_t| e_n)/L),   u = W y + q,
/// with L the largest eigenvalue of W [1/kg]. The extrapolation restarts where a step is opposite
/// to the last one [O'Donoghue, Candes 2015]. Because of the shift mu |u_t| a fixed point obeys
/// Coulomb's law, and not its convex relaxation.
class Apgd final : public ConeSolver {
 public:
  explicit Apgd(IterationLimits const& set) : ConeSolver(set), set_(set) {}

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    double const L = largest_eigenvalue(problem.W);
    IterationMonitor monitor({stop, set_.max_iterations}, problem, "apgd");
    Vector y = r;
    double theta = 1;
    while (monitor.goes_on(r)) {
      Vector const next = L > 0 ? step(problem, y, 1 / L) : r, change = next - r;
      bool const turns_back = (y - next).dot(change) > 0;
      double const t = turns_back ? 1 : 0.5 * (1 + std::sqrt(1 + 4 * theta * theta));
      y = turns_back ? next : Vector(next + (theta - 1) / t * change);
      theta = t;
      r = next;
    }
    return monitor.finish(r);
  }

 private:
  static Vector step(ConeProblem const& problem, Vector const& y, double length) {
    Vector const u = velocities(problem, y);
    Vector out(y.size());
    for (int c = 0; c < problem.contacts(); ++c) {
      int const i = 3 * c;
      double const mu = problem.mu[c], shift = mu * length_of(u[i + 1], u[i + 2]);
      Vec3 const x =
          projected_on_cone({{y[i] - length * (u[i] + shift), y[i + 1] - length * u[i + 1],
                              y[i + 2] - length * u[i + 2]}},
                            mu);
      for (int k = 0; k < 3; ++k) out[i + k] = x[k];
    }
    return out;
  }

  /// The power method from a start without symmetry. It converges from below, therefore the margin
  /// of 5 %.
  static double largest_eigenvalue(Sparse const& W) {
    Vector x(W.rows());
    for (int i = 0; i < x.size(); ++i) x[i] = 1 + std::fmod(0.618034 * i, 1.0);
    double value = 0;
    for (int k = 0; k < 50 && x.norm() > 0; ++k) {
      x = W * x.normalized();
      value = x.norm();
    }
    return 1.05 * value;
  }

  IterationLimits set_;
};

}  // namespace

void register_apgd(ConeSolvers& solvers) {
  solvers.add<IterationLimits>(
      "apgd", "accelerated projected gradient descent with restarts",
      [](IterationLimits const& set, Config&) { return std::make_unique<Apgd>(set); });
}

}  // namespace orthant
