// The quadratic programme that the velocities of a step solve, with dense matrices.
#include "orthant/core/metrics/detail/gauss_gap.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "orthant/core/cone_problem/detail/world_rows.hpp"
#include "orthant/core/math/detail/eigen.hpp"
#include "orthant/core/metrics/small_qp.hpp"

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// In mass-scaled coordinates: w = M^1/2 (u - u_free), so that Z = 1/2 |w|^2 and rows are J M^-1/2.
struct Programme {
  MatrixXd J, Sigma;
  VectorXd free_value;  // a at u = u_free
  VectorXd w, lambda;   // of the step
  std::vector<bool> bounded;

  double deviation(VectorXd const& w_, VectorXd const& lambda_) const {
    return 0.5 * w_.squaredNorm() + 0.5 * lambda_.dot(Sigma * lambda_);
  }
};

/// The active rows of a world, in its order.
std::vector<int> binding(WorldRows const& from) {
  std::vector<int> out;
  for (auto const& block : from.blocks)
    for (int i = 0; !HostRows::follows(block) && i < (block.law == Law::coulomb ? 1 : block.size);
         ++i)
      out.push_back(block.row + i);
  return out;
}

/// M^1/2 and M^-1/2 of one body, by the eigenvectors of its inertia.
struct Root {
  Eigen::Matrix<double, 6, 6> mass, inverse;
};
Root root_of(InverseMass const& M_inverse) {
  Root out{Eigen::Matrix<double, 6, 6>::Zero(), Eigen::Matrix<double, 6, 6>::Zero()};
  if (!(M_inverse.mass > 0)) return out;
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> const parts(eigen(M_inverse.inertia));
  out.mass.topLeftCorner<3, 3>().diagonal().setConstant(1 / std::sqrt(M_inverse.mass));
  out.mass.bottomRightCorner<3, 3>() = parts.operatorInverseSqrt();
  out.inverse.topLeftCorner<3, 3>().diagonal().setConstant(std::sqrt(M_inverse.mass));
  out.inverse.bottomRightCorner<3, 3>() = parts.operatorSqrt();
  return out;
}

Programme programme(WorldRows const& from) {
  auto const rows = binding(from);
  int const n = static_cast<int>(rows.size()), bodies = static_cast<int>(from.u.size());
  std::vector<int> place(from.J.size(), -1);
  for (int i = 0; i < n; ++i) place[nth(rows[nth(i)])] = i;
  for (auto const& block : from.blocks)  // tied rows are one
    if (HostRows::follows(block)) place[nth(block.row)] = place[nth(block.lead)];
  Programme out{MatrixXd::Zero(n, 6 * bodies), MatrixXd::Zero(n, n), VectorXd::Zero(n),
                VectorXd(6 * bodies),          VectorXd(n),          std::vector<bool>(nth(n))};
  std::vector<Root> roots;
  for (int b = 0; b < bodies; ++b) {
    roots.push_back(root_of(from.inverse_mass[nth(b)]));
    out.w.segment<6>(6 * b) = roots.back().mass * eigen(from.u[nth(b)] - from.free_twist[nth(b)]);
  }
  for (auto const& block : from.blocks)
    for (int i = 0; i < block.size; ++i) {
      int const row = block.row + i, k = place[nth(row)];
      if (k < 0) continue;
      for (std::size_t side = 0; side < 2; ++side)
        if (int const b = block.body[side]; b >= 0)
          out.J.block<1, 6>(k, 6 * b) +=
              (roots[nth(b)].inverse * eigen(from.J[nth(row)][side])).transpose();
      out.bounded[nth(k)] = block.law != Law::free;
      out.free_value[k] += from.value[row];
      out.lambda[k] = from.impulse[row];
      for (int j = 0; j < block.size; ++j)
        if (int const c = place[nth(block.row + j)]; c >= 0)
          out.Sigma(k, c) += from.compliance[nth(row)][j];
    }
  out.free_value -= out.J * out.w;
  return out;
}

/// min Z by [1, -J^T; J, Sigma] (w, lambda) = (0, -a(u_free)), for any rank.
double least_of_equations(Programme const& p) {
  auto const n = p.J.rows(), m = p.J.cols();
  MatrixXd K(m + n, m + n);
  K << MatrixXd::Identity(m, m), -p.J.transpose(), p.J, p.Sigma;
  VectorXd b(m + n);
  b << VectorXd::Zero(m), -p.free_value;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> parts;
  parts.setThreshold(1e-12);
  VectorXd const x = parts.compute(K).solve(b);
  return p.deviation(x.head(m), x.tail(n));
}

/// The impulses of the minimum minimise 1/2 lambda^T (A + Sigma) lambda + a(u_free)^T lambda.
std::optional<double> least_of_inequalities(Programme const& p) {
  double const round_off = 1e-15;  // contacts at rest matter beside contacts with large gaps
  auto const lambda = solve_qp(p.J * p.J.transpose() + p.Sigma, p.free_value, p.bounded, round_off);
  if (!lambda) return std::nullopt;
  return p.deviation(p.J.transpose() * *lambda, *lambda);
}

}  // namespace

GaussGap gauss_gap(WorldRows const& rows) {
  for (auto const& block : rows.blocks)
    if (block.law == Law::disc || (block.law == Law::coulomb && block.friction > 0))
      return {std::nullopt, "not applicable: friction"};
  auto const p = programme(rows);
  bool const equations = std::find(p.bounded.begin(), p.bounded.end(), true) == p.bounded.end();
  auto const least = equations ? least_of_equations(p) : least_of_inequalities(p);
  if (!least) return {std::nullopt, "no minimum was found"};
  double speed = 0;  // Z of stopping the fastest body: a scale if constraints have almost no effect
  for (std::size_t b = 0; b < rows.u.size(); ++b)
    if (rows.inverse_mass[b].mass > 0)
      speed = std::max(speed, 0.5 * dot(linear(rows.free_twist[b]), linear(rows.free_twist[b])) /
                                  rows.inverse_mass[b].mass);
  double const tiny = 1e-15 * speed + 1e-300;
  return {(p.deviation(p.w, p.lambda) - *least) / std::max(*least, tiny)};
}

}  // namespace orthant
