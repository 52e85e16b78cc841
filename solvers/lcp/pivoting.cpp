// Contact with a polyhedral friction cone as a linear complementarity problem [Stewart, Trinkle
// 1996], in the form of Anitescu and Potra [1997]. Friction is r_t = D beta, with the columns d_k
// of D evenly spaced on the circle:
//   0 <= r_n   _|_  u_n >= 0
//   0 <= beta  _|_  D^T u_t + e sigma >= 0
//   0 <= sigma _|_  mu r_n - e^T beta >= 0
// sigma [m/s] is the largest sliding velocity along a d_k. Without friction only r_n remains.
#include "orthant/solvers/lcp/detail/pivoting.hpp"

#include <cmath>
#include <numbers>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/execution/cpu_clock.hpp"
#include "orthant/solvers/lcp/lemke.hpp"

namespace orthant {
namespace {

/// The friction directions of a contact, as columns.
Eigen::MatrixXd directions(int dimension, int facets) {
  if (dimension == 2) return Eigen::MatrixXd{{1, -1}, {0, 0}};
  Eigen::MatrixXd D(2, facets);
  for (int k = 0; k < facets; ++k) {
    double const angle = 2 * std::numbers::pi * k / facets;
    D.col(k) << std::cos(angle), std::sin(angle);
  }
  return D;
}

/// The unknowns z = (r_n, beta and sigma of each contact with friction), r = P z.
struct Facets {
  explicit Facets(ConeProblem const& p, int facets) : D(directions(p.dimension, facets)) {
    int const n = p.contacts();
    unknowns = n;
    for (int c = 0; c < n; ++c) {
      first.push_back(unknowns);
      if (p.mu[c] > 0) unknowns += static_cast<int>(D.cols()) + 1;
    }
  }
  int beta(int contact) const { return first[nth(contact)]; }
  int sigma(int contact) const { return beta(contact) + static_cast<int>(D.cols()); }

  Eigen::MatrixXd D;
  std::vector<int> first;  // first beta of each contact
  int unknowns;
};

Eigen::MatrixXd spread(ConeProblem const& p, Facets const& f) {
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(3 * p.contacts(), f.unknowns);
  for (int c = 0; c < p.contacts(); ++c) {
    P(3 * c, c) = 1;
    if (p.mu[c] > 0) P.block(3 * c + 1, f.beta(c), 2, f.D.cols()) = f.D;
  }
  return P;
}

class Pivoting final : public ConeSolver {
 public:
  explicit Pivoting(PivotingSettings const& settings) : ConeSolver(settings), settings_(settings) {}

  FrictionLaw law() const override { return {FrictionLaw::Kind::polyhedral, settings_.facets}; }

 private:
  ConeReport do_solve(ConeProblem const& p, Vector& r, ConeStop const& stop) const override {
    auto const start = CpuClock::now();
    Facets const f(p, settings_.facets);
    if (f.unknowns > most_unknowns)
      refuse("lemke", std::to_string(f.unknowns) + " unknowns",
             "up to " + std::to_string(most_unknowns) + ": fewer contacts or facets");
    Eigen::MatrixXd const P = spread(p, f);
    Eigen::MatrixXd M = P.transpose() * (p.W * P);
    // Scales velocities to the size of impulses, so that pivots compare like quantities.
    double const scale = M.diagonal().mean() > 0 ? M.diagonal().mean() : 1;
    M /= scale;
    for (int c = 0; c < p.contacts(); ++c) {
      if (p.mu[c] == 0) continue;
      M.block(f.beta(c), f.sigma(c), f.D.cols(), 1).setOnes();
      M.block(f.sigma(c), f.beta(c), 1, f.D.cols()).setConstant(-1);
      M(f.sigma(c), c) = p.mu[c];
    }
    auto const late = [&] { return CpuClock::seconds_since(start) > stop.seconds; };
    Eigen::VectorXd const q = P.transpose() * p.q / scale;
    auto const found = lemke(M, q, settings_.max_iterations, late);
    r = P * found.z;
    ConeReport report;
    report.reason = found.reason;
    report.iterations = found.pivots;
    report.natural_map = natural_map(p, r);
    // A solution on the polyhedral cone need not solve the problem on the round cone.
    if (report.converged() && report.natural_map > stop.tolerance)
      report.reason = StopReason::stalled;
    return report;
  }

  static constexpr int most_unknowns = 6000;
  PivotingSettings settings_;
};

}  // namespace

void register_pivoting(ConeSolvers& solvers) {
  solvers.add<PivotingSettings>(
      "lemke", "Lemke's pivots; friction by facets, which are exact in a plane",
      [](PivotingSettings const& set, Config&) { return std::make_unique<Pivoting>(set); });
}

}  // namespace orthant
